"""The players of Decrypto as the table of players offers them: any seat, any task."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from cluebot.errors import Forfeit, Text, bad_input
from cluebot.games.base import Frozen
from cluebot.games.decrypto import Clues, DecodeGuess, DecryptoView, InterceptGuess, KeywordGuess
from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.moves import Move
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.decrypto.baseline import Baseline, comparison_in
from cluebot.players.decrypto.decoder import decode
from cluebot.players.decrypto.encoder import SAFETY, Encoder
from cluebot.players.decrypto.explain import explanations
from cluebot.players.decrypto.interceptor import guess_keywords, intercept
from cluebot.players.decrypto.keywords import COMMON, KeywordModel, open_keywords
from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import Floats
from cluebot.players.decrypto.survey import Survey
from cluebot.players.options import Bank, NoOptions, Safety
from cluebot.rules.legality import LegalityOptions, check_clue
from embeddings.cache import Cache
from embeddings.errors import UnknownWord
from embeddings.sources import load_source
from wordlists.loader import load_wordlist

_BASELINE_SOURCE = {"en": "glove50", "zh": "zh200"}

_NOTHING_ASKED = Text("Nothing is asked of this seat now.", "现在不需要该座位行动。")


class _Seat:
    """What both players share: each task of a view goes to the method that answers it."""

    name: str

    def act(self, view: DecryptoView, rng: random.Random, budget: Budget) -> Decision[Move]:  # noqa: ARG002
        """Do what the view's task asks for.

        Raises:
            Forfeit: If nothing is asked, no legal clues are found or a text has no vector.
            VectorsError: If what is to be looked up can be neither loaded nor built.
        """
        answer = self._answers.get(view.task)
        if answer is None:
            raise Forfeit(_NOTHING_ASKED)
        try:
            return answer(view, rng)
        except UnknownWord as error:
            raise Forfeit(Text(error.en, error.zh)) from error

    @property
    def _answers(self) -> Mapping[str, Callable[[DecryptoView, random.Random], Decision[Move]]]:
        raise NotImplementedError


class EmbeddingSeat(_Seat):
    """Encodes, decodes and intercepts by similarities in several spaces.

    Args:
        meanings: The spaces.
        legality: What the table has agreed on.
        bank: The keywords in play, if the table knows them.
        safety: See `Encoder`.
        cache: Where what takes long to compute is kept.
    """

    name = "embedding"

    def __init__(
        self,
        meanings: Meanings,
        legality: LegalityOptions,
        *,
        bank: Sequence[str] | None = None,
        safety: float = SAFETY,
        cache: Cache | None = None,
    ) -> None:
        self._meanings = meanings
        self._legality = legality
        self._bank = None if bank is None else tuple(bank)
        self._safety = safety
        self._cache = cache

    @property
    def _answers(self) -> Mapping[str, Callable[[DecryptoView, random.Random], Decision[Move]]]:
        return {
            "encode": self._encode,
            "decode": self._decode,
            "intercept": self._intercept,
            "guess_keywords": self._guess_keywords,
        }

    @cached_property
    def _open(self) -> tuple[str, ...]:
        return open_keywords(self._meanings.language, self._meanings.blend.vocabulary)

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder, made when first needed."""
        language = self._meanings.language
        name = _BASELINE_SOURCE.get(language)
        compares = name in self._meanings.blend.blocks
        comparison = comparison_in(name) if name and compares else None
        if comparison and self._cache:
            comparison.learn(self._meanings.blend.vocabulary[:COMMON], self._cache)
        survey = Survey(self.keywords, load_wordlist(language, "decrypto").words, self._cache)
        return Encoder(
            self._meanings, self.keywords, comparison, safety=self._safety, survey=survey
        )

    @cached_property
    def keywords(self) -> KeywordModel:
        """The keywords an interceptor considers: the bank if one is known, else any noun."""
        if self._bank is not None:
            return KeywordModel(self._meanings, self._bank)
        return KeywordModel(self._meanings, self._open, self._cache)

    def _encode(self, view: DecryptoView, rng: random.Random) -> Decision[Move]:  # noqa: ARG002
        return self.encode(view)

    def encode(self, view: DecryptoView, barred: Collection[str] = ()) -> Decision[Move]:
        """Give the best clues none of which is ``barred``.

        Raises:
            Forfeit: If no three legal clues are found.
            UnknownWord: If a keyword or earlier clue has no vector.
        """
        keywords, code = _present("keywords", view.keywords), _present("code", view.code)
        legal = _legal(view, self._legality)
        result = self.encoder.encode(
            keywords,
            code,
            view.history,
            lambda clue: clue not in barred and legal(clue),
            interception=view.interception or bool(view.history),
            repeat_codes=view.options.repeat_codes,
        )
        told = explanations(result, keywords, code)
        notes = {
            "p_decode": round(result.p_decode, 4),
            "p_intercept": round(result.p_intercept, 4),
            "explanations": [text.to(view.language) for text in told],
            "explanations_en": [text.en for text in told],
            "explanations_zh": [text.zh for text in told],
            "leakage": [round(x, 3) for x in result.leakage],
            "safety": self._safety,
        }
        return Decision(Clues(clues=result.clues), notes)

    def _decode(self, view: DecryptoView, rng: random.Random) -> Decision[Move]:  # noqa: ARG002
        result = decode(
            self._meanings,
            _present("keywords", view.keywords),
            _present("clues", view.clues),
            view.history,
            repeat_codes=view.options.repeat_codes,
        )
        notes = posterior_notes(result.probabilities, result.slots)
        return Decision(DecodeGuess(code=result.code), notes)

    def _intercept(self, view: DecryptoView, rng: random.Random) -> Decision[Move]:  # noqa: ARG002
        result = intercept(
            self.keywords,
            _present("clues", view.clues),
            view.opponent_history,
            repeat_codes=view.options.repeat_codes,
        )
        notes = posterior_notes(result.probabilities, result.slots)
        notes["keywords"] = [
            [{"word": word, "p": round(p, 4)} for word, p in row] for row in result.keywords
        ]
        return Decision(InterceptGuess(code=result.code), notes)

    def _guess_keywords(self, view: DecryptoView, rng: random.Random) -> Decision[Move]:  # noqa: ARG002
        return Decision(KeywordGuess(words=guess_keywords(self.keywords, view.opponent_history)))


