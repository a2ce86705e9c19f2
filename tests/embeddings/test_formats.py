"""Vector files: round trips through every format, and rows that are wrong."""

from __future__ import annotations

import gzip
import shutil
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as stnp

from embeddings import formats
from embeddings.errors import SourceError
from embeddings.formats import read_vector_file

LETTERS = st.characters(
    codec="utf-8", exclude_categories=("Z", "C"), exclude_characters="\ufeff0123456789"
)
WORDS = st.lists(st.text(LETTERS, min_size=1, max_size=8), min_size=1, max_size=6, unique=True)
FLOATS = st.floats(-1e6, 1e6, width=32)


@st.composite
def vectors(draw):
    words = draw(WORDS)
    dims = draw(st.integers(2, 5))
    rows = draw(stnp.arrays(np.float32, (len(words), dims), elements=FLOATS))
    return words, rows


def text_of(words, rows, *, header: bool, trailing: str = "") -> bytes:
    lines = [f"{len(words)} {rows.shape[1]}{trailing}"] if header else []
    for word, row in zip(words, rows, strict=True):
        lines.append(f"{word} {' '.join(repr(float(x)) for x in row)}{trailing}")
    return ("\n".join(lines) + "\n").encode()


def binary_of(words, rows, *, newline: bool) -> bytes:
    parts = [f"{len(words)} {rows.shape[1]}\n".encode()]
    for word, row in zip(words, rows, strict=True):
        parts += [word.encode(), b" ", row.astype("<f4").tobytes(), b"\n" if newline else b""]
    return b"".join(parts)


def read(data: bytes, *, zipped: bool = False):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "vectors")
        path.write_bytes(gzip.compress(data, 1) if zipped else data)
        return read_vector_file(path)


@settings(deadline=None)
@given(vectors(), st.booleans(), st.booleans(), st.sampled_from(["", " "]))
def test_text_round_trip(pair, header, zipped, trailing):
    words, rows = pair
    found = read(text_of(words, rows, header=header, trailing=trailing), zipped=zipped)
    assert found.words == tuple(words)
    assert np.array_equal(found.rows, rows)
    assert found.rows.dtype == np.float32


@settings(deadline=None)
@given(vectors(), st.booleans(), st.booleans())
def test_binary_round_trip(pair, newline, zipped):
    words, rows = pair
    # A file of which every byte is printable could pass for text; a zero cannot.
    rows = np.vstack([np.zeros_like(rows[:1]), rows[1:]])
    found = read(binary_of(words, rows, newline=newline), zipped=zipped)
    assert found.words == tuple(words)
    assert np.array_equal(found.rows, rows)


@settings(deadline=None)
@given(vectors(), st.data())
def test_a_truncated_binary_file_is_never_read_as_whole(pair, data):
    words, rows = pair
    whole = binary_of(words, np.zeros_like(rows), newline=False)
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(SourceError):
        read(whole[:cut])


