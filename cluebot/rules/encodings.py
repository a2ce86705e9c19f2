"""Clues that are a board word in a code of machines: base64, hexadecimal, binary, Morse."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{4,}={0,2}")
_HEX = re.compile(r"(?:0x)?((?:[0-9a-f]{2})+)", re.IGNORECASE)
_BINARY = re.compile(r"(?:[01]{8})+")
_SIGNS = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- "
    "-..- -.-- --.."
)
_MORSE = dict(zip(_SIGNS.split(" "), "abcdefghijklmnopqrstuvwxyz", strict=True))


def readings(clue: str) -> Iterator[str]:
    """Yield the texts that a clue may encode.

    >>> [*readings("bW9vbg")], [*readings("6d 6f 6f 6e")], [*readings("-- --- --- -.")]
    (['moon'], ['moon'], ['moon'])
    >>> [*readings("moonlight")]
    []
    """
    joined = "".join(clue.split())
    if not joined.isascii():
        return
    for data in _bytes(joined):
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        if text.isprintable():
            yield text
    letters = [_MORSE.get(sign, "") for sign in clue.split()]
    if letters and all(letters):
        yield "".join(letters)


def _bytes(joined: str) -> Iterator[bytes]:
    if _BINARY.fullmatch(joined):
        yield int(joined, 2).to_bytes(len(joined) // 8)
    match = _HEX.fullmatch(joined)
    if match:
        yield bytes.fromhex(match[1])
    if _BASE64.fullmatch(joined):
        bare = joined.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            yield base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
        except binascii.Error:
            return
