"""Measurements whose figures stand in docs/benchmarks.md; see each module's docstring."""
