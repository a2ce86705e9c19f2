"""Readers of Parquet, safetensors, ONNX and pickles, and the tokenizer and network of BERT."""

from __future__ import annotations

import io
import json
import math
import os
import pickle
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embeddings.errors import SourceError
from embeddings.parquet import read_distinct_strings, unsnap
from embeddings.sources.bert import Encoder, erf
from embeddings.sources.tensor_files import read_onnx_initialisers, read_safetensors
from embeddings.sources.wordpiece import WordPiece, basic_tokens
from embeddings.sources.zh200 import PlainUnpickler, TextRows


def test_snappy_literals_and_copies():
    # 14 bytes: literal "abcd", copy 8 from 4 back (1-byte offset), copy 2 from 12 back (2-byte).
    block = bytes([14, 3 << 2]) + b"abcd" + bytes([(4 << 2) | 1, 4, (1 << 2) | 2, 12, 0])
    assert unsnap(block) == b"abcdabcdabcdab"


def test_snappy_copy_that_overlaps_itself():
    assert unsnap(bytes([9, 0]) + b"x" + bytes([(4 << 2) | 1, 1])) == b"x" * 9


def test_snappy_long_literal():
    data = os.urandom(300)
    assert unsnap(bytes([0xAC, 0x02, 61 << 2, 43, 1]) + data) == data


@pytest.mark.parametrize(
    "block", [bytes([4, 0]) + b"x", bytes([8, 0]) + b"x" + bytes([(4 << 2) | 1, 2])]
)
def test_damaged_snappy_is_refused(block):
    with pytest.raises(ValueError, match="Snappy"):
        unsnap(block)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" + bytes(30) + b"PAR1", b"x" * 100])
def test_what_is_not_parquet_is_named(tmp_path, data):
    path = tmp_path / "x.parquet"
    path.write_bytes(data)
    with pytest.raises(SourceError, match="not a Parquet file"):
        read_distinct_strings(path)


def safetensors(tensors: dict[str, np.ndarray]) -> bytes:
    header, data = {"__metadata__": {"format": "np"}}, b""
    names = {"float32": "F32", "float16": "F16", "int64": "I64", "uint8": "U8"}
    for name, values in tensors.items():
        raw = values.tobytes()
        header[name] = {
            "dtype": names[values.dtype.name],
            "shape": list(values.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def test_safetensors_round_trip():
    tensors = {
        "a": np.arange(6, dtype=np.float32).reshape(2, 3),
        "b": np.array([[1.5]], dtype=np.float16),
        "c": np.array([7, -1], dtype=np.int64),
    }
    found = read_safetensors(safetensors(tensors))
    assert found.keys() == tensors.keys()
    assert all(np.array_equal(found[name], tensors[name]) for name in tensors)
    with pytest.raises(ValueError, match="of type U8"):
        read_safetensors(safetensors({"a": np.zeros(1, np.uint8)}))


def field(number: int, content: bytes | int) -> bytes:
    def varint(value: int) -> bytes:
        out = b""
        while value > 127:
            out += bytes([value & 127 | 128])
            value >>= 7
        return out + bytes([value])

    if isinstance(content, int):
        return varint(number << 3) + varint(content)
    return varint(number << 3 | 2) + varint(len(content)) + content


def test_onnx_initialisers():
    values = np.array([[1, -2, 3]], dtype=np.int8)
    tensor = field(1, bytes([1, 3])) + field(2, 3) + field(8, b"w_q") + field(9, values.tobytes())
    scale = np.float32([0.5, 2, 1])
    other = field(1, 3) + field(2, 1) + field(8, b"w_scale") + field(9, scale.tobytes())
    graph = field(2, b"name") + field(5, tensor) + field(5, other)
    found = read_onnx_initialisers(field(1, 8) + field(7, graph))
    assert np.array_equal(found["w_q"], values)
    assert np.array_equal(found["w_scale"], scale)


class Evil:
    """Runs a command when unpickled."""

    def __reduce__(self):
        return os.system, ("true",)


def test_a_pickle_that_names_a_function_is_refused():
    assert PlainUnpickler(io.BytesIO(pickle.dumps(["a", {"b": 1}]))).load() == ["a", {"b": 1}]
    with pytest.raises(pickle.UnpicklingError, match="must not name"):
        PlainUnpickler(io.BytesIO(pickle.dumps(Evil()))).load()


def test_rows_of_text_are_parsed_when_asked_for():
    rows = TextRows(["1 2", "3 4", "5 6.5"], 2)
    assert rows.shape == (3, 2)
    assert rows[[2, 0]].tolist() == [[5, 6.5], [1, 2]]
    assert rows[[]].shape == (0, 2)


@given(st.floats(-6, 6, width=32))
def test_erf_agrees_with_the_standard_library(x):
    assert float(erf(np.float32([x]))[0]) == pytest.approx(math.erf(x), abs=1e-6)


TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "ice", "##cream", "##s", ",", "茶", "a")
VOCABULARY = {token: i for i, token in enumerate(TOKENS)}


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Icecreams", [2, 4, 5, 6, 3]),
        ("ice, ICE", [2, 4, 7, 4, 3]),
        ("茶ice", [2, 8, 4, 3]),
        ("à\u200b", [2, 9, 3]),
        ("icy", [2, 1, 3]),
        ("", [2, 3]),
        ("a" * 101, [2, 1, 3]),
    ],
)
def test_word_pieces(text, ids):
    assert WordPiece(VOCABULARY, 128).encode(text) == ids


