"""The user's endpoints: the file, the variables, and that no key ever gets into either."""

import json
import threading

import pytest

from cluebot.errors import InputError, ResourceError
from cluebot.llm.endpoint import make_endpoint
from cluebot.llm.store import EndpointStore, config_folder, write_atomically

KEY = "sk-live-0123456789abcdef"
OLLAMA = {"url": "http://localhost:11434/v1", "model": "qwen3:8b"}


@pytest.fixture
def store(tmp_path):
    return EndpointStore(tmp_path, {})


def refused(settings, name="x"):
    with pytest.raises(InputError) as caught:
        make_endpoint(name, {**OLLAMA, **settings})
    return caught.value


def test_an_endpoint_survives_the_file(store):
    endpoint = make_endpoint(
        "deepseek.v4",
        {
            "url": "https://api.deepseek.com/v1/",
            "model": "deepseek-chat",
            "key_env": "DEEPSEEK_API_KEY",
            "mode": "tool",
            "timeout": 20,
            "retries": 1,
            "concurrency": 8,
            "price_in": 0.27,
            "price_out": 1.1,
            "headers": {"X-Title": "cluebot"},
            "body": {"thinking": {"type": "disabled"}, "temperature": ""},
            "calibration": {"weight": 0.25},
        },
    )
    store.put(endpoint)
    assert store.get("deepseek.v4") == endpoint
    assert store.names() == ["deepseek.v4"]
    store.remove("deepseek.v4")
    assert store.names() == []


def test_comments_and_order_of_the_file_are_kept(store):
    store.path.write_text(
        '# mine\n[ollama]\nurl = "http://localhost:11434/v1"\nmodel = "qwen3:8b" # small\n', "utf-8"
    )
    store.put(make_endpoint("b", OLLAMA))
    text = store.path.read_text("utf-8")
    assert text.startswith("# mine\n[ollama]")
    assert "# small" in text
    store.remove("b")
    assert "# small" in store.path.read_text("utf-8")


def test_a_name_is_not_overwritten_unless_asked(store):
    store.put(make_endpoint("a", OLLAMA))
    other = make_endpoint("a", {**OLLAMA, "model": "other"})
    with pytest.raises(InputError, match="cluebot llm remove a"):
        store.put(other)
    assert store.get("a").model == "qwen3:8b"
    store.put(other, replace=True)
    assert store.get("a") == other


def test_unknown_names_get_a_suggestion(store):
    with pytest.raises(InputError, match="cluebot llm add"):
        store.get("a")
    store.put(make_endpoint("ollama", OLLAMA))
    with pytest.raises(InputError, match="did you mean 'ollama'"):
        store.get("olama")
    with pytest.raises(InputError, match="did you mean 'ollama'"):
        store.remove("olama")


def test_variables_add_and_override(tmp_path):
    environment = {
        "CLUEBOT_LLM_MY_BOX_URL": "http://127.0.0.1:8080/v1",
        "CLUEBOT_LLM_MY_BOX_TIMEOUT": "5",
        "CLUEBOT_LLM_CI_URL": "http://127.0.0.1:9/v1",
        "CLUEBOT_LLM_CI_MODEL": "tiny",
        "CLUEBOT_LLM_CI_KEY_ENV": "CI_KEY",
    }
    EndpointStore(tmp_path, {}).put(make_endpoint("my-box", OLLAMA))
    store = EndpointStore(tmp_path, environment)
    assert store.names() == ["ci", "my-box"]
    assert store.get("ci").key_env == "CI_KEY"
    box = store.get("my-box")
    assert (box.url, box.timeout, box.model) == ("http://127.0.0.1:8080/v1", 5.0, "qwen3:8b")
    with pytest.raises(InputError, match=r"ci\.key_env"):
        EndpointStore(tmp_path, environment | {"CLUEBOT_LLM_CI_KEY_ENV": KEY}).get("ci")


