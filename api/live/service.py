"""Live games as operations on the store: create, look, move, play a bot's move.

Everything here blocks and may be called from any thread and any process: the store's version
check decides who was first.
"""

from __future__ import annotations

import hashlib
import json
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any

from api.live.setup import new_row
from api.live.shapes import AcceptedMove, CreatedGame, GameView, NewGame, NewMove
from api.live.table import HUMAN, LiveTable
from api.problems import ApiProblem
from api.resources import player
from api.store.games import GameStore, MoveRow
from api.store.secrets import digest, matches, new_token
from cluebot.errors import Forfeit, IllegalMove, Text, TooLate
from cluebot.games.base import Seat, State
from cluebot.players.base import Budget, Decision
from cluebot.record import Entry, to_line

MAX_TABLES = 2_000
"""Games kept in memory at once; the longest unused is read again from the store when needed."""

MAX_FAILURES = 3
"""Times a bot's move may fail for a reason outside the game before the bot forfeits."""

Published = Callable[[str, int], None]
"""Told of a game and its new version, from any thread."""

_NO_GAME = Text(
    "There is no such game; it may have expired. Check the id, or create a new game.",
    "没有这个对局，可能已过期；请检查编号，或新建一局。",
)
_BAD_TOKEN = Text(
    "The token opens no seat of this game; send the token from the creation of the game as "
    "Authorization: Bearer TOKEN, or leave the header out to watch.",
    "这个令牌不属于本局的任何座位；请以 Authorization: Bearer 令牌 的形式发送建局时得到的令牌，"
    "旁观则不发送该请求头。",
)
_STALE = Text(
    "The game has moved on; look at it (it comes with this answer) and send the move again with "
    "its version and a new key.",
    "局面已经变了；请查看随本回应附上的新局面，再用新的 version 和新的幂等键重发。",
)
_REUSED = Text(
    "This idempotency key came with another move before; use a new key for a new move.",
    "这个幂等键已用于另一步；新的一步请用新的键。",
)
_RUNNING = Text(
    "The record shows every secret; it can be had once the game is over.",
    "对局记录包含所有秘密；对局结束后才能下载。",
)
_TIME = Text("The time ran out.", "时间已到。")
_CRASHED = Text("The player failed.", "玩家程序出错。")


@dataclass(frozen=True, slots=True)
class BotMove:
    """A bot's move that is in the log."""

    game: str
    seat: str
    ply: int


