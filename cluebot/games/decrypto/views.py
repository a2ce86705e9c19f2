"""What one seat may know, and the judgement of its moves."""

from __future__ import annotations

from typing import Any, Literal

from cluebot.errors import IllegalMove, Text
from cluebot.games.base import Frozen, Outcome, Seat
from cluebot.games.decrypto import texts
from cluebot.games.decrypto.codes import ALL_CODES, Code
from cluebot.games.decrypto.history import Clues3, HistoryEntry, Keywords, Sheet, sheet
from cluebot.games.decrypto.moves import TASK_OF, Clues, DecodeGuess, InterceptGuess, Move, Task
from cluebot.games.decrypto.setup import Side
from cluebot.rules import legality
from cluebot.rules.legality import LegalityOptions

Phase = Literal["encode", "guess", "guess_keywords", "over"]


class Transmission(Frozen):
    """One finished transmission; everything about it is public."""

    round: int
    """The round, from 1."""

    side: Side
    """The side whose code it was."""

    encoder: Seat
    """Who encoded."""

    clues: Clues3 | None
    """The clues; None when the encoder gave none, so that nobody could guess."""

    code: Code
    """The code."""

    decode: Code | None
    """The own side's guess; None when it made none."""

    intercept: Code | None
    """The other side's guess; None when it made none or might not make one."""

    @property
    def intercepted(self) -> bool:
        """Whether the other side found the code."""
        return self.intercept == self.code

    @property
    def missed(self) -> bool:
        """Whether the own side did not find the code."""
        return self.decode != self.code

    def to_json(self) -> dict[str, Any]:
        """Return the transmission as plain JSON values, with its two results."""
        results = {"intercepted": self.intercepted, "missed": self.missed}
        return self.model_dump(mode="json") | results


class Tokens(Frozen):
    """The tokens before one side."""

    side: Side
    interceptions: int = 0
    """Codes of the other side found (and, by preset, decoding misses of the other side)."""

    miscommunications: int = 0
    """Own codes not found."""

    @property
    def score(self) -> int:
        """The score of the tie-break: interceptions minus miscommunications."""
        return self.interceptions - self.miscommunications


class Screen(Frozen):
    """A side's keywords, shown to all when the game is over."""

    side: Side
    keywords: Keywords


class FinalGuess(Frozen):
    """What a side took the other side's keywords for; shown when both have guessed."""

    side: Side
    words: tuple[str, ...]
    """Four words; none when the side made no guess."""

    correct: int
    """How many keywords of the other side are among them."""


