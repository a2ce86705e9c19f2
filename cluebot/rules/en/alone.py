"""What an English clue may not be whatever the board says."""

from __future__ import annotations

import re
from functools import lru_cache

from cluebot.errors import Text
from cluebot.rules.en import decrypto, letters, talk
from cluebot.rules.en.lexicon import glosses, graded, is_entry, lemmas
from cluebot.rules.en.words import Words, analyse, word_count
from cluebot.rules.legality import GameName, Reason
from cluebot.rules.text import is_latin, script_of

# Written like names, and yet ordinary words; not every dictionary of ours has all of them.
_WEEKDAYS = frozenset(
    ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
)
_NAMED = re.compile(r"(?<=\w )[A-Z][a-z]+")


@lru_cache(maxsize=16384)
def judge_alone(clue: str, game: GameName) -> tuple[Reason, ...]:
    """Return every reason that concerns the clue itself."""
    analysed = analyse(clue)
    found = _hints(analysed)
    return (*found, *(_code(analysed) if game == "decrypto" else _table_matters(analysed)))


def _hints(clue: Words) -> list[Reason]:
    found = []
    if talk.talks_of_letters(clue.text):
        found.append(
            Reason(
                "letters",
                "illegal",
                None,
                Text(
                    "It speaks of letters, spelling or length instead of meaning.",
                    "它说的是字母、拼写或长度，而不是词义。",
                ),
            )
        )
    if talk.talks_of_sound(clue.text):
        found.append(
            Reason(
                "sound",
                "illegal",
                None,
                Text(
                    "It speaks of the sound of a word instead of its meaning.",
                    "它说的是读音，而不是词义。",
                ),
            )
        )
    if talk.talks_of_place(clue.text):
        text = Text(
            "It tells where a word lies, not what it means.", "它说的是词的位置，而不是词义。"
        )
        found.append(Reason("position", "illegal", None, text))
    if script_of(clue.text) == "mixed" and _has_lookalikes(clue.text):
        found.append(
            Reason(
                "letters",
                "illegal",
                None,
                Text(
                    "It mixes letters of different alphabets that look alike.",
                    "它混用了形似的不同文字的字母。",
                ),
            )
        )
    return found


def _has_lookalikes(text: str) -> bool:
    return any(
        any(map(is_latin, piece)) and any("\u0370" <= c <= "\u052f" for c in piece)
        for piece in text.split()
    )


def _code(clue: Words) -> list[Reason]:
    ruling = decrypto.spells_code(clue.text)
    if ruling is None:
        return []
    text = Text(
        "It stands for a slot or for the code itself; numbers need a meaning of their own.",
        "它等于在报位置或密码；数字线索必须另有含义。",
    )
    return [Reason("code", "illegal" if ruling == "illegal" else "ask", None, text)]


def judge_reuse(clue: str, used: tuple[str, ...]) -> list[Reason]:
    """Return every reason that lies in the clues given earlier, in their order."""
    if decrypto.points_back(clue):
        text = Text("It points back at an earlier clue.", "只是指回以前的线索。")
        return [Reason("used_clue", "illegal", None, text)]
    return [
        Reason(
            "used_clue",
            "illegal",
            earlier,
            Text(
                f"“{earlier}” was a clue before; none is given twice in a game.",
                f"「{earlier}」已经用过；同一局里线索不能重复。",
            ),
        )
        for earlier in decrypto.repeated(clue, used)
    ]


def _table_matters(clue: Words) -> list[Reason]:
    """Codenames: what the rules leave to the table."""
    if script_of(clue.text) not in ("latin", "other") or not clue.key.isascii():
        text = Text(
            "It is not English; allowed if your table would use it in an English sentence.",
            "它不是英语；若同桌平时会在英语句子里这样说，可以允许。",
        )
        return [Reason("foreign", "ask", None, text)]
    hyphened = len(clue.tokens) > 1 and not is_entry(clue.key) and not clue.key.isdigit()
    if word_count(clue.text) > 1 or hyphened:
        text = Text(
            "It is more than one word; names and titles need the table's consent.",
            "它不止一个词；多词的名称须事先约定。",
        )
        return [Reason("several_words", "ask", None, text)]
    if len(clue.key) < 2 or not clue.key.isalpha():
        return []
    if any(graded().get(w) is not None for w in lemmas(clue.key)) or _is_common_noun(clue.key):
        return []
    if clue.key in _WEEKDAYS:
        return []
    if letters.is_abbreviation(clue.key) and not (clue.unknown and clue.text.islower()):
        text = Text(
            "It is an abbreviation; agree on those before the game.", "它是缩写；须事先约定。"
        )
        return [Reason("abbreviation", "ask", None, text)]
    if clue.unknown:
        text = Text(
            "No dictionary has it; ask the table whether it is a word.",
            "词典里查不到这个词；请问问同桌是否接受。",
        )
        return [Reason("unknown_word", "ask", None, text)]
    text = Text("It is a name; ask the table.", "它是专有名词；请问问同桌是否接受。")
    return [Reason("proper_name", "ask", None, text)]


def _is_common_noun(key: str) -> bool:
    """Tell a dictionary word from a name: definitions of names place them among other names."""
    found = glosses(key)
    return bool(found) and not any(_NAMED.search(text) for text in found)
