"""The clue vocabularies: what must be in, what must be out, and the callers' own words."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embeddings.errors import SourceError
from embeddings.vocabulary import (
    LANGUAGES,
    USER,
    Entry,
    Vocabulary,
    clue_vocabulary,
    read_packed,
    read_vocabulary,
)
from embeddings.vocabulary_blocked import _line, _lines, is_blocked


@pytest.fixture(scope="module", params=LANGUAGES)
def vocabulary(request: pytest.FixtureRequest) -> Vocabulary:
    return clue_vocabulary(request.param)


def test_large_enough(vocabulary: Vocabulary) -> None:
    assert len(vocabulary) >= 20_000
    assert len(set(vocabulary.words)) == len(vocabulary)
    assert vocabulary.zipf.shape == vocabulary.source_ids.shape == (len(vocabulary),)


def test_most_frequent_first(vocabulary: Vocabulary) -> None:
    rounded = [round(float(z), 2) for z in vocabulary.zipf]
    keys = [(-z, w) for z, w in zip(rounded, vocabulary.words, strict=True)]
    assert keys == sorted(keys)


def test_every_word_names_its_source(vocabulary: Vocabulary) -> None:
    allowed = {"en": {"wordnet+scowl", "own"}, "zh": {"jieba+cedict", "own"}}
    assert set(vocabulary.sources) == allowed[vocabulary.language]
    own = vocabulary.sources.count("own")
    assert own < len(vocabulary) / 10


def test_normal_form(vocabulary: Vocabulary) -> None:
    if vocabulary.language == "en":
        assert all(w.isascii() and w.isalpha() and w == w.lower() for w in vocabulary.words)
        return
    from opencc import OpenCC

    text = "\n".join(vocabulary.words)
    changed = zip(text.split("\n"), OpenCC("t2s").convert(text).split("\n"), strict=True)
    # 乾 and 昇 stay in names.
    assert [a for a, b in changed if a != b and not set(a) & set("乾昇")] == []


def test_golden_words(vocabulary: Vocabulary) -> None:
    words = set(vocabulary.words)
    golden = Path(__file__).with_name(f"vocabulary_{vocabulary.language}_golden.txt")
    for line in golden.read_text(encoding="utf-8").splitlines():
        kind, *listed = line.split()
        if kind == "in":
            assert [w for w in listed if w not in words] == []
        elif kind == "out":
            assert [w for w in listed if w in words] == []
        else:
            assert kind == "#"


def test_nothing_blocked_or_stopped(vocabulary: Vocabulary) -> None:
    assert [w for w in vocabulary.words if is_blocked(w)] == []
    stop = read_packed(f"vocabulary_{vocabulary.language}_stop.txt")
    extra = read_packed(f"vocabulary_{vocabulary.language}_extra.txt")
    assert [w for w in vocabulary.words if w in stop and w not in extra] == []


def test_one_lemma_once() -> None:
    """No regular plural stands beside its singular unless it is a word of its own."""
    words = clue_vocabulary("en").words
    known = set(words)
    doubled = [w for w in words if w.endswith("s") and w[:-1] in known and not w.endswith("ss")]
    assert len(doubled) < len(words) / 100


def test_blocked_list_is_hashes_of_words() -> None:
    assert len(_lines()) > 300
    assert all(len(line) == 12 and int(line, 16) >= 0 for line in _lines())
    assert not is_blocked("flower")
    assert (
        _line("flower") == hashlib.blake2b(b"flower", digest_size=6, salt=b"clue words").hexdigest()
    )


def test_checksum_does_not_depend_on_hash_seed() -> None:
    code = "from embeddings.vocabulary import clue_vocabulary as v; print(v('en').checksum)"
    env = {**os.environ, "PYTHONHASHSEED": "4711"}
    other = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert other.stdout.strip() == clue_vocabulary("en").checksum


def test_checksum_tells_changes() -> None:
    a = Vocabulary.of("en", [Entry("bear", 4.5, "own"), Entry("owl", 4.0, "own")])
    b = Vocabulary.of("en", [Entry("owl", 4.0, "own"), Entry("bear", 4.5, "own")])
    c = Vocabulary.of("en", [Entry("bear", 4.5, "own"), Entry("owl", 4.1, "own")])
    d = Vocabulary.of("en", [Entry("bear", 4.5, "own"), Entry("owl", 4.0, "user")])
    assert a.checksum == b.checksum
    assert len({a.checksum, c.checksum, d.checksum}) == 3


def test_extra_words_join_in_their_place() -> None:
    standard = clue_vocabulary("en")
    more = clue_vocabulary("en", ["Ｆlibbertigibbet", "ocean", "star  wars"])
    assert len(more) == len(standard) + 2
    sources = dict(zip(more.words, more.sources, strict=True))
    assert sources["flibbertigibbet"] == sources["star wars"] == USER
    assert sources["ocean"] == "wordnet+scowl"
    assert more.checksum != standard.checksum
    assert clue_vocabulary("en").checksum == standard.checksum


def test_bare_string_and_unknown_language() -> None:
    with pytest.raises(TypeError, match="sequence"):
        clue_vocabulary("zh", "苹果")
    with pytest.raises(SourceError, match="'fr'") as caught:
        clue_vocabulary("fr")
    assert "没有语言" in caught.value.to("zh")


@pytest.mark.parametrize("word", ["", "  ", "a\x07b", "x" * 61])
def test_unusable_extra_word(word: str) -> None:
    with pytest.raises(SourceError, match="no usable word"):
        clue_vocabulary("en", [word])


class TestReadVocabulary:
    def test_own_list_replaces_the_standard_one(self, tmp_path: Path) -> None:
        path = tmp_path / "own.txt"
        path.write_bytes("\ufeff# mine\nOcean\n\nzyzzyva # rare\nocean\n".encode())
        own = read_vocabulary(path, "en")
        assert own.words == ("ocean", "zyzzyva")
        assert own.sources == (USER, USER)
        assert own.zipf[0] > 4 > own.zipf[1]

    def test_bad_line_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "own.txt"
        path.write_text("海洋\n熊\x07猫\n", encoding="utf-8")
        with pytest.raises(SourceError, match=r"own\.txt:2"):
            read_vocabulary(path, "zh")

    def test_missing_empty_and_not_utf8(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError, match="cannot be read"):
            read_vocabulary(tmp_path / "none.txt", "en")
        empty = tmp_path / "empty.txt"
        empty.write_text("# nothing\n", encoding="utf-8")
        with pytest.raises(SourceError, match="no word"):
            read_vocabulary(empty, "en")
        latin = tmp_path / "latin.txt"
        latin.write_bytes(b"caf\xe9\n")
        with pytest.raises(SourceError, match="UTF-8"):
            read_vocabulary(latin, "en")


@given(
    st.lists(
        st.tuples(st.text("abc", min_size=1, max_size=4), st.floats(0, 8), st.sampled_from("xyz"))
    )
)
def test_order_of_input_is_irrelevant_for_distinct_words(
    rows: list[tuple[str, float, str]],
) -> None:
    entries = list({word: Entry(word, zipf, source) for word, zipf, source in rows}.values())
    one, two = Vocabulary.of("en", entries), Vocabulary.of("en", entries[::-1])
    assert one.words == two.words
    assert one.checksum == two.checksum
    assert set(one.words) == {entry.word for entry in entries}
