"""`check_clue`: the one function that decides whether a clue is legal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Literal, Protocol, get_args

from cluebot.errors import Text, bad_input
from cluebot.registry import Table
from cluebot.rules.encodings import readings
from cluebot.rules.text import MAX_WORD_LENGTH, control_characters, normalise, squash, word_list

Ruling = Literal["legal", "ask", "illegal"]
GameName = Literal["codenames", "decrypto"]
GAME_NAMES: tuple[GameName, ...] = get_args(GameName)

_SEVERITY: dict[Ruling, int] = {"legal": 0, "ask": 1, "illegal": 2}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a clue is not simply legal.

    Attributes:
        rule: Stable identifier of the rule, such as ``"word_form"`` (listed in docs/legality.md).
        ruling: ``"ask"`` or ``"illegal"``.
        word: The board word, keyword or earlier clue that the rule concerns; None when it
            concerns the clue alone.
        detail: Explanation in both languages.
    """

    rule: str
    ruling: Ruling
    word: str | None
    detail: Text


@dataclass(frozen=True, slots=True)
class LegalityOptions:
    """What a table may agree on.

    Attributes:
        ask: What an ``ask`` ruling becomes when nobody can be asked.
        translation: Whether the translation of a Codenames board word is barred
            (Decrypto bars it always).
        shared_character: Chinese: whether any shared character counts as a compound part
            (True) or only containment of the whole word does (False).
        max_length: Longest Codenames clue in characters.
        max_phrase_length: Longest Decrypto clue in characters; whole sentences are allowed there.
            No longer than a word of a list may be, since every clue becomes an earlier one.
    """

    ask: Literal["legal", "illegal"] = "legal"
    translation: bool = True
    shared_character: bool = True
    max_length: int = 40
    max_phrase_length: int = MAX_WORD_LENGTH


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on one clue, with every reason.

    Attributes:
        clue: The clue in normal form.
        reasons: All reasons found, gravest first; empty for a plainly legal clue.
        ask: What an ``ask`` ruling becomes when nobody can be asked.
    """

    clue: str
    reasons: tuple[Reason, ...] = ()
    ask: Literal["legal", "illegal"] = field(default="legal", compare=False)

    @property
    def verdict(self) -> Ruling:
        """The gravest ruling of all reasons; ``"legal"`` without any."""
        return max((r.ruling for r in self.reasons), key=_SEVERITY.__getitem__, default="legal")

    @property
    def legal(self) -> bool:
        """Whether the clue may be given when nobody can be asked."""
        ruling = self.verdict
        return ruling == "legal" or (ruling == "ask" and self.ask == "legal")

    def to_json(self, language: str) -> dict[str, Any]:
        """Return the verdict as plain JSON values, explained in ``language``."""
        return {
            "clue": self.clue,
            "verdict": self.verdict,
            "legal": self.legal,
            "reasons": [
                {"rule": r.rule, "word": r.word, "detail": r.detail.to(language)}
                for r in self.reasons
            ],
        }


class LanguageRules(Protocol):
    """One language's judgement of a clue; implemented in ``cluebot/rules/<language>.py``."""

    def reasons(
        self,
        clue: str,
        board: tuple[str, ...],
        game: GameName,
        options: LegalityOptions,
    ) -> list[Reason]:
        """Return every reason against ``clue`` (already in normal form), in any order.

        Whatever `reuse` finds is left out.
        """
        ...

    def reuse(self, clue: str, used: tuple[str, ...]) -> list[Reason]:
        """Return Decrypto's reasons against ``clue`` that lie in the clues given earlier."""
        ...


LANGUAGES: Table[LanguageRules] = Table(
    "language",
    {"en": "cluebot.rules.en:RULES", "zh": "cluebot.rules.zh:RULES"},
)


@cache
def _rules(language: str) -> LanguageRules:
    return LANGUAGES.load(language)


