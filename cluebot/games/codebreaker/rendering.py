"""What each seat sees of a position of Code Breaker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluebot.games.base import Seat
from cluebot.games.codebreaker.events import made
from cluebot.games.codebreaker.moves import Guess, Play
from cluebot.games.codebreaker.setup import CodebreakerSetup
from cluebot.games.codebreaker.views import CodebreakerView, Hand, Marks, Pending, PlayerInfo

if TYPE_CHECKING:
    from cluebot.games.codebreaker.state import CodebreakerState


def _positions(mask: int) -> tuple[int, ...]:
    return tuple(p for p in range(1, 6) if mask >> (p - 1) & 1)


def render(state: CodebreakerState, seat: Seat | None) -> CodebreakerView:
    """Render what ``seat`` (None: a spectator) may know; the seat is one of the game."""
    names, phase, to_act = state.names, state.phase, state.to_act()
    index = None if seat is None else names.index(seat)
    private: dict[str, Any] = {}
    if index is not None:
        private = {
            "code": state.codes[index],
            "hand": state.hands[index],
            "allies": tuple(names[a + b - index] for a, b in state.allies if index in (a, b)),
            "task": phase if seat in to_act else "wait",
        }
        if state.setup.coop and index > 0:
            private["fellows"] = tuple(
                made(Hand, seat=names[i], cards=state.hands[i])
                for i in range(1, len(names))
                if i != index
            )
    return made(
        CodebreakerView,
        language=state.setup.language,
        seat=seat,
        options=_options(state.setup),
        phase=phase,
        to_act=to_act,
        active=names[state.active] if state.active >= 0 else None,
        turn=state.turn,
        round=state.round,
        actions=state.actions,
        extra_guesses=state.extra_guesses,
        guess_locked=state.locked,
        players=_infos(state),
        deck=len(state.deck),
        discard=state.pile,
        exile=state.exile,
        pending=_pending(state, index),
        log=tuple(logged.told(index) for logged in state.log),
        outcome=state.outcome,
        **private,
    )


def _infos(state: CodebreakerState) -> tuple[PlayerInfo, ...]:
    names, over = state.names, state.outcome is not None
    return tuple(
        made(
            PlayerInfo,
            seat=name,
            alive=state.alive[i],
            intel=state.intel[i],
            cards=len(state.hands[i]),
            immune=_positions(state.immune[i]),
            encrypted=state.encrypted[i],
            marks=tuple(
                made(Marks, owner=names[k], stars=_positions(star), crosses=_positions(cross))
                for k, (star, cross) in enumerate(
                    zip(state.stars[i], state.crosses[i], strict=True)
                )
                if star or cross
            ),
            code=state.codes[i] if over or not state.alive[i] else None,
            ready=state.codes[i] is not None,
        )
        for i, name in enumerate(names)
    )


def _pending(state: CodebreakerState, index: int | None) -> Pending | None:
    if state.phase not in ("counter", "discard", "swap"):
        return None
    job, names = state.agenda[-1], state.names
    kind = "swap" if job.name == "swap" else job.reason
    shown = job.cards
    if kind == "swap" or (kind == "drawn" and index != job.seat):
        shown = ()
    return made(
        Pending,
        kind=kind,
        seat=names[job.seat],
        asked=names[state.asked()],
        guess=job.move if isinstance(job.move, Guess) else None,
        play=job.move if isinstance(job.move, Play) else None,
        cards=shown,
        count=len(job.cards) if kind == "drawn" else job.count,
    )


_kept_options: dict[CodebreakerSetup, Any] = {}


def _options(setup: CodebreakerSetup) -> Any:
    """Return the options of a setup, made once."""
    if setup not in _kept_options:
        if len(_kept_options) > 64:
            _kept_options.clear()
        _kept_options[setup] = setup.options
    return _kept_options[setup]
