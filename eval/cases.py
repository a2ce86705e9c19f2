"""Suites of cases in place of games: rulings on clues, and choices that people made.

Both are read from JSON lines, shipped or named by the user, and go through the same runner.

- ``legality``: ``{"game", "clue", "board": [...], "used": [...], "verdict"}``; the ruling of
  `check_clue` against the one written down
- ``listeners``: ``{"board": [...], "clue", "targets": [...], "human_guesses": [[...], ...]}``
  (`eval.human_games`); what each guesser would touch against what people touched
"""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from cluebot.errors import Forfeit, Language, bad_input
from cluebot.games.base import Frozen, Seat
from cluebot.games.codenames import CodenamesOptions, OperativeView, Remaining, Turn
from cluebot.players.base import PLAYERS, Budget
from cluebot.registry import unknown_name
from cluebot.rules.legality import GameName, LegalityOptions, Ruling, check_clue
from eval.human_games import HumanClue, read_human_clues
from eval.json_lines import Word, read_json_lines
from eval.plan import PROCESS, in_range
from eval.playing import Line, checksum
from eval.results import Group, Result
from eval.rows import Rows
from eval.seating import PlayerFailed, seating, warm_up
from eval.shipped import find_file
from eval.suite import Suite
from eval.versions import Versions
from eval.work import Stated

GUESSER_AXIS = "guesser"
"""The axis of the players in suites of listeners."""

SEAT = Seat("red.operative.1")
"""Where a guesser sits who is asked about a case."""


class LegalityCase(Frozen):
    """One clue with its ruling, as people decided it."""

    game: GameName
    clue: str
    board: Annotated[tuple[Word, ...], Field(min_length=1)]
    used: tuple[str, ...] = ()
    verdict: Ruling


@dataclass(frozen=True, slots=True)
class CaseCell:
    """The cases of one file, judged by one player (or by the rules).

    Attributes:
        key: Its part of the ids; a checksum in it tells files with other cases apart.
        language: The language.
        source: The name of the file.
        label: The guesser's label; empty for rulings.
        cases: The cases.
    """

    key: str
    language: Language
    source: str
    label: str
    cases: tuple[LegalityCase | HumanClue, ...]


