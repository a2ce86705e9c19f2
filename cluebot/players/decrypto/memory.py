"""What was reckoned of late, so that it is not reckoned again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """Keeps the answers to the questions asked last.

    Args:
        size: How many.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._answers: OrderedDict[Hashable, T] = OrderedDict()

    def recall(self, key: Hashable, reckon: Callable[[], T]) -> T:
        """Return the answer to a question, reckoned now if need be.

        Args:
            key: All that the answer follows from, so that it is the same whenever it is reckoned.
            reckon: Reckons it; its answer is never None.
        """
        found = self._answers.pop(key, None)
        if found is None:
            found = reckon()
        self._answers[key] = found
        while len(self._answers) > self._size:
            self._answers.popitem(last=False)
        return found
