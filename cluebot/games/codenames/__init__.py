"""Codenames (行动代号): the rules of the word edition, for two teams or one.

Seats are ``<side>.spymaster`` and ``<side>.operative.<i>``. A turn is a clue (`GiveClue`), then
guesses (`Guess`) until `Stop`, the limit, or a card that is not one's own; with
``illegal_clue="penalty"`` a ruling of the other spymaster (`Accept`, `Cover`) may come between.

Fields of every view, as an object and as JSON: ``seat role side language options words identities
covered starts turn phase to_act guesses_left remaining history outcome``; ``identities[i]`` is
``"red"``, ``"blue"``, ``"neutral"``, ``"assassin"``, or None while unknown to everybody. A
`SpymasterView` adds ``key`` (the identity of every word). Each `Turn` of ``history`` has ``side
clue number ruling reasons guessed end covered``, each `Touch` of its ``guessed`` ``word identity
seat``. A spymaster acts in two phases: ``"clue"`` (a `GiveClue`) and ``"ruling"`` (`Accept` or
`Cover`).

In Python alone a view also has ``uncovered``, ``used_clues``, ``current`` (the running turn),
``own_remaining``, ``opponent_remaining``, ``turns_taken(side)``, ``choices()``, ``check(move)``; a
`SpymasterView` the uncovered words by group, ``own``, ``opponent``, ``neutral``, ``assassin``; an
`OperativeView` ``may_stop``.
"""

from cluebot.games.codenames.game import CODENAMES, Codenames
from cluebot.games.codenames.moves import Accept, Cover, GiveClue, Guess, Move, Number, Stop
from cluebot.games.codenames.setup import (
    PRESETS,
    CodenamesOptions,
    CodenamesSetup,
    Deal,
    Identity,
    Side,
    other,
)
from cluebot.games.codenames.state import IDLE_TURNS, CodenamesState
from cluebot.games.codenames.views import (
    CodenamesView,
    OperativeView,
    Remaining,
    SpectatorView,
    SpymasterView,
    Touch,
    Turn,
)

__all__ = [
    "CODENAMES",
    "IDLE_TURNS",
    "PRESETS",
    "Accept",
    "Codenames",
    "CodenamesOptions",
    "CodenamesSetup",
    "CodenamesState",
    "CodenamesView",
    "Cover",
    "Deal",
    "GiveClue",
    "Guess",
    "Identity",
    "Move",
    "Number",
    "OperativeView",
    "Remaining",
    "Side",
    "SpectatorView",
    "SpymasterView",
    "Stop",
    "Touch",
    "Turn",
    "other",
]
