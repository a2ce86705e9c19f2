"""What is asked of a chat model, what comes back, and the protocol in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant"]

Mode = Literal["native", "tool", "prompted"]
"""How an endpoint is made to answer in JSON: by a schema it enforces, by a tool call, or because
the prompt shows an example."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Settings:
    """How a reply is generated.

    Attributes:
        max_tokens: Longest reply. Schemas let models pad with blanks, so leave room.
        temperature: 0 for the likeliest reply.
        seed: Asks servers that can for a repeatable sample.
        logprobs: How many likeliest tokens to report at each position; 0 for none. Servers that
            do not have them ignore it.
    """

    max_tokens: int = 300
    temperature: float = 0.0
    seed: int | None = None
    logprobs: int = 0

    @property
    def repeatable(self) -> bool:
        """Whether the same prompt may be expected to bring the same reply."""
        return self.temperature == 0 or self.seed is not None


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model.

    Attributes:
        messages: The conversation so far.
        schema: The JSON schema of the answer (`cluebot.llm.schema.json_schema`).
        settings: How the reply is generated.
    """

    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    settings: Settings = field(default_factory=Settings)

    def to_json(self) -> dict[str, Any]:
        """Return JSON values for a record."""
        return {
            "messages": [asdict(message) for message in self.messages],
            "schema": dict(self.schema),
            "settings": asdict(self.settings),
        }


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a reply.

    Attributes:
        text: The token.
        logprob: Its natural log probability.
        top: The likeliest tokens at its place with their log probabilities.
    """

    text: str
    logprob: float
    top: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered, before anybody has read it.

    Attributes:
        text: The answer; in tool mode the arguments of the tool call.
        finish: Why the model stopped: ``"stop"``, ``"length"``, ``"content_filter"``, ...
        tokens_in: Tokens of the prompt.
        tokens_out: Tokens of the reply, hidden reasoning included.
        counted: Whether the server counted the tokens; otherwise they are estimated.
        cost: What the call cost, in the currency of the endpoint's prices; None without prices.
        seconds: Wall-clock seconds from the question to the reply, waiting and retries included.
        refusal: The words in which the server says that the model refused; mostly empty.
        tokens: The tokens of the reply, where they were asked for and the server has them.
        retried: The failures before this reply came, such as ``("429", "unreachable")``.
        cached: Whether the reply came from the cache: it cost nothing this time.
    """

    text: str
    finish: str = "stop"
    tokens_in: int = 0
    tokens_out: int = 0
    counted: bool = True
    cost: float | None = None
    seconds: float = 0.0
    refusal: str = ""
    tokens: tuple[Token, ...] = ()
    retried: tuple[str, ...] = ()
    cached: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return JSON values for a record."""
        data = asdict(self)
        data["retried"] = list(self.retried)
        data["tokens"] = [
            [t.text, t.logprob, [[text, p] for text, p in t.top]] for t in self.tokens
        ]
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reply:
        """Read what `to_json` wrote.

        Raises:
            KeyError, TypeError, ValueError: If the values are not those of a reply.
        """
        tokens = tuple(
            Token(text, float(p), tuple((t, float(q)) for t, q in top))
            for text, p, top in data["tokens"]
        )
        return cls(**{**data, "tokens": tokens, "retried": tuple(data["retried"])})


class ChatModel(Protocol):
    """A chat model at some endpoint."""

    @property
    def endpoint(self) -> str:
        """The name under which calls are recorded."""
        ...

    @property
    def model(self) -> str:
        """The model's own name."""
        ...

    @property
    def mode(self) -> Mode:
        """How it is made to answer in JSON."""
        ...

    def ask(self, request: Request, timeout: float | None = None) -> Reply:
        """Ask one question and wait for the reply.

        Args:
            request: The question.
            timeout: Most seconds to wait, retries included; the endpoint's own timeout holds too.

        Raises:
            ModelError: If there is no reply.
            Cancelled: If another thread called it off.
        """
        ...
