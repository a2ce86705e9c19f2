"""When a game of Decrypto ends, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from cluebot.errors import Text
from cluebot.games.base import Outcome
from cluebot.games.decrypto.setup import Setup
from cluebot.games.decrypto.texts import SIDES
from cluebot.games.decrypto.views import FinalGuess, Tokens, Transmission
from cluebot.games.decrypto.words import word_key

TOKENS_TO_END = 2
"""Tokens of one kind that decide the game."""

TIE = "tie"
"""The verdict that the score is even and the keywords must be guessed."""


def count_tokens(setup: Setup, record: Sequence[Transmission]) -> tuple[Tokens, ...]:
    """Return the tokens of each side after the transmissions of ``record``."""
    interceptions = dict.fromkeys(setup.sides, 0)
    miscommunications = dict.fromkeys(setup.sides, 0)
    for transmission in record:
        opponent = setup.opponent(transmission.side)
        interceptions[opponent] += transmission.intercepted
        if transmission.missed and setup.miss_is_interception:
            interceptions[opponent] += 1
        elif transmission.missed:
            miscommunications[transmission.side] += 1
    return tuple(
        Tokens(
            side=side,
            interceptions=interceptions[side],
            miscommunications=miscommunications[side],
        )
        for side in setup.sides
    )


def judge_round(setup: Setup, tokens: Sequence[Tokens], number: int) -> Outcome | str | None:
    """Judge the table after both teams have played round ``number``.

    A side claims victory with two interceptions of its own or two miscommunications of the
    other side. One claim wins; two claims at once, or none after the last round, go to the
    score.

    Returns:
        The outcome; `TIE` when the score is even; None when the game goes on.
    """
    first, second = tokens
    claims = [
        mine.side
        for mine, other in ((first, second), (second, first))
        if mine.interceptions >= TOKENS_TO_END or other.miscommunications >= TOKENS_TO_END
    ]
    if len(claims) == 1:
        winner = first if first.side == claims[0] else second
        return _claimed(winner)
    if not claims and number < setup.rounds:
        return None
    if "interceptor" in setup.sides:
        # He alone can claim, so that here nobody has: the team has held out.
        return Outcome(
            ("white",),
            "held_out",
            Text(
                f"White has kept its codes safe for {number} rounds and wins.",
                f"白队守住密码到第 {number} 轮结束，获胜。",
            ),
        )
    if first.score == second.score:
        return TIE
    winner, loser = (first, second) if first.score > second.score else (second, first)
    name = SIDES[winner.side]
    return Outcome(
        (winner.side,),
        "score",
        Text(
            f"{name.en} wins on score, {winner.score} to {loser.score}.",
            f"{name.zh}以决胜分 {winner.score} 比 {loser.score} 获胜。",
        ),
    )


def _claimed(winner: Tokens) -> Outcome:
    name = SIDES[winner.side]
    if winner.interceptions >= TOKENS_TO_END:
        return Outcome(
            (winner.side,),
            "interceptions",
            Text(
                f"{name.en} wins with {winner.interceptions} interceptions.",
                f"{name.zh}取得 {winner.interceptions} 个拦截标记，获胜。",
            ),
        )
    return Outcome(
        (winner.side,),
        "miscommunications",
        Text(
            f"{name.en} wins: the other side has miscommunicated twice.",
            f"对方两次误传，{name.zh}获胜。",
        ),
    )


def count_correct(words: Sequence[str], keywords: Sequence[str]) -> int:
    """Count the keywords that are among ``words``, each once and wherever it stands.

    The tie-break asks for the four keywords, not for their numbers, so order is no matter.

    >>> count_correct(("RIVER", "火車", "river", "moon"), ("horse", "river", "火车", "ice"))
    2
    """
    guessed = {word_key(word) for word in words}
    return sum(word_key(keyword) in guessed for keyword in keywords)


def judge_keywords(guesses: Sequence[FinalGuess]) -> Outcome:
    """Decide the tie-break: more keywords found wins; as many on both sides share the win."""
    first, second = guesses
    if first.correct == second.correct:
        return Outcome(
            (first.side, second.side),
            "shared",
            Text(
                f"Both sides found {first.correct} keywords and share the win.",
                f"双方各猜中 {first.correct} 个关键词，共享胜利。",
            ),
        )
    winner, loser = (first, second) if first.correct > second.correct else (second, first)
    name = SIDES[winner.side]
    return Outcome(
        (winner.side,),
        "keywords",
        Text(
            f"{name.en} wins by finding {winner.correct} keywords to {loser.correct}.",
            f"{name.zh}以猜中关键词 {winner.correct} 比 {loser.correct} 获胜。",
        ),
    )
