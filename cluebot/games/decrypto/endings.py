"""When a game of Decrypto ends, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from cluebot.errors import Text
from cluebot.games.base import Outcome
from cluebot.games.decrypto.setup import SIDE_NAMES, DecryptoSetup, Side
from cluebot.games.decrypto.views import FinalGuess, Tokens, Transmission
from cluebot.games.decrypto.words import word_key

TOKENS_TO_END = 2
"""Tokens of one kind that decide the game."""


def count_tokens(setup: DecryptoSetup, record: Sequence[Transmission]) -> tuple[Tokens, Tokens]:
    """Return the tokens of both sides, white's first, after the transmissions of ``record``."""
    first, second = setup.sides
    interceptions, miscommunications = {first: 0, second: 0}, {first: 0, second: 0}
    costly = setup.miss_is_interception
    for transmission in record:
        side = transmission.side
        listener = second if side == first else first
        interceptions[listener] += transmission.intercepted
        if transmission.missed:
            counts, whose = (interceptions, listener) if costly else (miscommunications, side)
            counts[whose] += 1
    return (
        _tokens(first, interceptions[first], miscommunications[first]),
        _tokens(second, interceptions[second], miscommunications[second]),
    )


@lru_cache(maxsize=256)
def _tokens(side: Side, interceptions: int, miscommunications: int) -> Tokens:
    return Tokens(side=side, interceptions=interceptions, miscommunications=miscommunications)


def judge_round(
    setup: DecryptoSetup, tokens: tuple[Tokens, Tokens], number: int
) -> Outcome | Literal["tie"] | None:
    """Judge the table after every team has transmitted in round ``number``.

    A side claims the win with two interceptions, or two miscommunications of the other side. A
    single claim wins. Two claims at once, or none after the last round, go to the score; a lone
    interceptor, the only one who can claim against a single team, has lost by then.

    Returns:
        The outcome; ``"tie"`` if keywords are to be guessed; None if the game goes on.
    """
    first, second = tokens
    claims = [
        mine
        for mine, theirs in ((first, second), (second, first))
        if mine.interceptions >= TOKENS_TO_END or theirs.miscommunications >= TOKENS_TO_END
    ]
    if len(claims) == 1:
        winner = claims[0]
        return _claimed(winner, second if winner is first else first)
    if not claims and number < setup.rounds:
        return None
    if setup.lone:
        text = Text(
            f"White kept its codes safe for {number} rounds and wins.",
            f"白队守住密码 {number} 轮，获胜。",
        )
        return Outcome((first.side,), "held_out", text)
    if first.score == second.score:
        return "tie"
    winner, loser = (first, second) if first.score > second.score else (second, first)
    name = SIDE_NAMES[winner.side]
    text = Text(
        f"{name.en} wins on score, {winner.score} to {loser.score}.",
        f"{name.zh}以决胜分 {winner.score} 比 {loser.score} 获胜。",
    )
    return Outcome((winner.side,), "score", text)


def _claimed(winner: Tokens, loser: Tokens) -> Outcome:
    name, other = SIDE_NAMES[winner.side], SIDE_NAMES[loser.side]
    if winner.interceptions >= TOKENS_TO_END:
        text = Text(
            f"{name.en} wins with {winner.interceptions} interception tokens.",
            f"{name.zh}获得 {winner.interceptions} 个拦截标记，获胜。",
        )
        return Outcome((winner.side,), "interceptions", text)
    text = Text(
        f"{name.en} wins: {other.en} has miscommunicated twice.",
        f"{other.zh}误传两次，{name.zh}获胜。",
    )
    return Outcome((winner.side,), "miscommunications", text)


def count_correct(words: Sequence[str], keywords: Sequence[str]) -> int:
    """Count the keywords that are among ``words``.

    The rules ask for the keywords and not for their numbers: a word counts wherever it stands,
    in any case, width or script, and each keyword once.

    >>> count_correct(("RIVER", "火車", "river", "moon"), ("horse", "river", "火车", "ice"))
    2
    """
    guessed = {word_key(word) for word in words}
    return sum(word_key(keyword) in guessed for keyword in keywords)


def judge_keywords(guesses: Sequence[FinalGuess]) -> Outcome:
    """Decide the tie-break: more keywords found wins, as many share the win."""
    first, second = guesses
    if first.correct == second.correct:
        text = Text(
            f"Both sides found {first.correct} keywords and share the win.",
            f"双方各猜中 {first.correct} 个关键词，共享胜利。",
        )
        return Outcome((first.side, second.side), "shared", text)
    winner, loser = (first, second) if first.correct > second.correct else (second, first)
    name = SIDE_NAMES[winner.side]
    text = Text(
        f"{name.en} wins by keywords found, {winner.correct} to {loser.correct}.",
        f"{name.zh}猜中关键词 {winner.correct} 比 {loser.correct}，获胜。",
    )
    return Outcome((winner.side,), "keywords", text)
