"""``cluebot llm``, as typed."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

_spec = spec_from_file_location("llm_fakes", Path(__file__).with_name("conftest.py"))
_fakes = module_from_spec(_spec)
_spec.loader.exec_module(_fakes)
completion, SECRET = _fakes.completion, _fakes.SECRET

YES = completion('{"answer": "yes"}')


@pytest.fixture
def cluebot(run_cluebot, tmp_path):
    def run(*args, **env):
        done = run_cluebot("llm", *args, env={"CLUEBOT_CONFIG_DIR": str(tmp_path), **env})
        assert "Traceback" not in done.errors
        assert SECRET not in done.output + done.errors
        return done

    return run


@pytest.fixture
def zh(cluebot):
    return lambda *args, **env: cluebot(*args, LC_ALL="zh_CN.UTF-8", **env)


def add(cluebot, url, *more):
    return cluebot("add", "fake", "--url", url, "--model", "m1", "--retries", "0", *more)


def test_from_adding_to_removing(cluebot, serve, secret, tmp_path):
    assert "cluebot llm add" in cluebot("list").output
    data = completion('{"answer": "yes"}')
    data["choices"][0]["logprobs"] = {"content": [{"token": "yes", "logprob": -0.2}]}
    server = serve(data)
    more = ["--price-in", "1", "--price-out", "2", "--header", "X-Title=a=b"]
    done = add(cluebot, server.url, "--key-env", "TEST_KEY", *more, "--body", "top_k=3")
    assert (done.exit_code, done.errors) == (0, "")
    assert "cluebot llm test fake" in done.output
    done = cluebot("list")
    assert "TEST_KEY" in done.output
    assert json.loads(cluebot("list", "--json").output) == [
        {
            "name": "fake",
            "url": server.url,
            "model": "m1",
            "key_env": "TEST_KEY",
            "retries": 0,
            "price_in": 1.0,
            "price_out": 2.0,
            "headers": {"X-Title": "a=b"},
            "body": {"top_k": 3},
        }
    ]
    done = cluebot("test", "fake")
    assert done.exit_code == 0
    assert done.output.count("✓") == 5
    assert "✗" not in done.output
    assert "token 40 + 8, 5.6e-05" in done.output
    assert len(server.requests) == 1
    assert server.bodies[0]["top_k"] == 3
    assert server.requests[0][1]["X-Title"] == "a=b"
    assert cluebot("remove", "fake").exit_code == 0
    assert (tmp_path / "endpoints.toml").read_text("utf-8").strip() == ""


def test_the_test_says_what_does_not_work(cluebot, zh, serve):
    data = completion("Yes, fire is hot.")
    del data["usage"]
    add(cluebot, serve(data).url)
    done = cluebot("test", "fake")
    assert done.exit_code == 1
    assert "no JSON as asked for (native), but: Yes, fire is hot." in done.output
    assert "--mode: tool / prompted" in done.output
    assert "no token counts" in done.output
    assert "no token probabilities" in done.output
    assert "没有按要求的 JSON 作答（native）" in zh("test", "fake").output
    shown = json.loads(cluebot("test", "fake", "--json").output)
    assert (shown["works"], shown["answered"], shown["usage"], shown["logprobs"]) == (
        False,
        False,
        False,
        "no",
    )


def test_refused_token_probabilities_are_found_out(cluebot, serve):
    server = serve((400, {"error": "logprobs is not supported"}), YES)
    add(cluebot, server.url)
    done = cluebot("test", "fake")
    assert done.exit_code == 0
    assert "--body logprobs= --body top_logprobs=" in done.output
    assert "logprobs" not in server.bodies[1]


def test_a_failure_is_one_line_in_either_language(cluebot, zh, serve, secret):
    server = serve((401, {"error": {"message": f"bad key {SECRET}"}}))
    add(cluebot, server.url, "--key-env", "TEST_KEY")
    done = cluebot("test", "fake")
    assert done.exit_code == 1
    assert "✗ Endpoint fake: the server refused the key in TEST_KEY (HTTP 401: bad key ***)" in (
        done.output
    )
    assert "✗ 端点 fake：服务器拒绝了 TEST_KEY 中的密钥" in zh("test", "fake").output
    assert json.loads(zh("test", "fake", "--json").output)["failure"].startswith("端点 fake")


def test_a_missing_key_is_told_before_anything_is_sent(cluebot, serve, monkeypatch):
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    server = serve(YES)
    add(cluebot, server.url, "--key-env", "NO_SUCH_KEY")
    done = cluebot("test", "fake")
    assert (done.exit_code, done.output) == (2, "")
    assert "NO_SUCH_KEY: holds no key" in done.errors
    assert server.requests == []


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--key-env", SECRET], "fake.key_env = ***: a key does not belong here"),
        (["--header", f"Authorization=Bearer {SECRET}"], "fake.headers.Authorization = ***"),
        (["--header", SECRET], "--header: write it as NAME=VALUE"),
        (["--mode", "magic"], "fake.mode = magic: must be one of"),
        (["--timeout", "0"], "fake.timeout = 0.0: must be at least 0.1"),
        (["--body", "model=3"], "set by cluebot itself"),
        (["--body", "stop={"], "--body = {: is not JSON"),
    ],
)
def test_a_bad_option_is_refused(cluebot, tmp_path, more, message):
    done = add(cluebot, "http://127.0.0.1:1/v1", *more)
    assert done.exit_code == 2
    assert message in done.errors
    assert not (tmp_path / "endpoints.toml").exists()


def test_a_bad_address_and_a_taken_or_unknown_name(cluebot, zh):
    assert "OpenAI-compatible" in add(cluebot, "localhost").errors
    assert "请写兼容 OpenAI 的接口地址" in add(zh, "localhost").errors
    assert add(cluebot, "http://127.0.0.1:1/v1").exit_code == 0
    assert "registered already" in add(cluebot, "http://127.0.0.1:1/v1").errors
    assert "did you mean 'fake'" in cluebot("test", "fakee").errors
    assert "没有这个名称" in zh("remove", "fakee").errors


def test_plain_http_to_another_machine_is_pointed_out(cluebot):
    done = add(cluebot, "http://192.168.0.9:8000/v1")
    assert done.exit_code == 0
    assert "unencrypted" in done.errors


def test_local_refuses_what_is_no_model_and_a_name_that_is_taken(cluebot, zh, tmp_path):
    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF" + b"\0" * 200_000)
    add(cluebot, "http://127.0.0.1:1/v1")
    done = cluebot("local", str(file), "--name", "fake")
    assert done.exit_code == 2
    assert "is taken by http://127.0.0.1:1/v1" in done.errors
    assert "无法读取" in zh("local", str(tmp_path / "none.gguf")).errors
