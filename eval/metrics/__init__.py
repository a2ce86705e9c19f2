"""Metrics: what is read off games. One file each; every metric is a ratio of two sums."""

from eval.metrics.base import METRICS, Metric, Tally, metrics_of

__all__ = ["METRICS", "Metric", "Tally", "metrics_of"]