def test_long_texts_are_cut():
    assert WordPiece(VOCABULARY, 5).encode("ice " * 20) == [2, 4, 4, 4, 3]


def test_basic_tokens_set_symbols_apart():
    assert " ".join(basic_tokens("rock'n'roll $5 «x»")) == "rock ' n ' roll $ 5 « x »"


def plain_bert(tensors, ids, heads):
    """One text, straight from the definition, in 64 bits."""

    def dense(x, name):
        return x @ tensors[f"{name}.weight"].T.astype(np.float64) + tensors[f"{name}.bias"]

    def norm(x, name):
        x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return x * tensors[f"{name}.LayerNorm.weight"] + tensors[f"{name}.LayerNorm.bias"]

    e = "embeddings."
    x = (
        tensors[e + "word_embeddings.weight"][ids]
        + tensors[e + "position_embeddings.weight"][: len(ids)]
        + tensors[e + "token_type_embeddings.weight"][0]
    ).astype(np.float64)
    x = norm(x, "embeddings")
    d = x.shape[1] // heads
    for layer in range(2):
        at = f"encoder.layer.{layer}."
        q, k, v = (dense(x, at + f"attention.self.{n}") for n in ("query", "key", "value"))
        parts = []
        for h in range(heads):
            cut = slice(h * d, (h + 1) * d)
            scores = np.exp(q[:, cut] @ k[:, cut].T / np.sqrt(d))
            parts.append(scores / scores.sum(-1, keepdims=True) @ v[:, cut])
        x = norm(
            x + dense(np.hstack(parts), at + "attention.output.dense"), at + "attention.output"
        )
        up = dense(x, at + "intermediate.dense")
        gelu = up * 0.5 * (1 + np.vectorize(math.erf)(up / np.sqrt(2)))
        x = norm(x + dense(gelu, at + "output.dense"), at + "output")
    return x.mean(axis=0)


def test_the_encoder_computes_what_its_definition_says():
    rng = np.random.default_rng(5)
    d, up = 12, 20

    def dense(name, out, into):
        return {f"{name}.weight": (out, into), f"{name}.bias": (out,)}

    shapes = {f"embeddings.{n}_embeddings.weight": (s, d) for n, s in
              (("word", 30), ("position", 16), ("token_type", 2))}  # fmt: skip
    norms = ["embeddings"]
    for layer in range(2):
        at = f"encoder.layer.{layer}."
        for n in ("query", "key", "value"):
            shapes |= dense(at + f"attention.self.{n}", d, d)
        shapes |= dense(at + "attention.output.dense", d, d)
        shapes |= dense(at + "intermediate.dense", up, d) | dense(at + "output.dense", d, up)
        norms += [at + "attention.output", at + "output"]
    for n in norms:
        shapes |= {f"{n}.LayerNorm.weight": (d,), f"{n}.LayerNorm.bias": (d,)}
    tensors = {n: rng.standard_normal(s).astype(np.float32) for n, s in shapes.items()}
    ids = rng.integers(30, size=(70, 5))
    found = Encoder(tensors, 3).pooled(ids)
    for row, text in zip(found, ids, strict=True):
        assert row == pytest.approx(plain_bert(tensors, text, 3), abs=1e-4)
