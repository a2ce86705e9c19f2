"""Play Decrypto's players against each other and print the tables of docs/benchmarks-decrypto.md.

    python -m benchmarks.decrypto --language en --language zh --games 96

Each row lists the encoder's spaces, the interceptor, and beside the team's own decoder
*witnesses*: decoders in one space, which the encoder does not use unless it uses all. Vectors that
were added (``cluebot vectors add``) become witnesses with ``--witness NAME``. Keywords and codes
start at an episode that no setting was chosen on.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from cluebot.players.decrypto.baseline import Baseline, Comparison
from cluebot.players.decrypto.decoder import decode
from cluebot.players.decrypto.encoder import SAFETY, Encoder
from cluebot.players.decrypto.interceptor import intercept
from cluebot.players.decrypto.keywords import COMMON, KeywordModel, open_keywords
from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import Floats
from cluebot.players.decrypto.survey import Survey
from cluebot.rules.legality import check_clue
from embeddings.cache import Cache
from embeddings.errors import UnknownWord
from embeddings.settings import BlockSettings
from embeddings.sources import load_source
from embeddings.space_blend import SpaceBlend
from embeddings.spaces import SpaceSpec, load_space
from embeddings.standard import load_blend
from eval.decrypto import (
    SEEDS,
    Code,
    Decode,
    Encode,
    Figure,
    History,
    Intercept,
    Summary,
    deals,
    play,
    summarise,
)
from wordlists.loader import load_wordlist

STATIC = {"en": "glove50", "zh": "zh200"}
OUTSIDE = {"zh": SpaceSpec("zh100", "zh100", whiten=0.25)}
"""Spaces that no blend uses, for one more witness."""

FIRST_EPISODE = 1000
DEFAULT_GAMES = 96


class _Known:
    """A blend of one space whose vocabulary is only what the space knows.

    What it does not know is as like to one word as to another: it says nothing.
    """

    def __init__(self, blend: SpaceBlend) -> None:
        self.language, self.version = blend.language, f"{blend.version}-known"
        self.blocks, self.weights = blend.blocks, blend.weights
        unknown: frozenset[str] = frozenset()
        try:
            blend.similarities(blend.vocabulary, blend.vocabulary[:1])
        except UnknownWord as error:
            unknown = frozenset(error.words)
        self.vocabulary = tuple(word for word in blend.vocabulary if word not in unknown)
        self._blend = blend

    def similarities(self, clues: Sequence[str] | None, words: Sequence[str]) -> Floats:
        """See `embeddings.blend.Blend.similarities`."""
        texts = self.vocabulary if clues is None else clues
        try:
            return self._blend.similarities(texts, words)
        except UnknownWord as error:
            unknown = set(error.words)
        lines = [i for i, text in enumerate(texts) if text not in unknown]
        columns = [i for i, text in enumerate(words) if text not in unknown]
        result = np.zeros((1, len(texts), len(words)), dtype=np.float32)
        if lines and columns:
            known = self._blend.similarities([texts[i] for i in lines], [words[i] for i in columns])
            result[np.ix_([0], lines, columns)] = known
        return result


class Bench:
    """The players of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.cache = Cache()
        self.vocabulary = self.blend.vocabulary
        self.nouns = open_keywords(language, self.vocabulary)
        static = load_source(STATIC[language])
        self.comparison = Comparison(static)
        self.comparison.learn(self.vocabulary[:COMMON], self.cache)
        self.baseline = Baseline(static, self.vocabulary)
        words = load_wordlist(language, "decrypto").words
        _, known = static.encode(words)
        # The baseline plays with keywords of its own space only; so do all, to be comparable.
        self.words = tuple(word for word, yes in zip(words, known, strict=True) if yes)

    @cached_property
    def blend(self) -> SpaceBlend:
        """The default blend."""
        return load_blend(self.language, cache=self.cache)

    def meanings(self, names: Sequence[str]) -> Meanings:
        """Return the spaces ``names`` of the default blend."""
        blend = self.blend.subset(names)
        return Meanings(_Known(blend) if len(names) == 1 else blend)

    def outside(self, added: Sequence[str]) -> dict[str, Meanings]:
        """Return spaces that the default blend does not use, by name: ours and added vectors."""
        specs = [SpaceSpec(name, f"added:{name}", whiten=0.25) for name in added]
        specs += [OUTSIDE[self.language]] if self.language in OUTSIDE else []
        return {spec.name: self._alone(spec) for spec in specs}

    def _alone(self, spec: SpaceSpec) -> Meanings:
        space = load_space(self.language, spec, self.vocabulary, self.cache)
        settings = BlockSettings(spec, slope=10.0, weight=1.0)
        blend = SpaceBlend(self.language, self.vocabulary, [space], [settings], cache=self.cache)
        return Meanings(_Known(blend))

    def encoder(self, meanings: Meanings, safety: float) -> Encode:
        """Return an encoder that keeps to the rules."""
        known = set(meanings.blend.vocabulary)
        nouns = [noun for noun in self.nouns if noun in known]
        compares = STATIC[self.language] in meanings.blend.blocks
        suspected = KeywordModel(meanings, nouns, self.cache)
        _ = suspected.normalisers, suspected.table
        made = Encoder(
            meanings,
            suspected,
            self.comparison if compares else None,
            safety=safety,
            survey=Survey(suspected, self.words, self.cache),
        )
        # Against each interceptor the games begin alike: what was asked before is not worked out
        # again.
        given: dict[tuple[object, ...], tuple[str, ...]] = {}

        def encode(
            keywords: Sequence[str], code: Code, history: History, _: random.Random
        ) -> tuple[str, ...]:
            key = (tuple(keywords), code, tuple(history))
            if key not in given:
                used = [clue for entry in history for clue in entry.clues]
                given[key] = made.encode(
                    keywords,
                    code,
                    history,
                    lambda clue: self.legal(clue, keywords, used),
                    repeat_codes=False,
                ).clues
            return given[key]

        return encode

    def decoder(self, meanings: Meanings) -> Decode:
        """Return our decoder."""
        return lambda keywords, clues, history: (
            decode(meanings, keywords, clues, history, repeat_codes=False).code
        )

    def interceptor(self, meanings: Meanings, bank: Sequence[str] | None = None) -> Intercept:
        """Return our interceptor: open, or with a known bank."""
        if bank is None:
            model = KeywordModel(meanings, self.nouns, self.cache)
        else:
            model = KeywordModel(meanings, bank)
        _ = model.normalisers, model.table  # no turn pays for them
        return lambda clues, history, _: (
            intercept(model, clues, history, repeat_codes=False, top=1).code
        )

    def legal(self, clue: str, keywords: Sequence[str], used: Sequence[str]) -> bool:
        """Return whether a clue may be given."""
        return check_clue(clue, keywords, self.language, "decrypto", used=used).legal


