"""From untrusted JSON to the frozen models of a game, with every defect named in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from cluebot.errors import Defect, InputError, Text, shorten, written
from cluebot.registry import nearest
from cluebot.rules.text import control_characters, normalise

T = TypeVar("T")

_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_BOOLEAN = Text("must be true or false.", "应为 true 或 false。")
_NUMBER = Text("must be a number.", "应为数字。")
_OBJECT = Text("must be an object.", "应为一个对象。")
_WHOLE = Text("must be a whole number.", "应为整数。")
_KIND_NEEDED = {
    "bool_parsing", "bool_type", "dataclass_type", "dict_type", "float_parsing", "float_type",
    "int_parsing", "int_type", "list_type", "model_attributes_type", "model_type", "tuple_type",
}  # fmt: skip
"""Defects of a value that is of another kind than the one needed, as "1" is no number."""

_KINDS = {
    "bool_parsing": _BOOLEAN,
    "bool_type": _BOOLEAN,
    "dataclass_type": _OBJECT,
    "dict_type": _OBJECT,
    "finite_number": Text("must be a finite number.", "应为有限的数。"),
    "float_parsing": _NUMBER,
    "float_type": _NUMBER,
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": Text("is too large a number.", "这个数太大。"),
    "int_type": _WHOLE,
    "list_type": Text("must be a list.", "应为列表。"),
    "missing": Text("is required; add it.", "缺少这一项，请补上。"),
    "model_attributes_type": _OBJECT,
    "model_type": _OBJECT,
    "string_too_short": Text("must not be empty.", "不能为空。"),
    "string_type": Text("must be text.", "应为文字。"),
    "string_unicode": Text(
        "holds half a character; send whole ones, in UTF-8.",
        "含有不完整的字符；请用完整的字符，以 UTF-8 编码。",
    ),
    "tuple_type": Text("must be a list.", "应为列表。"),
}


def parse(model: type[T] | TypeAdapter[T], data: object, whole: str = "value") -> T:
    """Validate ``data`` against a model or a union of models.

    Args:
        model: The model.
        data: JSON values.
        whole: What to call ``data`` itself where it is wrong as a whole.

    Raises:
        InputError: With one defect for every field that is wrong.
    """
    adapter = model if isinstance(model, TypeAdapter) else TypeAdapter(model)
    known = list(getattr(model, "model_fields", ()))
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        raise InputError(defects_of(error.errors(include_url=False), known, whole)) from None


def defects_of(
    items: Sequence[Mapping[str, Any]], known: Sequence[str], whole: str = "value"
) -> list[Defect]:
    """Tell what pydantic found as defects, each once.

    Args:
        items: The entries of ``ValidationError.errors()``.
        known: The names to offer for an unknown field.
        whole: What to call the data itself where it is wrong as a whole.
    """
    return list(
        dict.fromkeys(
            Defect(
                ".".join(str(part) for part in item["loc"]) or whole,
                _shown(item["type"], item["input"]),
                _unknown(str(item["loc"][-1]), known)
                if item["type"] in _UNKNOWN
                else _message(item["type"], item.get("ctx", {})),
            )
            for item in items
            if not _only_seems_short(item, items)
        )
    )


def _only_seems_short(item: Mapping[str, Any], items: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a list is too short only because pydantic did not count its wrong entries."""
    if item["type"] != "too_short" or len(item["input"]) < item["ctx"]["min_length"]:
        return False
    place = item["loc"]
    return any(i["loc"][: len(place)] == place for i in items if len(i["loc"]) > len(place))


def _shown(kind: str, value: object) -> str:
    """Return the value that is wrong, as it stands in JSON where its kind is what is wrong."""
    if kind == "missing":
        return ""
    return shorten(written(value) if kind in _KIND_NEEDED else value)


def _unknown(field: str, known: Sequence[str]) -> Text:
    close = nearest(field, known)
    if close is None:
        return Text("unknown field; remove it.", "没有这个字段，请删去。")
    return Text(f"unknown field; did you mean {close!r}?", f"没有这个字段；是否想写 {close}？")


def _message(kind: str, context: Mapping[str, Any]) -> Text:
    if "zh" in context:
        return Text(str(context["en"]), str(context["zh"]))
    if kind in _KINDS:
        return _KINDS[kind]
    match kind:
        case "literal_error" | "union_tag_invalid":
            allowed = str(context.get("expected", context.get("expected_tags")))
            listed = allowed.replace(" or ", " 或 ").replace(", ", "、").replace("'", "")
            return Text(f"must be one of {allowed}.", f"只能是 {listed}。")
        case "union_tag_not_found":
            name = str(context["discriminator"]).strip("'")
            return Text(f"has no field {name}; add it.", f"没有 {name} 这一项，请补上。")
        case "greater_than":
            return Text(f"must be more than {context['gt']}.", f"应大于 {context['gt']}。")
        case "greater_than_equal":
            return Text(f"must be at least {context['ge']}.", f"不能小于 {context['ge']}。")
        case "less_than_equal":
            return Text(f"must be at most {context['le']}.", f"不能大于 {context['le']}。")
        case "too_long":
            found, most = context["actual_length"], context["max_length"]
            return Text(
                f"has {found} entries; at most {most} are allowed.",
                f"有 {found} 项，最多 {most} 项。",
            )
        case "too_short":
            least = context["min_length"]
            if least == 1:
                return Text("is empty; give at least one.", "是空的；至少给一个。")
            return Text(f"needs at least {least} entries.", f"至少需要 {least} 项。")
        case "string_too_long":
            most = context["max_length"]
            return Text(f"is too long; at most {most} characters.", f"太长，最多 {most} 个字符。")
        case _:
            return Text(f"is not valid ({kind.replace('_', ' ')}).", "这个值不对。")


def clean_word(text: str, limit: int = 200) -> str:
    """Return a word that a player says or names, in normal form; for use in validators.

    Punctuation around it falls away, so that “太空，2” and “太空 2” are the same clue.

    Raises:
        PydanticCustomError: If it is empty, over ``limit`` characters or holds control characters.
    """
    if len(text) > limit:
        raise refused(
            Text(
                f"the word has {len(text)} characters; at most {limit} are allowed.",
                f"这个词有 {len(text)} 个字符，最多 {limit} 个。",
            )
        )
    word = printable(normalise(text).strip(" ,:;/、。"))
    if not word:
        raise refused(Text("the word is empty; write one.", "没有写词；请写一个。"))
    return word


def printable(text: str) -> str:
    """Return text without control characters; for use in validators.

    Raises:
        PydanticCustomError: If it holds some; names them.
    """
    hidden = ", ".join(control_characters(text))
    if hidden:
        raise refused(
            Text(f"remove the control characters {hidden}.", f"请去掉控制字符 {hidden}。")
        )
    return text


def refused(message: Text) -> PydanticCustomError:
    """Build the error for a value that a validator does not take; `parse` tells it."""
    return PydanticCustomError("refused", "{en}", {"en": message.en, "zh": message.zh})
