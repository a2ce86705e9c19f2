"""Players of Decrypto that ask a chat model together with vectors."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from cluebot.errors import Forfeit, Text
from cluebot.games.codec import parse
from cluebot.games.decrypto import Clues, DecodeGuess, DecryptoView, InterceptGuess
from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.moves import Move
from cluebot.llm.model import ChatModel
from cluebot.llm.reading import Problem
from cluebot.players.base import Context, Decision
from cluebot.players.decrypto.encoder import SAFETY
from cluebot.players.decrypto.players import posterior_notes
from cluebot.players.decrypto.posteriors import Floats, best_code, slot_probabilities
from cluebot.players.llm.choice import choose
from cluebot.players.llm.decrypto import SETS, ChatSeat, SetsAnswer, clue_problems
from cluebot.players.llm.options import ChatOptions
from cluebot.players.llm.player import NO_LIMIT
from cluebot.players.llm.talk import Talk
from embeddings.errors import UnknownWord

CLOSE = 0.03
"""How much worth the model's choice may cost, by the reckoning of the vectors."""


class HybridSeat(ChatSeat):
    """Vectors and a model together.

    Codes: log P(code) is (1 - weight) x the vectors' + weight x the model's. Clues: the model
    chooses among sets of the vectors that are nearly alike in worth (``shortlist``), or the vectors
    among sets of the model (``propose``). With weight 0 the model is not asked.
    """

    def __init__(
        self, model: ChatModel, context: Context, options: ChatOptions, weight: float
    ) -> None:
        super().__init__(model, context, options, weight)
        self._share = weight

    def decide(self, view: DecryptoView, rng: random.Random, talk: Talk) -> Decision[Move]:
        """Do what the view's task asks for."""
        if not self._share:
            return self.vectors().act(view, rng, NO_LIMIT)
        try:
            return super().decide(view, rng, talk)
        except UnknownWord as error:
            raise Forfeit(Text(error.en, error.zh)) from error

    def _encode(self, view: DecryptoView, talk: Talk) -> Decision[Move]:
        if self.options.approach == "shortlist":
            return self._choose_set(view, talk)
        found: list[tuple[str, ...]] = []

        def check(answer: SetsAnswer) -> list[Problem]:
            problems: list[Problem] = []
            for one in answer.sets:
                wrong = clue_problems(view, one)
                problems += wrong
                if not wrong:
                    found.append(parse(Clues, {"clues": one.clues}).clues)
            return [] if found else problems

        talk.ask(self._encode_prompt("encode_many", view, count=SETS), SetsAnswer, check)
        judged = [(clues, self._judge(view, clues)) for clues in found]
        clues, notes = min(judged, key=lambda pair: (-self._worth(pair[1]), pair[0]))
        return Decision(Clues(clues=clues), notes)

    def _choose_set(self, view: DecryptoView, talk: Talk) -> Decision[Move]:
        """Have the model choose among sets of the vectors."""
        offers: list[Decision[Any]] = []
        barred: set[str] = set()
        for _ in range(SETS):
            try:
                offer: Decision[Any] = self.vectors().encode(view, barred)
            except Forfeit:
                break
            offers.append(offer)
            barred |= set(offer.move.clues)
        if not offers:
            return self.vectors().encode(view)
        least = self._worth(offers[0].notes) - CLOSE
        close = [offer for offer in offers if self._worth(offer.notes) >= least]
        if len(close) == 1:
            return close[0]
        prompts, keywords = self.prompts, view.keywords or ()
        prompt = prompts.fill(
            "choose_set",
            words=prompts.list(keywords),
            targets=prompts.list(keywords[number - 1] for number in view.code or ()),
            sets=prompts.numbered(offer.move.clues for offer in close),
        )
        names = [str(i + 1) for i in range(len(close))]
        return close[names.index(choose(talk, prompt, names).answers[0])]

    def _judge(self, view: DecryptoView, clues: tuple[str, ...]) -> dict[str, Any]:
        """Return how likely own team and other side find the code, as the vectors play them."""
        heard = view.model_copy(update={"task": "decode", "clues": clues})
        notes = {"p_decode": self._chance(heard, view.code), "p_intercept": 0.0}
        if view.interception and view.history:
            theirs = {"task": "intercept", "clues": clues, "opponent_history": view.history}
            notes["p_intercept"] = self._chance(view.model_copy(update=theirs), view.code)
        return notes

    def _chance(self, view: DecryptoView, code: tuple[int, int, int] | None) -> float:
        """Return how likely the vectors hold a code to be."""
        return float(self.by_vectors(view)[0][ALL_CODES.index(code)]) if code else 0.0

    def _worth(self, notes: Mapping[str, Any]) -> float:
        safety = SAFETY if self.options.safety is None else self.options.safety
        return float(notes["p_decode"] - safety * notes["p_intercept"])

    def by_model(self, view: DecryptoView, talk: Talk) -> Floats:
        """Return the model's log P(code), array (24,)."""
        match = self._match if view.task == "decode" else self._match_hidden
        return self._heard(view, match(view, talk))

    def by_vectors(self, view: DecryptoView) -> tuple[Floats, dict[str, Any]]:
        """Return P(code), array (24,), and the notes of the player on vectors."""
        notes = dict(self.vectors().act(view, random.Random(0), NO_LIMIT).notes)
        by_code = {tuple(x["code"]): x["p"] for x in notes["probabilities"]}
        return np.array([by_code[code] for code in ALL_CODES], dtype=np.float32), notes

    def _decode(self, view: DecryptoView, talk: Talk) -> Decision[Move]:
        notes, code = self._mixed(view, talk)
        return Decision(DecodeGuess(code=code), notes)

    def _intercept(self, view: DecryptoView, rng: random.Random, talk: Talk) -> Decision[Move]:
        if not view.opponent_history:
            return self.vectors().act(view, rng, NO_LIMIT)
        notes, code = self._mixed(view, talk)
        return Decision(InterceptGuess(code=code), notes)

    def _mixed(self, view: DecryptoView, talk: Talk) -> tuple[dict[str, Any], tuple[int, int, int]]:
        """Return notes and code by both parts."""
        vectors, notes = self.by_vectors(view)
        chances = mix_codes(vectors, self.by_model(view, talk), self._share)
        mixed = posterior_notes(chances, slot_probabilities(chances))
        return {**notes, **mixed}, ALL_CODES[best_code(chances)]


def mix_codes(vectors: Floats, heard: Floats, share: float) -> Floats:
    """Mix the vectors' P(code) and the model's log P(code), arrays (24,), into P(code)."""
    logs = (1 - share) * np.log(np.maximum(vectors, 1e-9)) + share * np.maximum(heard, -1e3)
    powers: Floats = np.exp(logs - logs.max()).astype(np.float32)
    powers /= powers.sum()
    return powers
