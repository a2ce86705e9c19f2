"""Players of Decrypto that ask a chat model: any seat, any task."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from cluebot.errors import Forfeit, IllegalMove, InputError, Text
from cluebot.games.codec import parse
from cluebot.games.decrypto import Clues, DecodeGuess, DecryptoView, InterceptGuess, KeywordGuess
from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.moves import Move
from cluebot.llm.reading import Problem
from cluebot.players.base import Decision
from cluebot.players.decrypto.players import EmbeddingSeat, embedding, posterior_notes
from cluebot.players.decrypto.posteriors import (
    Floats,
    allowed_codes,
    best_code,
    code_log_probabilities,
    slot_probabilities,
)
from cluebot.players.llm.choice import choose
from cluebot.players.llm.player import ChatPlayer
from cluebot.players.llm.talk import Talk

SETS = 3
"""How many sets of clues are to choose from."""
_SLOTS = ("1", "2", "3", "4")
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
