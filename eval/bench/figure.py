"""One figure of a submission: only what the benchmark can have measured."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from cluebot.errors import Language, Text
from cluebot.games.base import Frozen
from cluebot.games.codec import printable, refused
from cluebot.registry import unknown_name
from eval.bench import BOARDS, NAME
from eval.metrics import METRICS, Metric, metrics_of
from eval.suite import Suite, load_suite

Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]


@cache
def benchmark() -> Suite:
    """Return the benchmark as it ships."""
    return load_suite(NAME)


class Figure(Frozen):
    """One figure with its interval; `low` and `high` are null where boards tell no spread."""

    game: str
    language: Language
    preset: str
    group: dict[str, Annotated[str, AfterValidator(printable)]]
    metric: str
    value: Number
    low: Number | None
    high: Number | None
    boards: Annotated[int, Field(strict=True, ge=1, le=BOARDS)]
    count: Annotated[Number, Field(gt=0)]

    @field_validator("game")
    @classmethod
    def _is_played(cls, game: str) -> str:
        return _known(game, dict.fromkeys(table.game for table in benchmark().tables))

    @field_validator("preset")
    @classmethod
    def _is_played_so(cls, preset: str, info: ValidationInfo) -> str:
        game = info.data.get("game")
        presets = (p for t in benchmark().tables if t.game == game for p in t.presets)
        return preset if game is None else _known(preset, dict.fromkeys(presets))

    @field_validator("group")
    @classmethod
    def _is_grouped_so(cls, group: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        tables = (table for table in benchmark().tables if table.game == info.data.get("game"))
        wanted = next((view.group for table in tables for view in table.perspectives), None)
        if wanted is not None and group.keys() != wanted.keys():
            listed = ", ".join(wanted)
            raise refused(
                Text(f"a row has the names {listed}; write these.",
                     f"一行的名称是 {listed}；请照写。")
            )  # fmt: skip
        return group

    @field_validator("metric")
    @classmethod
    def _is_measured(cls, metric: str, info: ValidationInfo) -> str:
        game = info.data.get("game")
        return metric if game is None else _known(metric, (m.name for m in measured(game)))

    @field_validator("value", "low", "high")
    @classmethod
    def _is_possible(cls, value: float | None, info: ValidationInfo) -> float | None:
        metric = info.data.get("metric")
        if value is None or metric is None or metric not in METRICS:
            return value
        # What has no bounds counts something.
        least, most = METRICS.load(metric).bounds or (0, math.inf)
        if least <= value <= most:
            return value
        raise refused(
            Text(
                f"{metric} is at least {least}; write what was measured.",
                f"{metric} 不小于 {least}；请写实测的数值。",
            )
            if most == math.inf
            else Text(
                f"{metric} lies between {least} and {most}; write what was measured.",
                f"{metric} 在 {least} 与 {most} 之间；请写实测的数值。",
            )
        )

    @field_validator("low", "high")
    @classmethod
    def _encloses(cls, end: float | None, info: ValidationInfo) -> float | None:
        value = info.data.get("value")
        if end is None or value is None:
            return end
        if end > value if info.field_name == "low" else end < value:
            raise refused(
                Text(
                    f"the interval does not hold the value {value}; low is at most the value and "
                    "high at least.",
                    f"区间不含数值 {value}；low 不应大于它，high 不应小于它。",
                )
            )
        return end


def measured(game: str) -> Iterable[Metric]:
    """Return the metrics of a game that a submission holds."""
    return (metric for metric in metrics_of(game) if metric.scope == "side")


def _known(name: str, known: Iterable[str]) -> str:
    listed = tuple(known)
    if name not in listed:
        raise refused(unknown_name("name", name, listed).defects[0].message)
    return name
