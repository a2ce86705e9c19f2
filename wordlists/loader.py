"""Load the word lists that ship with the project, and read a player's own."""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from cluebot.errors import Defect, InputError, Language, ResourceError, Text, bad_input, shorten
from cluebot.rules.same import written_twice

MIN_WORDS: Final = {"codenames": 25, "decrypto": 8}
MAX_WORDS: Final = 20_000
MAX_WORD_LENGTH: Final = 40
MAX_BYTES: Final = 2_000_000
_MAX_DEFECTS: Final = 20
_MAX_LATIN: Final = 3
_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_FIELD: Final = "words"


@dataclass(frozen=True, slots=True)
class Meta:
    """What a list says of itself.

    Attributes:
        name: Name of the list and of its file.
        language: The language of its words.
        game: The game it was made for.
        title: The name to show.
        compiled_by: Who compiled it.
        licence: SPDX identifier.
        date: Day of the last change.
        count: Number of words.
        sha256: Checksum of the word file.
    """

    name: str
    language: Language
    game: str
    title: Text
    compiled_by: str
    licence: str
    date: date
    count: int
    sha256: str


@dataclass(frozen=True, slots=True)
class WordList:
    """Distinct words to draw boards or keywords from, and where they come from."""

    words: tuple[str, ...]
    meta: Meta


@lru_cache(maxsize=1)
def available() -> tuple[Meta, ...]:
    """Return what each list that ships with the project says of itself, ordered by name."""
    folder = files("wordlists")
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".toml"))
    return tuple(_meta((folder / name).read_text(encoding="utf-8")) for name in names)


def load_wordlist(language: str, game: str, name: str | None = None) -> WordList:
    """Return a list that ships with the project.

    Args:
        language: ``"en"`` or ``"zh"``.
        game: The game the list is made for, such as ``"codenames"``.
        name: The list to take when there are several; the first by name if None.

    Raises:
        InputError: If there is no such list; names those that exist.
        ResourceError: If its words are not those that its checksum promises.
    """
    metas = available()
    for meta in metas:
        if (meta.language, meta.game) == (language, game) and name in (None, meta.name):
            return WordList(_words(meta), meta)
    known = ", ".join(f"{m.name} ({m.language}, {m.game})" for m in metas)
    raise bad_input(
        "wordlist",
        name or f"{language}, {game}",
        en=f"no such word list; there are: {known}",
        zh=f"没有这个词表；现有词表：{known}",
    )


def read_words(
    path: str | Path, language: Language | None = None, *, minimum: int = 1
) -> tuple[str, ...]:
    """Read a player's own list.

    One word a line in UTF-8, with or without BOM; what follows a ``#`` is a comment. Words are
    NFKC-normalised with single spaces and keep their case.

    Args:
        path: The file.
        language: The language that all words must be in; if None, any one language will do.
        minimum: The number of words the game needs (`MIN_WORDS`).

    Raises:
        InputError: If the file cannot be read or words are unusable; every bad line is named.
    """
    lines = _lines(Path(path))
    words: dict[str, tuple[int, str]] = {}
    defects: list[Defect] = []
    for number, line in enumerate(lines, 1):
        raw = line.partition("#")[0].strip(" \t")
        if not raw:
            continue
        word = re.sub(" +", " ", unicodedata.normalize("NFKC", raw)).strip(" ")
        problem = _problem(word, words)
        if problem is None:
            words[word.casefold()] = (number, word)
        else:
            defects.append(_at(number, raw, problem))
    defects += _same_in_other_script(list(words.values()))
    defects += _foreign(words, language)
    if len(words) > MAX_WORDS:
        defects.append(
            Defect(
                _FIELD,
                str(len(words)),
                Text(
                    f"more than {MAX_WORDS} words; shorten the list",
                    f"词数超过 {MAX_WORDS}；请删减",
                ),
            )
        )
    if not defects and len(words) < minimum:
        defects.append(
            Defect(
                _FIELD,
                shorten(str(path)),
                Text(
                    f"only {len(words)} words but the game needs {minimum}; add some",
                    f"只有 {len(words)} 个词，这个游戏至少要 {minimum} 个；请补足",
                ),
            )
        )
    if defects:
        raise InputError(defects[:_MAX_DEFECTS])
    return tuple(word for _, word in words.values())


