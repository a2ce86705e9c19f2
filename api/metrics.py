"""What the service counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE

__all__ = ["CONTENT_TYPE", "Metrics"]

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """Counters of one process; each app has its own, so that tests do not share them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "cluebot_requests", "Requests answered.", ["route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "cluebot_request_seconds", "Time until a request was answered.", ["route"],
            buckets=_BUCKETS, registry=self.registry,
        )  # fmt: skip
        self.moves = Counter(
            "cluebot_moves", "Moves accepted.", ["game", "by"], registry=self.registry
        )
        self.streams = Gauge("cluebot_streams", "Event streams open.", registry=self.registry)
        self.working = Gauge(
            "cluebot_working", "Requests that hold or wait for a thread.", registry=self.registry
        )

    def render(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        return generate_latest(self.registry)
