"""The variable-length integer that Protocol Buffers, Thrift and Snappy share."""

from __future__ import annotations


def varint(data: bytes, at: int) -> tuple[int, int]:
    """Read one unsigned LEB128 number; return it and the position behind it.

    >>> varint(bytes([0xAC, 0x02]), 0)
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
