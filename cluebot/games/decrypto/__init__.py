"""Decrypto (截码战): send codes by clues that the own team reads and the other side does not.

Seats are ``white.1``, ``white.2`` ... and ``black.1`` ...; with three players ``interceptor``
takes black's place. A seat of a team encodes, decodes and intercepts by turns: its role is
``"agent"`` and the ``task`` of its view says what is asked of it now. Without rotation (preset
``research``) the seats are ``white.encoder``, ``white.decoder`` and ``interceptor``, with these
roles. What a player reads, by task:

- ``"encode"``: ``keywords`` (4, slot 1 first), ``code`` (3 slots), ``history`` and
  ``opponent_history``, whose clues are barred; answers with `Clues`.
- ``"decode"``: ``keywords``, ``clues`` (3), ``history``, ``options.repeat_codes``; answers with
  `DecodeGuess`.
- ``"intercept"``: ``clues`` (3), ``opponent_history``, ``options.repeat_codes``; answers with
  `InterceptGuess`.
- ``"guess_keywords"``: ``opponent_history``; answers with `KeywordGuess`.

``history`` is that of the own side, ``opponent_history`` that of the other one: each a tuple of
`HistoryEntry` (``clues``, ``code``, ``intercept``), oldest first. ``sheet`` and ``opponent_sheet``
hold the same clues by slot: four tuples. Further fields of every view, as an object and as JSON:
``task seat side language phase round options transmitting encoders to_act handed_in deadline
written guess keyword_guess record tokens screens keyword_guesses outcome``. In Python alone a
view also has ``used_clues``, ``interception`` (whether codes may be intercepted in this round),
``choices()``, ``check(move)``.

Where the rules leave it open, this table plays as follows.

- Both encoders write before anything is read out; white's code is always guessed first.
- Talk within a team is no part of the game. Any seat listed in ``to_act`` hands in, or forfeits,
  for its whole side; the first to do so settles it. The encoder may not guess the code of his own
  team but joins in the interception.
- A clue is barred once either side has read it out, as the rules say "in a game". What the other
  encoder has just written is not yet known to anybody and bars nothing.
- An encoder without clues, or too late by the sandglass, has nothing to read out: nobody guesses,
  and the team has missed its code. A missing guess is a wrong guess. The glass is turned by the
  first clues written; an encoder who gives up does not turn it.
- In the tie-break a keyword counts whatever slot it is guessed for, in either script.
- Two tokens of one kind decide only after both teams have played the round. If both sides can
  claim the win at once, or nobody can after the last round, the score decides.
"""

from cluebot.games.decrypto.codes import ALL_CODES, SLOTS, Code, code_from_text, code_to_text
from cluebot.games.decrypto.endings import TOKENS_TO_END
from cluebot.games.decrypto.game import DECRYPTO, Decrypto
from cluebot.games.decrypto.history import (
    HistoryEntry,
    Sheet,
    parse_clues,
    parse_code,
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
from cluebot.games.decrypto.setup import (
    INTERCEPTOR,
    PRESETS,
    DecryptoOptions,
    DecryptoSetup,
    Secrets,
    Side,
    role_of,
    side_of,
)
from cluebot.games.decrypto.state import DecryptoState
from cluebot.games.decrypto.views import DecryptoView, FinalGuess, Screen, Tokens, Transmission

__all__ = [
    "ALL_CODES",
    "DECRYPTO",
    "INTERCEPTOR",
    "PRESETS",
    "SLOTS",
    "TOKENS_TO_END",
    "Clues",
    "Code",
    "DecodeGuess",
    "Decrypto",
    "DecryptoOptions",
    "DecryptoSetup",
    "DecryptoState",
    "DecryptoView",
    "FinalGuess",
    "HistoryEntry",
    "InterceptGuess",
    "KeywordGuess",
    "Move",
    "Screen",
    "Secrets",
    "Sheet",
    "Side",
    "Task",
    "Tokens",
    "Transmission",
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
