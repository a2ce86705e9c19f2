"""How far the probabilities that players state can be believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from eval.plan import Cell
from eval.results import label_of, side_of

BINS: Final = 10
"""Bins of equal width between 0 and 1."""


@dataclass(slots=True)
class Bin:
    """Guesses of about the same stated probability.

    Attributes:
        stated: Sum of the probabilities.
        right: How many of the guesses were right.
        count: How many guesses.
    """

    stated: float = 0.0
    right: int = 0
    count: int = 0


@dataclass(slots=True)
class Calibration:
    """Stated probability against frequency, by player.

    A guess at a code counts if its player notes the ``probabilities`` of the codes: the greatest
    of them is that of the code it guessed.

    Attributes:
        bins: By language, task and label.
    """

    bins: dict[tuple[str, str, str], list[Bin]] = field(default_factory=dict)

    def add(self, cell: Cell, record: Sequence[Mapping[str, Any]]) -> None:
        """Take in a finished game of Decrypto; other games say nothing."""
        if cell.table.game != "decrypto":
            return
        for kind, seat, stated, right in _guesses(record):
            key = (cell.language, kind, label_of(cell, seat, kind))
            bins = self.bins.setdefault(key, [Bin() for _ in range(BINS)])
            chosen = bins[min(int(stated * BINS), BINS - 1)]
            chosen.stated += stated
            chosen.right += right
            chosen.count += 1


def _guesses(record: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str, float, bool]]:
    """Yield kind, seat, stated probability and success of each guess that states one.

    Guesses of one kind by one side come in the order of the transmissions that they are about.
    """
    notes = {e["ply"]: e["notes"] for e in record if e["type"] == "notes"}
    turns = record[-1]["table"]["record"]
    about = {
        (kind, side): iter([t for t in turns if (t["side"] == side) == own and t[kind]])
        for kind, own in (("decode", True), ("intercept", False))
        for side in {side_of(seat) for seat in record[0]["players"]}
    }
    for entry in record:
        kind = entry["move"]["kind"] if entry["type"] == "move" else ""
        if kind in ("decode", "intercept"):
            turn = next(about[kind, side_of(entry["seat"])])
            stated = notes.get(entry["ply"], {}).get("probabilities")
            if stated:
                right = entry["move"]["code"] == turn["code"]
                yield kind, entry["seat"], float(max(stated)), right
