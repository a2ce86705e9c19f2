"""Run the measurements that need nothing but the installation: ``make bench``.

    python -m benchmarks [NAME ...]

Each module can also be run alone, with options: ``python -m benchmarks.codenames_play --help``.
Measurements against people need their data: `benchmarks.fit_blend`, `benchmarks.similarity_zh`.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Sequence

from embeddings.threads import one_thread

RUNS = (
    ("codenames_speed", "--million"),
    ("codenames_play", "--language", "en"),
    ("codenames_play", "--language", "zh"),
    ("decrypto", "--language", "en"),
    ("decrypto", "--language", "zh"),
    ("codebreaker_speed",),
    ("literature",),
    ("eval_throughput",),
)


def main() -> int:
    """Run those asked for, or all; return 1 if one failed, 130 after Ctrl-C."""
    names = list(dict.fromkeys(module for module, *_ in RUNS))
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    # No choices: argparse would demand one of them where none is given.
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(names)}; else all")
    asked = parser.parse_args().names
    for name in asked:
        if name not in names:
            parser.error(f"there is no run {name}; name one of {', '.join(names)}")
    failed = 0
    try:
        with one_thread():
            for run in RUNS:
                if not asked or run[0] in asked:
                    print(f"== {' '.join(run)}", flush=True)
                    failed |= _run(run)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Python writes what is left when it ends, and would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return failed


def _run(run: Sequence[str]) -> int:
    """Run one in a process of its own and pass on what it prints; return 1 if it failed.

    Ctrl-C and a reader that has gone reach this process alone, which then ends the other.
    """
    module, *options = run
    command = [sys.executable, "-u", "-m", f"benchmarks.{module}", *options]
    # Until there is somebody to end it, a Ctrl-C waits.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            for line in process.stdout:
                print(line, end="", flush=True)
        except BaseException:
            # With what it has started itself, and before its pipe is closed.
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            raise
    return int(process.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
