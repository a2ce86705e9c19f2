"""What one seat of Decrypto may know, and the judgement of its moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

from pydantic import computed_field

from cluebot.errors import Language
from cluebot.games.base import Frozen, Outcome, Seat
from cluebot.games.decrypto.codes import ALL_CODES, Code
from cluebot.games.decrypto.history import HistoryEntry, Keywords, Sheet, ThreeClues, sheet
from cluebot.games.decrypto.judging import judge
from cluebot.games.decrypto.moves import DecodeGuess, InterceptGuess, Move, Task
from cluebot.games.decrypto.setup import DecryptoOptions, Side

Phase = Literal["encode", "guess", "guess_keywords", "over"]


class Transmission(Frozen):
    """One finished transmission; public.

    Attributes:
        round: The round, from 1.
        side: The team whose code it was.
        encoder: Who encoded.
        clues: The clues; None when the encoder gave none, so that nobody could guess.
        code: The code.
        decode: The team's own guess; None when it made none.
        intercept: The other side's guess; None when it made none or might not make one.
    """

    round: int
    side: Side
    encoder: Seat
    clues: ThreeClues | None
    code: Code
    decode: Code | None
    intercept: Code | None

    @computed_field(repr=False)  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def intercepted(self) -> bool:
        """Whether the other side found the code."""
        return self.intercept == self.code

    @computed_field(repr=False)  # type: ignore[prop-decorator]
    @property
    def missed(self) -> bool:
        """Whether the team itself did not find the code."""
        return self.decode != self.code

    @cached_property
    def entry(self) -> HistoryEntry | None:
        """The transmission as a line of the history; None without clues."""
        if self.clues is None:
            return None
        return HistoryEntry(clues=self.clues, code=self.code, intercept=self.intercept)


class Tokens(Frozen):
    """The tokens of one side; public.

    Attributes:
        side: The side.
        interceptions: Codes of the other side found (and, if the table plays so, its misses).
        miscommunications: Own codes missed.
    """

    side: Side
    interceptions: int = 0
    miscommunications: int = 0

    @property
    def score(self) -> int:
        """The tie-break score: interceptions minus miscommunications."""
        return self.interceptions - self.miscommunications


class Screen(Frozen):
    """A team's keywords, slot 1 first, as shown to all when the game is over."""

    side: Side
    keywords: Keywords


class FinalGuess(Frozen):
    """A side's guess at the other side's keywords; public once both have guessed.

    Attributes:
        side: The side that guessed.
        words: Its four words; none when it made no guess.
        correct: How many of the other side's keywords are among them.
    """

    side: Side
    words: tuple[str, ...]
    correct: int


class DecryptoView(Frozen):
    """What a seat, or a spectator, may know.

    All fields but the language have defaults, so that a stateless question ("decode these
    clues") is a view with the few fields that matter.

    Attributes:
        language: The language of keywords and clues.
        seat: The seat this view belongs to; None for a spectator.
        side: The seat's side; None for a spectator.
        task: What is expected of the seat now.
        phase: What the table does: ``"encode"`` (all encoders write), ``"guess"`` (both sides
            guess the code of ``transmitting``), ``"guess_keywords"`` (tie-break), ``"over"``.
        round: The round, from 1.
        options: What the table has agreed on.
        transmitting: The team whose clues are on the table; None outside the guess phase.
        encoders: Who encodes in this round, one seat a team.
        to_act: The seats that may move now. For a guess any of the side's listed seats may hand
            in for the whole side; the first one listed changes from round to round.
        handed_in: The sides that have handed in what the phase asks for; still sealed.
        deadline: When the sandglass will have run out, in seconds since the start; None while
            it stands.
        keywords: The own team's keywords, slot 1 first; None without a team.
        code: The code to transmit; only for this round's encoder, until it is revealed.
        written: The clues the seat has written and not yet read out; only for the encoder.
        clues: The clues on the table, those of ``transmitting``.
        guess: The own side's sealed guess at the code on the table.
        keyword_guess: The own side's sealed guess at the other side's keywords.
        history: Past transmissions of the own side, oldest first; those without clues are left
            out. A spectator finds white's here, and black's in ``opponent_history``.
        opponent_history: Past transmissions of the other side, oldest first.
        record: All past transmissions with all guesses, oldest first.
        tokens: The tokens of both sides, white's first.
        screens: The keywords of the teams; empty until the game is over.
        keyword_guesses: The guesses of the tie-break; empty until both sides have guessed.
        outcome: How the game ended, or None.
    """

    language: Language
    seat: Seat | None = None
    side: Side | None = None
    task: Task = "wait"
    phase: Phase = "encode"
    round: int = 1
    options: DecryptoOptions = DecryptoOptions()
    transmitting: Side | None = None
    encoders: tuple[Seat, ...] = ()
    to_act: tuple[Seat, ...] = ()
    handed_in: tuple[Side, ...] = ()
    deadline: float | None = None
    keywords: Keywords | None = None
    code: Code | None = None
    written: ThreeClues | None = None
    clues: ThreeClues | None = None
    guess: Code | None = None
    keyword_guess: tuple[str, ...] | None = None
    history: tuple[HistoryEntry, ...] = ()
    opponent_history: tuple[HistoryEntry, ...] = ()
    record: tuple[Transmission, ...] = ()
    tokens: tuple[Tokens, ...] = ()
    screens: tuple[Screen, ...] = ()
    keyword_guesses: tuple[FinalGuess, ...] = ()
    outcome: Outcome | None = None

    @property
    def sheet(self) -> Sheet:
        """The own side's past clues by slot, oldest first, as on the note sheet."""
        return sheet(self.history)

    @property
    def opponent_sheet(self) -> Sheet:
        """The other side's past clues by slot, oldest first, as on the note sheet."""
        return sheet(self.opponent_history)

    @property
    def used_clues(self) -> tuple[str, ...]:
        """Every clue read out by either side so far; none may be given again."""
        entries = (*self.history, *self.opponent_history)
        return tuple(clue for entry in entries for clue in entry.clues)

    @property
    def interception(self) -> bool:
        """Whether codes may be intercepted in this round."""
        return self.round >= self.options.first_interception

    def to_json(self) -> dict[str, Any]:
        """Return the view as plain JSON values, with both note sheets."""
        return super().to_json() | {
            "sheet": [list(clues) for clues in self.sheet],
            "opponent_sheet": [list(clues) for clues in self.opponent_sheet],
        }

    def choices(self) -> tuple[Move, ...]:
        """List the 24 codes that may be guessed; none when clues or keywords are asked for."""
        return _CHOICES.get(self.task, ())

    def check(self, move: Move) -> None:
        """Judge a move before it is made; only the sandglass is left to the state.

        Raises:
            IllegalMove: If the seat may not make this move now; gives every reason.
        """
        judge(self, move)


_CHOICES: Mapping[Task, tuple[Move, ...]] = {
    "decode": tuple(DecodeGuess(code=code) for code in ALL_CODES),
    "intercept": tuple(InterceptGuess(code=code) for code in ALL_CODES),
}
