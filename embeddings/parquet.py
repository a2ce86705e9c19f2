"""The one column of distinct strings that an index of words in Parquet holds.

Reads what pyarrow writes for such a column (format version 2.6, data pages of version 1, Snappy,
a dictionary that falls back to plain values) so that a word list needs no 40 MB of Arrow.
https://parquet.apache.org/docs/file-format/
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from embeddings.errors import SourceError

_MAGIC = b"PAR1"
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_PLAIN = 0
_SNAPPY = 1


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Read one unsigned LEB128 number, which Thrift and Snappy share, and the position behind it.

    >>> _varint(bytes([0xAC, 0x02]), 0)
    (300, 2)
    """
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def _zigzag(data: bytes, at: int) -> tuple[int, int]:
    value, at = _varint(data, at)
    return (value >> 1) ^ -(value & 1), at


def _value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    """Read one value of Thrift's compact protocol."""
    if kind in (1, 2):
        return kind == 1, at
    if kind == 3:
        return data[at], at + 1
    if kind in (4, 5, 6):
        return _zigzag(data, at)
    if kind == 7:
        return struct.unpack_from("<d", data, at)[0], at + 8
    if kind == 8:
        size, at = _varint(data, at)
        return data[at : at + size], at + size
    if kind in (9, 10):
        head = data[at]
        size, at = (head >> 4, at + 1) if head >> 4 != 15 else _varint(data, at + 1)
        items = []
        for _ in range(size):
            item, at = _value(data, at, head & 15)
            items.append(item)
        return items, at
    if kind == 12:
        return _struct(data, at)
    msg = f"type {kind} of Thrift is not used by Parquet"
    raise ValueError(msg)


def _struct(data: bytes, at: int) -> tuple[dict[int, Any], int]:
    fields: dict[int, Any] = {}
    last = 0
    while head := data[at]:
        at += 1
        if head >> 4:
            last += head >> 4
        else:
            last, at = _zigzag(data, at)
        fields[last], at = _value(data, at, head & 15)
    return fields, at + 1


def unsnap(data: bytes) -> bytes:
    """Decompress a raw Snappy block.

    https://github.com/google/snappy/blob/main/format_description.txt

    Raises:
        ValueError: If the block does not hold what it announces.
    """
    size, at = _varint(data, 0)
    out = bytearray()
    end = len(data)
    while at < end:
        tag = data[at]
        at += 1
        if tag & 3 == 0:
            length = (tag >> 2) + 1
            if length > 60:
                extra = length - 60
                length = int.from_bytes(data[at : at + extra], "little") + 1
                at += extra
            out += data[at : at + length]
            at += length
            continue
        if tag & 3 == 1:
            length, offset = ((tag >> 2) & 7) + 4, ((tag >> 5) << 8) | data[at]
            at += 1
        else:
            width = 2 if tag & 3 == 2 else 4
            length, offset = (tag >> 2) + 1, int.from_bytes(data[at : at + width], "little")
            at += width
        start = len(out) - offset
        if start < 0 or not offset:
            msg = "a Snappy copy points before the start of the block"
            raise ValueError(msg)
        if offset >= length:
            out += out[start : start + length]
        else:
            out += (out[start:] * (length // offset + 1))[:length]
    if len(out) != size:
        msg = f"a Snappy block gave {len(out)} bytes instead of {size}"
        raise ValueError(msg)
    return bytes(out)


def _plain_strings(page: bytes, at: int, count: int) -> list[str]:
    words = []
    for _ in range(count):
        size = int.from_bytes(page[at : at + 4], "little")
        at += 4
        words.append(page[at : at + size].decode("utf-8"))
        at += size
    return words


def read_distinct_strings(path: Path) -> list[str]:
    """Return the distinct strings of the only column of a Parquet file, in order.

    Since the strings differ from one another, a page coded by the dictionary lists its entries
    one after another, and the dictionary itself can be read in its place.

    Raises:
        SourceError: If the file is not of this kind.
    """
    data = path.read_bytes()
    try:
        words = _read(data)
    except (ValueError, IndexError, KeyError, struct.error) as error:
        raise SourceError(
            en=f"{path} is not a Parquet file with one column of distinct strings ({error})",
            zh=f"{path} 不是只含一列互异字符串的 Parquet 文件（{error}）",
        ) from error
    return words


def _read(data: bytes) -> list[str]:
    if data[:4] != _MAGIC or data[-4:] != _MAGIC:
        raise ValueError("no PAR1 at both ends")
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    meta, _ = _struct(data, footer)
    total = meta[3]
    words: list[str] = []
    for group in meta[4]:
        (column,) = group[1]
        chunk = column[3]
        if chunk[4] != _SNAPPY:
            raise ValueError("not compressed with Snappy")
        at = chunk.get(11, chunk[9])
        end = at + chunk[7]
        while at < end:
            header, at = _struct(data, at)
            page = unsnap(data[at : at + header[3]])
            at += header[3]
            if header[1] == _DICTIONARY_PAGE:
                words += _plain_strings(page, 0, header[7][1])
            elif header[1] == _DATA_PAGE and header[5][2] == _PLAIN:
                levels = 4 + int.from_bytes(page[:4], "little")
                words += _plain_strings(page, levels, header[5][1])
    if len(words) != total or len(set(words)) != total:
        msg = f"{len(words)} strings where {total} distinct ones were announced"
        raise ValueError(msg)
    return words
