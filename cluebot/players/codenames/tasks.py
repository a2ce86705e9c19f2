"""What a clue giver and a guesser need to know, apart from seats and turns.

The players read it off a view; the command line and the service fill it in themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cluebot.games.codenames import Number, OperativeView, SpymasterView
from cluebot.games.codenames.views import CodenamesView, Turn
from cluebot.players.codenames.value import Opponent
from cluebot.rules.legality import LegalityOptions


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier clue of one's own side.

    Attributes:
        clue: The clue word.
        missing: How many of its words have not been found.
    """

    clue: str
    missing: int


@dataclass(frozen=True, slots=True)
class ClueTask:
    """A clue to be found for a board.

    Attributes:
        language: The language of the words.
        own: Own words that are still uncovered; at least one.
        opponent: Words of the other side.
        neutral: Innocent bystanders.
        assassin: Assassins.
        used: Every clue given so far, by both sides.
        earlier: Earlier clues of the own side with words missing.
        mode: What the other side does.
        max_number: Largest number to say.
        zero: Whether the number 0 is allowed.
        unlimited: Whether "unlimited" is allowed.
        legality: What the check of clues goes by.
    """

    language: str
    own: tuple[str, ...]
    opponent: tuple[str, ...] = ()
    neutral: tuple[str, ...] = ()
    assassin: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    mode: Opponent = "team"
    max_number: int = 9
    zero: bool = True
    unlimited: bool = True
    legality: LegalityOptions = field(default_factory=LegalityOptions)

    @property
    def words(self) -> tuple[str, ...]:
        """All uncovered words: own, opponent, neutral, assassin."""
        return self.own + self.opponent + self.neutral + self.assassin

    @classmethod
    def of(cls, view: SpymasterView) -> ClueTask:
        """Read the task off a spymaster's view."""
        options = view.options
        return cls(
            view.language,
            view.own,
            view.opponent,
            view.neutral,
            view.assassin,
            view.used_clues,
            unfinished(view),
            options.opponent,
            options.max_number,
            options.min_number == 0,
            options.unlimited,
            options.legality,
        )


@dataclass(frozen=True, slots=True)
class GuessTask:
    """A clue to be understood.

    Attributes:
        language: The language of the words.
        words: The uncovered words, in board order.
        clue: The clue.
        number: The number said with it.
        found: How many own words this clue has brought already.
        earlier: Earlier clues of the own side with words missing.
        against: Clues of the other side whose words are not all found.
        own_left: Own words still uncovered; None when not known.
        opponent_left: Words of the other side still uncovered; None when not known.
        assassins: Assassins still uncovered; None when not known.
        mode: What the other side does.
        guesses_left: How many cards may still be touched; None for no limit.
        may_stop: Whether the turn may be ended now.
    """

    language: str
    words: tuple[str, ...]
    clue: str
    number: Number
    found: int = 0
    earlier: tuple[Earlier, ...] = ()
    against: tuple[Earlier, ...] = ()
    own_left: int | None = None
    opponent_left: int | None = None
    assassins: int | None = None
    mode: Opponent = "team"
    guesses_left: int | None = None
    may_stop: bool = False

    @classmethod
    def of(cls, view: OperativeView) -> GuessTask:
        """Read the task off an operative's view in the guess phase."""
        current = view.current
        if current is None or current.clue is None or current.number is None:
            raise ValueError("there is no clue to be understood")
        return cls(
            view.language,
            view.uncovered,
            current.clue,
            current.number,
            _found(current),
            unfinished(view),
            unfinished(view, against=True),
            view.own_remaining,
            view.opponent_remaining,
            view.remaining.assassin,
            view.options.opponent,
            view.guesses_left,
            view.may_stop,
        )


def unfinished(view: CodenamesView, *, against: bool = False) -> tuple[Earlier, ...]:
    """Return the finished turns of a side whose clue has words missing, latest first.

    Args:
        view: The view of a seat with a side.
        against: Look at the other side's turns instead.
    """
    out = []
    for turn in reversed(view.history):
        mine = turn.side == view.side
        if turn.clue is None or turn.end is None or mine == against:
            continue
        missing = _number(turn) - _found(turn)
        if missing > 0 and turn.end != "invalid":
            out.append(Earlier(turn.clue, missing))
    return tuple(out)


def _number(turn: Turn) -> int:
    return turn.number if isinstance(turn.number, int) else 0


def _found(turn: Turn) -> int:
    return sum(touch.identity == turn.side for touch in turn.guessed)
