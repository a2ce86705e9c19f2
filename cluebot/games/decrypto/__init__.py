"""Decrypto (截码战): transmit three-number codes by clues while the other side listens.

Presets: ``official`` (two teams), ``three_player`` (one team, a lone interceptor, five rounds)
and ``research`` (one team with a fixed encoder, an interceptor from the first round on, codes
never repeat).

A seat of a team (``white.1``) encodes, decodes and intercepts in turn: its role is ``"agent"``,
and ``View.task`` says what is asked of it now. Under ``research`` the seats are
``white.encoder``, ``white.decoder`` and ``interceptor``, with these roles. What a player needs,
by task:

- ``"encode"``: ``keywords`` (4, slot 1 first), ``code`` (3 slots), ``history`` and
  ``opponent_history`` (`HistoryEntry` with ``clues`` and ``code``), ``used`` (no clue may be one
  of these), ``sheet``; answer with `Clues`; ``check(move)`` judges them beforehand.
- ``"decode"``: ``keywords``, ``clues`` (3), ``history`` and ``sheet`` of the own side,
  ``repeat_codes``; answer with `DecodeGuess`.
- ``"intercept"``: ``clues`` (3), ``opponent_history`` and ``opponent_sheet``; answer with
  `InterceptGuess`.
- ``"guess_keywords"``: ``opponent_history`` and ``opponent_sheet``; answer with `KeywordGuess`.
- ``"wait"``: nothing is asked of the seat.

``sheet`` and ``opponent_sheet`` hold the past clues by slot, oldest first. All fields are
documented in `View`.
"""

from cluebot.games.decrypto.codes import (
    ALL_CODES,
    SLOTS,
    Code,
    code_from_text,
    code_to_text,
    parse_code,
)
from cluebot.games.decrypto.game import DECRYPTO, Decrypto
from cluebot.games.decrypto.history import (
    HistoryEntry,
    Keywords,
    Sheet,
    parse_clues,
    parse_history,
    parse_keywords,
    sheet,
)
from cluebot.games.decrypto.moves import (
    Clues,
    DecodeGuess,
    InterceptGuess,
    KeywordGuess,
    Move,
    Task,
)
from cluebot.games.decrypto.setup import PRESETS, Setup, Side, role_of, side_of
from cluebot.games.decrypto.state import State
from cluebot.games.decrypto.views import FinalGuess, Screen, Tokens, Transmission, View

__all__ = [
    "ALL_CODES",
    "DECRYPTO",
    "PRESETS",
    "SLOTS",
    "Clues",
    "Code",
    "DecodeGuess",
    "Decrypto",
    "FinalGuess",
    "HistoryEntry",
    "InterceptGuess",
    "KeywordGuess",
    "Keywords",
    "Move",
    "Screen",
    "Setup",
    "Sheet",
    "Side",
    "State",
    "Task",
    "Tokens",
    "Transmission",
    "View",
    "code_from_text",
    "code_to_text",
    "parse_clues",
    "parse_code",
    "parse_history",
    "parse_keywords",
    "role_of",
    "sheet",
    "side_of",
]