class LiveGames:
    """All live games of one process.

    Args:
        store: Where they are kept.
        publish: Told of every move made here.
        clock: Returns seconds since the epoch.
    """

    def __init__(
        self, store: GameStore, publish: Published, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._publish = publish
        self._clock = clock
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._hashes: OrderedDict[str, dict[str, str]] = OrderedDict()
        self._lock = Lock()

    def create(self, request: NewGame) -> CreatedGame:
        """Set up a game.

        Raises:
            InputError: If it cannot be set up so.
        """
        row = new_row(request, secrets.token_hex(12), self._clock())
        secret = {seat: new_token() for seat, who in row.seats.items() if who["player"] == HUMAN}
        table = LiveTable(row)
        hashes = {seat: digest(token) for seat, token in secret.items()}
        self._store.create(row, hashes, table.waiting(table.state))
        self._keep(table)
        first = next((seat for seat in table.seats if seat in secret), None)
        alone = first if len(secret) == 1 else None
        return CreatedGame(id=row.id, tokens=secret, game=table.show(alone))

    def table(self, game_id: str, version: int | None = None) -> LiveTable:
        """Return a game with all its moves.

        Args:
            game_id: The game.
            version: What the caller knows the game to have come to at least; the store is
                asked only if the table is behind. None: always ask.

        Raises:
            ApiProblem: If there is no such game.
        """
        with self._lock:
            table = self._tables.get(game_id)
        if table is not None and version is not None and table.version >= version:
            return table
        if table is None:
            row = self._store.get(game_id)
            if row is None:
                raise ApiProblem("not-found", _NO_GAME)
            table = LiveTable(row)
            reached = row.version
        else:
            reached = self._store.versions([game_id]).get(game_id, -1)
            if reached < 0:
                self._forget(game_id)
                raise ApiProblem("not-found", _NO_GAME)
        if table.version < reached:
            table.extend(self._store.moves(game_id, table.version))
        return self._keep(table)

    def seat(self, game_id: str, token: str | None) -> Seat | None:
        """Return the seat that a token opens; None for a spectator, who has no token.

        Raises:
            ApiProblem: If the token opens no seat of the game.
        """
        if token is None:
            return None
        hashes = self._hashes.get(game_id)
        if hashes is None:
            hashes = self._store.hashes(game_id)
            with self._lock:
                self._hashes[game_id] = hashes
                if len(self._hashes) > MAX_TABLES:
                    self._hashes.popitem(last=False)
        # Every seat is compared, so that the time tells nothing about which one it was.
        found = [seat for seat, stored in hashes.items() if matches(token, stored)]
        if not found:
            raise ApiProblem("unauthorised", _BAD_TOKEN, headers={"WWW-Authenticate": "Bearer"})
        return Seat(found[0])

    def show(self, game_id: str, token: str | None) -> GameView:
        """Return a game as the holder of a token may know it.

        Raises:
            ApiProblem: If there is no such game, or the token does not fit.
        """
        table = self.table(game_id)
        return table.show(self.seat(game_id, token))

    def move(self, game_id: str, token: str | None, posted: NewMove, key: str) -> AcceptedMove:
        """Make a person's move; it is on disk when this returns.

        Args:
            game_id: The game.
            token: The seat's token.
            posted: The move.
            key: The idempotency key: the same post under the same key plays once.

        Raises:
            ApiProblem: If the game has moved on, the key was used for another move, or the
                token does not fit.
            InputError: If it is no move.
            IllegalMove: If the seat may not make it.
        """
        table = self.table(game_id)
        seat = self.seat(game_id, token)
        if seat is None:
            raise ApiProblem("unauthorised", _BAD_TOKEN, headers={"WWW-Authenticate": "Bearer"})
        fingerprint = _fingerprint(posted)
        while True:
            with table.lock:
                version, state, earlier = (
                    table.version, table.state, table.posted.get((seat, key)),
                )  # fmt: skip
            if earlier is not None:
                return self._again(table, seat, earlier, fingerprint)
            if posted.version != version:
                raise ApiProblem(
                    "stale-version", _STALE, game=table.show(seat).model_dump(mode="json")
                )
            now = table.now(self._clock())
            entry, after = _apply(table, state, seat, posted, now)
            row = MoveRow(state.ply, seat, entry, None, key, fingerprint)
            if self._append(table, row, after):
                return AcceptedMove(ply=row.ply, repeated=False, game=table.show(seat))
            table = self.table(game_id)

    def play_bot(self, game_id: str, failures: int = 0) -> BotMove | None:
        """Make one move of the bot that is due; None if none is, or another process was first.

        Args:
            game_id: The game.
            failures: How often this move has failed for a reason outside the game.

        Raises:
            ApiProblem: If there is no such game.
            Exception: Whatever the player raises, other than a forfeit; after `MAX_FAILURES`
                it forfeits instead.
        """
        table = self.table(game_id)
        with table.lock:
            state = table.state
        seat = table.due_bot(state)
        if seat is None:
            return None
        row, after = self._decide(table, state, seat, failures)
        if not self._append(table, row, after):
            return None
        return BotMove(table.row.game, seat, row.ply)

    def overdue(self, most: int) -> list[str]:
        """Return up to ``most`` games whose timer has run out."""
        return self._store.overdue(self._clock(), most)

    def call_time(self, game_id: str) -> MoveRow | None:
        """Forfeit the move of a person for whom the timer of the game has run out.

        Of several processes that call it at once one does; the version of the game decides.

        Returns:
            The forfeit, if it is in the log by this call.

        Raises:
            ApiProblem: If there is no such game.
        """
        table = self.table(game_id)
        with table.lock:
            state = table.state
        deadline, clock = table.deadline(state), self._clock()
        if deadline is None or clock <= deadline:
            return None
        # A bot that is late learns so when it moves.
        seat = next((seat for seat in state.to_act() if not table.is_bot(seat)), None)
        if seat is None:
            return None
        now = table.now(clock)
        entry: Entry = {"type": "forfeit", "ply": state.ply, "seat": seat, "now": now}
        entry |= {"cause": "late", "message": asdict(_TIME)}
        row = MoveRow(state.ply, seat, entry)
        return row if self._append(table, row, state.forfeit(seat, now=now)) else None

    def transcript(self, game_id: str) -> str:
        """Return the record of a finished game as JSON lines.

        Raises:
            ApiProblem: If there is no such game, or it is not over.
        """
        table = self.table(game_id)
        if table.state.to_act():
            raise ApiProblem("game-running", _RUNNING)
        return "".join(to_line(entry) + "\n" for entry in table.record())

    def _decide(
        self, table: LiveTable, state: State[Any, Any], seat: Seat, failures: int
    ) -> tuple[MoveRow, State[Any, Any]]:
        """Ask the bot; what it cannot do costs its turn, as the referee has it."""
        who = table.row.seats[seat]
        language = "zh" if state.view(seat).language == "zh" else "en"
        # From seed, seat and ply alone: a move asked for again after a crash is the same move.
        rng = random.Random(f"{table.row.seed}/{seat}/{state.ply}")
        decision: Decision[Any] | None = None
        cause, message = "player", _CRASHED
        try:
            bot = player(
                table.row.game, table.game.role(seat), who["player"], language, who["options"]
            )
            decision = bot.act(state.view(seat), rng, Budget())
        except Forfeit as error:
            message = error.text
        except Exception:
            if failures < MAX_FAILURES:
                raise
        now = table.now(self._clock())
        entry: Entry = {"type": "move", "ply": state.ply, "seat": seat, "now": now}
        if decision is not None:
            entry["move"] = decision.move.to_json()
            notes = dict(decision.notes) or None
            try:
                after = state.apply(seat, decision.move, now=now)
            except IllegalMove as error:
                cause = "late" if isinstance(error, TooLate) else "illegal"
                message = error.text
            else:
                return MoveRow(state.ply, seat, entry, notes), after
        entry |= {"type": "forfeit", "cause": cause, "message": asdict(message)}
        return MoveRow(state.ply, seat, entry), state.forfeit(seat, now=now)

    def _append(self, table: LiveTable, row: MoveRow, after: State[Any, Any]) -> bool:
        deadline = table.deadline(after)
        if not self._store.append(table.row.id, row, table.waiting(after), deadline):
            return False
        table.add(row, after)
        self._publish(table.row.id, row.ply + 1)
        return True

    def _again(
        self, table: LiveTable, seat: Seat, earlier: MoveRow, fingerprint: str
    ) -> AcceptedMove:
        if earlier.fingerprint != fingerprint:
            raise ApiProblem("key-reused", _REUSED)
        return AcceptedMove(ply=earlier.ply, repeated=True, game=table.show(seat))

    def _keep(self, table: LiveTable) -> LiveTable:
        """Keep a table in memory and return the one that is kept; two threads may bring it."""
        with self._lock:
            kept = self._tables.setdefault(table.row.id, table)
            self._tables.move_to_end(table.row.id)
            if len(self._tables) > MAX_TABLES:
                self._tables.popitem(last=False)
        if kept is not table:
            kept.extend(table.moves)
        return kept

    def _forget(self, game_id: str) -> None:
        with self._lock:
            self._tables.pop(game_id, None)
            self._hashes.pop(game_id, None)


def _apply(
    table: LiveTable, state: State[Any, Any], seat: Seat, posted: NewMove, now: float
) -> tuple[Entry, State[Any, Any]]:
    """Return a person's move as an entry of the record, and the position after it."""
    entry: Entry = {"type": "move", "ply": state.ply, "seat": seat, "now": now}
    if posted.forfeit:
        message = Text("The player gave up the turn.", "玩家放弃了这一步。")
        entry |= {"type": "forfeit", "cause": "player", "message": asdict(message)}
        return entry, state.forfeit(seat, now=now)
    if posted.move is not None:
        move = table.game.move_from_json(posted.move)
    else:
        move = table.game.move_from_text(posted.text or "", state.view(seat))
    entry["move"] = move.to_json()
    try:
        return entry, state.apply(seat, move, now=now)
    except TooLate as error:
        # Asked again, the seat would be late again, and the table would wait for it for ever.
        entry |= {"type": "forfeit", "cause": "late", "message": asdict(error.text)}
        return entry, state.forfeit(seat, now=now)


def _fingerprint(posted: NewMove) -> str:
    text = json.dumps(posted.model_dump(mode="json", exclude={"version"}), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