def _meta(text: str) -> Meta:
    data = tomllib.loads(text)
    return Meta(
        name=data["name"],
        language=data["language"],
        game=data["game"],
        title=Text(**data["title"]),
        compiled_by=data["compiled_by"],
        licence=data["licence"],
        date=data["date"],
        count=data["words"],
        sha256=data["sha256"],
    )


@lru_cache(maxsize=16)
def _words(meta: Meta) -> tuple[str, ...]:
    content = (files("wordlists") / f"{meta.name}.txt").read_bytes()
    # A checkout that rewrites line ends must not count as damage.
    content = content.replace(b"\r\n", b"\n")
    words = tuple(content.decode("utf-8").splitlines())
    if hashlib.sha256(content).hexdigest() != meta.sha256 or len(words) != meta.count:
        raise ResourceError(
            Text(
                f"word list {meta.name} differs from its checksum; reinstall cluebot",
                f"词表 {meta.name} 与校验和不符，可能已损坏；请重新安装 cluebot",
            )
        )
    return words


def _lines(path: Path) -> list[str]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise bad_input(
                _FIELD,
                path,
                en=f"the file is larger than {MAX_BYTES} bytes; shorten the list",
                zh=f"文件超过 {MAX_BYTES} 字节；请删减词表",
            )
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise bad_input(
            _FIELD,
            str(path),
            en=f"line {line}: not UTF-8; save the file as UTF-8",
            zh=f"第 {line} 行：不是 UTF-8 编码；请另存为 UTF-8",
        ) from error
    except OSError as error:
        raise bad_input(
            _FIELD,
            str(path),
            en=f"cannot be read ({error.strerror}); check the path",
            zh="无法读取；请检查路径",
        ) from error
    # Not splitlines(): a form feed or U+2028 inside a word is an error to report, not a new line.
    return text.replace("\r\n", "\n").split("\n")


def _problem(word: str, words: dict[str, tuple[int, str]]) -> Text | None:
    if not word.isprintable():
        return Text("holds control characters; remove them", "含有控制字符；请删除")
    if len(word) > MAX_WORD_LENGTH:
        return Text(
            f"longer than {MAX_WORD_LENGTH} characters; shorten it",
            f"超过 {MAX_WORD_LENGTH} 个字符；请缩短",
        )
    if not any(c.isalpha() for c in word):
        return Text("has no letter; write a word", "没有文字；请写一个词")
    # 卡拉OK and T恤 are Chinese words; more Latin letters than that are a second language.
    if _HAN.search(word) and sum(c.isascii() and c.isalpha() for c in word) > _MAX_LATIN:
        return Text(
            "mixes two languages; write one word in one language",
            "中英混写；一行只写一个词，只用一种语言",
        )
    if word.casefold() in words:
        return _repeats(words[word.casefold()][0])
    return None


def _same_in_other_script(words: list[tuple[int, str]]) -> list[Defect]:
    return [
        _at(*words[later], _repeats(words[earlier][0]))
        for later, earlier in written_twice([word for _, word in words]).items()
    ]


def _repeats(line: int) -> Text:
    return Text(f"the same word as in line {line}; remove one", f"与第 {line} 行重复；请删去其一")


def _foreign(words: dict[str, tuple[int, str]], language: Language | None) -> list[Defect]:
    """Name the words that are not in ``language``, or not in the language of most words."""
    found = {key: "zh" if _HAN.search(word) else "en" for key, (_, word) in words.items()}
    if not found:
        return []
    wanted = language or Counter(found.values()).most_common(1)[0][0]
    name = Text("English", "英文") if wanted == "en" else Text("Chinese", "中文")
    text = Text(
        f"not {name.en} like the rest of the list; keep one list to one language",
        f"不是{name.zh}，与整个词表不一致；一个词表只用一种语言",
    )
    return [
        _at(number, word, text) for key, (number, word) in words.items() if found[key] != wanted
    ]


def _at(number: int, word: str, text: Text) -> Defect:
    return Defect(f"{_FIELD}, line {number}", shorten(word), text)
