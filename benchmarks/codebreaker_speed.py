"""Speed of the players of Code Breaker: games a second, and milliseconds a move.

    python -m benchmarks.codebreaker_speed [--games N]

Times are CPU time of this process, so that other work on the machine shows little.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping
from typing import Any

from cluebot.games.base import GAMES, Seat
from cluebot.games.codebreaker import CodebreakerView, Move
from cluebot.games.codec import parse
from cluebot.match import play
from cluebot.players.base import Budget, Decision
from cluebot.players.codebreaker.belief import BeliefPlayer

TABLES: Mapping[str, Mapping[str, Any]] = {
    "stated, 2 players": {},
    "balanced, 2 players": {"pact_b": "lose3", "spy_exile": True},
    "stated, 4 players": {"players": 4},
    "expert, 2 players": {"variant": "expert"},
}


class Timed:
    """The belief player with a watch on the moves that it has to think about."""

    name = "belief"

    def __init__(self) -> None:
        self._player = BeliefPlayer()
        self.times: list[float] = []

    def act(self, view: CodebreakerView, rng: random.Random, budget: Budget) -> Decision[Move]:
        """Choose a move."""
        begun = time.process_time()
        decision = self._player.act(view, rng, budget)
        if view.task == "act":
            self.times.append(1000 * (time.process_time() - begun))
        return decision


def main() -> None:
    """Print a line for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    rules = GAMES.load("codebreaker")
    print(f"{'':22} games/s  own turn, ms: mean  median  p99")
    for name, fields in TABLES.items():
        setup = parse(rules.setup_type, {"language": "en", **fields})
        players: dict[Seat, Timed] = {seat: Timed() for seat in rules.seats(setup)}
        play(rules, setup, players, 0)
        for player in players.values():
            player.times.clear()
        begun = time.process_time()
        for seed in range(games):
            play(rules, setup, players, seed)
        spent = time.process_time() - begun
        times = sorted(t for player in players.values() for t in player.times)
        mean = sum(times) / len(times)
        middle, high = times[len(times) // 2], times[int(0.99 * len(times))]
        print(f"{name:22} {games / spent:7.1f} {mean:18.2f} {middle:7.2f} {high:6.2f}")


if __name__ == "__main__":
    main()
