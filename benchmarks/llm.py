"""What a chat model adds to the vectors: agreement with people, play, legality, costs.

    python -m benchmarks.llm ollama --data choices.jsonl [--boards 60] [--games 10] [--language en]
    python -m benchmarks.llm --gguf model.gguf --data choices.jsonl

The endpoint is a registered one, or a model file that is served meanwhile by one thread. The data
are labelled choices as `cluebot llm calibrate` takes them. Replies are kept on disk, so that a run
that was broken off goes on where it stopped.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from api.resources import blend
from cluebot.errors import Forfeit, Language
from cluebot.games.base import Seat
from cluebot.games.codec import parse
from cluebot.games.codenames import CODENAMES
from cluebot.games.codenames.setup import CodenamesSetup
from cluebot.games.decrypto import DECRYPTO
from cluebot.llm.cache import CachedModel, default_cache
from cluebot.llm.client import HttpModel
from cluebot.llm.endpoint import make_endpoint
from cluebot.llm.local import LocalServer
from cluebot.llm.model import ChatModel
from cluebot.llm.open import open_model
from cluebot.match import play
from cluebot.players.base import PLAYERS, Context, Player
from cluebot.players.llm.calibration import (
    WEIGHTS,
    LabelledClue,
    Score,
    calibrate,
    clue_score,
    fit,
    read_file,
    shipped,
)
from cluebot.players.llm.guesser import HybridGuesser
from cluebot.players.llm.options import ChatOptions
from wordlists.loader import load_wordlist


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
        return (
            f"{self.corrected['illegal'] / first:7.0%} {sum(self.corrected.values()) / first:7.0%} "
            f"{self.illegal_at_the_table:7d} {self.forfeits / moves:8.0%} "
            f"{self.calls / moves:6.1f} {self.seconds / moves:6.1f} {self.tokens / moves:7.0f}"
        )


def agreement(model: ChatModel, choices: Sequence[LabelledClue], language: Language) -> None:
    """Print how far vectors, model and hybrids agree with people."""
    player = HybridGuesser(model, Context(language, blend), ChatOptions(), 1.0)
    scores: list[Score] = []
    used: list[LabelledClue] = []
    for choice in choices:
        try:
            scores.append(clue_score(player, language, choice))
            used.append(choice)
        except Forfeit as forfeit:
            if forfeit.__cause__ is not None:
                raise
    table = np.array([[score(weight)[0] for weight in WEIGHTS] for score in scores])
    halves = [np.arange(len(scores)) % 2 == i for i in (0, 1)]
    crossed = np.empty(len(scores))
    for mine, other in (halves, halves[::-1]):
        weight = fit([s for s, chosen in zip(scores, other, strict=True) if chosen]).weight
        crossed[mine] = table[mine, WEIGHTS.index(weight)]
    found = calibrate(model, language, blend, shipped(language))["codenames"]
    rows = {
        "people among themselves": np.array([_people(choice) for choice in used]),
        "vectors": table[:, 0],
        "model": table[:, -1],
        f"hybrid, shipped choices (weight {found.weight:.2f})": table[
            :, WEIGHTS.index(found.weight)
        ],
        "hybrid, weight fitted on the other half": crossed,
    }
    print(f"\nAgreement with people, {len(used)} boards ({language})")
    for name, values in rows.items():
        error = values.std(ddof=1) / np.sqrt(len(values))
        print(f"  {name:45s} {values.mean():.3f} ± {error:.3f}")
    print(f"  on the shipped choices: vectors {found.vectors:.2f}, model {found.model:.2f}, "
          f"hybrid {found.hybrid:.2f}")  # fmt: skip


def _people(choice: LabelledClue) -> float:
    """Return the mean overlap of two different people; nan for one."""
    found = [set(label) for label in choice.labels]
    pairs = [len(a & b) / len(a) for i, a in enumerate(found) for b in found[:i] + found[i + 1 :]]
    return float(np.mean(pairs)) if pairs else float("nan")


GIVERS: dict[str, dict[str, Any]] = {
    "embedding": {},
    "llm": {},
    "hybrid shortlist": {"approach": "shortlist"},
    "hybrid propose": {"approach": "propose"},
}


def made(name: str, game: str, role: str, language: str, model: ChatModel) -> Player[Any, Any]:
    """Return a player; hybrids with an even weight, so that the model is heard."""
    kind = name.split(maxsplit=1)[0]
    options: dict[str, Any] = {}
    if kind != "embedding":
        options = {"model": model, **GIVERS.get(name, {})}
    if kind == "hybrid":
        options["weight"] = 0.5
    registered = kind if kind == "embedding" else f"{kind}:{model.endpoint}"
    return PLAYERS[game, role].load(registered)(Context(language, blend, options=options))


def codenames(model: ChatModel, games: int, language: Language) -> None:
    """Print how each giver fares with each guesser, one team alone on 16 cards."""
    words = load_wordlist(language, "codenames").words
    setup = CodenamesSetup(
        language=language, words=words, opponent="none", **CODENAMES.presets["small"]
    )
    print(f"\nCodenames, one team, 16 cards, {games} games a cell ({language})")
    print(f"  {'giver':17s} {'guesser':10s} {'won':>5s} {'turns':>6s}")
    bills: dict[str, Bill] = {}
    for giver in GIVERS:
        for guesser in ("embedding", "llm"):
            won, turns = 0, []
            for seed in range(games):
                seats = {
                    Seat("red.spymaster"): made(giver, "codenames", "spymaster", language, model),
                    Seat("red.operative.1"): made(
                        guesser, "codenames", "operative", language, model
                    ),
                }
                record = play(CODENAMES, setup, seats, seed)
                bills.setdefault(f"giver {giver}", Bill()).add(record.entries, ["red.spymaster"])
                bills.setdefault(f"guesser {guesser}", Bill()).add(
                    record.entries, ["red.operative.1"]
                )
                if record.outcome is not None and "red" in record.outcome.winners:
                    won += 1
                    turns.append(record.state.view(None).turns_taken("red"))
            mean = f"{np.mean(turns):6.1f}" if turns else "     -"
            print(f"  {giver:17s} {guesser:10s} {won / games:5.0%} {mean}", flush=True)
    _print_bills(bills)


def decrypto(model: ChatModel, games: int, language: Language) -> None:
    """Print how each encoder fares with a decoder and an interceptor on vectors."""
    words = load_wordlist(language, "decrypto").words
    fields = {"language": language, "words": words, **DECRYPTO.presets["research"]}
    setup = parse(DECRYPTO.setup_type, fields)
    print(f"\nDecrypto, research preset, {games} games a row ({language})")
    print(f"  {'encoder':17s} {'decoded':>8s} {'caught':>7s}")
    bills: dict[str, Bill] = {}
    for encoder in GIVERS:
        decoded = caught = count = 0
        for seed in range(games):
            seats = {
                seat: made(
                    encoder if seat == "white.encoder" else "embedding",
                    "decrypto", DECRYPTO.role(seat), language, model,
                )
                for seat in DECRYPTO.seats(setup)
            }  # fmt: skip
            record = play(DECRYPTO, setup, seats, seed)
            for sent in record.state.view(None).record:
                count += 1
                decoded += not sent.missed
                caught += sent.intercepted
            bills.setdefault(f"encoder {encoder}", Bill()).add(record.entries, ["white.encoder"])
        print(f"  {encoder:17s} {decoded / count:8.0%} {caught / count:7.0%}", flush=True)
    _print_bills(bills)


def _print_bills(bills: dict[str, Bill]) -> None:
    print(f"  {'':27s} {'illegal':>7s} {'unusable':>7s} {'at table':>7s} {'forfeit':>8s} "
          f"{'calls':>6s} {'s':>6s} {'tokens':>7s}")  # fmt: skip
    for name, bill in bills.items():
        if bill.calls:
            print(f"  {name:27s} {bill}")


@contextmanager
def model_of(args: argparse.Namespace) -> Iterator[ChatModel]:
    """Yield the model of the endpoint named, or the one in the file."""
    if args.gguf is None:
        yield open_model(args.endpoint, cache=default_cache())
        return
    with LocalServer(args.gguf) as server:
        settings = {"url": server.url, "model": server.model, "timeout": 300}
        endpoint = make_endpoint(server.model.lower()[:40], settings)
        # The server's port is another one next time; the model is the same.
        yield CachedModel(HttpModel(endpoint), default_cache(), "benchmark")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("endpoint", nargs="?", default="local")
    parser.add_argument("--gguf", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    args = parser.parse_args()
    with model_of(args) as model:
        if args.boards:
            given = shipped(args.language) if args.data is None else read_file(args.data)
            clues = [choice for choice in given if isinstance(choice, LabelledClue)]
            agreement(model, clues[: args.boards], args.language)
        if args.games:
            codenames(model, args.games, args.language)
            decrypto(model, args.games, args.language)


if __name__ == "__main__":
    main()
