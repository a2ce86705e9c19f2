"""What all calls to one endpoint share: a bound on how many run at once, and a circuit breaker."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


class Breaker:
    """Stops calls to an endpoint that is down, and lets one through now and then to see.

    Closed, it counts failures in a row; at ``failures`` it opens. After ``pause`` seconds it is
    half open: the next call is let through alone, and closes it or opens it anew.

    Args:
        failures: How many failures in a row open it.
        pause: How many seconds it stays open.
        clock: Returns seconds that never run backwards.
    """

    def __init__(
        self,
        failures: int = 3,
        pause: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limit = failures
        self._pause = pause
        self._clock = clock
        self._failures = 0
        self._opened: float | None = None
        self._probing = False

    def wait(self) -> float:
        """Return how many seconds no call may be made; 0 when one may."""
        if self._opened is None:
            return 0.0
        left = self._opened + self._pause - self._clock()
        if left > 0:
            return left
        return self._pause if self._probing else 0.0

    def admit(self) -> None:
        """Note that a call is made; the first one after the pause is the probe."""
        self._probing = self._opened is not None

    def succeeded(self) -> None:
        """Note that the endpoint answered; closes the breaker."""
        self._failures = 0
        self._opened = None
        self._probing = False

    def failed(self) -> None:
        """Note that the endpoint did not answer."""
        self._failures += 1
        if self._probing or self._failures >= self._limit:
            self._opened = self._clock()
        self._probing = False

    def released(self) -> None:
        """Note that the call ended without telling anything of the endpoint."""
        self._probing = False


class Gate:
    """What all calls to one endpoint pass through; used on one event loop only.

    Args:
        concurrency: How many calls may be under way at once.
        breaker: The endpoint's circuit breaker.
    """

    def __init__(self, concurrency: int, breaker: Breaker | None = None) -> None:
        self.breaker = Breaker() if breaker is None else breaker
        self.places = asyncio.Semaphore(concurrency)
