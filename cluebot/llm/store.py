"""Where the user's endpoints are written down: ``endpoints.toml``, and environment variables."""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cluebot.errors import ResourceError, Text, bad_input
from cluebot.llm.endpoint import Endpoint, make_endpoint
from cluebot.registry import unknown_name

_VARIABLE = re.compile(
    r"CLUEBOT_LLM_([A-Z0-9_]+)_"
    r"(URL|MODEL|KEY_ENV|MODE|TIMEOUT|RETRIES|CONCURRENCY|PRICE_IN|PRICE_OUT)"
)


def config_folder() -> Path:
    """Return ``CLUEBOT_CONFIG_DIR``, or the user's config folder by the rules of the system."""
    chosen = os.environ.get("CLUEBOT_CONFIG_DIR")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_config_path

    return user_config_path("cluebot", appauthor=False)


class EndpointStore:
    """The registered endpoints.

    The file holds one table for each. Variables such as ``CLUEBOT_LLM_OLLAMA_URL`` and
    ``CLUEBOT_LLM_OLLAMA_MODEL`` add the endpoint ``ollama``, or override its entry in the file
    (in names of endpoints, ``-`` and ``.`` are written ``_`` in variables).

    Args:
        folder: Where the file is; by default `config_folder`.
        environment: By default that of the process.
    """

    def __init__(
        self, folder: Path | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.path = (config_folder() if folder is None else folder) / "endpoints.toml"
        self._environment = os.environ if environment is None else environment

    def names(self) -> list[str]:
        """Return the names of all endpoints, sorted.

        Raises:
            InputError: If the file is not TOML.
            ResourceError: If it cannot be read.
        """
        return sorted(self._settings())

    def get(self, name: str) -> Endpoint:
        """Return an endpoint.

        Raises:
            InputError: If there is none of this name, or something is wrong with its settings.
            ResourceError: If the file cannot be read.
        """
        settings = self._settings()
        if name not in settings:
            if not settings:
                raise bad_input(
                    "endpoint", name,
                    en="no endpoints are registered yet; add one: "
                    "cluebot llm add NAME --url URL --model MODEL",
                    zh="还没有登记任何端点；请先运行 cluebot llm add 名称 --url 地址 --model 模型",
                )  # fmt: skip
            raise unknown_name("endpoint", name, sorted(settings))
        return make_endpoint(name, settings[name])

    def put(self, endpoint: Endpoint, *, replace: bool = False) -> None:
        """Write an endpoint down.

        Raises:
            InputError: If the name is taken and ``replace`` is false.
            ResourceError: If the file cannot be written.
        """
        with self._editing() as document:
            if endpoint.name in document and not replace:
                raise bad_input(
                    "name", endpoint.name,
                    en="is registered already; remove it first "
                    f"(cluebot llm remove {endpoint.name}) or choose another name.",
                    zh=f"已经登记过；请先 cluebot llm remove {endpoint.name}，或换个名称。",
                )  # fmt: skip
            table = endpoint.to_json()
            del table["name"]
            document[endpoint.name] = table

    def remove(self, name: str) -> None:
        """Strike an endpoint out.

        Raises:
            InputError: If the file has none of this name.
            ResourceError: If the file cannot be written.
        """
        with self._editing() as document:
            if name not in document:
                raise unknown_name("endpoint", name, sorted(document) or ["-"])
            del document[name]

    def _settings(self) -> dict[str, dict[str, Any]]:
        settings = self._read()
        variables: dict[str, dict[str, str]] = {}
        for variable, value in sorted(self._environment.items()):
            match = _VARIABLE.fullmatch(variable)
            if match:
                variables.setdefault(match[1].lower(), {})[match[2].lower()] = value
        by_variable = {re.sub("[.-]", "_", name): name for name in settings}
        for spelt, values in variables.items():
            name = by_variable.get(spelt, spelt)
            settings[name] = {**settings.get(name, {}), **values}
        return settings

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            text = self.path.read_text("utf-8")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            raise self._unusable(error) from None
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise bad_input(
                str(self.path), "",
                en=f"is not valid TOML ({error}); correct or delete it.",
                zh=f"不是合法的 TOML（{error}）；请改正或删除。",
            ) from None  # fmt: skip
        for name, table in data.items():
            if not isinstance(table, dict):
                place = f"{self.path}: {name}"
                raise bad_input(
                    place, "",
                    en="every entry is a table, such as [ollama], with url and model under it.",
                    zh="每个端点应是一张表，如 [ollama]，其下写 url 和 model。",
                )  # fmt: skip
        return data

    @contextmanager
    def _editing(self) -> Iterator[Any]:
        """Yield the file's document for changes, one process at a time, then replace the file."""
        import tomlkit
        from filelock import FileLock

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self.path.with_name(".endpoints.lock")):
                self._read()
                text = self.path.read_text("utf-8") if self.path.exists() else ""
                document = tomlkit.parse(text)
                yield document
                write_atomically(self.path, tomlkit.dumps(document))
        except OSError as error:
            raise self._unusable(error) from None

    def _unusable(self, error: Exception) -> ResourceError:
        reason = getattr(error, "strerror", None) or type(error).__name__
        return ResourceError(
            Text(
                f"{self.path} cannot be used ({reason}); check its permissions, or set "
                "CLUEBOT_CONFIG_DIR to another folder.",
                f"{self.path} 无法使用（{reason}）；请检查权限，"
                "或用 CLUEBOT_CONFIG_DIR 换个文件夹。",
            )
        )


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that it is there completely or as it was before.

    Raises:
        OSError: If it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise
