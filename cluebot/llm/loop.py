"""Propose, check, ask again with the reasons: how every answer of a chat model is obtained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Generic

from cluebot.errors import Forfeit, Language, Text, shorten
from cluebot.llm.budget import Meter
from cluebot.llm.errors import ModelError
from cluebot.llm.model import ChatModel, Message, Reply, Request, Settings
from cluebot.llm.reading import AnswerT, Problem, read_answer, shown
from cluebot.llm.schema import format_hint, json_schema

DEFAULT_TRIES = 3
RETRY_TEMPERATURE = 0.8
"""At temperature 0 small models repeat themselves, however often they are told what is wrong."""

_DEFAULTS = Settings()

_AGAIN = Text(
    "That answer cannot be used:\n{reasons}\nAnswer the same question again, with another answer.",
    "这个回答不能用：\n{reasons}\n请换一个答案，重新回答同一个问题。",
)


@dataclass(frozen=True, slots=True)
class Proposal(Generic[AnswerT]):
    """A checked answer and how it came about.

    Attributes:
        value: The answer.
        reply: The reply that held it, with its token probabilities.
        calls: The record of every call, JSON values, for ``Decision.notes["calls"]``.
    """

    value: AnswerT
    reply: Reply
    calls: tuple[dict[str, Any], ...]


def propose(
    model: ChatModel,
    messages: Sequence[Message],
    schema: type[AnswerT],
    check: Callable[[AnswerT], Sequence[Problem]] | None = None,
    *,
    language: Language = "en",
    tries: int = DEFAULT_TRIES,
    settings: Settings = _DEFAULTS,
    meter: Meter | None = None,
) -> Proposal[AnswerT]:
    """Ask until an answer passes, telling the model each time what was wrong.

    Args:
        model: The model.
        messages: The prompt; the last message is the user's.
        schema: What an answer looks like; choices among board words are ``Literal`` types.
        check: Returns what is wrong with an answer; nothing if it can be played.
        language: In which the model is told of problems.
        tries: Most answers asked for.
        settings: How replies are generated. At temperature 0 only the first is the likeliest; the
            later ones are drawn, from the number of the try as seed.
        meter: What the calls may spend, and where they are charged.

    Raises:
        Forfeit: If no answer passed, the endpoint failed (``__cause__`` is the `ModelError`) or
            the budget is spent. Its notes hold the calls, under ``"calls"``.
        Cancelled: If another thread called it off.
    """
    meter = meter if meter is not None else Meter()
    conversation = _opening(model, messages, schema, language)
    calls: list[dict[str, Any]] = []
    problems: tuple[Problem, ...] = ()
    for number in range(1, tries + 1):
        spent = meter.spent()
        if spent is not None:
            raise _forfeit(model, [*(p.text for p in problems), spent], calls)
        drawn = settings
        if number > 1 and settings.temperature == 0:
            drawn = replace(settings, temperature=RETRY_TEMPERATURE, seed=number)
        request = Request(tuple(conversation), json_schema(schema), drawn)
        call = {
            "endpoint": model.endpoint,
            "model": model.model,
            "mode": model.mode,
            "try": number,
            "request": request.to_json(),
        }
        calls.append(call)
        try:
            reply = model.ask(request, meter.seconds_left)
        except ModelError as error:
            meter.charge_seconds(error.seconds)
            call["error"] = {
                "fault": error.fault,
                "message": asdict(error.text),
                "seconds": error.seconds,
            }
            raise _forfeit(model, [*(p.text for p in problems), error.text], calls) from error
        call["reply"] = reply.to_json()
        meter.charge(reply)
        answer = read_answer(reply, schema)
        if isinstance(answer, tuple):
            problems = answer
        else:
            problems = tuple(check(answer)) if check is not None else ()
        call["problems"] = [problem.to_json() for problem in problems]
        if not problems and not isinstance(answer, tuple):
            return Proposal(answer, reply, tuple(calls))
        conversation += [
            Message("assistant", shown(reply)),
            Message("user", _feedback(model, problems, schema, language)),
        ]
    said = shorten(" ".join(reply.text.split()) or "-", 80)
    last = Text(f"its last answer was {said}", f"最后的回答是 {said}")
    raise _forfeit(model, [*(problem.text for problem in problems), last], calls)


def _opening(
    model: ChatModel, messages: Sequence[Message], schema: type[AnswerT], language: Language
) -> list[Message]:
    """Return the prompt, with an example of the answer where the endpoint enforces none."""
    if model.mode != "prompted":
        return list(messages)
    *first, last = messages
    hint = format_hint(schema, language)
    return [*first, replace(last, content=f"{last.content}\n\n{hint}")]


def _feedback(
    model: ChatModel, problems: Sequence[Problem], schema: type[AnswerT], language: Language
) -> str:
    reasons = "\n".join(f"- {problem.text.to(language)}" for problem in problems)
    text = _AGAIN.to(language).format(reasons=reasons)
    if model.mode == "prompted":
        text += "\n" + format_hint(schema, language)
    return text


def _forfeit(model: ChatModel, reasons: Sequence[Text], calls: list[dict[str, Any]]) -> Forfeit:
    en = "; ".join(reason.en.rstrip(".") for reason in reasons) + "."
    zh = "；".join(reason.zh.rstrip("。") for reason in reasons) + "。"
    name, count = model.endpoint, len(calls)
    if count == 0:
        text = Text(f"{name} was not asked: {en}", f"没有再问 {name}：{zh}")
    else:
        tries = "1 try" if count == 1 else f"{count} tries"
        text = Text(
            f"{name} gave no usable answer in {tries}: {en}",
            f"问了 {name} {count} 次没有结果：{zh}",
        )
    return Forfeit(text, {"calls": calls})
