"""Clue givers of Codenames that ask a chat model, alone or together with vectors."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from cluebot.errors import Forfeit, IllegalMove, Text
from cluebot.games.codenames import Accept, Cover, GiveClue, SpymasterView
from cluebot.llm.model import ChatModel
from cluebot.llm.reading import Problem
from cluebot.players.base import Context, Decision
from cluebot.players.codenames import Candidate, ClueTask, EmbeddingClueGiver
from cluebot.players.llm.choice import choose, spelled_as
from cluebot.players.llm.options import ChatOptions
from cluebot.players.llm.player import NO_LIMIT, ChatPlayer
from cluebot.players.llm.prompts import Prompts
from cluebot.players.llm.talk import Talk
from cluebot.rules.legality import check_clue
from cluebot.rules.text import squash

Move = GiveClue | Accept | Cover

SHORTLIST = 6
"""How many clues of the vectors the model chooses among."""
CLOSE = 0.02
"""How much win chance the choice may cost, by the reckoning of the vectors."""
PROPOSALS = 5
"""How many clues the model proposes to the vectors."""


class ClueAnswer(BaseModel):
    """A clue and the words it is meant for."""

    model_config = ConfigDict(extra="forbid")
    clue: str = Field(max_length=200)
    words: list[str]


class CluesAnswer(BaseModel):
    """Several clues."""

    model_config = ConfigDict(extra="forbid")
    clues: list[ClueAnswer]


class ChatClueGiver(ChatPlayer[SpymasterView, Move]):
    """Gives the clue that the model proposes, once it is legal.

    The number is that of the words the model means, so it never says more than it can name.
    """

    def decide(self, view: SpymasterView, rng: random.Random, talk: Talk) -> Decision[Move]:  # noqa: ARG002
        """Give a clue, or rule on the other side's."""
        if view.phase == "ruling":
            return Decision(ruling(view))
        most = self._most(view)
        prompt = clue_prompt("clue", self.prompts, view, most)
        proposal = talk.ask(prompt, clue_schema(view.own, most), partial(self._problems, view))
        answer = proposal.value
        targets = list(dict.fromkeys(answer.words))
        move = GiveClue(word=answer.clue, number=len(targets))
        return Decision(move, {"targets": targets, "candidates": []})

    def vectors(self) -> EmbeddingClueGiver:
        """Return the clue giver on vectors."""
        return self._giver

    @cached_property
    def _giver(self) -> EmbeddingClueGiver:
        names = ("level", "max_number", "banned", "listener", "top")
        return EmbeddingClueGiver(self.vector_context(*names))

    def _most(self, view: SpymasterView) -> int:
        return max(1, min(self.options.largest_number, view.options.max_number, len(view.own)))

    def _problems(self, view: SpymasterView, answer: ClueAnswer) -> list[Problem]:
        """Return what is wrong with a clue."""
        if self.options.bans(answer.clue):
            text = Text(f"“{answer.clue}” is not wanted.", f"不要用「{answer.clue}」。")
            return [Problem("illegal", text)]
        if squash(answer.clue) in set(map(squash, view.used_clues)):
            text = Text(f"“{answer.clue}” has been said.", f"「{answer.clue}」已经说过了。")
            return [Problem("illegal", text)]
        verdict = check_clue(
            answer.clue,
            view.uncovered,
            view.language,
            "codenames",
            used=view.used_clues,
            options=view.options.legality,
        )
        # Like the player on vectors it says nothing that the table would have to be asked about.
        if verdict.verdict != "legal":
            return [Problem("illegal", reason.detail) for reason in verdict.reasons]
        try:
            view.check(GiveClue(word=answer.clue, number=len(set(answer.words))))
        except IllegalMove as error:
            return [Problem("illegal", error.text)]
        return []