def check_clue(
    clue: str,
    board: Sequence[str],
    language: str,
    game: GameName = "codenames",
    *,
    used: Sequence[str] = (),
    options: LegalityOptions = LegalityOptions(),
) -> Verdict:
    """Decide whether ``clue`` may be given; the one function of the project that does.

    Args:
        clue: Any text at all.
        board: The words that bind: in Codenames those still uncovered, in Decrypto the
            team's own four keywords.
        language: The language of the board: ``"en"`` or ``"zh"``.
        game: Which game's rules apply.
        used: Decrypto: every clue the team gave earlier in this game.
        options: What the table has agreed on.

    Returns:
        The verdict with every reason, gravest first, then in the order of the board.

    Raises:
        InputError: If the language or the game is unknown, or ``board`` or ``used`` is no
            proper list of words. Never because of the clue's text.
    """
    words = word_list("board", board)
    earlier = word_list("used", used)
    rules = _rules(language)
    if game not in GAME_NAMES:
        raise bad_input(
            "game",
            game,
            en="unknown game; use codenames or decrypto.",
            zh="没有这个游戏；可用 codenames 或 decrypto。",
        )
    if not isinstance(clue, str):
        raise bad_input("clue", clue, en="a clue must be text.", zh="线索必须是文字。")
    limit = options.max_length if game == "codenames" else options.max_phrase_length
    # A text this long is too long in any normal form, and normalising it would cost time.
    normal, nonsense, said = _read(clue[: 20 * limit], limit)
    reasons = _encoded(said, words) or [*nonsense]
    if not reasons:
        reasons = [*_lasting(normal, words, language, game, options)]
        if game == "decrypto":
            reasons += rules.reuse(normal, earlier)
    if not reasons:
        return Verdict(normal, (), options.ask)
    place = {word: i for i, word in reversed(list(enumerate((*words, *earlier))))}
    ordered = sorted(
        dict.fromkeys(reasons),
        key=lambda r: (-_SEVERITY[r.ruling], place.get(r.word or "", -1), r.rule),
    )
    return Verdict(normal, tuple(ordered), options.ask)


@lru_cache(maxsize=4096)
def _lasting(
    clue: str,
    words: tuple[str, ...],
    language: str,
    game: GameName,
    options: LegalityOptions,
) -> tuple[Reason, ...]:
    """Return the reasons that hold as long as the board lies, whatever clues were given.

    They are remembered: whoever gives a clue asks for them, and then whoever judges it.
    """
    key = squash(clue)
    same = (
        Reason(
            "same_word",
            "illegal",
            word,
            Text(f"“{word}” itself may not be said.", f"不能直接说出「{word}」本身。"),
        )
        for word in words
        if squash(word) == key
    )
    return (*same, *_rules(language).reasons(clue, words, game, options))


@lru_cache(maxsize=8192)  # of some 400 bytes, 3 MB
def _read(clue: str, limit: int) -> tuple[str, tuple[Reason, ...], frozenset[str]]:
    """Return a clue in normal form, what is wrong with it anywhere, and what it says in a code."""
    normal = normalise(clue)
    said = frozenset(squash(text) for text in readings(normal))
    return normal, tuple(_nonsense(normal, limit)), said


def _encoded(said: Collection[str], words: Sequence[str]) -> list[Reason]:
    """Return the reasons against a clue that is a word in a code; it is judged no further.

    Args:
        said: What the clue says in a code, squashed.
        words: The words that bind.
    """
    if not said:
        return []
    return [
        Reason(
            "encoded",
            "illegal",
            word,
            Text(f"It is “{word}” in a code.", f"它是用编码写的「{word}」。"),
        )
        for word in words
        if squash(word) in said
    ]


def _nonsense(clue: str, limit: int) -> list[Reason]:
    """Return what is wrong with a clue whatever the board; such a clue is judged no further."""
    if not clue:
        return [Reason("empty", "illegal", None, Text("The clue is empty.", "线索是空的。"))]
    reasons = []
    if len(clue) > limit:
        text = Text(f"The clue is longer than {limit} characters.", f"线索超过了 {limit} 个字符。")
        reasons.append(Reason("too_long", "illegal", None, text))
    hidden = ", ".join(control_characters(clue[: limit + 1]))
    if hidden:
        text = Text(
            f"The clue contains control characters: {hidden}.", f"线索里有控制字符：{hidden}。"
        )
        reasons.append(Reason("control_characters", "illegal", None, text))
    if not squash(clue[: limit + 1]):
        text = Text("The clue has neither letters nor digits.", "线索里没有文字，也没有数字。")
        reasons.append(Reason("no_letters", "illegal", None, text))
    return reasons
