"""Keys by reference: an environment variable or an entry of the system's keyring, never a literal.

A reference is a variable's name, such as ``OPENAI_API_KEY``, or ``keyring:service/user``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from cluebot.errors import InputError, Text, bad_input

_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,63}", re.ASCII)
_KEYRING = re.compile(r"keyring:([^/\s]{1,100})/([^\s]{1,100})")
_SECRET_NAME = re.compile(r"auth|key|token|secret|cookie|passw|bearer|credential", re.IGNORECASE)

HIDDEN = "***"
"""What is shown in place of a key."""

_NO_LITERAL = Text(
    "a key does not belong here. Put it into an environment variable and give the variable's name "
    "in capitals (OPENAI_API_KEY), or store it with `keyring set SERVICE USER` and give "
    "keyring:SERVICE/USER. If this was a real key and others can read the file, replace the key.",
    "这里不能直接写密钥。请把密钥放进环境变量，这里写变量名（大写，如 OPENAI_API_KEY）；或用 "
    "`keyring set 服务 用户` 存好，这里写 keyring:服务/用户。如果刚才写的是真密钥、文件又可能"
    "被人看到，请换一个新密钥。",
)


def sounds_secret(name: str) -> bool:
    """Return whether a setting or header of this name usually holds a secret."""
    return bool(_SECRET_NAME.search(name))


def literal_key(field: str) -> InputError:
    """Build the error for a key that was written down; it does not repeat the key."""
    return bad_input(field, HIDDEN, en=_NO_LITERAL.en, zh=_NO_LITERAL.zh)


def check_reference(field: str, reference: object) -> str:
    """Return ``reference`` if it names a variable or a keyring entry.

    Raises:
        InputError: If it does not; it is then taken for a key and not shown.
    """
    if isinstance(reference, str) and (
        _VARIABLE.fullmatch(reference) or _KEYRING.fullmatch(reference)
    ):
        return reference
    raise literal_key(field)


def resolve(field: str, reference: str, environment: Mapping[str, str] | None = None) -> str:
    """Return the key that ``reference`` stands for.

    Raises:
        InputError: If there is none; the message names the reference.
    """
    entry = _KEYRING.fullmatch(reference)
    if entry:
        found = _from_keyring(field, reference, *entry.groups())
    else:
        found = (os.environ if environment is None else environment).get(reference, "")
    key = found.strip()
    if not key:
        raise bad_input(
            field, reference,
            en="holds no key; set it before you start cluebot.",
            zh="里没有密钥；请先设好再运行 cluebot。",
        )  # fmt: skip
    if not key.isascii() or not key.isprintable():
        raise bad_input(
            field, reference,
            en="holds a key with characters that no key has; copy it again.",
            zh="里的密钥含有不该有的字符；请重新复制。",
        )  # fmt: skip
    return key


def _from_keyring(field: str, reference: str, service: str, user: str) -> str:
    try:
        import keyring
    except ImportError:
        raise bad_input(
            field, reference,
            en="needs the keyring package: pip install keyring. "
            "Or use an environment variable instead.",
            zh="需要 keyring 包：pip install keyring。也可以改用环境变量。",
        ) from None  # fmt: skip
    try:
        return keyring.get_password(service, user) or ""
    except keyring.errors.KeyringError as error:
        raise bad_input(
            field, reference,
            en=f"cannot be read from the keyring ({type(error).__name__}); "
            "unlock it or use an environment variable.",
            zh=f"无法从 keyring 读取（{type(error).__name__}）；请解锁，或改用环境变量。",
        ) from None  # fmt: skip


class Headers:
    """The HTTP headers of an endpoint. Shows no key, whatever prints it.

    Args:
        plain: Headers that anybody may see.
        secret: Headers that hold keys.
    """

    def __init__(self, plain: Mapping[str, str], secret: Mapping[str, str]) -> None:
        self._headers = {**plain, **secret}
        keys = {value.removeprefix("Bearer ") for value in secret.values()}
        self._keys = sorted(keys, key=len, reverse=True)

    def __repr__(self) -> str:
        return f"Headers({HIDDEN})"

    def send(self) -> dict[str, str]:
        """Return the headers with the keys, to be sent and not kept."""
        return dict(self._headers)

    def scrub(self, text: str) -> str:
        """Return ``text`` with every key in it replaced; some servers quote the key they refuse."""
        for key in self._keys:
            text = text.replace(key, HIDDEN)
        return text
