"""From untrusted JSON to a request model, with every defect named in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from cluebot.errors import Defect, InputError, Text, shorten
from cluebot.registry import nearest

ModelT = TypeVar("ModelT", bound=BaseModel)

_KINDS = {
    "string_type": Text("must be text in quotes", "必须是文本"),
    "int_type": Text("must be a whole number", "必须是整数"),
    "int_from_float": Text("must be a whole number", "必须是整数"),
    "bool_type": Text("must be true or false", "必须是 true 或 false"),
    "list_type": Text("must be a list", "必须是列表"),
    "tuple_type": Text("must be a list", "必须是列表"),
    "dict_type": Text("must be an object", "必须是对象"),
    "model_type": Text("must be an object", "必须是对象"),
    "missing": Text("is required; add it", "缺少此字段，请补上"),
}


def _message(kind: str, context: Mapping[str, Any], given: str, known: list[str]) -> Text:
    """Say in both languages what one pydantic error means and what to do about it."""
    if "zh" in context:  # raised by a validator of ours with both texts
        return Text(str(context["en"]), str(context["zh"]))
    if kind in _KINDS:
        return _KINDS[kind]
    match kind:
        case "extra_forbidden":
            close = nearest(given, known)
            return Text(
                "unknown field; "
                + (f"did you mean {close!r}?" if close else "remove it")
                + f" Known fields: {', '.join(known)}",
                "未知字段；"
                + (f"是否想写 {close}？" if close else "请删除。")
                + f"可用字段：{'、'.join(known)}",
            )
        case "literal_error" | "enum":
            allowed = context["expected"]
            return Text(f"must be one of {allowed}", f"只能是 {allowed}".replace(" or ", " 或 "))
        case "greater_than_equal":
            return Text(f"must be at least {context['ge']}", f"不能小于 {context['ge']}")
        case "less_than_equal":
            return Text(f"must be at most {context['le']}", f"不能大于 {context['le']}")
        case "too_long":
            most = context["max_length"]
            return Text(
                f"has {context['actual_length']} entries; at most {most} are allowed",
                f"有 {context['actual_length']} 项，最多 {most} 项",
            )
        case "too_short":
            least = context["min_length"]
            return Text(f"needs at least {least} entries", f"至少需要 {least} 项")
        case "string_too_long":
            most = context["max_length"]
            return Text(f"is too long; at most {most} characters", f"太长，最多 {most} 个字符")
        case "string_too_short":
            return Text("must not be empty", "不能为空")
        case _:
            return Text(f"is not valid ({kind.replace('_', ' ')})", "值无效")


def parse(model: type[ModelT], data: object) -> ModelT:
    """Validate ``data`` against ``model``.

    Raises:
        InputError: With one defect for every field that is wrong.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        known = list(model.model_fields)
        defects: dict[tuple[str, str], Defect] = {}
        for item in error.errors(include_url=False):
            field = ".".join(str(part) for part in item["loc"]) or "request"
            given = str(item["loc"][-1]) if item["loc"] else ""
            message = _message(item["type"], item.get("ctx", {}), given, known)
            value = "" if item["type"] == "missing" else shorten(item["input"])
            defects.setdefault((field, message.en), Defect(field, value, message))
        raise InputError(list(defects.values())) from None


def error_json(error: Exception, language: str) -> dict[str, Any]:
    """Return the ``{"error": ...}`` object for an exception of the project, in ``language``."""
    to = getattr(error, "to", None)
    message = to(language) if callable(to) else str(error)
    body: dict[str, Any] = {"message": message}
    if isinstance(error, InputError):
        body["defects"] = [
            {"field": d.field, "value": d.value, "message": d.message.to(language)}
            for d in error.defects
        ]
    return {"error": body}
