"""How far the probabilities that players state can be believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cluebot.games.base import GAMES, Seat

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

    Attributes:
        bins: By language, task and label.
    """

    bins: dict[tuple[str, str, str], list[Bin]] = field(default_factory=dict)

    def add(self, key: tuple[str, str, str], stated: float, right: bool) -> None:
        """Take in one guess."""
        bins = self.bins.setdefault(key, [Bin() for _ in range(BINS)])
        chosen = bins[min(int(stated * BINS), BINS - 1)]
        chosen.stated += stated
        chosen.right += right
        chosen.count += 1


def guesses(record: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str, float, bool]]:
    """Yield kind, seat, stated probability and success of each guess that states one.

    What players state is read from their notes: ``probabilities``, a list of ``{"code", "p"}``,
    beside a guess at a code; ``guesses``, a list of ``{"word", "probability"}``, beside the touch
    of a card. Other games have no guesses that could be stated so.
    """
    game = record[0]["game"]
    if game not in _JUDGED:
        return
    notes = {e["ply"]: e["notes"] for e in record if e["type"] == "notes"}
    moves = [e for e in record if e["type"] == "move" and e["move"]["kind"] in _STATED]
    for entry, right in zip(moves, _successes(game, moves, record[-1]["table"]), strict=True):
        move = entry["move"]
        stated = _stated(move, notes.get(entry["ply"], {}))
        if stated is not None:
            yield move["kind"], entry["seat"], stated, right


_STATED: Final = {
    "decode": ("probabilities", "code", "p"),
    "intercept": ("probabilities", "code", "p"),
    "guess": ("guesses", "word", "probability"),
}
"""For each kind of guess: the note, the field of the choice in it, the field of its probability."""


def _stated(move: Mapping[str, Any], notes: Mapping[str, Any]) -> float | None:
    """Return the probability that a player notes for its own guess; None if it notes none."""
    note, choice, chance = _STATED[move["kind"]]
    for option in notes.get(note, ()):
        if isinstance(option, Mapping) and option.get(choice) == move[choice]:
            stated = option.get(chance)
            if isinstance(stated, int | float) and 0 <= stated <= 1:
                return float(stated)
    return None


_JUDGED: Final = ("codenames", "decrypto")


def _successes(
    game: str, moves: Sequence[Mapping[str, Any]], table: Mapping[str, Any]
) -> Iterator[bool]:
    """Tell of each guess whether it was right.

    Guesses at codes of one kind by one side come in the order of the transmissions they are about.
    """
    side_of = GAMES.load(game).side
    if game == "codenames":
        identities = dict(zip(table["words"], table["identities"], strict=True))
        for entry in moves:
            yield identities.get(entry["move"]["word"]) == side_of(Seat(entry["seat"]))
        return
    about: dict[tuple[str, str], Iterator[Mapping[str, Any]]] = {}
    for entry in moves:
        kind, side = entry["move"]["kind"], side_of(Seat(entry["seat"]))
        turns = about.setdefault(
            (kind, side),
            iter(
                [
                    t
                    for t in table["record"]
                    if (t["side"] == side) == (kind == "decode") and t[kind]
                ]
            ),
        )
        yield entry["move"]["code"] == next(turns)["code"]