class HybridClueGiver(ChatClueGiver):
    """Vectors and a model together.

    ``shortlist``: the model chooses among the best clues of the vectors, as far as they are close.
    ``propose``: the vectors choose among clues of the model, and say the number.
    With weight 0 the model does not understand clues well enough to be asked.
    """

    def __init__(
        self, model: ChatModel, context: Context, options: ChatOptions, weight: float
    ) -> None:
        super().__init__(model, context, options, weight)
        self._share = weight

    def decide(self, view: SpymasterView, rng: random.Random, talk: Talk) -> Decision[Move]:
        """Give a clue, or rule on the other side's."""
        if view.phase == "ruling":
            return Decision(ruling(view))
        if not self._share:
            return self.vectors().act(view, rng, NO_LIMIT)
        task = ClueTask.of(view)
        if self.options.approach == "shortlist":
            ranked = self.vectors().rank(task, max(SHORTLIST, self.options.top))
            if not ranked:
                raise Forfeit(Text("No legal clue in the vocabulary.", "词表中没有合法的线索。"))
            ranked = self._chosen(view, ranked, talk)
        else:
            ranked = self.vectors().rank(task, PROPOSALS, self._proposed(view, talk))
        best = ranked[0]
        shown = [one.to_json(view.language) for one in ranked[: self.options.top]]
        notes: dict[str, Any] = {"targets": list(best.targets), "candidates": shown}
        return Decision(GiveClue(word=best.clue, number=best.number), notes)

    def _chosen(self, view: SpymasterView, ranked: list[Candidate], talk: Talk) -> list[Candidate]:
        """Return the candidates with the model's choice among the best of them in front."""
        close = [c for c in ranked[:SHORTLIST] if c.value >= ranked[0].value - CLOSE]
        if len(close) == 1:
            return ranked
        prompts = self.prompts
        hints = (
            prompts.fill("pair", clue=prompts.quote(c.clue), words=prompts.list(c.targets))
            for c in close
        )
        prompt = prompts.fill(
            "choose_clue",
            hints="\n".join(f"- {hint}" for hint in hints),
            words=prompts.list(view.uncovered),
        )
        answer = choose(talk, prompt, [c.clue for c in close]).answers[0]
        first = next(c for c in close if c.clue == answer)
        return [first, *(c for c in ranked if c is not first)]

    def _proposed(self, view: SpymasterView, talk: Talk) -> list[str]:
        """Return legal clues of the model; asks again while there are none."""
        most = self._most(view)
        found: dict[str, str] = {}

        def check(answer: CluesAnswer) -> list[Problem]:
            problems: list[Problem] = []
            for one in answer.clues:
                wrong = self._problems(view, one)
                problems += wrong
                if not wrong:
                    found[squash(one.clue)] = one.clue
            return [] if found else problems

        prompt = clue_prompt("clues", self.prompts, view, most, count=PROPOSALS)
        talk.ask(prompt, clues_schema(view.own, most), check)
        return list(found.values())


def clue_prompt(name: str, prompts: Prompts, view: SpymasterView, most: int, **more: int) -> str:
    """Return the question for one clue or several."""
    avoid = (
        prompts.part("avoid", (*view.opponent, *view.neutral, *view.assassin))
        + prompts.part("deadly", view.assassin)
        + prompts.part("used", view.used_clues)
    )
    return prompts.fill(name, own=prompts.list(view.own), most=most, avoid=avoid, **more)


def clue_schema(own: Sequence[str], most: int) -> type[ClueAnswer]:
    """Return the schema of a clue for at most ``most`` of the ``own`` words."""
    one = Annotated[Literal[tuple(own)], BeforeValidator(spelled_as(own))]  # type: ignore[valid-type]
    many: Any = Annotated[list[one], Field(min_length=1, max_length=most)]  # type: ignore[valid-type]
    return create_model("ClueAnswer", __base__=ClueAnswer, words=(many, ...))


def clues_schema(own: Sequence[str], most: int) -> type[CluesAnswer]:
    """Return the schema of several clues."""
    one = clue_schema(own, most)
    many: Any = Annotated[list[one], Field(min_length=1, max_length=PROPOSALS)]  # type: ignore[valid-type]
    return create_model("CluesAnswer", __base__=CluesAnswer, clues=(many, ...))


def ruling(view: SpymasterView) -> Accept | Cover:
    """Rule on the other side's clue by the check alone: what is plainly illegal does not stand."""
    current = view.current
    if current is not None and current.ruling == "illegal":
        return Cover(word=min(view.own))
    return Accept()
