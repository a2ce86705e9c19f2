"""The settings of the service: from the environment (``CLUEBOT_...``), a TOML file, or defaults.

The environment goes before the file. `docs/api.md` lists every setting; a test keeps it so.
"""

from __future__ import annotations

import ipaddress
import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from cluebot.errors import Defect, InputError, Language, bad_input
from cluebot.games.codec import defects_of
from embeddings.errors import reason_zh

CONFIG_VARIABLE = "CLUEBOT_CONFIG"
"""Environment variable that names the TOML file; ``cluebot.toml`` in the folder without it."""

DEFAULT_FILE = "cluebot.toml"

Seconds = Annotated[float, Field(gt=0, le=86_400)]
Switch = Literal["auto", "on", "off"]


def default_database() -> str:
    """Return the URL of the SQLite file in the user's data folder."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('cluebot', False)) / 'games.sqlite3'}"


class Settings(BaseSettings):
    """How the service runs."""

    model_config = SettingsConfigDict(env_prefix="CLUEBOT_", extra="ignore")

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: Annotated[int, Field(ge=0, le=65_535)] = 8000
    """Port to listen on; 0 takes a free one."""
    workers: Annotated[int, Field(ge=1, le=64)] = 1
    """Server processes that share the port."""
    database: str = Field(default_factory=default_database)
    """SQLAlchemy URL of the store: SQLite, or ``postgresql+psycopg://...`` for several machines."""
    keys: Switch = "auto"
    """Whether callers need an API key; ``auto``: exactly when the address is not loopback."""
    chat_models: Switch = "auto"
    """Whether callers may name chat models as players; ``auto``: exactly on loopback."""
    cors_origins: list[str] = []
    """Origins whose pages may call the API; ``["*"]`` for all."""
    trusted_proxies: list[str] = []
    """Addresses of reverse proxies whose ``X-Forwarded-For`` names the caller."""
    threads: Annotated[int, Field(ge=1, le=256)] = Field(
        default_factory=lambda: os.cpu_count() or 1
    )
    """Threads for clues, guesses and checks in each process."""
    queue: Annotated[int, Field(ge=0, le=100_000)] = 256
    """Requests that may wait for a thread; one more is answered by 429."""
    request_timeout: Seconds = 30.0
    """Seconds until a request is given up (event streams excepted)."""
    max_body: Annotated[int, Field(ge=1_000, le=100_000_000)] = 1_000_000
    """Most bytes in the body of a request."""
    rate_limit: Annotated[float, Field(ge=0)] = 50.0
    """Requests a second allowed to one caller on average; 0 for no limit."""
    rate_burst: Annotated[int, Field(ge=1)] = 100
    """Requests one caller may make at once."""
    max_streams: Annotated[int, Field(ge=1)] = 1_000
    """Event streams open at once in each process."""
    heartbeat: Seconds = 15.0
    """Seconds between signs of life on a silent event stream."""
    poll: Seconds = 0.25
    """Seconds between looks into the store for moves of other processes and timers run out."""
    lease: Seconds = 15.0
    """Seconds after which a bot's move is taken over when its process has gone silent."""
    game_days: Annotated[float, Field(ge=0)] = 30.0
    """Days without a move after which a game is deleted; 0 keeps games for ever."""
    shutdown_grace: Seconds = 10.0
    """Seconds that running requests and moves get to finish when the service stops."""
    warm: list[Language] = ["en", "zh"]
    """Languages whose vectors are loaded at the start."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Least level that is logged."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take arguments first, then the environment, then the TOML file."""
        file = TomlConfigSettingsSource(settings_cls, os.environ.get(CONFIG_VARIABLE, DEFAULT_FILE))
        return (init_settings, env_settings, file)

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the service."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def chat_models_lent(self) -> bool:
        """Whether callers may name chat models as players."""
        return self.chat_models == "on" or (self.chat_models == "auto" and self.loopback)

    @property
    def keys_needed(self) -> bool:
        """Whether callers need an API key."""
        return self.keys == "on" or (self.keys == "auto" and not self.loopback)


def load_settings(**given: Any) -> Settings:
    """Read the settings; what is ``given`` (and not None) goes before everything else.

    Raises:
        InputError: If a setting is wrong or the file cannot be read; names every defect.
    """
    named = os.environ.get(CONFIG_VARIABLE)
    field, file = (CONFIG_VARIABLE, named) if named else ("file", DEFAULT_FILE)
    try:
        if named and not Path(named).is_file():
            raise bad_input(
                field,
                file,
                en="no such file; name a TOML file",
                zh="没有这个文件；请指定 TOML 文件",
            )
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        items = error.errors(include_url=False)
        raise InputError(_readable(defects_of(items, list(Settings.model_fields)))) from None
    except OSError as error:
        raise bad_input(
            field,
            file,
            en=f"cannot be read ({error.strerror}); make it readable or name another TOML file",
            zh=f"无法读取（{reason_zh(error)}）；请开放读取权限，或指定别的 TOML 文件",
        ) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise bad_input(
            field,
            file,
            en=f"is not TOML ({error}); correct it or name another file",
            zh=f"不是合法的 TOML（{error}）；请改正，或指定别的文件",
        ) from None
    except ValueError as error:
        raise bad_input(
            "settings",
            error,
            en="cannot be read; lists are written as JSON",
            zh="无法读取；列表请写成 JSON",
        ) from None


def _readable(defects: list[Defect]) -> list[Defect]:
    return [Defect(f"setting {d.field}", d.value, d.message) for d in defects]
