"""What a chat model adds to the vectors: agreement with people, play, legality, costs.

    python -m benchmarks.llm ollama --data choices.jsonl [--boards 60] [--games 10] [--language en]
    python -m benchmarks.llm --gguf model.gguf --data choices.jsonl

The endpoint is a registered one, or a model file that is served meanwhile by one thread. The data
are labelled choices as `cluebot llm calibrate` takes them. Replies are kept on disk, so that a run
that was broken off goes on where it stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from api.resources import blend
from benchmarks.llm_play import Table, codenames, decrypto
from cluebot.errors import Forfeit, Language
from cluebot.llm.cache import CachedModel, default_cache
from cluebot.llm.client import HttpModel
from cluebot.llm.endpoint import make_endpoint
from cluebot.llm.local import LocalServer
from cluebot.llm.model import ChatModel
from cluebot.llm.open import open_model
from cluebot.players.base import Context
from cluebot.players.llm.calibration import WEIGHTS, Score, calibrate, clue_score, fit
from cluebot.players.llm.choice import Floats
from cluebot.players.llm.guesser import HybridGuesser
from cluebot.players.llm.labels import LabelledClue, read_file, shipped
from cluebot.players.llm.options import ChatOptions


def agreement(
    model: ChatModel, choices: Sequence[LabelledClue], language: Language, weight: float
) -> None:
    """Print how far vectors, model and hybrids agree with people.

    Args:
        model: The model.
        choices: What people chose.
        language: The language of the choices.
        weight: How far hybrids trust the model, as calibrated.
    """
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
    fitted = fit(scores)
    rows = {
        "people among themselves": np.array([_people(choice) for choice in used]),
        "vectors": table[:, 0],
        "model": table[:, -1],
        f"hybrid, calibrated weight {weight:.2f}": table[:, WEIGHTS.index(weight)],
        "hybrid, fitted on the other half": _crossed(scores, table),
        f"hybrid, fitted on these ({fitted.weight:.2f})": table[:, WEIGHTS.index(fitted.weight)],
    }
    print(f"\nAgreement with people, {len(used)} boards ({language}), "
          f"{len(choices) - len(used)} without an answer")  # fmt: skip
    print(f"  {'± 1 standard error':40s} {'mean':>13s} {'less vectors':>15s}")
    for name, values in rows.items():
        print(f"  {name:40s} {_mean(values)} {_mean(values - table[:, 0], '+')}")
    for each in (0.1, 0.25, 0.5):
        print(f"  hybrid, weight {each:4.2f} {'':20s} {_mean(table[:, WEIGHTS.index(each)])}")


def _crossed(scores: Sequence[Score], table: Floats) -> Floats:
    """Return the agreement of each choice at the weight that the other half asks for."""
    halves = [np.arange(len(scores)) % 2 == i for i in (0, 1)]
    crossed = np.empty(len(scores))
    for mine, other in (halves, halves[::-1]):
        weight = fit([s for s, chosen in zip(scores, other, strict=True) if chosen]).weight
        crossed[mine] = table[mine, WEIGHTS.index(weight)]
    return crossed


def _mean(values: Floats, sign: str = "") -> str:
    error = values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():{sign}6.3f} ± {error:.3f}"


def calibrated(model: ChatModel, language: Language) -> dict[str, float]:
    """Return the weight for each game by the project's own choices; prints what was found."""
    found = calibrate(model, language, blend, shipped(language))
    print(f"Calibration on the project's own choices ({language})")
    for game, one in found.items():
        vectors, alone, hybrid = (
            "-" if share is None else f"{share:.2f}"
            for share in (one.vectors, one.model, one.hybrid)
        )
        print(f"  {game:10s} {one.choices} choices, {one.failed} without an answer: vectors "
              f"{vectors}, model {alone}, hybrid {hybrid}, weight {one.weight:.2f}")  # fmt: skip
    return {game: one.weight for game, one in found.items()}


def _people(choice: LabelledClue) -> float:
    """Return the mean overlap of two different people; nan for one."""
    found = [set(label) for label in choice.labels]
    pairs = [len(a & b) / len(a) for i, a in enumerate(found) for b in found[:i] + found[i + 1 :]]
    return float(np.mean(pairs)) if pairs else float("nan")


@contextmanager
def aloneof(args: argparse.Namespace) -> Iterator[ChatModel]:
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
    with aloneof(args) as model:
        weights = calibrated(model, args.language)
        if args.boards:
            given = shipped(args.language) if args.data is None else read_file(args.data)
            clues = [choice for choice in given if isinstance(choice, LabelledClue)]
            agreement(model, clues[: args.boards], args.language, weights["codenames"])
        if args.games:
            table = Table(model, args.language, args.games, weights)
            codenames(table)
            decrypto(table)


if __name__ == "__main__":
    main()
