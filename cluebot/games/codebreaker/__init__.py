"""Code Breaker (密码破译师): crack the others' digits with cards, and keep your own safe.

Every seat (``player.1`` ...) has the role ``"player"`` and the ``task`` of its view says what is
asked of it now: ``"code"`` (choose a code), ``"act"`` (its turn), ``"counter"`` (play a counter
or pass), ``"discard"``, ``"swap"`` (agree or refuse), ``"wait"``.

Fields of every view, as an object and as JSON: ``language seat options phase task to_act active
turn round actions extra_guesses guess_locked code hand fellows players allies deck discard exile
pending log outcome length``; what each means stands with `CodebreakerView`. In Python alone a view
also has ``choices()``, all legal moves of every task but the first, and ``check(move)``.

Cards are data in `cluebot.games.codebreaker.cards` and one
function each in `cluebot.games.codebreaker.effects`; what the log says about codes is worked out
by `cluebot.games.codebreaker.knowledge`. The rulings are the fields of `CodebreakerOptions`.
"""

from cluebot.games.codebreaker.cards import ANSWERS, CARDS, FRAGMENTS, KIND_NAMES, Card, card_name
from cluebot.games.codebreaker.events import Event
from cluebot.games.codebreaker.game import CODEBREAKER, Codebreaker
from cluebot.games.codebreaker.knowledge import Knowledge, learn
from cluebot.games.codebreaker.moves import (
    FEES,
    Accept,
    Counter,
    Discard,
    Emergency,
    EndTurn,
    Exchange,
    Give,
    Guess,
    Move,
    Pass,
    Play,
    SetCode,
)
from cluebot.games.codebreaker.setup import (
    PLAYER_COUNTS,
    PRESETS,
    CodebreakerOptions,
    CodebreakerSetup,
)
from cluebot.games.codebreaker.state import CodebreakerState
from cluebot.games.codebreaker.views import CodebreakerView, Marks, Pending, PlayerInfo
from cluebot.games.codebreaker.writing import card_text

__all__ = [
    "ANSWERS",
    "CARDS",
    "CODEBREAKER",
    "FEES",
    "FRAGMENTS",
    "KIND_NAMES",
    "PLAYER_COUNTS",
    "PRESETS",
    "Accept",
    "Card",
    "Codebreaker",
    "CodebreakerOptions",
    "CodebreakerSetup",
    "CodebreakerState",
    "CodebreakerView",
    "Counter",
    "Discard",
    "Emergency",
    "EndTurn",
    "Event",
    "Exchange",
    "Give",
    "Guess",
    "Knowledge",
    "Marks",
    "Move",
    "Pass",
    "Pending",
    "Play",
    "PlayerInfo",
    "SetCode",
    "card_name",
    "card_text",
    "learn",
]