def percent(figure: Figure) -> str:
    """Write a rate with its interval."""
    return f"{figure.value:.3f} [{figure.low:.2f}, {figure.high:.2f}]"


def row(cells: Sequence[str]) -> None:
    """Print one line of a table."""
    print("| " + " | ".join(cells) + " |", flush=True)


def show(encoder: str, interceptor: str, summary: Summary) -> None:
    """Print the figures of one pairing."""
    witness = ", ".join(f"{n}: {percent(f)}" for n, f in summary.witness_misses.items()) or "-"
    times = "/".join(f"{summary.milliseconds[r]:.1f}" for r in ("encode", "decode", "intercept"))
    row(
        [
            encoder,
            interceptor,
            percent(summary.wins),
            f"{summary.turns.value:.2f}",
            percent(summary.misses),
            witness,
            percent(summary.interceptions),
            str(summary.illegal),
            times,
        ]
    )


HEAD = (
    "encoder",
    "interceptor",
    "team wins",
    "turns",
    "own decoder misses",
    "witness misses",
    "intercepted a turn",
    "illegal",
    "ms",
)


def run(
    language: str, games: int, safeties: Sequence[float] = (SAFETY,), added: Sequence[str] = ()
) -> None:
    """Print the table of one language; vectors ``added`` under these names are witnesses."""
    bench = Bench(language)
    blocks = bench.blend.blocks
    whole, outside = bench.meanings(blocks), bench.outside(added)
    episodes = -(-games // SEEDS)
    dealt = deals(bench.words, episodes, SEEDS, FIRST_EPISODE)[:games]
    base = bench.baseline

    def base_encode(
        keywords: Sequence[str], code: Code, history: History, rng: random.Random
    ) -> tuple[str, ...]:
        return base.encode(keywords, code, history, rng)

    def base_decode(keywords: Sequence[str], clues: Sequence[str], _: History) -> Code:
        return base.decode(keywords, clues)

    interceptors: dict[str, Intercept] = {
        "baseline": base.intercept,
        "open": bench.interceptor(whole),
        "bank": bench.interceptor(whole, bench.words),
    }
    print(f"\n{language}: {len(dealt)} games\n")
    row(HEAD)
    row(["---"] * len(HEAD))
    for name, rival in interceptors.items():
        played = [play(deal, base_encode, base_decode, rival) for deal in dealt]
        show("baseline (as published)", name, summarise(played))
    # All spaces, read also by each of them alone; then all but one, read by that one.
    splits = [(blocks, blocks)]
    splits += [(tuple(b for b in blocks if b != block), (block,)) for block in blocks]
    for used, readers in splits:
        witness = {reader: bench.decoder(bench.meanings([reader])) for reader in readers}
        witness |= {name: bench.decoder(space) for name, space in outside.items()}
        meanings = bench.meanings(used)
        for safety in safeties:
            encode = bench.encoder(meanings, safety)
            for name, rival in interceptors.items():
                played = [
                    play(
                        deal,
                        encode,
                        bench.decoder(meanings),
                        rival,
                        witnesses=witness,
                        legal=bench.legal,
                    )
                    for deal in dealt
                ]
                show(f"{' + '.join(used)}, safety {safety:g}", name, summarise(played))


def main() -> None:
    """Read the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", action="append", choices=("en", "zh"))
    parser.add_argument("--games", type=int, default=DEFAULT_GAMES, help="games a row")
    parser.add_argument(
        "--safety", action="append", type=float, help=f"of the encoder; default {SAFETY}"
    )
    parser.add_argument(
        "--witness", action="append", default=[], metavar="NAME", help="vectors that were added"
    )
    arguments = parser.parse_args()
    for language in arguments.language or ("en", "zh"):
        run(language, arguments.games, arguments.safety or (SAFETY,), arguments.witness)


if __name__ == "__main__":
    main()
