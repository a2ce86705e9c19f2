"""What was calibrated for a model file outlives its server."""

import pytest

from cluebot.llm.local_weights import LocalWeights
from cluebot.llm.store import EndpointStore


@pytest.fixture
def weights(tmp_path):
    return LocalWeights(EndpointStore(tmp_path / "config", {}))


def model(folder, name="a.gguf", size=5):
    file = folder / name
    file.write_bytes(b"x" * size)
    return file


def test_each_model_has_its_own(weights, tmp_path):
    one, other = model(tmp_path), model(tmp_path, "b.gguf")
    weights.keep(one, {"codenames_en": 0.5})
    weights.keep(other, {"codenames_en": 0.0})
    assert weights.recall(one) == {"codenames_en": 0.5}
    assert weights.recall(other) == {"codenames_en": 0.0}
    assert weights.recall(model(tmp_path, size=6)) == {}


def test_a_server_that_was_not_calibrated_takes_nothing_away(weights, tmp_path):
    weights.keep(model(tmp_path), {"decrypto_zh": 0.1})
    weights.keep(model(tmp_path), {})
    assert weights.recall(model(tmp_path)) == {"decrypto_zh": 0.1}


@pytest.mark.parametrize("content", ["{", "[]", '{"a.gguf 5": 1}'])
def test_a_damaged_file_counts_as_empty(weights, tmp_path, content):
    path = tmp_path / "config" / "local-weights.json"
    path.parent.mkdir()
    path.write_text(content)
    assert weights.recall(model(tmp_path)) == {}
    weights.keep(model(tmp_path), {"codenames_zh": 1.0})
    assert weights.recall(model(tmp_path)) == {"codenames_zh": 1.0}


def test_a_folder_that_cannot_be_written_ends_no_server(tmp_path):
    (tmp_path / "config").write_text("a file in the way")
    weights = LocalWeights(EndpointStore(tmp_path / "config", {}))
    weights.keep(model(tmp_path), {"codenames_zh": 1.0})
    assert weights.recall(model(tmp_path)) == {}
