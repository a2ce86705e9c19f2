"""How fast the harness plays, what two processes bring, how much memory ten thousand games take.

    python -m benchmarks.eval_throughput [--games 100] [--memory 10000] [--kills 10]

- games a second and core: shipped suites with embedding players on one core, in CPU seconds, so
  that other programs on the machine do not count; the first board, which loads lexicons, is left
  out. Baseline of the same run: random players, whose time is that of rules and records.
- two processes against one: wall-clock time of the same suite, start-up of the processes left out
  by taking the difference of a long and a short run. Baseline of the same run: two processes that
  play without knowing of each other, which is what the two cores of a machine can do at all.
- memory: peak resident size after a tenth and after all of ``--memory`` games, with random and
  with embedding players; files of the cache count as far as they have been looked at.
- kills: a run of ``--killed`` games killed ``--kills`` times ends with the report of a run that
  nobody disturbed.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from eval.analysis import analyse
from eval.executors import serial
from eval.folder import Folder
from eval.games import make_plan
from eval.report import build, write_report
from eval.runner import Settings, run_suite
from eval.suite import Suite, load_suite, with_players
from eval.versions import of_run

TARGETS = {"codenames": 25.0, "decrypto": 40.0}
"""Games a second and core."""

_SUITES = {
    "codenames": ("codenames-cross", ("giver", "guesser")),
    "decrypto": ("decrypto-interception", ("encoder", "decoder", "interceptor")),
}
"""The suite that each game is measured by, and who plays in it."""

RUN = "from cluebot.cli import main; main()"


class Silent:
    """Listens to nothing."""

    def begin(self, *_: object) -> None:
        """A run begins."""

    def advance(self, *_: object) -> None:
        """A game has ended."""

    def note(self, *_: object) -> None:
        """Something has happened."""


def small(name: str, games: int, language: str, **axes: tuple[str, ...]) -> Suite:
    """Return a shipped suite in one language with other players on its axes."""
    suite = with_players(load_suite(name), dict(axes))
    tables = suite.tables[:1]
    changes = {"games": games, "languages": (language,), "tables": tables}
    return suite.model_copy(update=changes)


def alike(game: str, player: str, games: int, language: str = "en") -> Suite:
    """Return a suite of one game in which everybody is the same player."""
    name, axes = _SUITES[game]
    return small(name, games, language, **dict.fromkeys(axes, (player,)))


def rate(suite: Suite) -> float:
    """Return games a CPU second in this process, after a first board."""
    plan = make_plan(suite)
    plan.check()
    plan.warm_up()
    lines = serial(plan, range(plan.count), of_run(), 1)
    next(lines)
    begun = time.process_time()
    for line in lines:
        if line["status"] != "finished":
            raise RuntimeError(line["game"]["failure"]["en"])
    return (plan.count - 1) / (time.process_time() - begun)


def print_rates(games: int) -> None:
    """Print games a second and core, beside random players as baseline."""
    for language in ("en", "zh"):
        for game, player in (("codenames", "blend"), ("decrypto", "embedding")):
            played, free = (alike(game, name, games, language) for name in (player, "random"))
            _tell(game, language, rate(played), rate(free))


def _tell(game: str, language: str, embedding: float, baseline: float) -> None:
    target = TARGETS[game]
    verdict = "meets" if embedding >= target else "is below"
    print(
        f"{game} {language}: {embedding:.1f} games a CPU second with embedding players "
        f"({verdict} {target:.0f}); random players {baseline:.1f}"
    )


def print_speed_up(games: int) -> None:
    """Print how much faster two processes are than one, start-up left out."""
    seconds = {}
    for workers in (1, 2):
        for count in (games // 4, games):
            suite = alike("codenames", "blend", count)
            with tempfile.TemporaryDirectory() as folder:
                begun = time.perf_counter()
                settings = Settings("processes", workers)
                run_suite(suite, Path(folder) / "run", settings, Silent())
                seconds[workers, count] = time.perf_counter() - begun
    one = seconds[1, games] - seconds[1, games // 4]
    two = seconds[2, games] - seconds[2, games // 4]
    alone, beside = (max(_side_by_side(count, games)) for count in (1, 2))
    print(
        f"two processes against one: {one / two:.2f} times as fast (target 1.8); two that know "
        f"nothing of each other: {2 * alone / beside:.2f}"
    )


def _side_by_side(processes: int, games: int) -> list[float]:
    """Return how long processes take that each play the games of the same suite by themselves."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return list(pool.map(_alone, [games] * processes))


