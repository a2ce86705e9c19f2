"""A process that has loaded everything and forks a server for each line of settings it reads.

A fork is a server process of its own, which can be killed; it only starts faster.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path


def main() -> None:
    sys.path.insert(0, str(Path(__file__).parents[2]))
    import alembic.command  # noqa: F401 - loaded before the fork
    import psycopg  # noqa: F401
    import uvloop  # noqa: F401

    import api.app  # noqa: F401
    from api.server import serve
    from api.settings import load_settings
    from cluebot.rules.legality import check_clue

    check_clue("water", ["apple"], "en", "codenames")
    check_clue("water", ["apple"], "en", "decrypto")
    # Children are reaped by the system.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        pid = os.fork()
        if pid:
            sys.stdout.write(f"{pid}\n")
            sys.stdout.flush()
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        sys.stdin.close()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        serve(load_settings(**json.loads(line)))
        os._exit(0)


if __name__ == "__main__":
    main()
