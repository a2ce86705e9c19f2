"""Players of Decrypto that ask a chat model, alone or together with vectors: any seat, any task."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from cluebot.errors import Forfeit, IllegalMove, InputError, Text
from cluebot.games.codec import parse
from cluebot.games.decrypto import Clues, DecodeGuess, DecryptoView, InterceptGuess, KeywordGuess
from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.moves import Move
from cluebot.llm.model import ChatModel
from cluebot.llm.reading import Problem
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.decrypto.players import EmbeddingSeat, embedding, posterior_notes
from cluebot.players.decrypto.posteriors import (
    Floats,
    allowed_codes,
    best_code,
    code_log_probabilities,
    slot_probabilities,
)
from cluebot.players.llm.choice import choose
from cluebot.players.llm.options import ChatOptions
from cluebot.players.llm.player import ChatPlayer
from cluebot.players.llm.talk import Talk
from embeddings.errors import VectorsError

SETS = 3
"""How many sets of clues the vectors offer to the model, or the model to the vectors."""
CLOSE = 0.03
"""How much worth the model's choice may cost, by the reckoning of the vectors."""

_SLOTS = ("1", "2", "3", "4")
_NO_LIMIT = Budget()
_NOTHING_ASKED = Text("Nothing is asked of this seat now.", "现在不需要该座位行动。")


class CluesAnswer(BaseModel):
    """Three clues."""

    model_config = ConfigDict(extra="forbid")
    clues: list[str] = Field(min_length=3, max_length=3)


class SetsAnswer(BaseModel):
    """Several sets of three clues."""

    model_config = ConfigDict(extra="forbid")
    sets: list[CluesAnswer] = Field(min_length=1, max_length=SETS)


class WordsAnswer(BaseModel):
    """Four keywords."""

    model_config = ConfigDict(extra="forbid")
    words: list[str] = Field(min_length=4, max_length=4)


