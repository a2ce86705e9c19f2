"""How far a model is to be trusted beside the vectors: fitted on choices that people made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cluebot.errors import Forfeit, InputError, Language, bad_input
from cluebot.games.decrypto import DecryptoView
from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.llm.errors import Fault, ModelError
from cluebot.llm.model import ChatModel
from cluebot.players.base import Context
from cluebot.players.codenames import GuessTask
from cluebot.players.llm.choice import Floats
from cluebot.players.llm.decrypto_hybrid import HybridSeat, mix_codes
from cluebot.players.llm.guesser import HybridGuesser, log_rates, mix, which_words
from cluebot.players.llm.labels import Labelled, LabelledClue, LabelledCode
from cluebot.players.llm.options import ChatOptions

if TYPE_CHECKING:
    from embeddings.blend import Blend

WEIGHTS = tuple(i / 20 for i in range(21))
"""The weights that are tried."""
SCALES = np.array([2.0 ** (i / 2) for i in range(-6, 5)])
"""What log-odds are multiplied by before likelihoods are compared."""
CERTAIN = 2.0
"""Standard errors by which a model must beat the vectors alone to be listened to."""

ONCE = ChatOptions(tries=1)
"""A question is asked once: what a model says after a reproach is drawn at random."""
PASSING: frozenset[Fault] = frozenset({"timeout", "rate_limited", "server"})
"""Failures that cost a question, not the calibration: a busy machine answers the next one."""
MAX_FAILURES = 3
"""Failures in a row that end the calibration."""

Told = Callable[[], None]
Score = Callable[[float], tuple[float, Floats]]
"""From a weight to agreement with people and log-likelihoods, array (scales,), on one choice."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found out for one game and language.

    Attributes:
        weight: How far the model is to be trusted; 0 for one that answered nothing.
        vectors: Agreement of the vectors with people; None, as the next two, without any answer.
        model: Agreement of the model.
        hybrid: Agreement of both with this weight.
        choices: How many choices were compared.
        failed: How many the model gave no answer to.
    """

    weight: float
    vectors: float | None
    model: float | None
    hybrid: float | None
    choices: int
    failed: int


def fit(scores: Sequence[Score], failed: int = 0) -> Fit:
    """Return the best weight.

    Of the weights whose agreement is not below that of either part, it is the one that makes what
    people chose likeliest. So on these choices the hybrid is never worse than its better part. If
    the vectors alone are among them, any other must beat them by more than chance.

    Raises:
        InputError: If there is nothing to go by.
    """
    if not scores:
        raise _no_answers(failed)
    table = [[score(weight) for score in scores] for weight in WEIGHTS]
    agreement = np.round([np.mean([alike for alike, _ in row]) for row in table], 9)
    likelihood = np.array([_likelihood([logs for _, logs in row]) for row in table])
    best = agreement >= max(agreement[0], agreement[-1])
    chosen = int(np.flatnonzero(best)[np.argmax(likelihood.mean(axis=1)[best])])
    if best[0] and not _certain(likelihood[chosen] - likelihood[0]):
        chosen = 0
    return Fit(
        WEIGHTS[chosen],
        float(agreement[0]),
        float(agreement[-1]),
        float(agreement[chosen]),
        len(scores),
        failed,
    )


def _no_answers(failed: int) -> InputError:
    return bad_input(
        "data", failed, en="the model answered none of the questions; cluebot llm test "
        "says what works.", zh="模型一道题也没有答出；请先运行 cluebot llm test 看看问题。",
    )  # fmt: skip


def _likelihood(logs: Sequence[Floats]) -> Floats:
    """Return the log-likelihood of each choice, array (N,), at the scale that suits all best.

    Mixing also flattens the vectors' odds. Where these are too sure that alone makes choices
    likelier, which is no merit of the model; at its best scale each weight is on equal terms.
    """
    table = np.array(logs)
    at_best: Floats = table[:, table.mean(axis=0).argmax()]
    return at_best


def _certain(gains: Floats) -> bool:
    """Whether gains (N,) are more than chance."""
    count = len(gains)
    return count > 1 and bool(gains.mean() > CERTAIN * gains.std(ddof=1) / np.sqrt(count))


def calibrate(
    model: ChatModel,
    language: Language,
    blend: Callable[[str], Blend],
    choices: Iterable[Labelled],
    told: Told = lambda: None,
) -> dict[str, Fit]:
    """Have the model answer labelled choices, and fit its weight for each game among them.

    Args:
        model: The model.
        language: The language of the choices.
        blend: Loads the vectors.
        choices: What people chose.
        told: Called after every answer.

    Raises:
        InputError: If the model answered nothing.
        ModelError: If the endpoint fails, and keeps failing where the failure may pass.
    """
    context = Context(language, blend)
    players = (
        HybridGuesser(model, context, ONCE, 1.0),
        HybridSeat(model, context, ONCE, 1.0),
    )
    found: dict[str, list[Score]] = {}
    failed: dict[str, int] = {}
    failures = 0
    for choice in choices:
        game = "codenames" if isinstance(choice, LabelledClue) else "decrypto"
        try:
            if isinstance(choice, LabelledClue):
                scores = [clue_score(players[0], language, choice)]
            else:
                scores = [code_score(players[1], language, choice)]
            failures = 0
        except Forfeit as forfeit:
            error = forfeit.__cause__
            failures = failures + 1 if error is not None else 0
            if error is not None and (failures == MAX_FAILURES or not _may_pass(error)):
                raise error from None
            failed[game] = failed.get(game, 0) + 1
            scores = []
        found.setdefault(game, []).extend(scores)
        told()
    if not any(found.values()):
        raise _no_answers(sum(failed.values()))
    return {
        game: fit(scores, failed.get(game, 0)) if scores
        else Fit(0.0, None, None, None, 0, failed[game])
        for game, scores in found.items()
    }  # fmt: skip


def most_calls(questions: int) -> int:
    """Return how many calls a calibration makes at most: answers drawn where none has chances."""
    return questions * (1 + ONCE.samples)


def _may_pass(error: BaseException) -> bool:
    return isinstance(error, ModelError) and error.fault in PASSING


def clue_score(player: HybridGuesser, language: Language, choice: LabelledClue) -> Score:
    """Return the score of one clue, the mean over all people who were asked.

    Raises:
        Forfeit: If the model gives no answer.
    """
    count = choice.number or max(map(len, choice.labels))
    task = GuessTask(language, choice.board, choice.clue, count)
    vectors = player.vectors().odds(task.clue, task.words)
    answer = which_words(player.talk(), player.prompts, task, count, player.options.samples)
    heard = log_rates(answer, task.words)
    place = {word: i for i, word in enumerate(task.words)}
    labels = [[place[w] for w in label if w in place] for label in choice.labels]
    labels = [label for label in labels if label]

    def score(weight: float) -> tuple[float, Floats]:
        odds = mix(vectors, heard, weight)
        logs = log_shares(odds)
        order = sorted(range(len(odds)), key=lambda i: (-odds[i], task.words[i]))
        alike = [len(set(order[: len(label)]) & set(label)) / len(label) for label in labels]
        chosen = [i for label in labels for i in label]
        return float(np.mean(alike)), logs[:, chosen].mean(axis=1)

    return score


def code_score(player: HybridSeat, language: Language, choice: LabelledCode) -> Score:
    """Return the score of one code.

    Raises:
        Forfeit: If the model gives no answer.
    """
    view = DecryptoView(
        language=language, side="white", task="decode", keywords=choice.keywords, clues=choice.clues
    )
    vectors, heard = player.by_vectors(view)[0], player.by_model(view, player.talk())
    number = ALL_CODES.index(choice.code)

    def score(weight: float) -> tuple[float, Floats]:
        chances = mix_codes(vectors, heard, weight)
        logs = log_shares(np.log(np.maximum(chances, 1e-9)))
        return float(int(chances.argmax()) == number), logs[:, number]

    return score


def log_shares(odds: Floats) -> Floats:
    """Return the logs of the shares that odds (W,) give at each scale, array (scales, W)."""
    scaled = SCALES[:, None] * odds
    shares: Floats = scaled - np.logaddexp.reduce(scaled, axis=1, keepdims=True)
    return shares
