"""A chat model that says what it was told to say; for tests and examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cluebot.llm.errors import ModelError
from cluebot.llm.model import Mode, Reply, Request

Line = str | Reply | ModelError | Callable[[Request], str]
"""What is answered to one request: a text, a whole reply, a failure, or what a function returns."""


class ScriptedModel:
    """Answers each request with the next line of a script.

    Args:
        script: The lines, in order.
        endpoint: The name under which calls are recorded.
        mode: How it claims to be made to answer in JSON.

    Attributes:
        requests: What it was asked.
    """

    def __init__(
        self, script: Iterable[Line], *, endpoint: str = "scripted", mode: Mode = "native"
    ) -> None:
        self.endpoint = endpoint
        self.model = "script"
        self.mode: Mode = mode
        self.requests: list[Request] = []
        self._script = list(script)

    @property
    def left(self) -> int:
        """How many lines have not been spoken yet."""
        return len(self._script) - len(self.requests)

    def ask(self, request: Request, timeout: float | None = None) -> Reply:  # noqa: ARG002
        """Return the next line.

        Raises:
            ModelError: If the script says so.
            AssertionError: If the script has run out.
        """
        if not self.left:
            msg = f"the script has run out after {len(self.requests)} replies"
            raise AssertionError(msg)
        line = self._script[len(self.requests)]
        self.requests.append(request)
        if isinstance(line, ModelError):
            raise line
        if isinstance(line, Reply):
            return line
        text = line if isinstance(line, str) else line(request)
        asked = sum(len(message.content) for message in request.messages)
        return Reply(text, tokens_in=asked // 4 + 1, tokens_out=len(text) // 4 + 1)
