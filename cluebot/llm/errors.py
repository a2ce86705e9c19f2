"""What can go wrong between here and a chat model."""

from __future__ import annotations

from typing import Literal, get_args

from cluebot.errors import CluebotError, Text

Fault = Literal[
    "unreachable",  # no connection, or it broke off
    "certificate",  # TLS could not be established
    "timeout",
    "unauthorized",  # 401, 403
    "not_found",  # 404: no such model, or no such address
    "rate_limited",  # 429
    "server",  # 5xx
    "not_api",  # an answer that no chat API gives, such as a web page
    "context",  # the prompt does not fit into the model's context
    "rejected",  # any other refusal of the request
    "open",  # not tried: the circuit breaker is open
]
FAULTS: tuple[Fault, ...] = get_args(Fault)


class ModelError(CluebotError):
    """A call that brought no reply.

    Attributes:
        fault: What went wrong, as a stable word.
        seconds: How long the call took.
    """

    def __init__(self, fault: Fault, message: Text, seconds: float = 0.0) -> None:
        super().__init__(message)
        self.fault = fault
        self.seconds = seconds


class Cancelled(CluebotError):  # noqa: N818 - not an error of anybody
    """The caller called the conversation off; no move follows from it."""

    def __init__(self) -> None:
        super().__init__(Text("The call was cancelled.", "调用已取消。"))