@dataclass(frozen=True)
class Cases:
    """All cases of a suite; see `eval.work.Work`."""

    suite: Suite

    @cached_property
    def cells(self) -> tuple[CaseCell, ...]:
        """The cases by language, file and player."""
        labels = self.suite.axes.get(GUESSER_AXIS, ()) if self._listens else ("",)
        cells = []
        for language in self.suite.languages:
            names = self.suite.data.get(language, ())
            sources = _told_apart(names)
            for name in names:
                place = find_file(name)
                cases = self._read(name, place)[: self.suite.games]
                source = sources[name]
                file = f"{Path(name).name}@{hashlib.sha256(place.read_bytes()).hexdigest()[:8]}"
                cells += [
                    CaseCell("/".join(filter(None, (self.suite.kind, language, file, label))),
                             language, source, label, cases)
                    for label in labels
                ]  # fmt: skip
        return tuple(cells)

    @cached_property
    def _order(self) -> tuple[tuple[int, int], ...]:
        """Cell and case of every number, case by case."""
        longest = max((len(cell.cases) for cell in self.cells), default=0)
        return tuple(
            (c, i) for i in range(longest) for c, cell in enumerate(self.cells)
            if i < len(cell.cases)
        )  # fmt: skip

    @property
    def count(self) -> int:
        """Number of cases."""
        return len(self._order)

    def id(self, number: int) -> str:
        """Return the id of a case."""
        cell, case = self._order[number]
        return f"{self.cells[cell].key}/{case + 1}"

    @property
    def width(self) -> int:
        """0: cases do not come by boards."""
        return 0

    def check(self) -> None:
        """Check files and players.

        Raises:
            InputError: If a file or a line of it is wrong (named), or a player does not exist.
        """
        if not self.cells or not self.count:
            files = [name for language in self.suite.languages
                     for name in self.suite.data.get(language, ())]  # fmt: skip
            if files:
                raise bad_input(
                    "data", ", ".join(files), en="holds no cases; write one a line.",
                    zh="是空的；请每行写一个案例。",
                )  # fmt: skip
            raise bad_input(
                "data", self.suite.name,
                en="names no cases; give a file of JSON lines with --data.",
                zh="没有数据；请用 --data 给出一个 JSON Lines 文件。",
            )  # fmt: skip
        table = PLAYERS["codenames", "operative"]
        (key, times), *_ = Counter(cell.key for cell in self.cells).most_common(1)
        if times > 1:
            raise bad_input(
                "data", key, en="the same cases are named twice; name them once.",
                zh="同样的案例给了两次；请只给一次。",
            )  # fmt: skip
        for cell in self.cells:
            name = self.suite.players[cell.label].name if cell.label else ""
            if name and name not in table and not name.startswith(PROCESS):
                raise unknown_name("players (operative)", name, table)

    def warm_up(self) -> None:
        """Make every player once; programs from outside are ended again."""
        warm_up(
            ("codenames", cell.language, {SEAT: self.suite.players[cell.label]})
            for cell in self.cells
            if cell.label
        )

    def rows(self) -> Rows:
        """Return the rows of the results."""
        return {_group(self.suite.kind, cell): frozenset() for cell in self.cells}

    def dealt(self, group: Group) -> object:
        """Return what decides the cases of a row: their part of the ids, with its checksum."""
        cells = (cell for cell in self.cells if _group(self.suite.kind, cell) == group)
        return next((cell.key for cell in cells), None)

    def play(self, number: int, versions: Versions) -> Line:  # noqa: ARG002
        """Judge one case, or ask a guesser about it."""
        place, case_number = self._order[number]
        cell = self.cells[place]
        case = cell.cases[case_number]
        begun = time.perf_counter()
        status = "finished"
        try:
            if isinstance(case, LegalityCase):
                payload = _judge(case, cell.language)
            else:
                payload = self._ask(case, cell, number)
        except PlayerFailed as error:
            payload = {"failure": {"en": error.to("en")[:1000], "zh": error.to("zh")[:1000]}}
            status = "failed"
        seconds = round(time.perf_counter() - begun, 6)
        return {
            "id": self.id(number),
            "status": status,
            "sha256": checksum(payload),
            "game": payload,
            "measured": {"seconds": seconds, "moves": {}},
        }

    def find(self, wanted: str) -> tuple[CaseCell, LegalityCase | HumanClue]:
        """Return a case by its id, with its cell.

        Raises:
            KeyError: If there is none.
        """
        key, _, number = wanted.rpartition("/")
        cell = self._by_key[key]
        return cell, cell.cases[int(number) - 1]

    def owns(self, line: Line) -> bool:
        """Return whether a line is that of a case."""
        key, _, number = line["id"].rpartition("/")
        cell = self._by_key.get(key)
        return cell is not None and in_range(number, len(cell.cases))

    def results(self, line: Line) -> list[Result]:
        """Return what metrics read of a case."""
        cell, case = self.find(line["id"])
        kind, language, preset, group = _group(self.suite.kind, cell)
        # Clues on one board share its words: they count as one cluster.
        alone = int(line["id"].rpartition("/")[2])
        board = case.group if isinstance(case, HumanClue) else alone
        return [Result("side", kind, language, preset, board, "", group, case=line["game"]["case"])]

    def stated(self, line: Line) -> Iterator[Stated]:
        """Yield the probability of a guesser's first word, once for every person."""
        cell, _ = self.find(line["id"])
        case = line["game"]["case"]
        for best in case.get("ranking", ())[:1]:
            for person in case["people"]:
                if "probability" in best and person:
                    right = person[0] == best["word"]
                    yield (cell.language, "first touch", cell.label), best["probability"], right

    @property
    def _listens(self) -> bool:
        return self.suite.kind == "listeners"

    @cached_property
    def _by_key(self) -> dict[str, CaseCell]:
        return {cell.key: cell for cell in self.cells}

    def _read(self, name: str, place: Path) -> tuple[LegalityCase | HumanClue, ...]:
        if self._listens:
            return tuple(read_human_clues(place))
        return tuple(read_json_lines(place, name, LegalityCase))

    def _ask(self, case: HumanClue, cell: CaseCell, number: int) -> dict[str, Any]:
        """Return the guesser's ranking with its probabilities, beside what people touched."""
        seats = {SEAT: self.suite.players[cell.label]}
        view, rng = _view(case, cell.language), random.Random(f"{self.suite.seed}/{number}")
        try:
            with seating("codenames", cell.language, seats) as players:
                decision = players[SEAT].act(view, rng, Budget())
        except PlayerFailed:
            raise
        except Forfeit:
            ranking: list[dict[str, Any]] = []
        except Exception as error:
            raise PlayerFailed(SEAT, error) from error
        else:
            touched = {"word": getattr(decision.move, "word", None)}
            ranking = []
            for guesses in (decision.notes.get("guesses") or (), (touched,)):
                # Each word has one place in a ranking: its first.
                places: dict[Any, dict[str, Any]] = {}
                for guess in guesses:
                    if isinstance(guess, Mapping) and guess.get("word") in case.board:
                        places.setdefault(guess["word"], dict(guess))
                ranking = ranking or list(places.values())
        return {
            "case": {
                "clue": case.clue,
                "words": len(case.board),
                "targets": list(case.targets),
                "people": [list(person) for person in case.guesses],
                "ranking": ranking,
            }
        }


