"""Rebuild settings of the literature and print our figures beside the published ones.

    python -m benchmarks.literature [--vectors file:glove.100d.txt]

- Codenames, one team alone: the vector players of Kim, Ruzmaykin, Truong and Summerville,
  "Cooperation and Codenames: Understanding Natural Language Processing via Codenames" (AIIDE
  2019). For n = 1, 2, 3 their clue giver takes the clue whose n nearest own words are nearest, all
  of them nearer than any other word, and gives the largest n at which the farthest of these is
  within a threshold; their guesser touches the n nearest words. 8 own words, 7, 9 and 1 others.
- Decrypto: the embedding baselines of Lupu, Willi and Foerster, "The Decrypto Benchmark for
  Multi-Agent Reasoning and Theory of Mind" (2025), by their protocol; see `eval.decrypto`.

The published figures are of GloVe vectors. Those of 50 dimensions come with the installation;
``--vectors`` names a source of 100 dimensions. Boards and keywords are of our own word lists.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from benchmarks.decrypto import percent, row
from cluebot.errors import Forfeit, IllegalMove, Text
from cluebot.games.base import Seat
from cluebot.games.codenames import (
    CODENAMES,
    GiveClue,
    Guess,
    OperativeView,
    SpymasterView,
    Stop,
)
from cluebot.games.codenames.setup import CodenamesSetup
from cluebot.match import Match
from cluebot.players.base import Budget, Decision, Player
from cluebot.players.decrypto.baseline import VOCABULARY, Baseline
from cluebot.players.decrypto.posteriors import Floats
from embeddings.sources import load_source
from embeddings.spaces import unit
from embeddings.standard import load_blend
from embeddings.vectors import Source
from eval.decrypto import History, deals, play, summarise
from wordlists.loader import load_wordlist

MOST_WORDS: Final = 3
"""Most words that a clue is given for."""

THRESHOLD: Final = 0.7
"""Largest distance of a word that a clue is given for, as a cosine distance."""

BOARDS: Final = 100


class Space:
    """Words as unit rows of one source.

    Args:
        source: The source.
        vocabulary: Words, most frequent first; the first 10,000 that it knows may be clues.
    """

    def __init__(self, source: Source, vocabulary: Sequence[str]) -> None:
        self.name = source.name
        self._source = source
        rows, known = source.encode(vocabulary[: 2 * VOCABULARY])
        kept = np.flatnonzero(known)[:VOCABULARY]
        self.clues = [vocabulary[i] for i in kept]
        self._rows = unit(rows[kept])

    def knows(self, words: Sequence[str]) -> Sequence[bool]:
        """Return which words have a vector."""
        return [bool(yes) for yes in self._source.encode(words)[1]]

    def distances(self, words: Sequence[str], clue: str | None = None) -> Floats:
        """Return cosine distances of a clue, or of all, to words; array (clues, words)."""
        told = self._rows if clue is None else unit(self._source.encode([clue])[0])
        result: Floats = 1 - told @ unit(self._source.encode(words)[0]).T
        return result


class PlainGiver:
    """The published clue giver, held to our rules of clues."""

    name = "plain"

    def __init__(self, space: Space) -> None:
        self._space = space

    def act(
        self,
        view: SpymasterView,
        rng: random.Random,  # noqa: ARG002
        budget: Budget,  # noqa: ARG002
    ) -> Decision[GiveClue]:
        """Give a clue for as many words as lie within the threshold."""
        own = np.sort(self._space.distances(view.own), axis=1)
        others = [word for word in view.uncovered if word not in view.own]
        nearest_other = self._space.distances(others).min(axis=1)
        chosen: GiveClue | None = None
        for number in range(1, min(MOST_WORDS, len(view.own)) + 1):
            farthest = np.where(own[:, number - 1] < nearest_other, own[:, number - 1], np.inf)
            found = self._first_legal(view, np.argsort(farthest, kind="stable"), number)
            if found is None:
                continue
            clue, distance = found.word, farthest[self._space.clues.index(found.word)]
            if chosen is None or distance < THRESHOLD:
                chosen = GiveClue(word=clue, number=number)
        if chosen is None:
            raise Forfeit(Text("No legal clue.", "没有合法的线索。"))
        return Decision(chosen)

    def _first_legal(
        self, view: SpymasterView, order: Sequence[int], number: int
    ) -> GiveClue | None:
        for place in order:
            move = GiveClue(word=self._space.clues[place], number=number)
            try:
                view.check(move)
            except IllegalMove:
                continue
            return move
        return None


class PlainGuesser:
    """The published guesser."""

    name = "plain"

    def __init__(self, space: Space) -> None:
        self._space = space

    def act(
        self,
        view: OperativeView,
        rng: random.Random,  # noqa: ARG002
        budget: Budget,  # noqa: ARG002
    ) -> Decision[Guess | Stop]:
        """Touch the nearest words, as many as were said."""
        turn = view.current
        assert turn is not None and turn.clue is not None  # noqa: PT018
        if len(turn.guessed) == turn.number:
            return Decision(Stop())
        distances = self._space.distances(view.uncovered, turn.clue)[0]
        return Decision(Guess(word=view.uncovered[int(distances.argmin())]))


def codenames(giver: Space, guesser: Space, words: Sequence[str]) -> tuple[float, float, float]:
    """Return the share of games won, the turns of those, and the mean score (25 for a loss)."""
    setup = CodenamesSetup(
        language="en", words=tuple(words), opponent="none", first=8, second=7, neutral=9
    )
    players: dict[Seat, Player[Any, Any]] = {
        Seat("red.spymaster"): PlainGiver(giver), Seat("red.operative.1"): PlainGuesser(guesser),
    }  # fmt: skip
    turns = []
    for seed in range(BOARDS):
        state = Match(CODENAMES, setup, players, seed).run().state
        if state.outcome is not None and "red" in state.outcome.winners:
            turns.append(state.view(None).turns_taken("red"))
    score = (sum(turns) + 25 * (BOARDS - len(turns))) / BOARDS
    return len(turns) / BOARDS, float(np.mean(turns)) if turns else float("nan"), score


def decrypto(source: Source, vocabulary: Sequence[str], neighbours: int) -> None:
    """Print a row of the baselines against each other."""
    words = load_wordlist("en", "decrypto").words
    _, known = source.encode(words)
    base = Baseline(source, vocabulary, neighbours)

    def encode(
        keywords: Sequence[str], code: tuple[int, int, int], history: History, rng: random.Random
    ) -> tuple[str, ...]:
        return base.encode(keywords, code, history, rng)

    dealt = deals([word for word, yes in zip(words, known, strict=True) if yes])
    games = [
        play(deal, encode, lambda keys, clues, _: base.decode(keys, clues), base.intercept)
        for deal in dealt
    ]
    found, caught = summarise(games), sum(sum(game.hits) for game in games) / len(games)
    row(
        [
            source.name, str(neighbours), str(len(games)),
            f"{found.turns.value:.2f} [{found.turns.low:.2f}, {found.turns.high:.2f}]",
            percent(found.misses), f"{caught:.2f}", percent(found.wins),
            percent(found.interceptions),
        ]
    )  # fmt: skip


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--vectors", metavar="SOURCE", help="of 100 dimensions; file:PATH")
    asked = parser.parse_args().vectors
    sources = [load_source(name) for name in ("glove50", *([asked] if asked else []))]
    vocabulary = load_blend("en").vocabulary
    spaces = [Space(source, vocabulary) for source in sources]
    listed = load_wordlist("en", "codenames").words
    known = zip(*(space.knows(listed) for space in spaces), strict=True)
    words = [word for word, yes in zip(listed, known, strict=True) if all(yes)]
    row(["giver", "guesser", "games", "won", "turns of games won", "score"])
    row(["---"] * 6)
    for giver in spaces:
        for guesser in spaces:
            won, turns, score = codenames(giver, guesser, words)
            row([giver.name, guesser.name, str(BOARDS), f"{won:.0%}", f"{turns:.2f}",
                 f"{score:.2f}"])  # fmt: skip
    print()
    row(["vectors", "k", "games", "turns", "missed a turn", "intercepted a game", "won",
         "intercepted a turn"])  # fmt: skip
    row(["---"] * 8)
    for source in sources:
        for neighbours in (16, 128):
            decrypto(source, vocabulary, neighbours)


if __name__ == "__main__":
    main()
