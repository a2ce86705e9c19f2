"""From the players a suite names to players at a table, with a stop-watch on each of them."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from cluebot.errors import CluebotError, Forfeit, Text, told_as
from cluebot.games.base import GAMES, Seat
from cluebot.llm.errors import ModelError
from cluebot.players.base import PLAYERS, Budget, Context, Decision, Player
from embeddings.errors import CacheError, VectorsError
from eval.partial import PartialBlend
from eval.plan import PROCESS, TASK_ROLES, SeatPlayers
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


def seated(game: str, language: str, seat: Seat, players: SeatPlayers) -> Player[Any, Any]:
    """Return the player of a seat; made once a process for each set of options.

    Raises:
        InputError: If a player does not exist or its options are wrong.
    """
    if isinstance(players, PlayerEntry):
        return _player(game, GAMES.load(game).role(seat), language, _key(players))
    made = {t: _player(game, TASK_ROLES[t], language, _key(e)) for t, e in players.items()}
    return Rotating(made)


def _part(language: str, blocks: Sequence[str]) -> Blend:
    return PartialBlend(blend(language), blocks)


def _key(entry: PlayerEntry) -> str:
    return json.dumps(entry.to_json(), sort_keys=True, ensure_ascii=False)


@lru_cache(maxsize=256)
def _player(game: str, role: str, language: str, key: str) -> Player[Any, Any]:
    entry = PlayerEntry.model_validate_json(key)
    options = {
        name: load_wordlist(language, game).words if value == WORDS else value
        for name, value in entry.options.items()
    }
    if entry.name.startswith(PROCESS):
        from eval.process_player import ProcessPlayer

        return ProcessPlayer(entry.name.removeprefix(PROCESS), game, role, language, options)
    chosen = entry.vectors.get("zh" if language == "zh" else "en")
    context = Context(
        language=language,
        blend=blend if chosen is None else partial(_part, blocks=chosen),
        options=options,
        cache=_cache[0] if _cache else None,
    )
    with told_as("endpoint", "player", entry.name):
        return PLAYERS[game, role].load(entry.name)(context)


def close_players() -> None:
    """End the processes of players from outside; they are started again when needed."""
    from eval.process_player import close_all

    close_all()