def _alone(games: int) -> float:
    """Return the seconds of the games after a first quarter, which loads what is needed."""
    plan = make_plan(alike("codenames", "blend", games))
    plan.warm_up()
    lines = serial(plan, range(plan.count), of_run(), 1)
    for _ in range(games // 4):
        next(lines)
    begun = time.perf_counter()
    for _ in lines:
        pass
    return time.perf_counter() - begun


def print_memory(games: int) -> None:
    """Print the peak size of a runner after a tenth of its games and at the end."""
    played = (("codenames", "random"), ("codenames", "blend"), ("decrypto", "embedding"))
    for game, player in played:
        # Each in a process of its own, since a process remembers its largest size.
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            early, late, after = pool.submit(peaks, game, player, games).result()
        print(
            f"memory of {game}, {player} players: {early:.0f} MB after {games // 10} games, "
            f"{late:.0f} MB after {games}, {after:.0f} MB after the analysis",
            flush=True,
        )


def peaks(game: str, player: str, games: int) -> tuple[float, float, float]:
    """Play English games and return peak sizes in MB: after a tenth, after all, after analysis."""
    suite = alike(game, player, games)
    sizes = []

    class Watching(Silent):
        count = 0

        def advance(self, *_: object) -> None:
            self.count += 1
            if self.count in (games // 10, games):
                sizes.append(_peak())

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        run_suite(suite, path, Settings(), Watching())
        analyse(path)
        return sizes[0], sizes[1], _peak()


def _peak() -> float:
    # Linux hands the peak of whoever started a process down to it, but not in this file.
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def print_kills(games: int, kills: int) -> None:
    """Print whether a run that was killed again and again ends with the same report."""
    with tempfile.TemporaryDirectory() as folder:
        suite = alike("codenames", "random", games)
        whole, killed = Path(folder) / "whole", Path(folder) / "killed"
        run_suite(suite, whole, Settings(), Silent())
        arguments = ["codenames-cross", "--players", "random", "--games", str(games)]
        arguments += ["--language", "en", "--out", str(killed)]
        total = (whole / "games.jsonl").stat().st_size
        file, done = killed / "games.jsonl", 0
        for kill in range(1, kills + 1):
            runner = subprocess.Popen(
                [sys.executable, "-c", RUN, "eval", "run", *arguments],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while runner.poll() is None and _size(file) < total * kill // (kills + 1):
                time.sleep(0.005)
            done += runner.poll() is None
            runner.kill()
            runner.wait()
        run_suite(suite, killed, Settings(), Silent())
        reports = [_report(path, Path(folder) / f"{path.name}-report") for path in (whole, killed)]
        lines = sum(1 for _ in Folder(killed).lines())
    same = "the same report" if reports[0] == reports[1] else "ANOTHER REPORT"
    print(f"killed {done} times: {lines} of {games} games in the file, {same}")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _report(path: Path, out: Path) -> str:
    analysis = analyse(path)
    analysis.torn.clear()  # the report tells of torn lines; that much may differ
    write_report(out, [build(analysis, "en")], [analysis])
    text = (out / "report.md").read_text("utf-8").split("## Timings")[0]
    return text.replace(str(path), "") + (out / "results.csv").read_text("utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--memory", type=int, default=10_000)
    parser.add_argument("--killed", type=int, default=2_000)
    parser.add_argument("--kills", type=int, default=10)
    asked = parser.parse_args()
    # First what needs no vectors: a run made while they are loaded is another run.
    print_kills(asked.killed, asked.kills)
    print_memory(asked.memory)
    print_rates(asked.games)
    print_speed_up(8 * asked.games)


if __name__ == "__main__":
    main()
