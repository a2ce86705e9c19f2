"""What a blend file states of each space: how it is made, and how it is calibrated."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from embeddings.errors import SourceError
from embeddings.spaces import SpaceSpec


@dataclass(frozen=True, slots=True)
class BlockSettings:
    """One block as its blend file states it.

    Attributes:
        space: How the space is made.
        slope: Log-odds per unit of cosine for a listener who knows this space alone.
        weight: Weight of the calibrated slice in the joint listener.
    """

    space: SpaceSpec
    slope: float
    weight: float


def read_settings(language: str) -> tuple[BlockSettings, ...]:
    """Read ``embeddings/blends/LANGUAGE.toml``, which the fit on human choices wrote.

    Raises:
        SourceError: If there is no blend for the language.
    """
    path = files("embeddings") / "blends" / f"{language}.toml"
    if not path.is_file():
        raise SourceError(
            en=f"there is no blend for language {language!r}; choose en or zh",
            zh=f"语言 {language!r} 没有可用的向量组合；请选 en 或 zh",
        )
    blocks: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["block"]
    return tuple(
        BlockSettings(
            SpaceSpec(b["name"], b["source"], b["drop"], b["whiten"], tuple(b.get("mix", (1.0,)))),
            b["slope"],
            b["weight"],
        )
        for b in blocks
    )
