"""An endpoint: where a chat model answers, and under which conditions."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue
from pydantic_core import PydanticCustomError

from cluebot.errors import InputError, Text, bad_input
from cluebot.games.codec import parse
from cluebot.llm.model import Mode
from cluebot.llm.secrets import (
    HIDDEN,
    Headers,
    check_reference,
    literal_key,
    resolve,
    sounds_secret,
)

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}", re.ASCII)
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}", re.ASCII)
_MANAGED_HEADERS = {"content-type", "content-length", "host", "connection", "transfer-encoding"}
_MANAGED_BODY = {"messages", "model", "n", "stream"}

_BAD_NAME = Text(
    "use lower-case letters, digits, '.', '_' and '-', at most 40, such as qwen-local.",
    "请用小写字母、数字和 . _ -，最多 40 个，如 qwen-local。",
)
_BAD_URL = Text(
    "give the address of an OpenAI-compatible API, such as http://localhost:11434/v1 "
    "or https://api.openai.com/v1.",
    "请写兼容 OpenAI 的接口地址，如 http://localhost:11434/v1 或 https://api.openai.com/v1。",
)
_SECRET_URL = Text(
    "leave user names, passwords and ?queries out of the address; give keys with --key-env "
    "or --header.",
    "地址里不要带用户名、密码或 ? 后的参数；密钥请用 --key-env 或 --header 给出。",
)
_BAD_TEXT = Text("must be printable and not empty.", "不能为空，也不能含控制字符。")
_BAD_HEADER = Text(
    "is not a header that can be set; use NAME=VALUE in printable ASCII.",
    "不是可以设置的请求头；请写成 名称=值，只用可打印的 ASCII 字符。",
)
_BAD_BODY = Text("is set by cluebot itself; remove it.", "由 cluebot 自己设置，请删去。")


def _checked(check: Callable[[Any], bool], text: Text) -> AfterValidator:
    def validate(value: Any) -> Any:
        if not check(value):
            raise PydanticCustomError("refused", "{en}", {"en": text.en, "zh": text.zh})
        return value

    return AfterValidator(validate)


def _is_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    plain = url.isascii() and url.isprintable() and " " not in url
    return plain and parts.scheme in ("http", "https") and bool(parts.hostname)


def _tidy(url: str) -> str:
    """Drop what people copy along with the address of an API."""
    return url.rstrip("/").removesuffix("/chat/completions")


class Endpoint(BaseModel):
    """One chat model behind an OpenAI-compatible API.

    Attributes:
        name: What it is called here.
        url: Base address, the part before ``/chat/completions``.
        model: The model's name there.
        key_env: Reference to the key (`cluebot.llm.secrets`); None if none is needed.
        mode: How the model is made to answer in JSON.
        timeout: Most seconds a call may take, waiting and retries included.
        retries: How often a call is sent again after a passing failure.
        concurrency: How many calls may be under way at once.
        price_in: Price of a million tokens of prompt.
        price_out: Price of a million tokens of reply.
        headers: Further HTTP headers. Values of headers that hold secrets are references.
        body: Further fields of the request, such as ``{"thinking": {"type": "disabled"}}``. A field
            that is empty text is left out of the request.
        calibration: Numbers fitted for this model by `cluebot llm calibrate`.
        local: Whether `cluebot llm local` runs it and removes it again.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: Annotated[str, _checked(lambda v: bool(_NAME.fullmatch(v)), _BAD_NAME)]
    url: Annotated[
        str,
        _checked(_is_url, _BAD_URL),
        AfterValidator(_tidy),
    ]
    model: Annotated[str, _checked(lambda v: v.isprintable() and bool(v.strip()), _BAD_TEXT)] = (
        Field(max_length=200)
    )
    key_env: str | None = None
    mode: Mode = "native"
    timeout: float = Field(default=60.0, ge=0.1, le=3600)
    retries: int = Field(default=2, ge=0, le=10)
    concurrency: int = Field(default=4, ge=1, le=64)
    price_in: float | None = Field(default=None, ge=0, le=1e6)
    price_out: float | None = Field(default=None, ge=0, le=1e6)
    headers: Annotated[
        dict[str, str], _checked(lambda v: all(map(_is_header, v.items())), _BAD_HEADER)
    ] = Field(default_factory=dict)
    body: Annotated[dict[str, JsonValue], _checked(_MANAGED_BODY.isdisjoint, _BAD_BODY)] = Field(
        default_factory=dict
    )
    calibration: dict[str, float] = Field(default_factory=dict)
    local: bool = False

    @property
    def loopback(self) -> bool:
        """Whether it is on this machine."""
        host = urlsplit(self.url).hostname or ""
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost" or host.endswith(".localhost")

    @property
    def exposed(self) -> bool:
        """Whether prompts and key travel unencrypted to another machine."""
        return urlsplit(self.url).scheme == "http" and not self.loopback

    def look_up_headers(self, environment: Mapping[str, str] | None = None) -> Headers:
        """Return the HTTP headers, the keys among them looked up.

        Raises:
            InputError: If a reference leads to no key.
        """
        values: dict[str, str] = {}
        if self.key_env is not None:
            key = resolve(f"{self.name}.key_env", self.key_env, environment)
            values["Authorization"] = f"Bearer {key}"
        headers = {"Accept": "application/json", "User-Agent": "cluebot"}
        for header, value in self.headers.items():
            if sounds_secret(header):
                values[header] = resolve(f"{self.name}.headers.{header}", value, environment)
            else:
                headers[header] = value
        return Headers(headers, values)

    def cost(self, tokens_in: int, tokens_out: int) -> float | None:
        """Return what a call cost; None if a price is missing."""
        if self.price_in is None or self.price_out is None:
            return None
        return (tokens_in * self.price_in + tokens_out * self.price_out) / 1e6

    def to_json(self) -> dict[str, Any]:
        """Return what differs from the defaults, for the file."""
        return self.model_dump(exclude_defaults=True)


