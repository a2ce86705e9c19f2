"""Readers of word2vec, GloVe and fastText vector files, text or binary, gzipped or not.

Text: a word and d numbers a line, with or without a first line ``V d``. Binary: the first line,
then for each word its bytes, a space, and d little-endian 32-bit floats. Words may hold spaces in
text files, as some of GloVe's do; numbers are counted from the right.
"""

from __future__ import annotations

import gzip
import io
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from embeddings.errors import SourceError, reason_zh
from embeddings.vectors import Rows

MOST_WORDS = 5_000_000
MOST_DIMS = 4_096
MOST_VALUES = 1 << 30  # 4 GiB of 32-bit floats
MOST_WORD_BYTES = 1_000

_GZIP_MAGIC = b"\x1f\x8b"
_FASTTEXT_MAGIC = (793712314).to_bytes(4, "little")
_PACKED_MAGIC = (b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd")
_TAR_AT, _TAR_MAGIC = 257, b"ustar"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LINES_AT_ONCE = 1_000
_BYTES_A_NUMBER = 40
_PEEK = 4_096


@dataclass(frozen=True, slots=True)
class VectorFile:
    """What a vector file holds.

    Attributes:
        words: V distinct words in the order of the file.
        rows: Array (V, d) float32.
        repeated: How many rows were left out because their word stood in the file before.
    """

    words: tuple[str, ...]
    rows: Rows
    repeated: int


def read_vector_file(path: Path) -> VectorFile:
    """Read a vector file of any kind described above; the kind is found by looking inside.

    Raises:
        SourceError: If the file is missing or too large, a row is wrong (its line is named), or
            the first line states other numbers than the file holds.
    """
    if path.is_dir():
        raise SourceError(
            en=f"{path} is a folder without a sentence-transformers model (modules.json); name a "
            "file of vectors in it, or the model's own folder",
            zh=f"{path} 是文件夹，其中没有 sentence-transformers 模型（modules.json）；"
            "请给出其中的向量文件，或模型所在的文件夹",
        )
    try:
        with path.open("rb") as raw:
            magic = raw.read(4)
            raw.seek(0)
            if magic == _FASTTEXT_MAGIC:
                raise SourceError(
                    en=f"{path} is a fastText model, not a file of vectors; use the .vec file "
                    "that fastText writes beside it",
                    zh=f"{path} 是 fastText 模型，不是词向量文件；"
                    "请使用 fastText 同时生成的 .vec 文件",
                )
            if magic[:2] != _GZIP_MAGIC:
                _refuse_archive(path, raw.peek(_TAR_AT + len(_TAR_MAGIC)))
                return _Reader(path, raw).read()
            with gzip.GzipFile(fileobj=raw) as plain:
                _refuse_archive(path, plain.peek(_TAR_AT + len(_TAR_MAGIC)))
                return _Reader(path, plain).read()
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise SourceError(
            en=f"{path} is a truncated or damaged .gz file ({error}); fetch it again",
            zh=f"{path} 是不完整或已损坏的 .gz 文件（{error}）；请重新获取",
        ) from error
    except OSError as error:
        raise SourceError(
            en=f"{path} cannot be read ({error.strerror or error})",
            zh=f"无法读取 {path}（{reason_zh(error)}）",
        ) from error


def _refuse_archive(path: Path, head: bytes) -> None:
    packed = head.startswith(_PACKED_MAGIC) or head[_TAR_AT:].startswith(_TAR_MAGIC)
    if packed:
        raise SourceError(
            en=f"{path} is an archive or compressed in another way than gzip; unpack it and add "
            "the file of vectors",
            zh=f"{path} 是压缩包，或压缩方式不是 gzip；请解压后添加其中的向量文件",
        )


class _Reader:
    """Reads one open file; keeps count of lines for messages."""

    def __init__(self, path: Path, file: io.BufferedReader | gzip.GzipFile) -> None:
        self._path = path
        self._file = file
        self._words: dict[str, None] = {}
        self._parts: list[Rows] = []
        self._repeated = 0
        self._dims = 0

    def read(self) -> VectorFile:
        first = self._file.readline(_PEEK + MOST_DIMS * _BYTES_A_NUMBER)
        first = first.removeprefix(_BYTE_ORDER_MARK)
        if not first.strip():
            self._refuse(1, "it is empty", "该行为空")
        stated = _header(first)
        if stated is None:
            self._dims = self._count_numbers(first)
            self._read_text(first, 1)
        else:
            total, self._dims = stated
            self._check_limits(total)
            if self._looks_like_text():
                self._read_text(b"", 1)
            else:
                self._read_binary(total)
            found = len(self._words) + self._repeated
            if found != total:
                self._refuse(
                    1,
                    f"it announces {total} words, but the file holds {found}",
                    f"声明有 {total} 个词，文件中却有 {found} 个",
                )
        if not self._parts:
            self._refuse(1, "no word follows it", "其后没有任何词")
        return VectorFile(tuple(self._words), np.concatenate(self._parts), self._repeated)

    def _check_limits(self, total: int) -> None:
        if not 2 <= self._dims <= MOST_DIMS:
            self._refuse(
                1,
                f"{self._dims} numbers a word; from 2 to {MOST_DIMS} can be used",
                f"每词 {self._dims} 个数；允许 2 至 {MOST_DIMS} 个",
            )
        if total > MOST_WORDS or total * self._dims > MOST_VALUES:
            self._refuse(
                1,
                f"{total} words of {self._dims} numbers are too many; keep the most frequent "
                f"{min(MOST_WORDS, MOST_VALUES // self._dims)}",
                f"{total} 个词、每词 {self._dims} 个数，超出上限；请只保留最常用的 "
                f"{min(MOST_WORDS, MOST_VALUES // self._dims)} 个",
            )

    def _count_numbers(self, line: bytes) -> int:
        fields = line.split()
        if all(_is_number(field) for field in fields[1:]):
            return len(fields) - 1
        count = 0
        while count < len(fields) - 1 and _is_number(fields[-1 - count]):
            count += 1
        return count

    def _looks_like_text(self) -> bool:
        peeked = self._file.peek(_PEEK)[:_PEEK]
        return not any(byte < 9 or 13 < byte < 32 or byte == 127 for byte in peeked)

    def _lines(self, first: bytes, number: int) -> Iterator[tuple[int, bytes]]:
        limit = MOST_WORD_BYTES + self._dims * _BYTES_A_NUMBER
        if first:
            yield number, first
        while line := self._file.readline(limit):
            number += 1
            if len(line) == limit and not line.endswith(b"\n"):
                self._refuse(number, f"it is longer than {limit} bytes", f"长度超过 {limit} 字节")
            yield number, line

    def _read_text(self, first: bytes, number: int) -> None:
        self._check_limits(0)
        words: list[str] = []
        numbers: list[bytes] = []
        start = number if first else number + 1
        blank = 0
        for at, line in self._lines(first, number):
            if not line.strip():
                blank = blank or at
                continue
            if blank:
                self._refuse(blank, "it is empty", "该行为空")
            word, values = self._split(line, at)
            words.append(self._decode(word, at))
            numbers.append(values)
            if len(words) == _LINES_AT_ONCE:
                self._add(words, self._parse(numbers, start), start)
                words, numbers, start = [], [], at + 1
        if words:
            self._add(words, self._parse(numbers, start), start)

    def _split(self, line: bytes, number: int) -> tuple[bytes, bytes]:
        """Split a line into its word and the text of its numbers."""
        line = line.strip(b" \t\r\n")
        word, _, values = line.partition(b" ")
        if values.count(b" ") == self._dims - 1 and b"\t" not in line:
            return word, values
        fields = line.split()
        words = fields[: -self._dims]
        # A word of several parts that ends in a number is a row with numbers to spare.
        if not words or (len(words) > 1 and _is_number(words[-1])):
            self._refuse(
                number,
                f"a word and {self._dims} numbers were expected",
                f"应为一个词和 {self._dims} 个数",
            )
        return b" ".join(words), b" ".join(fields[-self._dims :])

    def _parse(self, numbers: list[bytes], start: int) -> Rows:
        values = _floats(b" ".join(numbers))
        if values is not None and values.size == len(numbers) * self._dims:
            return values.reshape(len(numbers), self._dims)
        for i, text in enumerate(numbers):
            fields = text.split(b" ")
            wrong = next((field for field in fields if not _is_number(field)), None)
            if wrong is not None or len(fields) != self._dims:
                shown = (wrong or b"")[:40].decode("utf-8", "replace")
                self._refuse(
                    start + i,
                    f"{shown!r} is not a number" if wrong else f"not {self._dims} numbers",
                    f"“{shown}”不是数" if wrong else f"不是 {self._dims} 个数",
                )
        return np.array(
            [[float(field) for field in text.split(b" ")] for text in numbers], dtype=np.float32
        )

    def _read_binary(self, total: int) -> None:
        size = 4 * self._dims
        words: list[str] = []
        rows: list[bytes] = []
        start = 2
        for i in range(total):
            words.append(self._decode(self._binary_word(i + 2), i + 2))
            data = self._file.read(size)
            if len(data) != size:
                self._refuse(i + 2, "the file ends within its numbers", "文件在此行的数中间结束")
            rows.append(data)
            if len(words) == _LINES_AT_ONCE or i == total - 1:
                values = np.frombuffer(b"".join(rows), dtype="<f4").astype(np.float32)
                self._add(words, values.reshape(len(words), self._dims), start)
                words, rows, start = [], [], i + 3
        if self._file.read(_PEEK).strip():
            self._refuse(
                1,
                f"it announces {total} words, but more follow them",
                f"声明有 {total} 个词，其后却还有内容",
            )

    def _binary_word(self, number: int) -> bytes:
        word = bytearray()
        while (byte := self._file.read(1)) != b" ":
            if not byte:
                self._refuse(number, "the file ends within its word", "文件在此行的词中间结束")
            if byte != b"\n" or word:
                word += byte
            if len(word) > MOST_WORD_BYTES:
                self._refuse(
                    number,
                    f"its word is longer than {MOST_WORD_BYTES} bytes",
                    f"该词超过 {MOST_WORD_BYTES} 字节",
                )
        return bytes(word)

    def _decode(self, word: bytes, number: int) -> str:
        try:
            text = word.decode("utf-8")
        except UnicodeDecodeError:
            self._refuse(number, "its word is not UTF-8", "该词不是 UTF-8 编码")
        if not text:
            self._refuse(number, "its word is missing", "缺少词")
        return text

    def _add(self, words: list[str], rows: Rows, start: int) -> None:
        bad = np.flatnonzero(~np.isfinite(rows).all(axis=1))
        if bad.size:
            self._refuse(start + int(bad[0]), "a number is not finite", "含有非有限数值")
        fresh = []
        for i, word in enumerate(words):
            if word in self._words:
                self._repeated += 1
            else:
                self._words[word] = None
                fresh.append(i)
        self._check_limits(len(self._words))
        self._parts.append(rows if len(fresh) == len(words) else rows[fresh])

    def _refuse(self, line: int, en: str, zh: str) -> NoReturn:
        raise SourceError(
            en=f"{self._path}, line {line}: {en}; correct or remove it",
            zh=f"{self._path} 第 {line} 行：{zh}；请改正或删去该行",
        )


def _header(line: bytes) -> tuple[int, int] | None:
    fields = line.split()
    if len(fields) != 2 or not all(f.isdigit() and len(f) <= 10 for f in fields):
        return None
    return int(fields[0]), int(fields[1])


def _is_number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return b"_" not in field


def _floats(text: bytes) -> NDArray[np.float32] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return np.fromstring(text, dtype=np.float32, sep=" ")
        except (DeprecationWarning, ValueError):
            return None
