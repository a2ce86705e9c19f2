"""The best three clues that may be given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluebot.errors import Forfeit, Text

_NO_CLUES = Text(
    "The encoder found no three legal clues for this code.",
    "加密者找不到三条合法的线索来表达这个密码。",
)


def first_legal(
    value: NDArray[np.floating[Any]],
    words: Sequence[Sequence[str]],
    legal: Callable[[str], bool],
) -> tuple[int, ...]:
    """Return the best triple of different, legal clues, as places among the candidates.

    Few are judged: only those that are about to be given.

    Args:
        value: What each triple is worth, array (M1, M2, M3).
        words: The candidates for each clue.
        legal: Says whether a clue may be given now.

    Raises:
        Forfeit: If there is none.
    """
    value = value.copy()
    verdicts: dict[str, bool] = {}
    while True:
        chosen = tuple(int(i) for i in np.unravel_index(int(value.argmax()), value.shape))
        if not np.isfinite(value[chosen]):
            raise Forfeit(_NO_CLUES)
        texts = [some[i] for some, i in zip(words, chosen, strict=True)]
        barred = False
        for axis, text in enumerate(texts):
            if text not in verdicts:
                verdicts[text] = legal(text)
            if not verdicts[text]:
                np.moveaxis(value, axis, 0)[chosen[axis]] = -np.inf
                barred = True
        if not barred and len(set(texts)) < len(texts):
            value[chosen] = -np.inf
            barred = True
        if not barred:
            return chosen
