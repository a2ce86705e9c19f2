"""Chinese texts beside their dictionary glosses."""

import numpy as np
import pytest

from embeddings.phrases import UseWithGlosses, clean_gloss, glosses


@pytest.mark.parametrize(
    ("gloss", "clean"),
    [
        ("Li Bai (701-762), Tang Dynasty poet", "Li Bai, Tang Dynasty poet"),
        ("CL:個|个[ge4]", ""),
        ("see also 银行[yin2 hang2]", ""),
        ("minister of Shu Han 蜀漢|蜀汉 in the war", "minister of Shu Han in the war"),
        ("Rolex (Swiss wristwatch brand)", "Rolex (Swiss wristwatch brand)"),
    ],
)
def test_glosses_lose_what_is_no_english(gloss, clean):
    assert clean_gloss(gloss) == clean


def test_unlisted_texts_have_no_gloss():
    assert glosses("三百六十五天") == ()
    assert any("Rolex" in gloss for gloss in glosses("劳力士"))


def test_a_brand_is_nearer_to_what_it_makes_by_its_gloss():
    texts = ["劳力士", "手表", "汤勺", "农民", "彗星"]
    rows, known = UseWithGlosses().encode(texts)
    assert known.all()
    assert rows.shape == (5, 1024)
    meant = rows[:, 512:] / np.linalg.norm(rows[:, 512:], axis=1, keepdims=True)
    assert (meant[1:] @ meant[0]).argmax() == 0


def test_texts_without_gloss_repeat_their_row():
    rows, _ = UseWithGlosses().encode(["三百六十五天"])
    assert np.array_equal(rows[0, :512], rows[0, 512:])


def test_refuses_a_bare_string():
    with pytest.raises(TypeError):
        UseWithGlosses().encode("苹果")