class ChatSeat(ChatPlayer[DecryptoView, Move]):
    """Encodes, decodes and intercepts as the model says."""

    def decide(self, view: DecryptoView, rng: random.Random, talk: Talk) -> Decision[Move]:
        """Do what the view's task asks for."""
        match view.task:
            case "encode":
                return self._encode(view, talk)
            case "decode":
                return self._decode(view, talk)
            case "intercept":
                return self._intercept(view, rng, talk)
            case "guess_keywords":
                return self._guess_keywords(view, talk)
            case _:
                raise Forfeit(_NOTHING_ASKED)

    def vectors(self) -> EmbeddingSeat:
        """Return the player on vectors."""
        return self._seat

    @cached_property
    def _seat(self) -> EmbeddingSeat:
        return embedding(self.vector_context("safety", "bank"))

    def _encode(self, view: DecryptoView, talk: Talk) -> Decision[Move]:
        def check(answer: CluesAnswer) -> list[Problem]:
            return clue_problems(view, answer)

        proposal = talk.ask(self._encode_prompt("encode", view), CluesAnswer, check)
        return Decision(parse(Clues, {"clues": proposal.value.clues}))

    def _decode(self, view: DecryptoView, talk: Talk) -> Decision[Move]:
        probabilities = np.exp(self._heard(view, self._match(view, talk)))
        notes = posterior_notes(probabilities, slot_probabilities(probabilities))
        return Decision(DecodeGuess(code=ALL_CODES[best_code(probabilities)]), notes)

    def _intercept(self, view: DecryptoView, rng: random.Random, talk: Talk) -> Decision[Move]:
        if not view.opponent_history:
            # Nothing is known of the keywords yet; any code will do.
            return Decision(InterceptGuess(code=rng.choice(ALL_CODES)))
        probabilities = np.exp(self._heard(view, self._match_hidden(view, talk)))
        notes = posterior_notes(probabilities, slot_probabilities(probabilities))
        return Decision(InterceptGuess(code=ALL_CODES[best_code(probabilities)]), notes)

    def _guess_keywords(self, view: DecryptoView, talk: Talk) -> Decision[Move]:
        def check(answer: WordsAnswer) -> list[Problem]:
            return move_problems(view, lambda: parse(KeywordGuess, {"words": answer.words}))

        prompt = self.prompts.fill("keywords", lines=self.prompts.numbered(view.opponent_sheet))
        proposal = talk.ask(prompt, WordsAnswer, check)
        return Decision(parse(KeywordGuess, {"words": proposal.value.words}))

    def _match(self, view: DecryptoView, talk: Talk) -> Floats:
        """Ask which keyword each clue means; return log-chances, array (3, 4)."""
        prompts, keywords = self.prompts, view.keywords or ()
        earlier = ""
        if view.history:
            pairs = zip(keywords, view.sheet, strict=True)
            lines = (f"{prompts.quote(word)}: {prompts.list(row)}" for word, row in pairs if row)
            earlier = prompts.fill("match_earlier", lines="\n".join(lines))
        prompt = prompts.fill(
            "match",
            words=prompts.list(keywords),
            earlier=earlier,
            clues=prompts.numbered([clue] for clue in view.clues or ()),
        )
        choice = choose(talk, prompt, keywords, 3, samples=self.options.samples)
        return np.log(choice.chances).astype(np.float32)

    def _match_hidden(self, view: DecryptoView, talk: Talk) -> Floats:
        """Ask for which hidden keyword each clue was given; return log-chances, array (3, 4)."""
        prompts = self.prompts
        prompt = prompts.fill(
            "match_hidden",
            lines=prompts.numbered(view.opponent_sheet),
            clues=prompts.lines(view.clues or ()),
        )
        choice = choose(talk, prompt, _SLOTS, 3, samples=self.options.samples)
        return np.log(choice.chances).astype(np.float32)

    def _heard(self, view: DecryptoView, scores: Floats) -> Floats:
        """Return log P(code), array (24,), from log-chances (3, 4)."""
        told = view.history if view.task == "decode" else view.opponent_history
        allowed = allowed_codes(() if view.options.repeat_codes else (entry.code for entry in told))
        return code_log_probabilities(scores, allowed)

    def _encode_prompt(self, name: str, view: DecryptoView, **more: int) -> str:
        prompts, keywords, code = self.prompts, view.keywords or (), view.code or ()
        targets = [keywords[number - 1] for number in code]
        return prompts.fill(
            name,
            targets=prompts.numbered([word] for word in targets),
            others=prompts.part("encode_others", (w for w in keywords if w not in targets)),
            earlier=prompts.part("used", view.used_clues),
            **more,
        )


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
            return self.vectors().act(view, rng, _NO_LIMIT)
        try:
            return super().decide(view, rng, talk)
        except VectorsError as error:
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

    def _chance(self, view: DecryptoView, code: tuple[int, ...] | None) -> float:
        """Return how likely the vectors hold a code to be."""
        decision = self.vectors().act(view, random.Random(0), _NO_LIMIT)
        found = {tuple(x["code"]): float(x["p"]) for x in decision.notes["probabilities"]}
        return found[code or ()]

    def _worth(self, notes: Mapping[str, Any]) -> float:
        safety = 1.0 if self.options.safety is None else self.options.safety
        return float(notes["p_decode"] - safety * notes["p_intercept"])

    def _decode(self, view: DecryptoView, talk: Talk) -> Decision[Move]:
        notes, code = self._mixed(view, self._match(view, talk))
        return Decision(DecodeGuess(code=code), notes)

    def _intercept(self, view: DecryptoView, rng: random.Random, talk: Talk) -> Decision[Move]:
        if not view.opponent_history:
            return self.vectors().act(view, rng, _NO_LIMIT)
        notes, code = self._mixed(view, self._match_hidden(view, talk))
        return Decision(InterceptGuess(code=code), notes)

    def _mixed(
        self, view: DecryptoView, scores: Floats
    ) -> tuple[dict[str, Any], tuple[int, int, int]]:
        """Return notes and code by both parts; ``scores`` are the model's log-chances (3, 4)."""
        notes = self.vectors().act(view, random.Random(0), _NO_LIMIT).notes
        by_code = {tuple(x["code"]): x["p"] for x in notes["probabilities"]}
        vectors = np.array([by_code[code] for code in ALL_CODES], dtype=np.float32)
        probabilities = mix_codes(vectors, self._heard(view, scores), self._share)
        mixed = posterior_notes(probabilities, slot_probabilities(probabilities))
        return {**notes, **mixed}, ALL_CODES[best_code(probabilities)]


def mix_codes(vectors: Floats, heard: Floats, share: float) -> Floats:
    """Mix the vectors' P(code) and the model's log P(code), arrays (24,), into P(code)."""
    logs = (1 - share) * np.log(np.maximum(vectors, 1e-9)) + share * np.maximum(heard, -1e3)
    powers: Floats = np.exp(logs - logs.max()).astype(np.float32)
    powers /= powers.sum()
    return powers


def clue_problems(view: DecryptoView, answer: CluesAnswer) -> list[Problem]:
    """Return what is wrong with three clues."""
    return move_problems(view, lambda: parse(Clues, {"clues": answer.clues}))


def move_problems(view: DecryptoView, make: Callable[[], Move]) -> list[Problem]:
    """Return what is wrong with a move, its shape included."""
    try:
        view.check(make())
    except InputError as error:
        return [Problem("invalid", Text(d.to("en"), d.to("zh"))) for d in error.defects]
    except IllegalMove as error:
        return [Problem("illegal", error.text)]
    return []
