"""Run every measurement that needs nothing but the installation: ``make bench``.

Each module can also be run alone, with options: ``python -m benchmarks.codenames_play --help``.
Measurements against people need their data: `benchmarks.fit_blend`, `benchmarks.similarity_zh`.
"""

from __future__ import annotations

import subprocess
import sys

RUNS = (
    ("codenames_speed", "--million"),
    ("codenames_play", "--language", "en"),
    ("codenames_play", "--language", "zh"),
    ("decrypto", "--language", "en"),
    ("decrypto", "--language", "zh"),
    ("codebreaker_speed",),
)


def main() -> int:
    """Run all, each in a process of its own; return 1 if one failed."""
    failed = 0
    for module, *options in RUNS:
        print(f"== {module} {' '.join(options)}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.{module}", *options]
        failed |= subprocess.run(command, check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