class BaselineSeat(_Seat):
    """The published embedding baseline; see `Baseline`. It plays legal clues only."""

    name = "baseline"

    def __init__(self, baseline: Baseline, legality: LegalityOptions) -> None:
        self._baseline = baseline
        self._legality = legality

    @property
    def _answers(self) -> Mapping[str, Callable[[DecryptoView, random.Random], Decision[Move]]]:
        return {
            "encode": self._encode,
            "decode": self._decode,
            "intercept": self._intercept,
            "guess_keywords": self._guess_keywords,
        }

    def _encode(self, view: DecryptoView, rng: random.Random) -> Decision[Move]:
        keywords, code = _present("keywords", view.keywords), _present("code", view.code)
        legal = _legal(view, self._legality)
        clues = self._baseline.encode(keywords, code, view.history, rng, legal)
        return Decision(Clues(clues=clues))

    def _decode(self, view: DecryptoView, rng: random.Random) -> Decision[Move]:  # noqa: ARG002
        keywords, clues = _present("keywords", view.keywords), _present("clues", view.clues)
        return Decision(DecodeGuess(code=self._baseline.decode(keywords, clues)))

    def _intercept(self, view: DecryptoView, rng: random.Random) -> Decision[Move]:
        clues = _present("clues", view.clues)
        code = self._baseline.intercept(clues, view.opponent_history, rng)
        return Decision(InterceptGuess(code=code))

    def _guess_keywords(self, view: DecryptoView, rng: random.Random) -> Decision[Move]:  # noqa: ARG002
        words: list[str] = []
        for earlier in view.opponent_sheet:
            words.append(self._baseline.nearest_keyword(earlier, words))
        return Decision(KeywordGuess(words=tuple(words)))


class EmbeddingOptions(Frozen):
    """The options of the player on vectors, at any seat.

    Attributes:
        safety: See `Encoder`.
        bank: The list that an interceptor knows; None: keywords may be any words.
    """

    safety: Safety = SAFETY
    bank: Bank | None = None


def embedding(context: Context) -> EmbeddingSeat:
    """Make an embedding player for any seat; its options are those of `EmbeddingOptions`.

    Raises:
        InputError: If an option is unknown or has an unusable value.
    """
    options = context.checked(EmbeddingOptions)
    return EmbeddingSeat(
        Meanings(context.blend(context.language)),
        context.legality,
        bank=options.bank,
        safety=options.safety,
        cache=context.cache or Cache(),
    )


def baseline(context: Context) -> BaselineSeat:
    """Make a baseline player for any seat; it uses one static space, and has no options.

    Raises:
        InputError: If it is told any.
    """
    context.checked(NoOptions)
    source = load_source(_BASELINE_SOURCE[context.language])
    vocabulary = context.blend(context.language).vocabulary
    return BaselineSeat(Baseline(source, vocabulary), context.legality)


def _legal(view: DecryptoView, options: LegalityOptions) -> Callable[[str], bool]:
    keywords, used, language = view.keywords or (), view.used_clues, view.language

    def legal(clue: str) -> bool:
        verdict = check_clue(clue, keywords, language, "decrypto", used=used, options=options)
        return verdict.legal

    return legal


def _present(field: str, value: Any) -> Any:
    if value is None:
        raise bad_input(
            field,
            "",
            en=f"the view holds no {field}; a seat needs them for this task.",
            zh="视图中缺少完成这一步所需的内容。",
        )
    return value


def posterior_notes(probabilities: Floats, slots: Floats) -> dict[str, Any]:
    """Return what the notes of a decoder or interceptor say of the code.

    Args:
        probabilities: P(code), array (24,), in the order of `ALL_CODES`.
        slots: P(clue i stands for slot j), array (3, 4).
    """
    order = np.argsort(-probabilities, kind="stable")
    shares = np.round(probabilities[order].astype(np.float64), 6).tolist()
    return {
        "probabilities": [
            {"code": [*ALL_CODES[i]], "p": p} for i, p in zip(order.tolist(), shares, strict=True)
        ],
        "slots": np.round(slots.astype(np.float64), 6).tolist(),
    }