def _told_apart(names: Sequence[str]) -> dict[str, str]:
    """Return the shortest ends of paths that differ: files of one name would share a row.

    >>> _told_apart(["/a/x.jsonl", "/a/b/y.jsonl", "/c/b/y.jsonl"])
    {'/a/x.jsonl': 'x.jsonl', '/a/b/y.jsonl': 'a/b/y.jsonl', '/c/b/y.jsonl': 'c/b/y.jsonl'}
    """
    told = {}
    for name in names:
        parts = Path(name).parts
        ends = ["/".join(parts[-n:]) for n in range(1, len(parts) + 1)]
        others = [other for other in names if other != name]
        told[name] = next(
            (end for end in ends if not any(f"/{other}".endswith(f"/{end}") for other in others)),
            name,
        )
    return told


def _group(kind: str, cell: CaseCell) -> Group:
    label = ((GUESSER_AXIS, cell.label),) if cell.label else ()
    return kind, cell.language, "", (("file", cell.source), *label)


def _judge(case: LegalityCase, language: str) -> dict[str, Any]:
    # What a table would ask about must not count as legal here.
    options = LegalityOptions(ask="illegal")
    verdict = check_clue(
        case.clue, case.board, language, case.game, used=case.used, options=options
    )
    reasons = [reason.rule for reason in verdict.reasons]
    found = {"clue": case.clue, "expected": case.verdict, "found": verdict.verdict}
    return {"case": found | {"reasons": reasons}}


def _view(case: HumanClue, language: Language) -> OperativeView:
    """Return the view of a guesser who has heard the clue and touched nothing yet."""
    number = len(case.targets)
    rest = len(case.board) - number
    return OperativeView(
        seat=SEAT,
        side="red",
        language=language,
        options=CodenamesOptions(opponent="none"),
        words=case.board,
        identities=(None,) * len(case.board),
        covered=(False,) * len(case.board),
        starts="red",
        turn="red",
        phase="guess",
        to_act=(SEAT,),
        guesses_left=number + 1 if number else None,
        remaining=Remaining(red=number, blue=0, neutral=rest, assassin=0),
        history=(Turn(side="red", clue=case.clue, number=number),),
    )
