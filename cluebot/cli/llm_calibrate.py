"""``cluebot llm calibrate``: how far a model is to be trusted, measured and written down."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cluebot.cli.common import JsonOption, errors, interface_language, user_errors
from cluebot.cli.llm_screen import NameArgument, show_fits
from cluebot.errors import CluebotError, Language

if TYPE_CHECKING:
    from cluebot.llm.store import EndpointStore
    from cluebot.players.llm.calibration import Fit


def calibrate_model(
    name: NameArgument,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FILE", help="Your labelled choices, JSON lines."),
    ] = None,
    language: Annotated[
        str, typer.Option("--language", "-l", help="en, zh, or auto: both, or that of the data.")
    ] = "auto",
    json: JsonOption = False,
) -> None:
    """Measure how far hybrid:NAME may trust the model beside the vectors, and write it down.

    Some 60 short questions with known answers: one call each where the endpoint tells token
    probabilities, six where it does not. Each language is written down once it is measured.
    """
    from api.resources import blend
    from cluebot.cli.progress import answering, building_cache
    from cluebot.llm.open import open_model
    from cluebot.llm.store import EndpointStore
    from cluebot.players.llm.calibration import calibrate, most_calls
    from cluebot.players.llm.labels import read_file, shipped, sort_by_language
    from cluebot.players.llm.makers import weight_field

    spoken = interface_language()
    fits: dict[str, Fit] = {}
    with user_errors(spoken), building_cache():
        store = EndpointStore()
        model = open_model(store.get(name))
        given = None if data is None else read_file(data)
        sets = {
            one: choices or shipped(one)
            for one, choices in sort_by_language(given, language).items()
        }
        count = sum(map(len, sets.values()))
        _announce(name, count, most_calls(count), spoken)
        try:
            with answering(count) as told:
                for one, choices in sets.items():
                    found = calibrate(model, one, blend, choices, told)
                    new = {weight_field(game, one): fit for game, fit in found.items()}
                    _write_down(store, name, new)
                    fits |= new
        except (CluebotError, KeyboardInterrupt):
            _tell_kept(fits, spoken)
            raise
    if json:
        typer.echo(jsonlib.dumps({field: asdict(fit) for field, fit in fits.items()}))
    else:
        show_fits(fits, spoken)


def _announce(name: str, questions: int, calls: int, language: Language) -> None:
    errors.print(
        f"向 {name} 提 {questions} 个问题，最多调用 {calls} 次；按 Ctrl-C 停止。"
        if language == "zh"
        else f"Asking {name} {questions} questions, in at most {calls} calls. Ctrl-C stops.",
        style="dim", markup=False, soft_wrap=True,
    )  # fmt: skip


def _write_down(store: EndpointStore, name: str, fits: Mapping[str, Fit]) -> None:
    # Read anew: the endpoint may have been changed while its model was answering.
    endpoint = store.get(name)
    weights = {field: fit.weight for field, fit in fits.items()}
    known = {**endpoint.calibration, **weights}
    store.put(endpoint.model_copy(update={"calibration": known}), replace=True)


def _tell_kept(fits: Mapping[str, Fit], language: Language) -> None:
    """Say what an unfinished calibration has written down."""
    kept = ", ".join(fits)
    if language == "zh":
        text = f"没有做完；已记下：{kept}。" if kept else "没有做完，什么也没有记下。"
    else:
        text = f"Not finished; written down: {kept}." if kept else "Not finished; nothing is kept."
    errors.print(text, style="yellow", markup=False, soft_wrap=True)