class View(Frozen):
    """What one seat (or, with ``seat`` None, a spectator) may know.

    Everything but the language has a default, so that a stateless question ("decode these
    clues") is a view with the few fields that matter.
    """

    language: str
    """The language of keywords and clues."""

    seat: Seat | None = None
    """Whose view it is; None for a spectator."""

    side: Side | None = None
    """The side of the seat; None for a spectator."""

    task: Task = "wait"
    """What is expected of the seat now."""

    phase: Phase = "encode"
    """What the table is doing: writing clues, guessing the code of ``transmitting``, guessing
    keywords in the tie-break, or nothing any more."""

    round: int = 1
    """The round, from 1."""

    rounds: int = 8
    """The last round."""

    interception: bool = True
    """Whether codes may be intercepted in this round."""

    repeat_codes: bool = True
    """Whether a side's code may be one that it had before."""

    transmitting: Side | None = None
    """The side whose clues are on the table; None outside of the guessing."""

    encoders: tuple[Seat, ...] = ()
    """Who encodes in this round, one seat for each team."""

    acting: tuple[Seat, ...] = ()
    """The seats that may move now. Any of a side's seats among them moves for the whole side."""

    handed_in: tuple[Side, ...] = ()
    """The sides that have handed in what the phase asks of them, still sealed."""

    deadline: float | None = None
    """When the sandglass has run out, in seconds since the start; None while it stands."""

    keywords: Keywords | None = None
    """The own side's keywords, slot 1 first."""

    code: Code | None = None
    """The code to transmit; only for the encoder of the round, until it is revealed."""

    written: Clues3 | None = None
    """The clues the seat has written and not yet read out; only for the encoder."""

    clues: Clues3 | None = None
    """The clues on the table, those of ``transmitting``."""

    guess: Code | None = None
    """The own side's sealed guess at the code of the clues on the table."""

    keyword_guess: tuple[str, ...] | None = None
    """The own side's sealed guess at the other side's keywords."""

    history: tuple[HistoryEntry, ...] = ()
    """The own side's past transmissions, oldest first. (A spectator sees white as the own
    side.) Transmissions without clues are left out; ``record`` has them."""

    opponent_history: tuple[HistoryEntry, ...] = ()
    """The other side's past transmissions, oldest first."""

    record: tuple[Transmission, ...] = ()
    """All past transmissions of both sides with all guesses, oldest first."""

    tokens: tuple[Tokens, ...] = ()
    """The tokens of each side."""

    screens: tuple[Screen, ...] = ()
    """All keywords; empty until the game is over."""

    keyword_guesses: tuple[FinalGuess, ...] = ()
    """The guesses of the tie-break; empty until both sides have guessed."""

    outcome: Outcome | None = None
    """How the game ended."""

    legality: LegalityOptions = LegalityOptions()
    """What the table has agreed on about clues."""

    @property
    def sheet(self) -> Sheet:
        """The own side's clues by slot, as on the note sheet."""
        return sheet(self.history)

    @property
    def opponent_sheet(self) -> Sheet:
        """The other side's clues by slot, as on the note sheet."""
        return sheet(self.opponent_history)

    @property
    def used(self) -> tuple[str, ...]:
        """All clues read out so far by either side; none may be given again."""
        return tuple(
            clue for entry in (*self.history, *self.opponent_history) for clue in entry.clues
        )

    def to_json(self) -> dict[str, Any]:
        """Return the view as plain JSON values, with both note sheets."""
        return self.model_dump(mode="json") | {
            "record": [t.to_json() for t in self.record],
            "sheet": [list(column) for column in self.sheet],
            "opponent_sheet": [list(column) for column in self.opponent_sheet],
        }

    def choices(self) -> tuple[Move, ...]:
        """List the 24 codes when the seat is to guess one; clues and keywords are open text."""
        if self.task == "decode":
            return tuple(DecodeGuess(code=code) for code in ALL_CODES)
        if self.task == "intercept":
            return tuple(InterceptGuess(code=code) for code in ALL_CODES)
        return ()

    def check(self, move: Move) -> None:
        """Judge a move of the seat before it is made, by the rules that ``State.apply`` uses.

        Only the sandglass is left to ``apply``, which knows the time.

        Raises:
            IllegalMove: If the seat may not make this move now; gives every reason.
        """
        if TASK_OF[type(move)] != self.task:
            raise IllegalMove(self._refusal(move))
        if isinstance(move, Clues):
            self._check_clues(move.clues)

    def _check_clues(self, clues: tuple[str, str, str]) -> None:
        refused: list[Text] = []
        for i, clue in enumerate(clues):
            verdict = legality.check_clue(
                clue,
                self.keywords or (),
                self.language,
                "decrypto",
                used=(*self.used, *clues[:i]),
                options=self.legality,
            )
            if not verdict.legal:
                refused.append(texts.illegal_clue(clue, [r.detail for r in verdict.reasons]))
        if refused:
            raise IllegalMove(texts.joined(refused))

    def _refusal(self, move: Move) -> Text:
        """Say why a move of this kind cannot be made by this seat now."""
        if self.outcome is not None:
            return texts.GAME_OVER
        if self.seat is None or self.side is None:
            return texts.SPECTATOR
        if self.task != "wait":
            return texts.WRONG_TASK[self.task]
        if self.side in self.handed_in:
            return texts.SEALED
        if isinstance(move, InterceptGuess) and not self.interception:
            return texts.NO_INTERCEPTION
        if self.phase == "guess" and self.side == self.transmitting:
            return texts.ENCODER_MAY_NOT_GUESS
        if self.phase == "guess" and not self.interception:
            return texts.NO_INTERCEPTION
        if self.phase == "encode" and isinstance(move, Clues):
            return texts.NOT_THE_ENCODER
        return texts.NOT_YET