def test_the_folder_is_chosen_by_a_variable(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEBOT_CONFIG_DIR", str(tmp_path / "mine"))
    assert config_folder() == tmp_path / "mine"
    store = EndpointStore()
    store.put(make_endpoint("a", OLLAMA))
    assert (tmp_path / "mine" / "endpoints.toml").exists()
    monkeypatch.delenv("CLUEBOT_CONFIG_DIR")
    assert config_folder().name == "cluebot"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a\n", "not valid TOML"),
        ("a = 3\n", "every entry is a table"),
        ("[a]\nurl = 3\nmodel = 'm'\n", "a.url = 3: must be text"),
        ("[a]\nmodel = 'm'\n", "a.url: is required"),
        ("[a]\nurl = 'http://x/v1'\nmodel = 'm'\nmodell = 'm'\n", "did you mean 'model'"),
        ("[a]\nurl = 'http://x/v1'\nmodel = 'm'\ntimeout = nan\n", "a.timeout"),
        ("[a]\nurl = 'http://x/v1'\nmodel = 'm'\nbody.when = 2020-01-01\n", "a.body"),
    ],
)
def test_a_file_that_says_something_else_is_told_where(store, text, message):
    store.path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        store.get("a")


def test_a_file_that_cannot_be_used(tmp_path):
    (tmp_path / "endpoints.toml").mkdir()
    store = EndpointStore(tmp_path, {})
    with pytest.raises(ResourceError, match="CLUEBOT_CONFIG_DIR"):
        store.names()
    (tmp_path / "file").write_text("")
    with pytest.raises(ResourceError, match="CLUEBOT_CONFIG_DIR"):
        EndpointStore(tmp_path / "file", {}).put(make_endpoint("a", OLLAMA))


@pytest.mark.parametrize(
    ("settings", "en", "zh"),
    [
        ({"url": "localhost:11434"}, "such as http://localhost:11434/v1", "请写兼容 OpenAI"),
        ({"url": "ftp://host/v1"}, "OpenAI-compatible", "请写兼容 OpenAI"),
        ({"url": "http://"}, "OpenAI-compatible", "请写兼容 OpenAI"),
        ({"url": "http://host:99999/v1"}, "OpenAI-compatible", "请写兼容 OpenAI"),
        ({"url": "http://ho st/v1"}, "OpenAI-compatible", "请写兼容 OpenAI"),
        ({"model": " "}, "printable and not empty", "不能为空"),
        ({"mode": "magic"}, "'native', 'tool' or 'prompted'", "只能是"),
        ({"timeout": 0}, "at least 0.1", "不能小于 0.1"),
        ({"timeout": "soon"}, 'x.timeout = "soon"', 'x.timeout = "soon"'),
        ({"retries": 11}, "at most 10", "不能大于 10"),
        ({"concurrency": 0}, "at least 1", "不能小于 1"),
        ({"price_in": -1}, "at least 0", "不能小于 0"),
        ({"headers": {"bad name": "x"}}, "NAME=VALUE", "名称=值"),
        ({"headers": {"X": "a\r\nHost: b"}}, "NAME=VALUE", "名称=值"),
        ({"headers": {"Host": "b"}}, "NAME=VALUE", "名称=值"),
        ({"body": {"stream": True}}, "set by cluebot itself", "由 cluebot 自己设置"),
    ],
)
def test_each_bad_setting_is_told_with_a_remedy(settings, en, zh):
    error = refused(settings)
    assert en in error.to("en")
    assert zh in error.to("zh")


@pytest.mark.parametrize("name", ["", "Ollama", "a b", "../x", "a:b", "x" * 41, "名"])
def test_bad_names(name):
    assert "lower-case letters" in refused({}, name).to("en")


def test_every_defect_is_told_at_once():
    error = refused({"mode": "magic", "timeout": 0})
    assert {d.field for d in error.defects} == {"x.mode", "x.timeout"}


@pytest.mark.parametrize(
    "settings",
    [
        {"key_env": KEY},
        {"key_env": "gsk_0123456789"},
        {"key_env": 12345},
        {"key": KEY},
        {"api_key": KEY},
        {"token": KEY},
        {"password": KEY},
        {"headers": {"Authorization": f"Bearer {KEY}"}},
        {"headers": {"x-api-key": KEY}},
        {"headers": {"Cookie": KEY}},
        {"body": {"api_key": KEY}},
        {"url": f"https://user:{KEY}@host/v1"},
        {"url": f"https://host/v1?key={KEY}"},
    ],
)
def test_a_key_in_the_settings_is_refused_with_advice_and_not_shown(settings):
    error = refused(settings)
    for text in (error.to("en"), error.to("zh"), repr(error), repr(error.__cause__)):
        assert KEY not in text
        assert "gsk_" not in text
    assert "***" in error.to("en")
    assert "key" in error.to("en")
    assert "密钥" in error.to("zh")


