"""Named arrays out of ``.safetensors`` and ``.onnx`` files, without their libraries."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from embeddings.binary import varint

Tensors = dict[str, NDArray[np.generic]]

_SAFETENSORS_TYPES = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
_ONNX_TYPES = {1: np.float32, 3: np.int8, 7: np.int64, 10: np.float16}


def read_safetensors(data: bytes) -> Tensors:
    """Return the arrays of a safetensors file, as views of ``data``.

    https://github.com/huggingface/safetensors#format

    Raises:
        ValueError: If an array is of an unexpected type or out of bounds.
    """
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    tensors: Tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        if entry["dtype"] not in _SAFETENSORS_TYPES:
            msg = f"tensor {name} is of type {entry['dtype']}"
            raise ValueError(msg)
        first, last = entry["data_offsets"]
        values = np.frombuffer(
            data[start + first : start + last], _SAFETENSORS_TYPES[entry["dtype"]]
        )
        tensors[name] = values.reshape(entry["shape"])
    return tensors


def read_onnx_initialisers(data: bytes) -> Tensors:
    """Return the raw arrays that an ONNX file stores in its graph, in their order.

    Field numbers are those of ``onnx.proto``: graph 7, initializer 5; of a tensor: dims 1,
    data_type 2, name 8, raw_data 9.
    """
    (graph,) = (value for field, value in _fields(data) if field == 7)
    tensors: Tensors = {}
    for field, tensor in _fields(graph):
        if field != 5:
            continue
        dims: list[int] = []
        parts: dict[int, bytes] = {}
        kind = 0
        for key, value in _fields(tensor):
            if key == 1:
                dims += _packed(value) if isinstance(value, bytes) else [value]
            elif key == 2:
                kind = int.from_bytes(value, "little") if isinstance(value, bytes) else value
            elif isinstance(value, bytes):
                parts[key] = value
        if kind in _ONNX_TYPES and 9 in parts:
            tensors[parts[8].decode()] = np.frombuffer(parts[9], _ONNX_TYPES[kind]).reshape(dims)
    return tensors


def _packed(data: bytes) -> list[int]:
    at = 0
    values = []
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values


def _fields(data: bytes | int) -> Iterator[tuple[int, bytes | int]]:
    """Yield the fields of a protocol buffer message: numbers as int, the rest as bytes."""
    if isinstance(data, int):
        raise TypeError("a message was expected, not a number")
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            number, at = varint(data, at)
            yield key >> 3, number
            continue
        if kind == 2:
            size, at = varint(data, at)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            msg = f"wire type {kind} is not used by ONNX"
            raise ValueError(msg)
        yield key >> 3, data[at : at + size]
        at += size
