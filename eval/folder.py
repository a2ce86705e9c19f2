"""A run's folder: what was to be played, what has been, and who is playing now.

- ``run.json``: the suite with all settings, its digest, the versions of everything it depends on
- ``games.jsonl``: one line a game (`eval.playing.Line`), in the order in which they ended, each
  with a ``seal``: the checksum of everything else in it
- ``stop.json``: after how many boards the run was clear, if it was stopped early

Nothing in it is ever overwritten; games are appended. A line that a kill tore apart is left
where it is, told of, and its game played again.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from filelock import FileLock, Timeout
from pydantic import Field

from cluebot.errors import InputError, ResourceError, Text, bad_input, shorten
from cluebot.games.base import Frozen
from cluebot.games.codec import parse
from embeddings.errors import reason_zh
from eval.playing import Line, checksum, to_text
from eval.suite import Suite, read_suite

FORMAT = 2
"""Version of the folder's shape."""

GAMES_FILE = "games.jsonl"
RUN_FILE = "run.json"
STOP_FILE = "stop.json"

SEAL = "seal"
"""The field of a line that covers all others."""

_PART = ".part"
"""What the name of a file ends with while it is written."""


class _Stop(Frozen):
    """What `STOP_FILE` holds."""

    boards: Annotated[int, Field(strict=True, ge=1)]