def _is_header(item: tuple[str, str]) -> bool:
    name, value = item
    printable = value.isascii() and value.isprintable() and 0 < len(value) <= 1000
    return bool(_HEADER.fullmatch(name)) and name.lower() not in _MANAGED_HEADERS and printable


def make_endpoint(name: str, settings: Mapping[str, Any]) -> Endpoint:
    """Build an endpoint from what somebody wrote.

    Raises:
        InputError: With every defect. Whatever looks like a key is refused and not shown.
    """
    _refuse_keys(name, settings)
    try:
        return parse(Endpoint, {**settings, "name": name}, "endpoint")
    except InputError as error:
        within = [
            d if d.field == "name" else replace(d, field=f"{name}.{d.field}") for d in error.defects
        ]
        raise InputError(within) from None


def _refuse_keys(name: str, settings: Mapping[str, Any]) -> None:
    """Refuse keys before anything is validated, since those errors show the values."""
    for field, value in settings.items():
        place = f"{name}.{field}"
        if field == "key_env":
            if value is not None:
                check_reference(place, value)
        elif field == "url" and re.search(r"[@?#]", str(value)):
            raise bad_input(place, HIDDEN, en=_SECRET_URL.en, zh=_SECRET_URL.zh)
        elif sounds_secret(field):
            raise literal_key(place)
    for header, value in _items(settings, "headers"):
        if sounds_secret(header):
            check_reference(f"{name}.headers.{header}", value)
    for field, _ in _items(settings, "body"):
        if sounds_secret(field) and not field.endswith("_tokens"):
            place = f"{name}.body.{field}"
            raise literal_key(place)


def _items(settings: Mapping[str, Any], table: str) -> list[tuple[str, Any]]:
    found = settings.get(table)
    return [(str(k), v) for k, v in found.items()] if isinstance(found, Mapping) else []
