"""How often one caller may ask: a token bucket each."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

MAX_CALLERS = 10_000
"""Callers remembered at once; the longest silent one is forgotten first."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    seen: float


class RateLimiter:
    """Allows ``rate`` requests a second on average and ``burst`` at once to each caller.

    Args:
        rate: Requests a second; 0 allows everything.
        burst: Requests at once.
    """

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait(self, caller: str, now: float) -> float:
        """Count one request and return 0, or the seconds after which it would be allowed.

        Args:
            caller: Who asks.
            now: Seconds that never run backwards.
        """
        if not self._rate:
            return 0.0
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = self._buckets[caller] = _Bucket(self._burst, now)
            if len(self._buckets) > MAX_CALLERS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(caller)
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.seen) * self._rate)
        bucket.seen = now
        if bucket.tokens < 1:
            return (1 - bucket.tokens) / self._rate
        bucket.tokens -= 1
        return 0.0
