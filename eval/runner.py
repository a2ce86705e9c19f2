"""Play a suite to the end, whatever happens in between."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cluebot.errors import Text
from eval.ctrl_c import held_back
from eval.executors import EXECUTORS
from eval.folder import Folder
from eval.games import make_plan
from eval.playing import Line
from eval.suite import Suite
from eval.tracker import Tracker
from eval.versions import of_machine, of_run
from eval.work import lines_of


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C during a run.

    Attributes:
        text: How many games are kept.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Progress(Protocol):
    """Hears how a run goes."""

    def begin(self, total: int, done: int) -> None:
        """``done`` of ``total`` games are there already."""
        ...

    def advance(self, line: Line, tracker: Tracker) -> None:
        """A game has ended."""
        ...

    def note(self, text: Text) -> None:
        """Something worth knowing has happened."""
        ...


@dataclass(slots=True)
class Summary:
    """How a run ended.

    Attributes:
        finished: Games finished, those of earlier parts of the run included.
        failed: Games that failed for technical reasons in this part.
        stopped: After how many boards the run was clear; None if it was played to the end.
    """

    finished: int = 0
    failed: int = 0
    stopped: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """How a suite is run; none of it changes a game.

    Attributes:
        executor: Name of the executor.
        workers: Games at a time.
        stop_when_clear: Whether to stop once every comparison is decided.
    """

    executor: str = "serial"
    workers: int = 1
    stop_when_clear: bool = False


def run_suite(suite: Suite, path: Path, settings: Settings, progress: Progress) -> Summary:
    """Play all games of a suite that its folder does not hold yet.

    Games that failed for technical reasons before are tried again.

    Raises:
        InputError: If the suite, a player or a setting is wrong, or the folder holds another run;
            nothing has been written then.
        ResourceError: If the folder is in use or full, or workers died; run again to go on.
        RunInterrupted: After Ctrl-C while games are played; run again to go on.
    """
    execute = EXECUTORS.load(settings.executor)
    plan = make_plan(suite)
    plan.check()
    tracker = Tracker(plan)
    if settings.stop_when_clear:
        tracker.watch()
    plan.warm_up()
    versions = of_run()
    folder = Folder(path)
    with folder.claimed():
        folder.begin(suite, versions, of_machine())
        torn: list[int] = []
        done: set[str] = set()
        for line in lines_of(plan, folder, torn):
            if line["status"] == "finished" and line["id"] not in done:
                done.add(line["id"])
                tracker.add(line)
        if torn:
            progress.note(_torn(torn))
        summary = Summary(finished=len(done), stopped=folder.stopped())
        todo = [n for n in range(plan.count) if plan.id(n) not in done]
        if summary.stopped is not None:
            # Once stopped, a run is what it was then; it can only be completed up to there.
            todo = [n for n in todo if n < plan.width * summary.stopped]
        stopping = None
        if settings.stop_when_clear:
            held = max((int(game.rpartition("/")[2]) for game in done), default=0)
            begun = {plan.id(n) for n in todo if n < plan.width * held}
            stopping = _Stopping(folder, tracker, summary, held, begun, suite.games)
        progress.begin(plan.count, plan.count - len(todo))
        try:
            _play(execute(plan, todo, versions, settings.workers), stopping, folder, tracker,
                  summary, progress)  # fmt: skip
        except KeyboardInterrupt:
            wanted = plan.count if summary.stopped is None else plan.width * summary.stopped
            raise RunInterrupted(_kept(summary.finished, wanted, suite)) from None
    return summary


def _play(
    lines: Generator[Line],
    stopping: _Stopping | None,
    folder: Folder,
    tracker: Tracker,
    summary: Summary,
    progress: Progress,
) -> None:
    """Keep the line of each game as it ends, until all have or the run is to stop."""
    with folder.appending() as append, closing(lines):
        while stopping is None or not stopping.due():
            try:
                line = next(lines)
            except StopIteration:
                break
            with held_back():  # a game is kept and counted, or neither
                append(line)
                if stopping is not None:
                    stopping.begun.discard(line["id"])
                if line["status"] == "finished":
                    summary.finished += 1
                    tracker.add(line)
                else:
                    summary.failed += 1
                progress.advance(line, tracker)


@dataclass(slots=True)
class _Stopping:
    """When a run stops: once it is clear, but so that nothing which has been played is hidden.

    Attributes:
        folder: Its folder.
        tracker: What is known of it.
        summary: Receives after how many boards it is stopped.
        held: Boards that had been begun before this part of the run.
        begun: Games on them that are still to be played off.
        boards: Boards of the whole run; there is nothing to stop after all of them.
    """

    folder: Folder
    tracker: Tracker
    summary: Summary
    held: int
    begun: set[str]
    boards: int

    def due(self) -> bool:
        """Return whether the run has just come to its stop, and note it in its folder."""
        clear = self.tracker.clear_after()
        if clear is None or self.begun or self.summary.stopped is not None:
            return False
        boards = max(clear, self.held)
        if boards >= self.boards:
            return False
        self.folder.stop(boards)
        self.summary.stopped = boards
        return True


def _kept(count: int, wanted: int, suite: Suite) -> Text:
    cases = suite.kind != "games"
    return Text(
        f"Stopped with {count} of {wanted} {'cases' if cases else 'games'} kept; "
        "the same command goes on from there.",
        f"已停止：{wanted} {'个案例' if cases else '局'}中已保存 {count} "
        f"{'个' if cases else '局'}；再运行同一命令会接着进行。",
    )


def _torn(numbers: list[int]) -> Text:
    shown = ", ".join(map(str, numbers))
    return Text(
        f"Line {shown} of the games was torn apart by a kill; its game is played again.",
        f"对局文件第 {shown} 行写到一半就中断了；这一局会重新下。",
    )
