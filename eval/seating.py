"""From the players a suite names to players at a table, with a stop-watch on each of them."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from cluebot.errors import CluebotError, Forfeit, InputError, ResourceError, Text, told_as
from cluebot.games.base import GAMES, Seat
from cluebot.llm.errors import ModelError
from cluebot.players.base import PLAYERS, Budget, Context, Decision, Player
from embeddings.errors import CacheError, VectorsError
from eval.partial import PartialBlend
from eval.plan import PROCESS, TASK_ROLES, SeatPlayers, roles
from eval.suite import PlayerEntry
from wordlists.loader import load_wordlist

if TYPE_CHECKING:
    from embeddings.blend import Blend
    from embeddings.cache import Cache
    from embeddings.space_blend import SpaceBlend

WORDS = "$words"
"""The option value that stands for the word list of the game and language."""

_loaded: dict[str, SpaceBlend] = {}
_cache: list[Cache] = []


def use_cache(cache: Cache) -> None:
    """Load vectors from ``cache`` from now on; it may tell of the progress of builds."""
    _cache[:] = [cache]


def blend(language: str) -> SpaceBlend:
    """Return the vectors of a language, loaded once a process.

    Raises:
        VectorsError: If they can be neither loaded nor built.
    """
    if language not in _loaded:
        from embeddings.standard import load_blend

        _loaded[language] = load_blend(language, cache=_cache[0] if _cache else None)
    return _loaded[language]


def loaded_blends() -> Mapping[str, SpaceBlend]:
    """Return the vectors that players of this process have asked for, by language."""
    return dict(_loaded)


def lend_blends(blends: Mapping[str, SpaceBlend]) -> None:
    """Give this process vectors that another one has loaded."""
    _loaded.update(blends)


class PlayerFailed(CluebotError):  # noqa: N818 - it happened to the player
    """A player broke down; the game says nothing about its skill."""

    def __init__(self, seat: Seat, cause: Exception) -> None:
        text = Text(f"{type(cause).__name__}: {cause}", f"{type(cause).__name__}：{cause}")
        if isinstance(cause, CluebotError | VectorsError):
            text = Text(cause.to("en"), cause.to("zh"))
        super().__init__(Text(f"{seat}: {text.en}", f"{seat}：{text.zh}"))


class Timed:
    """A player with a stop-watch; tells a breakdown apart from a forfeit.

    Args:
        seat: Where it sits.
        player: The player.
    """

    def __init__(self, seat: Seat, player: Player[Any, Any]) -> None:
        self.name = player.name
        self.seconds: list[float] = []
        self._seat = seat
        self._player = player

    def act(self, view: Any, rng: random.Random, budget: Budget) -> Decision[Any]:
        """Choose a move.

        Raises:
            Forfeit: If the player gives up.
            CacheError: If what it needs can be neither loaded nor built.
            PlayerFailed: If it fails in any other way.
        """
        begun = time.perf_counter()
        try:
            return self._player.act(view, rng, budget)
        except Forfeit as error:
            # No answer from an endpoint is no failure of skill.
            if isinstance(error.__cause__, ModelError):
                raise PlayerFailed(self._seat, error) from error
            raise
        except CacheError:
            # No game can be played so; it is for whoever runs them to mend.
            raise
        except Exception as error:
            raise PlayerFailed(self._seat, error) from error
        finally:
            self.seconds.append(time.perf_counter() - begun)


class Rotating:
    """Plays a seat in rotation: one player for each task.

    Args:
        players: The players by task.
    """

    def __init__(self, players: Mapping[str, Player[Any, Any]]) -> None:
        self._players = dict(players)
        self.name = "+".join(dict.fromkeys(player.name for player in players.values()))

    def act(self, view: Any, rng: random.Random, budget: Budget) -> Decision[Any]:
        """Pass the view on to the player of its task.

        Raises:
            Forfeit: If nobody plays the task, or its player gives up.
        """
        player = self._players.get(view.task)
        if player is None:
            text = Text(
                f"nobody at this seat plays the task {view.task}.",
                f"这个座位没有人负责 {view.task}。",
            )
            raise Forfeit(text)
        return player.act(view, rng, budget)


@contextmanager
def seating(
    game: str, language: str, seats: Mapping[Seat, SeatPlayers]
) -> Iterator[dict[Seat, Player[Any, Any]]]:
    """Seat the players of one game.

    Our own are made once a process for each set of options. A program from outside is started for
    this game and ended with it, and serves one seat; where the tasks of seats in rotation have
    players of their own, one task of one side. So it can remember only what it may know.

    Args:
        game: The game.
        language: The language.
        seats: Who sits where.

    Raises:
        InputError: If a player does not exist or its options are wrong.
        PlayerFailed: If a program from outside cannot be started.
    """
    rules = GAMES.load(game)
    with ExitStack() as ended:
        programs: dict[tuple[str, str, str], Player[Any, Any]] = {}

        def made(seat: Seat, role: str, entry: PlayerEntry, place: str) -> Player[Any, Any]:
            if not entry.name.startswith(PROCESS):
                return _player(game, role, language, _key(entry))
            key = place, role, _key(entry)
            if key not in programs:
                programs[key] = ended.enter_context(_program(game, role, language, entry, seat))
            return programs[key]

        yield {
            seat: made(seat, rules.role(seat), who, seat)
            if isinstance(who, PlayerEntry)
            else Rotating(
                {t: made(seat, TASK_ROLES[t], e, rules.side(seat)) for t, e in who.items()}
            )
            for seat, who in seats.items()
        }


def warm_up(tables: Iterable[tuple[str, str, Mapping[Seat, SeatPlayers]]]) -> None:
    """Make every player once; programs from outside are ended again.

    Args:
        tables: Games with their languages and who sits where.

    Raises:
        InputError: If a player does not exist or its options are wrong.
        PlayerFailed: If a program from outside cannot be started.
        VectorsError: If vectors can be neither loaded nor built.
    """
    started = set()
    for game, language, seats in tables:
        for seat, who in seats.items():
            for role, entry in roles(GAMES.load(game), seat, who):
                key = game, role, language, _key(entry)
                if not entry.name.startswith(PROCESS):
                    with _named(entry):
                        _player(*key)
                elif key not in started:
                    started.add(key)
                    with _program(game, role, language, entry, seat):
                        pass


@contextmanager
def _named(entry: PlayerEntry) -> Iterator[None]:
    """Say whose option is wrong."""
    try:
        yield
    except InputError as error:
        raise InputError(
            [
                replace(d, field=f"{entry.name}.options.{d.field}")
                if d.field in entry.options
                else d
                for d in error.defects
            ]
        ) from None


@contextmanager
def _program(
    game: str, role: str, language: str, entry: PlayerEntry, seat: Seat
) -> Iterator[Player[Any, Any]]:
    """Start a program from outside, and end it."""
    from eval.process_player import ProcessPlayer

    command = entry.name.removeprefix(PROCESS)
    try:
        player = ProcessPlayer(command, game, role, language, _options(entry, game, language))
    except ResourceError as error:
        raise PlayerFailed(seat, error) from error
    with closing(player):
        yield player


def _options(entry: PlayerEntry, game: str, language: str) -> dict[str, Any]:
    return {
        name: load_wordlist(language, game).words if value == WORDS else value
        for name, value in entry.options.items()
    }


def _part(language: str, blocks: Sequence[str]) -> Blend:
    return PartialBlend(blend(language), blocks)


def _key(entry: PlayerEntry) -> str:
    return json.dumps(entry.to_json(), sort_keys=True, ensure_ascii=False)


@lru_cache(maxsize=256)
def _player(game: str, role: str, language: str, key: str) -> Player[Any, Any]:
    entry = PlayerEntry.model_validate_json(key)
    chosen = entry.vectors.get("zh" if language == "zh" else "en")
    context = Context(
        language=language,
        blend=blend if chosen is None else partial(_part, blocks=chosen),
        options=_options(entry, game, language),
        cache=_cache[0] if _cache else None,
    )
    with told_as("endpoint", "player", entry.name):
        return PLAYERS[game, role].load(entry.name)(context)
