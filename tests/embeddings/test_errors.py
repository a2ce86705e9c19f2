"""The exceptions of the vector packages."""

import pickle

import pytest

from embeddings.errors import BuildInterrupted, CacheError, SourceError, UnknownWord


@pytest.mark.parametrize(
    "error",
    [
        SourceError(en="gone", zh="没有了"),
        CacheError(en="full", zh="满了"),
        BuildInterrupted(en="stopped", zh="已中断"),
        UnknownWord(("zebra", "马")),
    ],
)
def test_errors_pass_from_one_process_to_another(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert [again.to("en"), again.to("zh")] == [error.to("en"), error.to("zh")]
    assert vars(again) == vars(error)
