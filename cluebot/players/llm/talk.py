"""The calls of one move: each asked in the loop, all of them kept for the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cluebot.errors import Forfeit, Language
from cluebot.llm.budget import Meter
from cluebot.llm.loop import Proposal, propose
from cluebot.llm.model import ChatModel, Message, Settings
from cluebot.llm.reading import AnswerT, Problem

Check = Callable[[AnswerT], Sequence[Problem]]


@dataclass(slots=True)
class Talk:
    """What is said with one model about one move.

    Attributes:
        model: The model.
        language: The language of the game, in which it is spoken to.
        tries: How many answers may be asked for to one question.
        max_tokens: Longest reply.
        meter: What the move may spend.
        calls: The record of all calls so far.
    """

    model: ChatModel
    language: Language
    tries: int
    max_tokens: int
    meter: Meter
    calls: list[dict[str, Any]] = field(default_factory=list)

    def ask(
        self,
        prompt: str,
        schema: type[AnswerT],
        check: Check[AnswerT] | None = None,
        *,
        logprobs: int = 0,
        temperature: float = 0.0,
        seed: int | None = None,
    ) -> Proposal[AnswerT]:
        """Ask one question until its answer passes.

        Raises:
            Forfeit: If none did; see `cluebot.llm.loop.propose`.
        """
        settings = Settings(
            max_tokens=self.max_tokens, temperature=temperature, seed=seed, logprobs=logprobs
        )
        try:
            proposal = propose(
                self.model,
                [Message("user", prompt)],
                schema,
                check,
                language=self.language,
                tries=self.tries,
                settings=settings,
                meter=self.meter,
            )
        except Forfeit as forfeit:
            self.calls += forfeit.notes["calls"]
            raise
        self.calls += proposal.calls
        return proposal
