"""One tiny call that shows what an endpoint can do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from cluebot.errors import CluebotError, Forfeit, Language, Text
from cluebot.llm.client import HttpModel
from cluebot.llm.endpoint import Endpoint
from cluebot.llm.errors import ModelError
from cluebot.llm.loop import propose
from cluebot.llm.model import Message, Reply, Settings

_QUESTION = Text("Is fire hot? Yes or no?", "火是热的吗？回答 yes 或 no。")
_LOGPROBS = 5


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")
    answer: Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class Probe:
    """What a test call showed; None where the call did not get far enough to tell.

    Attributes:
        failure: Why there was no reply; None if there was one.
        answered: Whether the answer was JSON as the schema wants it, in the endpoint's mode.
        text: The reply, shortened.
        usage: Whether the server counts tokens.
        logprobs: Whether it reports token probabilities: ``"yes"``, ``"no"`` (it ignores the
            request) or ``"refused"`` (a call that asks for them fails).
        reply: Latency, tokens and cost.
    """

    failure: CluebotError | None = None
    answered: bool | None = None
    text: str = ""
    usage: bool | None = None
    logprobs: Literal["yes", "no", "refused"] | None = None
    reply: Reply | None = None

    @property
    def works(self) -> bool:
        """Whether games can be played with it."""
        return bool(self.answered)

    def to_json(self, language: Language) -> dict[str, Any]:
        """Return JSON values."""
        reply = self.reply
        return {
            "works": self.works,
            "failure": self.failure.to(language) if self.failure else None,
            "answered": self.answered,
            "usage": self.usage,
            "logprobs": self.logprobs,
            "seconds": reply.seconds if reply else None,
            "tokens_in": reply.tokens_in if reply else None,
            "tokens_out": reply.tokens_out if reply else None,
            "cost": reply.cost if reply else None,
        }


def probe(endpoint: Endpoint, language: Language = "en") -> Probe:
    """Ask one question; a second time without token probabilities if they are refused.

    Raises:
        InputError: If the endpoint's key is not where it should be.
    """
    model = HttpModel(endpoint)
    shown = _probe(model, Settings(logprobs=_LOGPROBS), language)
    failure = shown.failure
    if isinstance(failure, ModelError) and failure.fault == "rejected":
        again = _probe(model, Settings(), language)
        if again.reply is not None:
            return replace(again, logprobs="refused")
    return shown


def _probe(model: HttpModel, settings: Settings, language: Language) -> Probe:
    question = [Message("user", _QUESTION.to(language))]
    try:
        proposal = propose(model, question, _Answer, language=language, tries=1, settings=settings)
    except Forfeit as forfeit:
        if isinstance(forfeit.__cause__, ModelError):
            return Probe(forfeit.__cause__)
        reply = Reply.from_json(forfeit.notes["calls"][0]["reply"])
        return _shown(reply, answered=False)
    return _shown(proposal.reply, answered=True)


def _shown(reply: Reply, *, answered: bool) -> Probe:
    return Probe(
        answered=answered,
        text=reply.text[:200],
        usage=reply.counted,
        logprobs="yes" if reply.tokens else "no",
        reply=reply,
    )
