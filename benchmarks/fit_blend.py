"""Fit the calibration of a blend to human choices, and report how well it predicts them.

    python -m benchmarks.fit_blend --data DIR [--write]

DIR holds ``codenames_12word_boards_dev.jsonl`` and ``codenames_duet_dev.jsonl``: one JSON object a
line with board, clue, targets and human_guesses. ``--write`` stores slopes and weights in
``embeddings/blends/en.toml``.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluebot.players.listener import among_first, rates, sharpen
from embeddings.settings import read_settings
from embeddings.standard import load_blend
from eval.choice_model import Choices, choices, fit, log_likelihood
from eval.human_games import HumanClue, read_human_clues, top_overlap

WIDTH = 25
FOLDS = 10
REPEATS = 3
Array = NDArray[np.float64]


def cosines(clues: list[HumanClue]) -> Array:
    """Return cosines (N, W, B) of every clue and board word; zero beyond a board's width."""
    blend = load_blend("en")
    slopes = np.array([s.slope for s in read_settings("en")])
    out = np.zeros((len(clues), WIDTH, len(slopes)))
    for i, clue in enumerate(clues):
        out[i, : len(clue.board)] = blend.similarities([clue.clue], clue.board)[:, 0].T / slopes
    return out


def joint_weights(x: Array, data: Choices, sizes: Array) -> Array:
    """Fit the joint listener: Newton steps on features stretched by the current spread."""
    theta = fit(x, data)
    for _ in range(6):
        theta = fit(x * _stretch(x @ theta, sizes)[..., None], data)
        # Only the direction is wanted here; the size belongs to the calibration on raw cosines.
        theta *= float(fit((x @ theta)[..., None], data)[0])
    return theta


def _stretch(scores: Array, sizes: Array) -> Array:
    """Return the factor by which `sharpen` scales each board: (N, 1)."""
    inside = np.arange(WIDTH)[None] < sizes[:, None]
    mean = (scores * inside).sum(1) / sizes
    spread = np.sqrt((((scores - mean[:, None]) ** 2) * inside).sum(1) / sizes)
    sample = np.array([[s, -s] for s in spread], dtype=np.float32)
    factor: Array = sharpen(sample)[:, 0] / np.maximum(spread, 1e-9)
    return factor[:, None]


def judge(clues: list[HumanClue], scores: Array) -> dict[str, float]:
    """Return top-3 overlap of 12-word boards and first picks of duet boards."""
    overlap, first = [], []
    for clue, row in zip(clues, scores, strict=True):
        order = sorted(range(len(clue.board)), key=lambda j: (-row[j], clue.board[j]))
        ranking = [clue.board[j] for j in order]
        if len(clue.board) == 12 and len(clue.targets) == 3:
            overlap.append(top_overlap(ranking, clue.targets))
        else:
            first.append(float(ranking[0] in clue.targets))
    return {"12-word top-3": float(np.mean(overlap)), "duet first pick": float(np.mean(first))}


def cross_validate(
    x: Array, clues: list[HumanClue], data: Choices, sizes: Array
) -> dict[str, float]:
    """Judge every board by weights fitted without its game."""
    groups = np.array([c.group + (0 if len(c.board) == 12 else 10_000) for c in clues])
    results = []
    for repeat in range(REPEATS):
        distinct = np.unique(groups)
        fold = dict(
            zip(
                distinct,
                np.random.default_rng(repeat).permutation(len(distinct)) % FOLDS,
                strict=True,
            )
        )
        of = np.array([fold[g] for g in groups])
        scores = np.zeros(x.shape[:2])
        for k in range(FOLDS):
            scores[of == k] = x[of == k] @ joint_weights(x, data.of(of != k), sizes)
        result = judge(clues, scores)
        stretched = scores * _stretch(scores, sizes)
        result["log-likelihood"] = log_likelihood(stretched, data)
        result["raw log-likelihood"] = log_likelihood(scores, data)
        results.append(result)
    return {key: float(np.mean([r[key] for r in results])) for key in results[0]}


def meant_likelihood(clues: list[HumanClue], scores: Array) -> float:
    """Return the mean log-likelihood of which words a clue meant, both kinds of boards alike.

    This is what a guesser wants to know: people's guesses are noisier than their clues.
    """
    found: dict[bool, list[float]] = {}
    for clue, row in zip(clues, scores, strict=True):
        count = len(clue.board)
        chance = among_first(rates(row[:count].astype(np.float32)), len(clue.targets))
        chance = np.clip(chance, 1e-3, 1 - 1e-3)
        meant = np.array([word in clue.targets for word in clue.board])
        total = float(np.log(np.where(meant, chance, 1 - chance)).sum())
        found.setdefault(count == 12, []).append(total)
    return float(np.mean([np.mean(values) for values in found.values()]))


def write(path: Path, slopes: Array, weights: Array) -> None:
    """Replace slopes and weights in a blend file, block by block."""
    text = path.read_text(encoding="utf-8")
    for key, values in (("slope", slopes), ("weight", weights)):
        for value in values:
            # The sign marks what is done, so that each pass finds the next block.
            text = re.sub(
                rf"^{key} = .*$", f"{key} := {value:.3f}", text, count=1, flags=re.MULTILINE
            )
    text = text.replace(" := ", " = ")
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Fit, report, and write when asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    clues = [
        clue
        for name in ("codenames_12word_boards_dev.jsonl", "codenames_duet_dev.jsonl")
        for clue in read_human_clues(args.data / name)
    ]
    x = cosines(clues)
    sizes = np.array([len(c.board) for c in clues])
    data = choices(clues, WIDTH)
    blocks = [s.space.name for s in read_settings("en")]
    slopes = np.array([fit(x[..., i : i + 1], data, ridge=0.01)[0] for i in range(len(blocks))])
    theta = joint_weights(x, data, sizes)
    for i, name in enumerate(blocks):
        alone = judge(clues, x[..., i])
        print(f"{name:10s} slope {slopes[i]:6.2f} weight {theta[i] / slopes[i]:5.2f}  {alone}")
    print("cross-validated", cross_validate(x, clues, data, sizes))
    print("all dev        ", judge(clues, x @ theta))
    best = max(
        ((s, b) for s in (0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0) for b in np.arange(1.0, 3.5, 0.1)),
        key=lambda sb: meant_likelihood(clues, _with(x @ theta, sizes, *sb)),
    )
    print(f"listener: SPREAD {best[0]:.1f} BETA {best[1]:.1f}")
    if args.write:
        root = Path(__file__).resolve().parent.parent
        write(root / "embeddings" / "blends" / "en.toml", slopes, theta / slopes)


def _with(scores: Array, sizes: Array, spread: float, beta: float) -> Array:
    inside = np.arange(WIDTH)[None] < sizes[:, None]
    mean = (scores * inside).sum(1) / sizes
    variance = (((scores - mean[:, None]) ** 2) * inside).sum(1) / sizes
    scaled: Array = scores * (beta / np.sqrt(variance + spread**2))[:, None]
    return scaled


if __name__ == "__main__":
    main()
