"""Games with a chat model among the players, as `benchmarks.llm` prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from api.resources import blend
from cluebot.errors import Language
from cluebot.games.base import Seat
from cluebot.games.codec import parse
from cluebot.games.codenames import CODENAMES
from cluebot.games.codenames.setup import CodenamesSetup
from cluebot.games.decrypto import DECRYPTO
from cluebot.llm.model import ChatModel
from cluebot.match import play
from cluebot.players.base import PLAYERS, Context, Player
from wordlists.loader import load_wordlist

HEARD = 0.5
"""The weight of hybrids that must hear the model, whatever the calibration says of it."""
GIVERS: dict[str, dict[str, Any]] = {
    "embedding": {},
    "llm": {},
    "hybrid as calibrated": {},
    "hybrid chooses anyway": {"approach": "shortlist", "weight": HEARD},
    "hybrid proposes anyway": {"approach": "propose", "weight": HEARD},
}


@dataclass
class Bill:
    """What the moves of a kind of player cost, and how often it was corrected."""

    moves: int = 0
    calls: int = 0
    first_tries: int = 0
    corrected: Counter[str] = field(default_factory=Counter)
    forfeits: int = 0
    illegal_at_the_table: int = 0
    seconds: float = 0.0
    tokens: int = 0

    def add(self, entries: Sequence[dict[str, Any]], seats: Sequence[str]) -> None:
        """Add the moves that ``seats`` made in a recorded game."""
        for entry in entries:
            if entry.get("seat") not in seats:
                continue
            if entry["type"] in ("move", "forfeit"):
                self.moves += 1
                self.forfeits += entry["type"] == "forfeit"
                self.illegal_at_the_table += entry.get("cause") == "illegal"
                continue
            for call in entry["notes"].get("calls", ()):
                self.calls += 1
                if "reply" in call:
                    self.seconds += call["reply"]["seconds"]
                    self.tokens += call["reply"]["tokens_in"] + call["reply"]["tokens_out"]
                if call["try"] == 1:
                    self.first_tries += 1
                    self.corrected.update({p["kind"] for p in call.get("problems", ())})

    def __str__(self) -> str:
        moves, first = max(1, self.moves), max(1, self.first_tries)
        illegal, unusable = self.corrected["illegal"], sum(self.corrected.values())
        return (
            f"of {self.first_tries} first answers {illegal / first:.0%} illegal, "
            f"{unusable / first:.0%} unusable in any way; "
            f"illegal at the table {self.illegal_at_the_table}, "
            f"forfeits {self.forfeits} of {self.moves}; a move: {self.calls / moves:.1f} calls, "
            f"{self.seconds / moves:.1f} s, {self.tokens / moves:.0f} tokens"
        )


@dataclass(frozen=True, slots=True)
class Table:
    """What all games of a run have in common.

    Attributes:
        model: The model.
        language: The language.
        games: Games a row.
        weights: The calibrated weight for each game.
    """

    model: ChatModel
    language: Language
    games: int
    weights: Mapping[str, float]

    def seat(self, name: str, game: str, role: str) -> Player[Any, Any]:
        """Return a new player of a kind in ``GIVERS``."""
        kind = name.split(maxsplit=1)[0]
        options = dict(GIVERS[name])
        if kind != "embedding":
            options["model"] = self.model
        if kind == "hybrid":
            options.setdefault("weight", self.weights[game])
        registered = kind if kind == "embedding" else f"{kind}:{self.model.endpoint}"
        return PLAYERS[game, role].load(registered)(Context(self.language, blend, options=options))


def share(count: int, of: int) -> str:
    """Return a share with its 95% interval (Wilson)."""
    z2 = 1.96**2
    rate = count / of
    middle = (rate + z2 / (2 * of)) / (1 + z2 / of)
    half = np.sqrt(z2 * (rate * (1 - rate) / of + z2 / (4 * of * of))) / (1 + z2 / of)
    return f"{rate:4.0%} ({max(0, middle - half):.0%}-{min(1, middle + half):.0%})"


def codenames(table: Table) -> None:
    """Print how each giver fares with each guesser, one team alone on 16 cards."""
    language, games = table.language, table.games
    words = load_wordlist(language, "codenames").words
    setup = CodenamesSetup(
        language=language, words=words, opponent="none", **CODENAMES.presets["small"]
    )
    print(f"\nCodenames, one team, 16 cards, {games} games a row ({language})")
    print(f"  {'giver':23s} {'guesser':10s} {'won (95%)':15s} {'turns':>6s} {'as vectors':>10s}")
    for guesser in ("embedding", "llm"):
        alone: list[list[Any]] = []
        guessing = Bill()
        for giver in GIVERS:
            won, turns, moves = 0, [], []
            giving = Bill()
            for seed in range(games):
                seats = {
                    Seat("red.spymaster"): table.seat(giver, "codenames", "spymaster"),
                    Seat("red.operative.1"): table.seat(guesser, "codenames", "operative"),
                }
                record = play(CODENAMES, setup, seats, seed)
                giving.add(record.entries, ["red.spymaster"])
                guessing.add(record.entries, ["red.operative.1"])
                moves.append(moves_of(record.entries))
                if record.outcome is not None and "red" in record.outcome.winners:
                    won += 1
                    turns.append(record.state.view(None).turns_taken("red"))
            alone = alone or moves
            alike = sum(a == b for a, b in zip(alone, moves, strict=True))
            mean = f"{np.mean(turns):6.1f}" if turns else "     -"
            print(f"  {giver:23s} {guesser:10s} {share(won, games):15s} {mean} "
                  f"{alike:4d} of {games}", flush=True)  # fmt: skip
            _print_bill("giver", giving)
        _print_bill("guesser", guessing)


def decrypto(table: Table) -> None:
    """Print how each encoder fares with vectors around it, and a model with their clues."""
    language, games = table.language, table.games
    words = load_wordlist(language, "decrypto").words
    fields = {"language": language, "words": words, **DECRYPTO.presets["research"]}
    setup = parse(DECRYPTO.setup_type, fields)
    print(f"\nDecrypto, research preset, {games} games a row ({language})")
    print(f"  {'encoder':23s} {'decoder':10s} {'interceptor':11s} "
          f"{'decoded (95%)':15s} {'caught (95%)':15s} {'as vectors':>10s}")  # fmt: skip
    alone: list[list[Any]] = []
    vectors = "embedding"
    rows = [
        *((encoder, vectors, vectors) for encoder in GIVERS),
        (vectors, "llm", vectors), (vectors, vectors, "llm"),
    ]  # fmt: skip
    for encoder, decoder, interceptor in rows:
        kinds = {"encoder": encoder, "decoder": decoder, "interceptor": interceptor}
        decoded = caught = count = 0
        moves = []
        bills = {role: Bill() for role in kinds}
        for seed in range(games):
            seats = {
                seat: table.seat(kinds[DECRYPTO.role(seat)], "decrypto", DECRYPTO.role(seat))
                for seat in DECRYPTO.seats(setup)
            }
            record = play(DECRYPTO, setup, seats, seed)
            moves.append(moves_of(record.entries))
            for sent in record.state.view(None).record:
                count += 1
                decoded += not sent.missed
                caught += sent.intercepted
            for seat in seats:
                bills[DECRYPTO.role(seat)].add(record.entries, [seat])
        alone = alone or moves
        alike = sum(a == b for a, b in zip(alone, moves, strict=True))
        print(f"  {encoder:23s} {decoder:10s} {interceptor:11s} "
              f"{share(decoded, count):15s} {share(caught, count):15s} "
              f"{alike:4d} of {games}", flush=True)  # fmt: skip
        for role, bill in bills.items():
            _print_bill(role, bill)


def moves_of(entries: Sequence[dict[str, Any]]) -> list[Any]:
    """Return what was done in a game, without notes."""
    return [entry for entry in entries if entry["type"] in ("move", "forfeit")]


def _print_bill(name: str, bill: Bill) -> None:
    if bill.calls:
        print(f"    {name}: {bill}", flush=True)
