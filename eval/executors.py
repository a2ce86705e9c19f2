"""Where games are played: in this process, in several, or on a Ray cluster; the same games."""

from __future__ import annotations

import gc
from collections.abc import Generator, Sequence
from functools import cache
from typing import Protocol

from cluebot.registry import Table
from embeddings.threads import one_thread
from eval.playing import Line
from eval.versions import Versions
from eval.work import Work

_LITTER = 10_000
"""New objects that are worth a collection."""

AHEAD = 3
"""Games handed to each worker beforehand: enough to keep it busy, few enough for little memory."""


class Executor(Protocol):
    """Plays games of a plan in any order."""

    def __call__(
        self, plan: Work, numbers: Sequence[int], versions: Versions, workers: int
    ) -> Generator[Line]:
        """Yield the line of each game as it ends.

        Args:
            plan: The plan.
            numbers: The games to play, by number.
            versions: What the run depends on, for the records.
            workers: How many games at a time.
        """
        ...


def serial(
    plan: Work, numbers: Sequence[int], versions: Versions, workers: int  # noqa: ARG001
) -> Generator[Line]:  # fmt: skip
    """Play one game after the other in this process."""
    with one_thread():
        for number in numbers:
            line = plan.play(number, versions)
            settle()
            yield line


EXECUTORS: Table[Executor] = Table(
    "executor",
    {
        "serial": "eval.executors:serial",
        "processes": "eval.processes:processes",
        "ray": "eval.ray_executor:on_ray",
    },
)
"""The executors by name."""


@cache
def settle() -> None:
    """Once a process, after a first game: keep what that has loaded out of garbage collection.

    Lexicons and vectors stay, and games leave little garbage; to look for it among all of them, or
    as often as Python does, takes a twentieth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_LITTER)
