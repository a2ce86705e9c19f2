"""Games on a Ray cluster, on this machine or on many; Ray is used as it is."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from cluebot.errors import ResourceError, Text
from eval.executors import AHEAD, settle
from eval.playing import Line
from eval.seating import lend_blends, loaded_blends
from eval.versions import Versions, code
from eval.work import Work

if TYPE_CHECKING:
    from embeddings.space_blend import SpaceBlend


class Worker:
    """An actor: plays games of one plan, with vectors from the object store.

    Ray holds the numerical libraries of an actor to its one core.

    Args:
        plan: The plan.
        versions: What the run depends on, for the records.
        blends: The vectors by language; arrays stay in shared memory, one copy a machine.
    """

    def __init__(self, plan: Work, versions: Versions, *blends: SpaceBlend) -> None:
        if code() != versions["code"]:
            raise RuntimeError("this machine has another version of cluebot than the driver")
        lend_blends({blend.language: blend for blend in blends})
        self._plan, self._versions = plan, versions

    def play(self, number: int) -> Line:
        """Play one game."""
        line = self._plan.play(number, self._versions)
        settle()
        return line


def on_ray(plan: Work, numbers: Sequence[int], versions: Versions, workers: int) -> Generator[Line]:
    """Play on the cluster that ``RAY_ADDRESS`` names, or on a local one of ``workers`` cores.

    Raises:
        ResourceError: If Ray is not installed, the cluster cannot be reached or workers die.
    """
    try:
        import ray
    except ImportError:
        raise ResourceError(
            Text(
                "Ray is not installed; pip install 'cluebot[ray]'.",
                "没有安装 Ray；请运行 pip install 'cluebot[ray]'。",
            )
        ) from None
    ours = not ray.is_initialized()
    try:
        if ours:
            _connect(ray, workers)
        shared = [ray.put(blend) for blend in loaded_blends().values()]
        actor = ray.remote(num_cpus=1, max_restarts=2, max_task_retries=2)(Worker)
        actors = [actor.remote(plan, versions, *shared) for _ in range(workers)]
        yield from _spread(ray, actors, numbers)
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise ResourceError(
            Text(
                f"the Ray cluster failed: {error}; run again: the run goes on where it stopped.",
                f"Ray 集群出错：{error}；请再运行一次，会从中断处继续。",
            )
        ) from error
    finally:
        if ours:
            ray.shutdown()


def _connect(ray: Any, workers: int) -> None:
    import os

    if os.environ.get("RAY_ADDRESS"):
        ray.init(log_to_driver=False)
    else:
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)


def _spread(ray: Any, actors: Sequence[Any], numbers: Sequence[int]) -> Generator[Line]:
    """Keep every actor busy with a few games at a time."""
    todo = iter(numbers)
    running = {}
    for actor in [*actors] * AHEAD:
        for number in islice(todo, 1):
            running[actor.play.remote(number)] = actor
    while running:
        (done, *_), _ = ray.wait(list(running))
        actor = running.pop(done)
        for number in islice(todo, 1):
            running[actor.play.remote(number)] = actor
        yield ray.get(done)
