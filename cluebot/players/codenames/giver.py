"""The clue giver on vectors: for every clue and number, what will the teammate touch?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluebot.errors import Forfeit, Text, bad_input
from cluebot.games.codenames import GiveClue, Number, SpymasterView
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.codenames.leftovers import leftovers, value_of_going_on, warning
from cluebot.players.codenames.reasons import explain
from cluebot.players.codenames.tasks import ClueTask
from cluebot.players.codenames.value import after_turn
from cluebot.players.listener import Floats, comes_first, found_before, listeners, rates
from cluebot.rules.legality import check_clue
from cluebot.rules.text import squash

CAUTION = {"cautious": 0.6, "balanced": 0.3, "bold": 0.0}
"""Levels. A clue is worth (1 - caution) x its mean over the listeners + caution x its worst."""

SHORTLIST = 400
"""How many clues are judged exactly, of those that look best on their own words."""
MOST_TARGETS = 5
DOUBT = 0.2
"""Discount on the log-odds of the rarest clue word, growing evenly with rank: vectors of rare words
are noisy, and people know them less well."""
_ASSASSIN_WEIGHT = 3.0
_ZEROS = 50


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal clue and what is expected of it.

    Attributes:
        clue: The clue word.
        number: The number to say with it.
        targets: The intended words, likeliest first.
        expected_own: Own words expected to be found within the number.
        p_assassin: Chance that the turn ends on the assassin.
        p_opponent: Chance that it ends on a word of the other side.
        p_neutral: Chance that it ends on a bystander.
        value: Win chance after the turn, lowered by caution.
        reason: Why, in both languages.
    """

    clue: str
    number: Number
    targets: tuple[str, ...]
    expected_own: float
    p_assassin: float
    p_opponent: float
    p_neutral: float
    value: float
    reason: Text

    def to_json(self, language: str) -> dict[str, Any]:
        """Return the candidate as JSON values, the reason in ``language``."""
        return {
            "clue": self.clue,
            "number": self.number,
            "targets": list(self.targets),
            "expected_own": round(self.expected_own, 3),
            "p_assassin": round(self.p_assassin, 4),
            "p_opponent": round(self.p_opponent, 4),
            "p_neutral": round(self.p_neutral, 4),
            "reason": self.reason.to(language),
        }


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """What L listeners make of C clues with the numbers 1 to N; arrays (L, C, N)."""

    value: NDArray[np.float64]
    found: NDArray[np.float64]
    wrong: NDArray[np.float64]
    shares: NDArray[np.float64]  # (L, C, 3): assassin, opponent, neutral among the wrong


