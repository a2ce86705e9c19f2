"""Settings from the environment and TOML, documented; keys; no service open by accident."""

from __future__ import annotations

import errno
import json
import re
import socket
from pathlib import Path

import pytest

from api.server import as_environment, check_address, prepare
from api.settings import Settings, load_settings
from api.store.database import connect, migrate
from api.store.keys import KeyStore
from cluebot.errors import InputError

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(autouse=True)
def nowhere(tmp_path, monkeypatch):
    """Keep settings of the machine out."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"CLUEBOT_{name.upper()}", raising=False)


@pytest.mark.parametrize("page", ["api.md", "api.zh.md"])
def test_every_setting_is_documented_with_its_default(page):
    rows = dict(
        re.findall(r"^\| `(\w+)` \| (.*?) \|", (DOCS / page).read_text("utf-8"), re.MULTILINE)
    )
    assert set(rows) == set(Settings.model_fields), "document every setting, and no other"
    for name, field in Settings.model_fields.items():
        if field.default_factory is None:
            value = field.default
            shown = f"{value:g}" if isinstance(value, float) else json.dumps(value).strip('"')
            assert rows[name] == shown, name


def test_arguments_go_before_the_environment_and_that_before_the_file(monkeypatch, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('port = 1\nthreads = 3\nqueue = 5\ncors_origins = ["https://a"]\n', "utf-8")
    monkeypatch.setenv("CLUEBOT_CONFIG", str(file))
    monkeypatch.setenv("CLUEBOT_PORT", "2")
    monkeypatch.setenv("CLUEBOT_THREADS", "4")
    found = load_settings(port=9, host=None)
    assert (found.port, found.threads, found.queue) == (9, 4, 5)
    assert (found.cors_origins, found.host) == (["https://a"], "127.0.0.1")


@pytest.mark.parametrize(
    ("name", "value"), [("port", "99999"), ("threads", "0"), ("keys", "maybe"), ("warm", '["fr"]')]
)
def test_wrong_settings_are_named(monkeypatch, name, value):
    monkeypatch.setenv(f"CLUEBOT_{name.upper()}", value)
    with pytest.raises(InputError, match=f"setting {name}"):
        load_settings()


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"port = ", r"file = cluebot\.toml: is not TOML \(Invalid value"),
        (b"\xff\xfe\x00", r"file = cluebot\.toml: is not TOML"),
        (b"port = 'x'", 'setting port = "x"'),
    ],
)
def test_a_broken_file_is_told(tmp_path, monkeypatch, content, named):
    (tmp_path / "cluebot.toml").write_bytes(content)
    with pytest.raises(InputError, match=named):
        load_settings()
    monkeypatch.setenv("CLUEBOT_CONFIG", "missing.toml")
    with pytest.raises(InputError, match="CLUEBOT_CONFIG"):
        load_settings()


def test_a_file_that_cannot_be_read_is_told(tmp_path, monkeypatch):
    def refuse(*_args, **_named):
        raise PermissionError(errno.EACCES, "Permission denied")

    file = tmp_path / "own.toml"
    file.write_text("port = 1", "utf-8")
    monkeypatch.setenv("CLUEBOT_CONFIG", str(file))
    # Root may read everything.
    monkeypatch.setattr("pathlib.Path.open", refuse)
    with pytest.raises(InputError, match=r"CLUEBOT_CONFIG = .*Permission denied") as caught:
        load_settings()
    assert "没有权限" in caught.value.to("zh")


def test_a_list_that_is_no_json_is_told(monkeypatch):
    monkeypatch.setenv("CLUEBOT_WARM", "en")
    with pytest.raises(InputError, match=r"warm.*lists are written as JSON"):
        load_settings()


def test_worker_processes_get_the_same_settings(monkeypatch):
    given = load_settings(port=81, cors_origins=["https://a"], warm=["zh"], game_days=0)
    for name, value in as_environment(given).items():
        monkeypatch.setenv(name, value)
    assert load_settings() == given


@pytest.mark.parametrize(
    ("host", "keys", "needed"),
    [
        ("127.0.0.1", "auto", False), ("::1", "auto", False), ("localhost", "auto", False),
        ("0.0.0.0", "auto", True), ("192.168.1.5", "auto", True), ("example.org", "auto", True),
        ("127.0.0.1", "on", True), ("0.0.0.0", "off", False),
    ],
)  # fmt: skip
def test_keys_are_needed_beyond_this_machine(host, keys, needed):
    assert Settings(host=host, keys=keys).keys_needed is needed


def test_a_service_for_others_needs_a_key_to_start(tmp_path):
    database = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    settings = Settings(host="0.0.0.0", database=database)
    with pytest.raises(InputError, match="cluebot keys create"):
        prepare(settings)
    prepare(Settings(host="0.0.0.0", database=database, keys="off"))
    engine = connect(database)
    KeyStore(engine).create("one")
    prepare(settings)
    KeyStore(engine).revoke("one")
    with pytest.raises(InputError):
        prepare(settings)
    engine.dispose()


def test_an_address_that_cannot_be_listened_on_is_refused_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with pytest.raises(InputError, match=f"--port = {taken}"):
            check_address(Settings(port=taken))
    check_address(Settings(port=taken))
    with pytest.raises(InputError, match="--host = 192"):
        check_address(Settings(host="192.0.2.1", port=0))


def test_a_service_with_keys_lets_only_their_holders_in(serve, tmp_path):
    database = f"sqlite:///{tmp_path / 'locked.sqlite3'}"
    engine = connect(database)
    migrate(engine)
    key = KeyStore(engine).create("one")
    live = serve(database=database, keys="on", rate_limit=1000)
    with live.http() as http:
        for headers in ({}, {"X-API-Key": "wrong"}, {"X-API-Key": key[:-1]}):
            for address in ("/v1/players", "/metrics", "/v1/games/x"):
                refused = http.get(address, headers=headers)
                assert refused.status_code == 401
                assert refused.json()["type"].endswith("unauthorised")
        assert http.get("/v1/players", headers={"X-API-Key": key}).is_success
        assert http.get("/healthz").is_success
    engine.dispose()


def test_keys_are_managed_on_the_command_line(run_cluebot, tmp_path):
    database = f"sqlite:///{tmp_path / 'keys.sqlite3'}"
    made = run_cluebot("keys", "create", "laptop", "--database", database)
    key = made.output.strip()
    assert re.fullmatch(r"cb_[0-9a-f]{8}_[\w-]{32}", key)
    listed = run_cluebot("keys", "list", "--database", database)
    assert "laptop" in listed.output
    assert key[12:] not in listed.output
    revoked = run_cluebot("keys", "revoke", "laptop", "--database", database)
    assert (revoked.exit_code, revoked.output.count("Revoked the key laptop")) == (0, 1)
    twice = run_cluebot("keys", "revoke", "laptop", "--database", database, env={"LANG": "zh_CN"})
    assert twice.exit_code == 2
    again = run_cluebot("keys", "create", "laptop", "--database", database)
    assert again.exit_code == 2


def test_serving_to_others_without_keys_is_refused_on_the_command_line(run_cluebot, tmp_path):
    database = f"sqlite:///{tmp_path / 'keys.sqlite3'}"
    done = run_cluebot("serve", "--host", "0.0.0.0", "--database", database)
    assert done.exit_code == 2
    assert "cluebot keys create" in done.errors
    assert not done.output


def test_a_service_is_not_announced_at_a_taken_port(run_cluebot, tmp_path):
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = run_cluebot("serve", "--port", port, "--database", database)
    assert done.exit_code == 2
    assert f"--port = {port}" in done.errors
    assert not done.output