class Folder:
    """The folder of one run.

    Args:
        path: Where it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def exists(self) -> bool:
        """Whether a run has begun here."""
        return (self.path / RUN_FILE).exists()

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Hold the folder against other runners; a kill lets it go.

        Raises:
            ResourceError: If another runner holds it, or it cannot be written to.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with FileLock(self.path / ".lock", timeout=0):
                yield
        except Timeout:
            raise ResourceError(
                Text(
                    f"another runner is writing {self.path}; wait for it or use another folder.",
                    f"另一个进程正在写 {self.path}；请等它结束，或换一个文件夹。",
                )
            ) from None
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            raise ResourceError(
                Text(
                    f"cannot write to {self.path} ({error.strerror or error}); "
                    f"{'free space or ' if full else ''}use another --out.",
                    f"无法写入 {self.path}（{reason_zh(error)}）；"
                    f"请{'腾出空间或' if full else ''}换 --out。",
                )
            ) from error

    def begin(self, suite: Suite, versions: Mapping[str, Any], machine: Mapping[str, str]) -> None:
        """Write what is to be played, or check that it is what has been begun here.

        Raises:
            InputError: If the folder holds something else; names what differs.
        """
        wanted = {"format": FORMAT, "suite": suite.to_json(), "versions": dict(versions)}
        if not self.exists:
            # Half a description is left by a kill, before anything was played.
            ours = {".lock", RUN_FILE + _PART}
            if any(item.name not in ours for item in self.path.iterdir()):
                raise bad_input(
                    "--out", str(self.path),
                    en="the folder is not empty and holds no run; choose another one.",
                    zh="文件夹里有别的东西，不是一次评测；请换一个。",
                )  # fmt: skip
            text = json.dumps(wanted | {"machine": dict(machine)}, ensure_ascii=False, indent=1)
            self._write(RUN_FILE, text)
            return
        found = self._run()
        for field, value in json.loads(json.dumps(wanted)).items():
            if found.get(field) != value:
                raise _other(self.path, field, found.get(field), value)

    def suite(self) -> Suite:
        """Return the suite that was begun here, with all settings.

        Raises:
            InputError: If there is no run here, or its description is damaged.
        """
        return read_suite(self._run()["suite"], RUN_FILE)

    def versions(self) -> dict[str, Any]:
        """Return the versions the run depends on, and the machine it was begun on."""
        run = self._run()
        return {**run["versions"], "machine": run["machine"]}

    def stopped(self) -> int | None:
        """Return after how many boards the run was stopped early; None if it was not.

        Raises:
            InputError: If the file that says so is damaged.
        """
        path = self.path / STOP_FILE
        try:
            boards = parse(_Stop, json.loads(path.read_text("utf-8"))).boards
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError, InputError):
            boards = None
        if boards is None or boards > self.suite().games:
            raise bad_input(
                STOP_FILE, str(path),
                en="is damaged; delete it and run again with --stop-when-clear, which goes by the "
                "games that are there.",
                zh="文件损坏；请删去它，再用 --stop-when-clear 运行，会依据已有的对局判断。",
            )  # fmt: skip
        return boards

    def stop(self, boards: int) -> None:
        """Note that the run was clear after so many boards."""
        self._write(STOP_FILE, json.dumps(_Stop(boards=boards).to_json()))

    def lines(self, torn: list[int] | None = None) -> Iterator[Line]:
        """Yield the lines of all games, one at a time.

        Args:
            torn: Receives the numbers of the lines that a kill tore apart.

        Raises:
            InputError: If a whole line is not what was written; names the line.
        """
        path = self.path / GAMES_FILE
        if not path.exists():
            return
        with path.open("rb") as stream:
            for number, raw in enumerate(stream, 1):
                try:
                    line = json.loads(raw)
                except (ValueError, RecursionError):
                    if torn is not None:
                        torn.append(number)
                    continue
                if not _sound(line):
                    place = f"{path}, line {number}"
                    raise bad_input(
                        place, raw.decode("utf-8", "replace").strip(),
                        en="is not the line that was written; delete the line, and resuming the "
                        "run will play its game again.",
                        zh="与写入时不同；请删去这一行，继续评测时会重新下这一局。",
                    )  # fmt: skip
                yield line

    @contextmanager
    def appending(self) -> Iterator[Any]:
        """Yield a function that appends a line to the games; each is written at once and whole.

        The function raises OSError where the disk has no room for a line; nothing of it is left.
        """
        path = self.path / GAMES_FILE
        torn = path.exists() and path.stat().st_size > 0 and _last_byte(path) != b"\n"
        with path.open("ab", buffering=0) as stream:
            if torn:
                _write_whole(stream, b"\n")

            def append(line: Line) -> None:
                sealed = {**line, SEAL: _seal(line)}
                _write_whole(stream, to_text(sealed).encode() + b"\n")

            yield append

    def _write(self, name: str, text: str) -> None:
        """Write a file of the folder; a kill leaves none or a whole one."""
        part = self.path / (name + _PART)
        part.write_text(text + "\n", encoding="utf-8")
        part.replace(self.path / name)

    def _run(self) -> dict[str, Any]:
        path = self.path / RUN_FILE
        try:
            run = json.loads(path.read_text("utf-8"))
            if run["format"] != FORMAT:
                raise bad_input(
                    RUN_FILE, str(path),
                    en=f"is of format {shorten(run['format'])}, this version reads {FORMAT}; read "
                    "it with the version that wrote it, or use another folder.",
                    zh=f"是格式 {shorten(run['format'])}，本版本读取格式 {FORMAT}；"
                    "请用写它的版本读取，或换一个文件夹。",
                )  # fmt: skip
            if all(isinstance(run[part], dict) for part in ("suite", "versions", "machine")):
                return dict(run)
        except FileNotFoundError:
            raise bad_input(
                "folder", str(self.path), en="holds no run; run `cluebot eval run` first.",
                zh="这里没有评测结果；请先运行 cluebot eval run。",
            ) from None  # fmt: skip
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            pass
        raise bad_input(
            "folder", str(path), en="is damaged or of another version; use another folder.",
            zh="文件损坏或出自别的版本；请换一个文件夹。",
        )  # fmt: skip


def _last_byte(path: Path) -> bytes:
    with path.open("rb") as stream:
        stream.seek(-1, 2)
        return stream.read()


def _write_whole(stream: BinaryIO, data: bytes) -> None:
    """Append all of ``data`` or, where there is no room for it, nothing.

    Raises:
        OSError: If it cannot be written.
    """
    begin = stream.seek(0, os.SEEK_END)
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[stream.write(rest) :]
    except BaseException:
        stream.truncate(begin)
        raise


def _seal(line: Mapping[str, Any]) -> str:
    """Return the checksum of a line; ``sha256`` stands for the game in it."""
    return checksum({name: line[name] for name in sorted(line) if name not in ("game", SEAL)})


def _sound(line: object) -> bool:
    try:
        return (
            isinstance(line, dict)
            and isinstance(line["id"], str)
            and line["status"] in ("finished", "failed")
            and isinstance(line["measured"], dict)
            and _seal(line) == line[SEAL]
            and checksum(line["game"]) == line["sha256"]
        )
    # Numbers that are not finite and half characters were never written.
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        return False


def _other(path: Path, field: str, found: Any, wanted: Any) -> InputError:
    """Build the error for a folder that holds another run; names the first difference."""
    place, here, there = field, found, wanted
    while isinstance(here, dict) and isinstance(there, dict):
        name = next(k for k in [*there, *here] if here.get(k) != there.get(k))
        place, here, there = f"{place}.{name}", here.get(name), there.get(name)
    return bad_input(
        "--out", str(path),
        en=f"holds another run: {place} is {here!r} there and {there!r} here; use another folder "
        "or the same settings.",
        zh=f"这是另一次评测：{place} 在那里是 {here!r}，这里是 {there!r}；"
        "请换文件夹或用同样的设置。",
    )  # fmt: skip
