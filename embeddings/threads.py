"""Numerical libraries on one thread: the same sums on every machine, and no core wasted.

Two BLAS threads add in another order than one, so that last bits differ, and beside other work
they take a multiple of its time, because they wait for each other by turning.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@contextmanager
def one_thread() -> Iterator[None]:
    """Hold numerical libraries to one thread, here and in processes that are started meanwhile.

    A library that is first loaded meanwhile stays so. onnxruntime has threads of its own and keeps
    them. May be used within itself.
    """
    changed = {name: os.environ.get(name) for name in _VARIABLES if os.environ.get(name) != "1"}
    os.environ.update(dict.fromkeys(changed, "1"))
    try:
        with _limited():
            yield
    finally:
        for name, value in changed.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def _limited() -> Iterator[None]:
    """Limit what is loaded already, which no longer looks at the environment."""
    if "numpy" not in sys.modules:
        yield
        return
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        yield


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