@settings(deadline=None)
@given(vectors(), st.data())
def test_a_row_with_a_number_too_few_or_too_many_names_its_line(pair, data):
    words, rows = pair
    lines = text_of(words, rows, header=True).decode().splitlines()
    at = data.draw(st.integers(1, len(words)))
    more = data.draw(st.booleans())
    lines[at] = lines[at] + " 1.0" if more else lines[at].rsplit(" ", 1)[0]
    with pytest.raises(SourceError, match=f"line {at + 1}:"):
        read("\n".join(lines).encode())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1: it is empty"),
        (b"sun 1 2\nmoon 1 x\n", "line 2: 'x' is not a number"),
        (b"sun 1 2\nmoon 1 1_0\n", "line 2: '1_0' is not a number"),
        (b"sun 1 2\nmoon 1 2,5\n", "line 2: '2,5' is not a number"),
        (b"sun 1 2\nmoon 1 nan\n", "line 2: a number is not finite"),
        (b"sun 1 2\nmoon 1 1e99\n", "line 2: a number is not finite"),
        (b"sun 1 2\n\nmoon 1 2\n", "line 2: it is empty"),
        (b"sun 1 2\n\xff\xfe 1 2\n", "line 2: its word is not UTF-8"),
        (b"2 2\nsun 1 2\n", "line 1: it announces 2 words, but the file holds 1"),
        (b"1 2\nsun 1 2\nmoon 1 2\n", "line 1: it announces 1 words, but the file holds 2"),
        (b"2 3\nsun 1 2\nmoon 1 2\n", "line 2: a word and 3 numbers"),
        (b"9999999999 300\nsun 1 2\n", "too many"),
        (b"1 99999\nsun 1 2\n", "from 2 to 4096"),
        (b"sun\n", "line 1: 0 numbers"),
        (b"1 2\nsun " + np.float32([np.inf, 0]).tobytes(), "line 2: a number is not finite"),
        (b"2 2\nsun " + bytes(8) + b"moon ", "line 3: the file ends"),
        (b"1 2\nsun " + bytes(8) + b"more", "announces 1 words, but more follow"),
        (b"1 2\n" + b"s" * 2000 + b"\0" * 3000, "longer than"),
        (b"\xba\x16\x4f\x2f" + bytes(40), "fastText model"),
        (b"\x1f\x8b\x08damaged", "gz file"),
    ],
)
def test_wrong_content_is_named(content, message):
    with pytest.raises(SourceError, match=message) as caught:
        read(content)
    assert any("\u4e00" <= c <= "\u9fff" for c in caught.value.to("zh"))


def test_the_line_is_right_beyond_the_first_block_of_lines():
    lines = [f"w{i} 1 2" for i in range(2500)]
    lines[2345] = "w2345 1 ?"
    with pytest.raises(SourceError, match="line 2346:"):
        read("\n".join(lines).encode())


def test_a_truncated_gzip_file_is_named():
    data = gzip.compress(b"".join(b"w%d 0.%d 1\n" % (i, i) for i in range(5000)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "vectors.gz")
        path.write_bytes(data[: len(data) // 2])
        with pytest.raises(SourceError, match="truncated or damaged"):
            read_vector_file(path)


def test_a_gzip_file_with_wrong_bytes_is_named(tmp_path):
    data = bytearray(gzip.compress(b"".join(b"w%d 1 2 3\n" % i for i in range(20_000))))
    for i in range(2000, 2100):
        data[i] ^= 0xFF
    (tmp_path / "v.gz").write_bytes(data)
    with pytest.raises(SourceError, match="truncated or damaged"):
        read_vector_file(tmp_path / "v.gz")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SourceError, match="cannot be read"):
        read_vector_file(tmp_path / "none.vec")
    with pytest.raises(SourceError, match="is a folder"):
        read_vector_file(tmp_path)


@pytest.mark.parametrize("kind", ["zip", "tar", "gztar", "bztar", "xztar"])
def test_an_archive_is_called_one(tmp_path, kind):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "v.txt").write_text("sun 1 2 3\n")
    path = shutil.make_archive(str(tmp_path / "vectors"), kind, tmp_path / "in")
    with pytest.raises(SourceError, match="archive or compressed in another way"):
        read_vector_file(Path(path))


@pytest.mark.parametrize("content", [b"0 50\n", b"", b"\n\n"])
def test_a_file_without_words_is_refused(tmp_path, content):
    path = tmp_path / "v.txt"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=r"line 1: (no word follows|it is empty)"):
        read_vector_file(path)


def test_words_with_spaces_tabs_numbers_and_repeated_words():
    found = read(". . 1 2\n7 3 4\nsun\t5\t6\nsun 7 8\nat home 9  10\n\n".encode("utf-8-sig"))
    assert found.words == (". .", "7", "sun", "at home")
    assert found.rows.tolist() == [[1, 2], [3, 4], [5, 6], [9, 10]]
    assert found.repeated == 1


def test_the_limit_on_words_holds_without_a_header(monkeypatch):
    monkeypatch.setattr(formats, "MOST_WORDS", 1500)
    data = b"".join(b"w%d 1 2\n" % i for i in range(2000))
    with pytest.raises(SourceError, match="too many"):
        read(data)


def test_the_system_speaks_chinese_too(tmp_path):
    with pytest.raises(SourceError) as caught:
        read_vector_file(tmp_path / "none.vec")
    assert caught.value.to("zh").endswith("none.vec（没有这个文件或目录）")
