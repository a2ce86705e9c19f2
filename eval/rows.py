"""Which games a row of the results is read from, and which rows follow from others by themselves.

A game that one side wins the others lose. Seen from all its sides, wins add up to the same whatever
happens; seen from the other side, they are the rest. Such rows tell nothing of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cluebot.games.base import GAMES
from eval.metrics import Metric
from eval.results import Group


@dataclass(frozen=True, slots=True)
class Source:
    """The games of a cell, as one side had them.

    Attributes:
        cell: The cell's key.
        side: The side.
        sides: All sides of these games.
    """

    cell: str
    side: str
    sides: frozenset[str]


Rows = Mapping[Group, frozenset[Source]]
"""All rows in the order of the suite, each with what it is read from; nothing for cases."""


def from_all_sides(sources: frozenset[Source]) -> bool:
    """Return whether a row takes in every side of each of its games, and there are several."""
    several = all(len(source.sides) > 1 for source in sources)
    return bool(sources) and several and sources == _whole(sources)


def independent(rows: Rows, metric: Metric) -> tuple[Group, ...]:
    """Return the rows whose figure does not follow from that of a row before them."""
    kept: dict[Group, frozenset[Source]] = {}
    for group, sources in rows.items():
        if metric.shared and from_all_sides(sources):
            continue
        if metric.shared and any(_the_rest(sources, other) for other in kept.values()):
            continue
        kept[group] = sources
    return tuple(kept)


def comparisons(rows: Rows, metric: Metric) -> list[tuple[Group, Group]]:
    """Return every independent row with the first row on its boards, which it is compared to."""
    first: dict[tuple[object, ...], Group] = {}
    pairs = []
    for group in independent(rows, metric):
        reference = first.setdefault(_boards(group), group)
        if reference is not group:
            pairs.append((group, reference))
    return pairs


def _boards(group: Group) -> tuple[object, ...]:
    """Return what rows on the same boards have in common: the table, or the file of cases."""
    return group[:3] if group[0] in GAMES else (*group[:3], group[3][0])


def _the_rest(one: frozenset[Source], other: frozenset[Source]) -> bool:
    """Return whether two rows divide the sides of the same games between them."""
    same = {source.cell for source in one} == {source.cell for source in other}
    return bool(one) and same and not one & other and one | other == _whole(one | other)


def _whole(sources: Iterable[Source]) -> frozenset[Source]:
    return frozenset(Source(s.cell, side, s.sides) for s in sources for side in s.sides)
