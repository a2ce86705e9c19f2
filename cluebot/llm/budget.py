"""What a move or a game may spend on calls, and what it has spent."""

from __future__ import annotations

from dataclasses import dataclass, field

from cluebot.errors import Text, bad_input
from cluebot.llm.model import Reply


@dataclass(frozen=True, slots=True)
class Limits:
    """Most that may be spent; None means no limit.

    Attributes:
        seconds: Seconds of waiting for replies.
        tokens: Tokens of prompts and replies together.
        money: In the currency of the endpoint's prices.
    """

    seconds: float | None = None
    tokens: int | None = None
    money: float | None = None


@dataclass(slots=True)
class Meter:
    """Adds up what calls cost and says when to stop.

    Seconds are those that the replies report, not those of a clock: a replayed game runs out of
    time exactly where the recorded one did. A call under way is finished, so tokens and money may
    be exceeded by one call; seconds are not, they bound the call's timeout.

    Attributes:
        limits: What may be spent.
        outer: The meter of the whole game when this one measures a move; it is charged as well.
    """

    limits: Limits = field(default_factory=Limits)
    outer: Meter | None = None
    seconds: float = 0.0
    tokens: int = 0
    money: float = 0.0
    calls: int = 0

    def charge(self, reply: Reply) -> None:
        """Add a reply. One from the cache costs nothing.

        Raises:
            InputError: If money is limited but the endpoint has no prices.
        """
        if self.limits.money is not None and reply.cost is None:
            raise bad_input(
                "money", self.limits.money,
                en="a budget in money needs an endpoint with prices; "
                "add it again with --price-in and --price-out.",
                zh="按金额限制预算，端点须有价格；请加上 --price-in 和 --price-out 重新登记。",
            )  # fmt: skip
        if not reply.cached:
            self.seconds += reply.seconds
            self.tokens += reply.tokens_in + reply.tokens_out
            self.money += reply.cost or 0.0
            self.calls += 1
        if self.outer is not None:
            self.outer.charge(reply)

    def charge_seconds(self, seconds: float) -> None:
        """Add the time of a call that failed."""
        self.seconds += seconds
        self.calls += 1
        if self.outer is not None:
            self.outer.charge_seconds(seconds)

    @property
    def seconds_left(self) -> float | None:
        """How long the next call may take."""
        own = None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.seconds)
        outer = self.outer.seconds_left if self.outer is not None else None
        return min((left for left in (own, outer) if left is not None), default=None)

    def spent(self) -> Text | None:
        """Return what has run out, or None while calls may go on."""
        limits = self.limits
        if limits.seconds is not None and self.seconds >= limits.seconds:
            return Text(
                f"the {limits.seconds:g} s for model calls are used up.",
                f"模型调用的 {limits.seconds:g} 秒已用完。",
            )
        if limits.tokens is not None and self.tokens >= limits.tokens:
            return Text(
                f"the budget of {limits.tokens} tokens is used up ({self.tokens}).",
                f"{limits.tokens} 个 token 的预算已用完（已用 {self.tokens}）。",
            )
        if limits.money is not None and self.money >= limits.money:
            return Text(
                f"the budget of {limits.money:g} for model calls is used up ({self.money:.4g}).",
                f"模型调用的预算 {limits.money:g} 已用完（已用 {self.money:.4g}）。",
            )
        return self.outer.spent() if self.outer is not None else None
