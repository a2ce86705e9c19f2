"""Players that move at random, but legally: a floor for comparisons, and fuel for tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cluebot.errors import Forfeit, IllegalMove, Text
from cluebot.games.base import Frozen, View
from cluebot.games.codenames import GiveClue, Number, SpymasterView
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.options import ClueOptions
from wordlists.loader import load_wordlist

if TYPE_CHECKING:
    from cluebot.games.decrypto import Clues, DecryptoView, KeywordGuess

ATTEMPTS = 200
"""How many random texts are tried before the player gives up."""

_NO_LUCK = Text(
    f"No legal move found in {ATTEMPTS} random attempts; give the player more words.",
    f"随机试了 {ATTEMPTS} 次也没有合法的行动；请给它更多词语。",
)
_NO_WORDS = Text(
    "This random player has no words to write a move with.",
    "这个随机玩家没有词语，写不出这一步。",
)

Compose = Callable[[Any, random.Random, Sequence[str]], Frozen]
"""Makes a move of open text from a view, a generator and words; it need not be legal."""


class RandomPlayer:
    """Picks evenly among the moves that the view lists; makes other moves of random words.

    Args:
        words: Where its words come from; none are needed where views list all moves.
        compose: Makes the moves that no view can list.
    """

    name = "random"

    def __init__(self, words: Sequence[str] = (), compose: Compose | None = None) -> None:
        self._words = words
        self._compose = compose

    def act(self, view: View, rng: random.Random, budget: Budget) -> Decision[Frozen]:  # noqa: ARG002
        """Choose a move.

        Raises:
            Forfeit: If no legal move turns up in `ATTEMPTS` attempts.
        """
        choices = view.choices()
        if choices:
            return Decision(rng.choice(choices))
        if self._compose is None:
            raise Forfeit(_NO_WORDS)
        for _ in range(ATTEMPTS):
            move = self._compose(view, rng, self._words)
            try:
                view.check(move)
            except IllegalMove:
                continue
            return Decision(move)
        raise Forfeit(_NO_LUCK)


def codenames_clue(view: SpymasterView, rng: random.Random, words: Sequence[str]) -> GiveClue:
    """Return a random word with any number the table allows.

    Where illegal clues may be said (``illegal_clue="penalty"``), it may be one.
    """
    options = view.options
    numbers: list[Number] = list(range(options.min_number, options.max_number + 1))
    if options.unlimited:
        numbers.append("unlimited")
    return GiveClue(word=rng.choice(words), number=rng.choice(numbers))


def decrypto_text(
    view: DecryptoView, rng: random.Random, words: Sequence[str]
) -> Clues | KeywordGuess:
    """Return three random clues or, at the end of a game, four random keywords."""
    from cluebot.games.decrypto import Clues, KeywordGuess

    if view.task == "guess_keywords":
        one, two, three, four = rng.sample(words, 4)
        return KeywordGuess(words=(one, two, three, four))
    first, second, third = rng.sample(words, 3)
    return Clues(clues=(first, second, third))


class WordsOptions(Frozen):
    """The options of a random player.

    Attributes:
        words: Its vocabulary; None: the word list of the game.
    """

    words: tuple[str, ...] | None = None


class RandomClueOptions(ClueOptions, WordsOptions):
    """In Codenames it is told what every player is, and has no use for it."""


def codenames(context: Context) -> RandomPlayer:
    """Make a random spymaster or operative; its options are those of `RandomClueOptions`."""
    options = context.checked(RandomClueOptions)
    return RandomPlayer(_words(options, context, "codenames"), codenames_clue)


def decrypto(context: Context) -> RandomPlayer:
    """Make a random player of any seat of Decrypto; its options are those of `WordsOptions`."""
    options = context.checked(WordsOptions)
    return RandomPlayer(_words(options, context, "decrypto"), decrypto_text)


def _words(options: WordsOptions, context: Context, game: str) -> Sequence[str]:
    return options.words or load_wordlist(context.language, game).words