class EmbeddingClueGiver:
    """Gives the clue with the best chance to win under several models of the listener.

    Args:
        context: Language, vectors, legality. Options: ``level`` (see `CAUTION`), ``max_number``,
            ``banned`` (clues never to give), ``listener`` (a block to rely on most), ``top`` (how
            many candidates its notes list).

    Raises:
        InputError: If an option is unknown or has an impossible value.
    """

    name = "embedding"

    def __init__(self, context: Context) -> None:
        options = dict(context.options)
        level = options.pop("level", "balanced")
        if level not in CAUTION:
            raise bad_input(
                "level",
                level,
                en=f"unknown level; use {', '.join(CAUTION)}.",
                zh=f"没有这个级别；可用：{'、'.join(CAUTION)}。",
            )
        self._caution = CAUTION[level]
        self._most = int(options.pop("max_number", 9))
        if not 1 <= self._most <= 9:
            raise bad_input("max_number", self._most, en="must be in 1-9.", zh="应在 1 到 9 之间。")
        banned: Sequence[str] = options.pop("banned", ())
        if isinstance(banned, str):
            raise bad_input("banned", banned, en="must be a list of words.", zh="应为词语列表。")
        self._banned = frozenset(map(squash, banned))
        self._top = int(options.pop("top", 1))
        preferred = options.pop("listener", None)
        if options:
            raise bad_input(
                "options",
                ", ".join(map(str, options)),
                en="unknown; this player knows level, max_number, banned, listener and top.",
                zh="未知选项；可用 level、max_number、banned、listener、top。",
            )
        self._blend = context.blend(context.language)
        try:
            self._listeners = listeners(self._blend, preferred)
        except ValueError as error:
            raise bad_input(
                "listener",
                preferred,
                en=f"{error}.",
                zh=f"没有这个空间；可用：{'、'.join(('blend', *self._blend.blocks))}。",
            ) from error

    def act(self, view: SpymasterView, rng: random.Random, budget: Budget) -> Decision[GiveClue]:  # noqa: ARG002
        """Give the best legal clue.

        Raises:
            Forfeit: If the vocabulary holds no legal clue.
        """
        found = self.rank(ClueTask.of(view), top=self._top)
        if not found:
            raise Forfeit(Text("No legal clue in the vocabulary.", "词表中没有合法的线索。"))
        best = found[0]
        candidates = [candidate.to_json(view.language) for candidate in found]
        notes = {"targets": list(best.targets), "candidates": candidates}
        return Decision(GiveClue(word=best.clue, number=best.number), notes)

    def rank(
        self, task: ClueTask, top: int = 5, clues: Sequence[str] | None = None
    ) -> list[Candidate]:
        """Return the best legal clues, each with its best number, best first.

        Args:
            task: The board.
            top: How many; fewer are returned when there are no more legal ones.
            clues: Different words to choose among; None: the vocabulary.

        Raises:
            InputError: If the board is unusable.
            UnknownWord: If a board word or one of ``clues`` has no vector.
        """
        if not task.own:
            raise bad_input("own", "", en="give at least one own word.", zh="至少要有一个己方词。")
        similarities = self._blend.similarities(clues, task.words)
        offered = self._blend.vocabulary if clues is None else tuple(clues)
        chosen = self._shortlist(similarities, task)
        near = similarities[:, chosen]
        odds = np.stack([listener.log_odds(near) for listener in self._listeners])
        outcomes = self._outcomes(odds, task)
        score = self._robust(outcomes.value)
        best_number = score.argmax(axis=1)
        best = score[np.arange(len(chosen)), best_number]
        words = [offered[i] for i in chosen]
        order = sorted(range(len(chosen)), key=lambda i: (-round(best[i], 9), words[i]))
        rows = {word: i for i, word in enumerate(words)}
        out = [
            self._candidate(
                word, rows[word], int(best_number[rows[word]]), odds, outcomes, best, task
            )
            for word in islice(self._legal((words[i] for i in order), task), top)
        ]
        special = self._special(similarities, chosen, odds, outcomes, score, task)
        return sorted([*out, *special], key=lambda c: (-round(c.value, 9), c.clue))[:top]

    def _special(
        self,
        similarities: Floats,
        chosen: NDArray[np.intp],
        odds: Floats,
        outcomes: _Outcomes,
        score: NDArray[np.float64],
        task: ClueTask,
    ) -> list[Candidate]:
        """Return the best clues with "unlimited", one a target, and the best with 0."""
        left = leftovers(self._blend, task)
        if left is None or left.count < 2:
            return []
        vocabulary = self._blend.vocabulary
        every = np.ones(len(task.words))
        joint = [x.name for x in self._listeners].index("blend")
        out = []
        if task.unlimited:
            aims = odds[joint, :, : len(task.own)].argmax(axis=1)
            others = len(task.opponent) or 1
            table = after_turn(len(task.own), others, task.mode)
            for target in range(len(task.own)):
                rows = {vocabulary[chosen[i]]: i for i in np.flatnonzero(aims == target)}
                order = sorted(rows, key=lambda word: (-score[rows[word], 0], word))
                word = next(self._legal(iter(order), task), None)
                if word is None:
                    continue
                i = rows[word]
                open_own = np.delete(np.arange(len(task.own)), target)
                value, found, risks = value_of_going_on(left, task, open_own, every)
                first = float(self._shares @ (1 - outcomes.wrong[:, i, 0]))
                at_first = self._shares @ (outcomes.wrong[:, i, 0, None] * outcomes.shares[:, i])
                out.append(
                    _described(
                        word,
                        "unlimited",
                        (task.own[target],),
                        first * (1 + found),
                        at_first + first * risks,
                        score[i, 0] + first * (value - table[len(task.own) - 1, others]),
                    )
                )
        if task.zero:
            own = len(task.own)
            threat = left.rate[own:] / max(left.rate[own:].max(initial=0.0), 1e-12)
            joint_odds = self._listeners[joint].log_odds(similarities)
            pull = joint_odds[:, own:] @ threat.astype(np.float32) - joint_odds[:, :own].max(axis=1)
            order = np.argsort(-pull, kind="stable")[:_ZEROS]
            for word in islice(self._legal((vocabulary[i] for i in order), task), 1):
                row = next(i for i in order if vocabulary[i] == word)
                value, found, risks = value_of_going_on(
                    left, task, np.arange(own), warning(joint_odds[row])
                )
                out.append(_described(word, 0, (), found, risks, value))
        return out

    def _shortlist(self, similarities: Floats, task: ClueTask) -> NDArray[np.intp]:
        """Return the clues with the most own words expected before the first bad one."""
        joint = next(x for x in self._listeners if x.name == "blend").log_odds(similarities)
        rate = rates(joint)
        k = len(task.own)
        weights = np.ones(rate.shape[1] - k, dtype=np.float32)
        if task.assassin:
            weights[-len(task.assassin) :] = _ASSASSIN_WEIGHT
        score = comes_first(rate[:, :k], rate[:, k:] @ weights).sum(axis=1)
        count = min(SHORTLIST, len(score))
        cut = np.partition(score, len(score) - count)[len(score) - count]
        chosen = np.flatnonzero(score >= cut)
        return chosen[np.argsort(-score[chosen], kind="stable")][:count]

    def _outcomes(self, odds: Floats, task: ClueTask) -> _Outcomes:
        """Judge clues by log-odds (L, C, W) for every number."""
        k = len(task.own)
        most = min(k, self._most, max(task.max_number, 1), MOST_TARGETS)
        rate = rates(odds)
        ends = np.cumsum([k, len(task.opponent), len(task.neutral), len(task.assassin)])
        theirs = rate[..., ends[0] : ends[1]].sum(axis=-1)
        nobodys = rate[..., ends[1] : ends[2]].sum(axis=-1)
        deadly = rate[..., ends[2] : ends[3]].sum(axis=-1)
        bad = theirs + nobodys + deadly
        count = found_before(rate[..., :k], bad, most).astype(np.float64)
        shares = np.stack([deadly, theirs, nobodys], axis=-1) / np.maximum(bad, 1e-12)[..., None]
        left = len(task.opponent) or 1
        table = after_turn(k, left, task.mode)
        # Value of having found j words and then touched a wrong one, by its kind.
        after = table[k - np.arange(most + 1), left]
        helped = table[k - np.arange(most + 1), max(0, left - 1)]
        failed = shares[..., 1:2] * helped + shares[..., 2:3] * after
        value = np.empty((*bad.shape, most))
        found = np.empty_like(value)
        wrong = np.empty_like(value)
        for n in range(1, most + 1):
            fails = count[..., :n]
            success = 1 - fails.sum(axis=-1)
            value[..., n - 1] = (fails * failed[..., :n]).sum(axis=-1) + success * after[n]
            found[..., n - 1] = fails @ np.arange(n) + success * n
            wrong[..., n - 1] = 1 - success
        return _Outcomes(value, found, wrong, shares.astype(np.float64))

    def _robust(self, value: NDArray[np.float64]) -> NDArray[np.float64]:
        """Combine the values (L, C, N) of all listeners into (C, N)."""
        mean: NDArray[np.float64] = np.tensordot(self._shares, value, axes=1)
        worst: NDArray[np.float64] = value.min(axis=0)
        return (1 - self._caution) * mean + self._caution * worst

    @cached_property
    def _familiarity(self) -> Floats:
        """Array (V,): how far the vectors of each clue word are to be believed."""
        count = len(self._blend.vocabulary)
        return np.linspace(1.0, 1.0 - DOUBT, count, dtype=np.float32)

    @property
    def _shares(self) -> NDArray[np.float64]:
        return np.array([listener.share for listener in self._listeners])

    def _legal(self, words: Iterator[str], task: ClueTask) -> Iterator[str]:
        used = frozenset(map(squash, task.used))
        for word in words:
            if squash(word) in used or squash(word) in self._banned:
                continue
            if task.language == "en" and _looks_like(word, task.words):
                continue
            verdict = check_clue(
                word, task.words, task.language, "codenames", options=task.legality
            )
            if verdict.verdict == "legal":
                yield word

    def _candidate(
        self,
        word: str,
        i: int,
        n: int,
        odds: Floats,
        outcomes: _Outcomes,
        best: NDArray[np.float64],
        task: ClueTask,
    ) -> Candidate:
        joint = odds[[x.name for x in self._listeners].index("blend"), i]
        order = sorted(range(len(task.own)), key=lambda j: (-joint[j], task.own[j]))
        risks = (self._shares[:, None] * outcomes.wrong[:, i, n, None] * outcomes.shares[:, i]).sum(
            axis=0
        )
        assassin, opponent, neutral = (float(x) for x in risks)
        bare = Candidate(
            word,
            n + 1,
            tuple(task.own[j] for j in order[: n + 1]),
            float(self._shares @ outcomes.found[:, i, n]),
            assassin,
            opponent,
            neutral,
            float(best[i]),
            Text("", ""),
        )
        bad = task.words[len(task.own) :]
        nearest = max(range(len(bad)), key=lambda j: (joint[len(task.own) + j], bad[j]), default=-1)
        return replace(bare, reason=explain(bare, bad[nearest] if bad else None))


def _described(
    clue: str,
    number: Number,
    targets: tuple[str, ...],
    expected: float,
    risks: NDArray[np.float64],
    value: float,
) -> Candidate:
    bare = Candidate(
        clue, number, targets, expected, *(float(x) for x in risks), value=value, reason=Text("", "")
    )
    return replace(bare, reason=explain(bare, None))


def _looks_like(clue: str, words: Sequence[str]) -> bool:
    """Whether a clue shares four letters in a row with a board word.

    Such clues may be legal (booty for BOOT), but encoders that read words by their pieces believe
    in them more than people do.

    >>> _looks_like("booty", ["boot"]), _looks_like("cellist", ["cell"]), _looks_like("sea", ["seal"])
    (True, True, False)
    """
    return any(word[i : i + 4] in clue for word in words for i in range(len(word) - 3))
