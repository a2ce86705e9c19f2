"""Any sentence-transformers model, by name or folder (extra ``transformers``)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.errors import SourceError
from embeddings.sources.data_files import sha256_of
from embeddings.vectors import Rows, refuse_string

_WEIGHTS = {".safetensors", ".bin", ".json", ".txt", ".model"}


class SentenceModel:
    """A sentence-transformers model, run on the processor.

    Args:
        model: A folder with a model, or a name on the Hugging Face hub, which is downloaded on
            first use unless it is in the hub's own cache.
    """

    def __init__(self, model: str) -> None:
        self._model_name = (
            str(Path(model).expanduser()) if Path(model).expanduser().is_dir() else model
        )
        self.name = f"transformers:{self._model_name}"

    @cached_property
    def version(self) -> str:
        """Checksum of the folder's files, or the commit on the hub."""
        folder = Path(self._model_name)
        if folder.is_dir():
            digest = hashlib.sha256()
            for path in sorted(folder.rglob("*")):
                if path.is_file() and path.suffix in _WEIGHTS:
                    digest.update(f"{path.relative_to(folder)}\0{sha256_of(path)}\n".encode())
            return digest.hexdigest()[:16]
        commit = self._commit()
        if not commit:
            _ = self._model  # downloads it
            commit = self._commit()
        return commit or "unknown"

    def _commit(self) -> str:
        """Return the commit of the model in the hub's cache, or an empty string."""
        try:
            from huggingface_hub import try_to_load_from_cache
        except ImportError as error:
            raise _missing() from error
        found = try_to_load_from_cache(self._model_name, "config.json")
        return Path(found).parent.name[:16] if isinstance(found, str) else ""

    @cached_property
    def _model(self) -> Any:
        try:
            from huggingface_hub.utils import logging as hub
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging
        except ImportError as error:
            raise _missing() from error
        # The progress of the build is shown already, and an error is told below.
        logging.disable_progress_bar()
        hub.set_verbosity_error()
        try:
            return SentenceTransformer(self._model_name, device="cpu")
        except (OSError, ValueError) as error:
            raise SourceError(
                en=f"sentence-transformers cannot load {self._model_name!r} "
                f"({str(error).splitlines()[0]}); give a folder with a model or a name on the hub",
                zh=f"sentence-transformers 无法加载“{self._model_name}”"
                f"（{str(error).splitlines()[0]}）；请给出模型所在目录或模型名",
            ) from error

    @property
    def dims(self) -> int:
        """Length of a row."""
        return int(self._model.get_embedding_dimension())

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return rows (n, d) as the model gives them; every text but the empty one is known."""
        refuse_string(texts)
        known = np.array([bool(text.strip()) for text in texts], dtype=np.bool_)
        rows = np.zeros((len(texts), self.dims), dtype=np.float32)
        some = [text for text, ok in zip(texts, known, strict=True) if ok]
        if some:
            rows[known] = self._model.encode(
                some, batch_size=128, show_progress_bar=False, convert_to_numpy=True
            )
        return rows, known


def _missing() -> SourceError:
    return SourceError(
        en="sentence-transformers is not installed; run: pip install 'cluebot[transformers]'",
        zh="未安装 sentence-transformers；请运行 pip install 'cluebot[transformers]'",
    )
