"""Codenames without a game: give a clue for a board, guess after a clue, check a clue."""

from __future__ import annotations

import random
import time

from api.boards import checked_groups, resolve_language
from api.resources import composed, player, vectors_version
from api.schemas import (
    CheckReason,
    CheckRequest,
    CheckResponse,
    ClueCandidate,
    ClueRequest,
    ClueResponse,
    Guess,
    GuessRequest,
    GuessResponse,
)
from cluebot.errors import Defect, InputError, bad_input, shorten
from cluebot.games.base import Seat
from cluebot.games.codenames import (
    CodenamesOptions,
    Identity,
    OperativeView,
    Remaining,
    SpymasterView,
    Touch,
    Turn,
)
from cluebot.games.codenames import Guess as TouchCard
from cluebot.players.base import Budget
from cluebot.rules.legality import Verdict, check_clue

_KINDS: dict[str, Identity] = {
    "own": "red",
    "opponent": "blue",
    "neutral": "neutral",
    "assassin": "assassin",
}


def clue(request: ClueRequest) -> ClueResponse:
    """Give the best clue for a board.

    Raises:
        InputError: If the request cannot be used; lists every defect.
        Forfeit: If the player finds no legal clue.
    """
    begun = time.perf_counter()
    groups = checked_groups({name: getattr(request, name) for name in _KINDS}, "own")
    words = tuple(word for group in groups.values() for word in group)
    language = resolve_language(request.language, words, "own")
    key = tuple(_KINDS[name] for name, group in groups.items() for _ in group)
    view = SpymasterView(
        seat=Seat("red.spymaster"),
        side="red",
        language=language,
        options=CodenamesOptions(max_number=request.max_number),
        words=words,
        identities=(None,) * len(words),
        covered=(False,) * len(words),
        starts="red",
        turn="red",
        phase="clue",
        to_act=(Seat("red.spymaster"),),
        guesses_left=None,
        remaining=Remaining(**{kind: key.count(kind) for kind in _KINDS.values()}),
        history=tuple(
            Turn(side="red", clue=used, number=1, end="stopped") for used in request.used_clues
        ),
        key=key,
    )
    giver = player(
        "codenames",
        "spymaster",
        request.player,
        language,
        {
            "level": request.level,
            "top": request.top,
            "banned": tuple(request.banned_clues),
            "listener": request.listener,
        },
    )
    decision = giver.act(view, random.Random(request.seed), Budget())
    candidates = [ClueCandidate.model_validate(c) for c in decision.notes.get("candidates", ())]
    return ClueResponse(
        clue=decision.move.word,
        number=decision.move.number,
        targets=list(decision.notes.get("targets", ())),
        candidates=candidates,
        composed=composed(language, words),
        language=language,
        player=giver.name,
        vectors=vectors_version(language),
        seed=request.seed,
        elapsed_ms=_since(begun),
    )


def guess(request: GuessRequest) -> GuessResponse:
    """Rank the uncovered words for a clue and say how many to touch.

    A clue that is not legal is guessed after all the same, as at a table where nobody objects;
    the answer says so.

    Raises:
        InputError: If the request cannot be used, or the clue is no word at all or one of the
            board; lists every defect.
    """
    begun = time.perf_counter()
    words = checked_groups({"board": request.board}, "board")["board"]
    language = resolve_language(request.language, words, "board")
    verdict = check_clue(request.clue, words, language)
    _refuse_no_clue(verdict)
    seat = Seat("red.operative.1")
    history = [
        Turn(
            side="red",
            clue=past.clue,
            number=past.number,
            guessed=tuple(Touch(word=word, identity="red", seat=seat) for word in past.guessed),
            end="stopped",
        )
        for past in request.history
    ]
    number = request.number
    view = OperativeView(
        seat=seat,
        side="red",
        language=language,
        options=CodenamesOptions(),
        words=words,
        identities=(None,) * len(words),
        covered=(False,) * len(words),
        starts="red",
        turn="red",
        phase="guess",
        to_act=(seat,),
        guesses_left=number + 1 if isinstance(number, int) and number else None,
        remaining=_likely_counts(len(words), number if isinstance(number, int) else 1),
        history=(*history, Turn(side="red", clue=request.clue, number=number)),
    )
    guesser = player("codenames", "operative", request.player, language)
    decision = guesser.act(view, random.Random(request.seed), Budget())
    ranked = decision.notes.get("guesses")
    if ranked is None:  # a player that only makes its move
        ranked = [{"word": word, "probability": None} for word in _first(decision.move, words)]
    judged = verdict.to_json(language)
    return GuessResponse(
        guesses=[Guess.model_validate(guess) for guess in ranked],
        take=decision.notes.get("take", int(isinstance(decision.move, TouchCard))),
        verdict=verdict.verdict,
        reasons=[CheckReason.model_validate(reason) for reason in judged["reasons"]],
        composed=composed(language, (request.clue, *words)),
        language=language,
        player=guesser.name,
        vectors=vectors_version(language),
        elapsed_ms=_since(begun),
    )


def check(request: CheckRequest) -> CheckResponse:
    """Judge a clue against the words that bind it.

    Raises:
        InputError: If the board cannot be used; never because of the clue.
    """
    words = checked_groups({"board": request.board}, "board")["board"]
    language = resolve_language(request.language, words, "board")
    verdict = check_clue(
        request.clue, words, language, request.game, used=tuple(request.used_clues)
    )
    return CheckResponse.model_validate(verdict.to_json(language) | {"language": language})


_NO_WORD = ("empty", "no_letters", "control_characters")


def _refuse_no_clue(verdict: Verdict) -> None:
    nonsense = next((r for r in verdict.reasons if r.rule in _NO_WORD), None)
    if nonsense is not None:
        raise InputError(Defect("clue", shorten(verdict.clue), nonsense.detail))
    same = next((r.word for r in verdict.reasons if r.rule == "same_word"), None)
    if same is not None:
        raise bad_input(
            "clue",
            verdict.clue,
            en=f"is the word {same} of the board; no clue may be, so name the clue that was given",
            zh=f"就是牌面上的词「{same}」，不能作线索；请填实际给出的线索",
        )


def _first(move: object, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words with the one that a move touches first."""
    touched = [word for word in words if isinstance(move, TouchCard) and word == move.word]
    return (*touched, *(word for word in words if word not in touched))


def _likely_counts(uncovered: int, number: int) -> Remaining:
    """Return how many of ``uncovered`` words are probably what, in the shares of a full board.

    At least as many as the clue's ``number`` are one's own.

    The request does not tell the counts; the stopping rule needs to know that there is danger.
    """
    assassin = min(1, uncovered - 1)
    red = min(max(1, number, round(uncovered * 9 / 25)), uncovered - assassin)
    blue = max(0, min(round(uncovered * 8 / 25), uncovered - assassin - red))
    return Remaining(
        red=red, blue=blue, neutral=uncovered - assassin - red - blue, assassin=assassin
    )


def _since(begun: float) -> float:
    return round(1000 * (time.perf_counter() - begun), 3)
