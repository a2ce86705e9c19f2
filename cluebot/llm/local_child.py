"""The process of the local server: ``python -m cluebot.llm.local_child SETTINGS``.

Prints its address as one line and serves until its standard input ends or a signal comes, so that
it never outlives the process that started it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from typing import Any


def main(settings: dict[str, Any]) -> None:
    """Serve one model file until told to stop."""
    import xllamacpp

    stop = threading.Event()
    signals = {signal.SIGTERM, signal.SIGINT}
    if hasattr(signal, "pthread_sigmask"):
        # The server's threads inherit the mask; llama.cpp would otherwise handle the signals.
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)

        def watch_signals() -> None:
            signal.sigwait(signals)
            stop.set()

        threading.Thread(target=watch_signals, daemon=True).start()

    params = xllamacpp.CommonParams()
    params.model.path = settings["file"]
    params.model_alias = {settings["model"]}
    params.hostnames = ["127.0.0.1"]
    params.port = settings["port"]
    params.n_parallel = settings["parallel"]
    params.n_ctx = settings["context"] * settings["parallel"]
    params.cpuparams.n_threads = settings["threads"]
    params.cpuparams_batch.n_threads = settings["threads"]
    params.n_threads_http = settings["parallel"] + 2
    params.ui = False
    # Web pages in the user's browser could talk to it otherwise.
    params.cors_origins = "http://127.0.0.1"
    params.endpoint_slots = False
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)  # noqa: T201 - read by the parent process

    def watch_parent() -> None:
        sys.stdin.buffer.read()
        stop.set()

    threading.Thread(target=watch_parent, daemon=True).start()
    stop.wait()
    # The server has no stop of its own; nothing is left to write.
    os._exit(0)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