def test_a_key_in_the_file_is_refused_with_advice_and_not_shown(store):
    store.path.write_text(f"[a]\nurl='http://x/v1'\nmodel='m'\napi_key='{KEY}'\n", "utf-8")
    with pytest.raises(InputError, match="environment variable") as caught:
        store.get("a")
    assert KEY not in str(caught.value)


def test_max_tokens_is_not_taken_for_a_secret():
    endpoint = make_endpoint("x", {**OLLAMA, "body": {"max_completion_tokens": 5}})
    assert endpoint.body == {"max_completion_tokens": 5}


def test_keys_come_from_variables():
    endpoint = make_endpoint("x", {**OLLAMA, "key_env": "MY_KEY"})
    headers = endpoint.look_up_headers({"MY_KEY": f" {KEY}\n"})
    assert headers.send()["Authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(headers) + repr(endpoint)
    for environment in ({}, {"MY_KEY": ""}, {"MY_KEY": " \n"}):
        with pytest.raises(InputError, match="MY_KEY: holds no key"):
            endpoint.look_up_headers(environment)
    with pytest.raises(InputError, match="copy it again") as caught:
        endpoint.look_up_headers({"MY_KEY": KEY + "“"})
    assert KEY not in str(caught.value)


def test_keys_come_from_the_keyring(monkeypatch):
    class Keyring:
        class errors:  # noqa: N801 - as in the package
            class KeyringError(Exception):
                pass

        @staticmethod
        def get_password(service, user):
            if service == "locked":
                raise Keyring.errors.KeyringError(KEY)
            return {("openai", "me"): KEY}.get((service, user))

    monkeypatch.setitem(__import__("sys").modules, "keyring", Keyring)
    endpoint = make_endpoint("x", {**OLLAMA, "key_env": "keyring:openai/me"})
    assert endpoint.look_up_headers({}).send()["Authorization"] == f"Bearer {KEY}"
    nobody = make_endpoint("x", {**OLLAMA, "key_env": "keyring:openai/you"})
    with pytest.raises(InputError, match="holds no key"):
        nobody.look_up_headers({})
    locked = make_endpoint("x", {**OLLAMA, "key_env": "keyring:locked/me"})
    with pytest.raises(InputError, match="unlock it") as caught:
        locked.look_up_headers({})
    assert KEY not in str(caught.value)
    monkeypatch.setitem(__import__("sys").modules, "keyring", None)
    with pytest.raises(InputError, match="pip install keyring"):
        endpoint.look_up_headers({})


@pytest.mark.parametrize(
    ("url", "loopback", "exposed"),
    [
        ("http://localhost:1/v1", True, False),
        ("http://127.0.0.2/v1", True, False),
        ("http://[::1]:1/v1", True, False),
        ("http://192.168.0.2/v1", False, True),
        ("https://api.openai.com/v1", False, False),
        ("http://localhost.evil.example/v1", False, True),
    ],
)
def test_whether_prompts_leave_the_machine(url, loopback, exposed):
    endpoint = make_endpoint("x", {"url": url, "model": "m"})
    assert (endpoint.loopback, endpoint.exposed) == (loopback, exposed)


def test_the_address_of_the_call_is_cut_to_the_base():
    endpoint = make_endpoint("x", {"url": "http://h/v1/chat/completions/", "model": "m"})
    assert endpoint.url == "http://h/v1"


def test_writing_is_all_or_nothing(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_atomically(path, "old")

    def fail(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OSError, match="space"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_two_writers_lose_nothing(tmp_path):
    def add(i):
        EndpointStore(tmp_path, {}).put(make_endpoint(f"e{i}", OLLAMA))

    threads = [threading.Thread(target=add, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert EndpointStore(tmp_path, {}).names() == [f"e{i}" for i in range(8)]


def test_what_list_prints_is_json():
    endpoint = make_endpoint("x", {**OLLAMA, "body": {"think": False}})
    assert json.loads(json.dumps(endpoint.to_json())) == {
        "name": "x",
        **OLLAMA,
        "body": {"think": False},
    }
