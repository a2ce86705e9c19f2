"""The table of sources, the hashed source, and the composing of unknown texts."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embeddings.errors import SourceError
from embeddings.sources import SourceEntry, load_source, register, sources
from embeddings.sources.compose import StaticTable, forms_en, forms_zh, split_han, split_latin
from embeddings.sources.data_files import DataFile
from embeddings.sources.hashed import HashedVectors


def test_every_entry_loads_and_has_a_distinct_name():
    for name, entry in sources():
        if not entry.argument:
            assert load_source(name).name == name


def test_an_unknown_source_offers_the_nearest_name():
    with pytest.raises(SourceError, match="did you mean 'glove50'") as caught:
        load_source("glove5")
    assert "glove50" in caught.value.to("zh")


@pytest.mark.parametrize(("spec", "message"), [("file", "file:PATH"), ("use:x", "no argument")])
def test_arguments_are_checked(spec, message):
    with pytest.raises(SourceError, match=message):
        load_source(spec)


def test_a_name_is_registered_once():
    entry = SourceEntry("embeddings.sources.hashed:HashedVectors", (), (), "", "", "")
    with pytest.raises(ValueError, match="already"):
        register("hashed", entry)
    with pytest.raises(ValueError, match="colon"):
        register("a:b", entry)


def test_hashed_rows_do_not_depend_on_the_hash_seed():
    code = (
        "from embeddings.sources.hashed import HashedVectors as H;"
        "print(H(structure=0.5).encode(['piano', '钢琴'])[0].tobytes().hex())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    rows = HashedVectors(structure=0.5).encode(["piano", "钢琴"])[0]
    assert outputs == {rows.tobytes().hex() + "\n"}


def test_structure_makes_texts_with_shared_letters_alike():
    def cosine(structure: float) -> float:
        a, b = HashedVectors(256, structure=structure).encode(["pianist", "pianists"])[0]
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    assert abs(cosine(0.0)) < 0.25
    assert cosine(0.9) > 0.5


def test_hashed_seeds_give_unrelated_spaces_and_empty_texts_are_unknown():
    a, known = HashedVectors(256, seed=1).encode(["piano", " "])
    b, _ = HashedVectors(256, seed=2).encode(["piano", " "])
    assert known.tolist() == [True, False]
    assert not a[1].any()
    assert abs(float(a[0] @ b[0])) < 0.25 * float(np.linalg.norm(a[0]) * np.linalg.norm(b[0]))


def table(words: list[str], forms=forms_en, split=split_latin) -> StaticTable:
    rows = np.eye(len(words), dtype=np.float32)
    return StaticTable({word: i for i, word in enumerate(words)}, rows, forms, split)


def test_a_phrase_is_composed_and_a_frequent_word_counts_less():
    words = ["of", *(f"filler{i}" for i in range(500)), "statue", "liberty"]
    rows, known = table(words).encode(["Statue of Liberty", "statue"])
    assert known.all()
    of, statue, liberty = rows[0, [0, -2, -1]]
    assert 0 < of < 0.1 * statue
    assert statue < liberty
    assert rows[0].sum() == pytest.approx(1)
    assert np.flatnonzero(rows[1]).tolist() == [len(words) - 2]


def test_a_text_with_an_unknown_part_is_reported_not_guessed():
    rows, known = table(["ice", "cream"]).encode(["ice", "ice sculpture", ""])
    assert known.tolist() == [True, False, False]
    assert not rows[1:].any()


def test_accents_are_dropped_when_only_the_bare_form_is_listed():
    assert table(["cafe"]).encode(["Café"])[1].all()


def test_chinese_is_split_into_the_fewest_and_most_frequent_words():
    known = {word: i for i, word in enumerate(["冰雪", "王国", "冰", "雪王", "国", "雪"])}
    assert split_han("冰雪王国", known) == ["冰雪", "王国"]
    assert split_han("雪国", known) == ["国"] or split_han("雪国", known) == ["雪", "国"]
    assert split_han("冰国雪", known) is None
    assert split_han("冰山", known) is None
    assert split_han("", known) is None


def test_traditional_characters_find_the_simplified_entry():
    source = table(["苹果", "电脑"], forms_zh, split_han)
    rows, known = source.encode(["蘋果", "電腦", "蘋果電腦"])
    assert known.all()
    assert rows[0].tolist() == [1, 0]
    assert (rows[2] > 0).all()


@given(st.lists(st.text(alphabet="ab 冰雪-", max_size=6), max_size=8))
def test_rows_are_zero_exactly_where_a_text_is_unknown(texts):
    for split, forms in ((split_latin, forms_en), (split_han, forms_zh)):
        rows, known = table(["a", "b", "冰", "雪", "冰雪"], forms, split).encode(texts)
        assert rows.shape == (len(texts), 5)
        assert (rows.any(axis=1) == known).all()


def test_a_string_is_refused():
    for source in (table(["a"]), HashedVectors()):
        with pytest.raises(TypeError):
            source.encode("苹果")


def test_a_missing_package_names_the_remedy():
    with pytest.raises(SourceError, match="pip install no-such-package") as caught:
        _ = DataFile("no-such-package", "no_such_module", "x", "0").path
    assert "pip install no-such-package" in caught.value.to("zh")
    assert not DataFile("no-such-package", "no_such_module", "x", "0").installed


def test_an_altered_data_file_is_refused():
    altered = DataFile("numpy", "numpy", "__init__.py", "0" * 64)
    assert altered.installed
    with pytest.raises(SourceError, match="damaged or of another release"):
        _ = altered.path
