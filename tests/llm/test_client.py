"""The HTTP client against a fake server: every failure is told, bounded in time, free of keys."""

import asyncio
import json
import socket
import ssl
import subprocess
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from shutil import which
from typing import Literal

import pytest
from pydantic import BaseModel

from cluebot.errors import Forfeit
from cluebot.llm.background import Cancellation
from cluebot.llm.client import HttpModel
from cluebot.llm.endpoint import make_endpoint
from cluebot.llm.errors import Cancelled, ModelError
from cluebot.llm.gate import Breaker, Gate
from cluebot.llm.loop import propose
from cluebot.llm.model import Message, Request, Settings, Token
from cluebot.llm.schema import json_schema

_spec = spec_from_file_location("llm_fakes", Path(__file__).with_name("conftest.py"))
_fakes = module_from_spec(_spec)
_spec.loader.exec_module(_fakes)
answer, completion, SECRET = _fakes.answer, _fakes.completion, _fakes.SECRET


class Guess(BaseModel):
    word: Literal["fish", "moon"]


PROMPT = [Message("user", "Which goes with ocean: fish or moon?")]
REQUEST = Request(tuple(PROMPT), json_schema(Guess))
GOOD = completion('{"word": "fish"}')


def model_at(url, *, gate=None, cancellation=None, **settings):
    endpoint = make_endpoint("fake", {"url": url, "model": "m1", "retries": 0, **settings})
    gate = Gate(endpoint.concurrency) if gate is None else gate
    return HttpModel(endpoint, gate=gate, cancellation=cancellation)


def failure(model, **kwargs):
    with pytest.raises(ModelError) as caught:
        model.ask(REQUEST, **kwargs)
    return caught.value


def hang(server):
    return lambda handler: server.release.wait(20)


# --- what is sent and read ------------------------------------------------------------------------


def test_native_mode_sends_the_schema_and_reads_everything(serve, secret):
    top = [{"token": "fish", "logprob": -0.1}, {"token": "moon", "logprob": -2.5}]
    data = completion('{"word": "fish"}')
    data["choices"][0]["logprobs"] = {
        "content": [{"token": "fish", "logprob": -0.1, "top_logprobs": top}]
    }
    server = serve(data)
    model = model_at(server.url, key_env="TEST_KEY", price_in=1.0, price_out=10.0)
    settings = Settings(max_tokens=50, temperature=0.5, seed=7, logprobs=2)
    reply = model.ask(Request(tuple(PROMPT), json_schema(Guess), settings))
    assert (reply.text, reply.finish) == ('{"word": "fish"}', "stop")
    assert (reply.tokens_in, reply.tokens_out, reply.counted) == (40, 8, True)
    assert reply.cost == pytest.approx((40 * 1 + 8 * 10) / 1e6)
    assert reply.tokens == (Token("fish", -0.1, (("fish", -0.1), ("moon", -2.5))),)
    assert reply.seconds > 0
    path, headers, body = server.requests[0]
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {secret}"
    assert body == {
        "model": "m1",
        "messages": [{"role": "user", "content": PROMPT[0].content}],
        "max_tokens": 50,
        "temperature": 0.5,
        "seed": 7,
        "logprobs": True,
        "top_logprobs": 2,
        "response_format": {
            "type": "json_schema",
            "json_schema": {
                "name": "answer",
                "strict": True,
                "schema": {
                    "type": "object",
                    "properties": {"word": {"enum": ["fish", "moon"], "type": "string"}},
                    "required": ["word"],
                    "additionalProperties": False,
                },
            },
        },
    }
    assert secret not in repr(model)
    assert secret not in json.dumps(reply.to_json())


@pytest.mark.parametrize("arguments", ['{"word": "fish"}', {"word": "fish"}])
def test_tool_mode_calls_a_tool(serve, arguments):
    call = {"function": {"name": "answer", "arguments": arguments}}
    server = serve(completion(None, finish="tool_calls", tool_calls=[call]))
    proposal = propose(model_at(server.url, mode="tool"), PROMPT, Guess)
    assert proposal.value.word == "fish"
    body = server.bodies[0]
    assert body["tool_choice"] == {"type": "function", "function": {"name": "answer"}}
    assert body["tools"][0]["function"]["parameters"] == REQUEST.schema
    assert "response_format" not in body


def test_prompted_mode_sends_only_the_prompt(serve):
    server = serve(completion('```json\n{"word": "fish"}\n```'))
    proposal = propose(model_at(server.url, mode="prompted"), PROMPT, Guess)
    assert proposal.value.word == "fish"
    body = server.bodies[0]
    assert body.keys() == {"model", "messages", "max_tokens", "temperature"}
    assert '{"word": "..."}' in body["messages"][0]["content"]
    assert proposal.calls[0]["request"]["messages"] == body["messages"]


def test_body_and_headers_of_the_endpoint_are_sent(serve, secret):
    server = serve(GOOD)
    model = model_at(
        server.url,
        body={"thinking": {"type": "disabled"}, "temperature": ""},
        headers={"X-Title": "cluebot", "api-key": "TEST_KEY"},
    )
    model.ask(REQUEST)
    _, headers, body = server.requests[0]
    assert body["thinking"] == {"type": "disabled"}
    assert "temperature" not in body
    assert headers["X-Title"] == "cluebot"
    assert headers["api-key"] == secret
    assert "Authorization" not in headers


def test_tokens_are_estimated_where_the_server_does_not_count(serve):
    data = completion('{"word": "fish"}')
    del data["usage"]
    reply = model_at(serve(data).url).ask(REQUEST)
    assert not reply.counted
    assert reply.tokens_in > 5
    assert reply.tokens_out > 2


@pytest.mark.parametrize(
    ("content", "tokens"),
    [
        (None, ()),
        ([{"token": "a"}], ()),
        ([{"token": "a", "logprob": "?"}], ()),
        ({"tokens": ["a"]}, ()),
        ([{"token": "a", "logprob": -1}], (Token("a", -1.0),)),
        (
            [{"token": "a", "prob": 1.0, "top_probs": [{"token": "b", "prob": 0.0}]}],
            (Token("a", 0.0, (("b", -20.723266),)),),
        ),
    ],
)
def test_token_probabilities_are_read_or_left_out(serve, content, tokens):
    data = completion('{"word": "fish"}')
    data["choices"][0]["logprobs"] = {"content": content}
    reply = model_at(serve(data).url).ask(REQUEST)
    assert (reply.text, reply.tokens) == ('{"word": "fish"}', tokens)


def test_content_in_parts_is_joined(serve):
    server = serve(completion([{"type": "text", "text": '{"word":'}, {"text": '"fish"}'}]))
    assert model_at(server.url).ask(REQUEST).text == '{"word":"fish"}'


# --- what goes wrong ------------------------------------------------------------------------------

HTML = "<html><body>Welcome to nginx!</body></html>"


def web_page(handler):
    answer(handler, 200, HTML, "text/html; charset=utf-8")


def missing_page(handler):
    answer(handler, 404, HTML, "text/html")


def redirect(handler):
    answer(handler, 301, "", "text/html", Location="https://elsewhere.example/v1")


@pytest.mark.parametrize(
    ("step", "fault", "en", "zh"),
    [
        (
            (401, {"error": {"message": f"Incorrect API key provided: {SECRET}."}}),
            "unauthorized",
            "refused the key in TEST_KEY (HTTP 401: Incorrect API key provided: ***.)",
            "服务器拒绝了 TEST_KEY 中的密钥",
        ),
        ((403, {"detail": "forbidden"}), "unauthorized", "HTTP 403: forbidden", "请检查密钥"),
        (
            (404, {"error": {"message": "model 'm1' not found"}}),
            "not_found",
            "model 'm1' or the address",
            "对方没有模型 m1",
        ),
        (missing_page, "not_found", "Addresses mostly end with /v1", "地址一般以 /v1 结尾"),
        ((429, {"error": "slow down"}), "rate_limited", "HTTP 429: slow down", "--concurrency"),
        (
            (429, {"error": {"message": "Pay.", "code": "insufficient_quota"}}),
            "rejected",
            "HTTP 429: Pay.",
            "请求被拒绝",
        ),
        ((500, {"error": {"message": "oops"}}), "server", "HTTP 500: oops", "服务器出错"),
        (web_page, "not_api", "HTTP 200, text/html", "不是聊天接口"),
        (redirect, "not_api", "-> https://elsewhere.example/v1", "不是聊天接口"),
        ({"object": "list"}, "not_api", "mostly ends with /v1", "不是聊天接口"),
        ([], "not_api", "mostly ends with /v1", "不是聊天接口"),
        ({"choices": []}, "not_api", "mostly ends with /v1", "不是聊天接口"),
        ({"choices": [{"message": "hi"}]}, "not_api", "mostly ends", "不是聊天接口"),
        ({"error": {"message": "no credit"}}, "rejected", "no credit", "请求被拒绝"),
        (
            (400, {"error": {"message": "Unknown field response_format"}}),
            "rejected",
            "another --mode",
            "可换一种 --mode",
        ),
        (
            (400, {"error": {"message": "too big", "type": "exceed_context_size_error"}}),
            "context",
            "longer than the context of 'm1'",
            "超出了模型 m1 的上下文长度",
        ),
        (
            (400, {"error": {"message": "x", "code": "context_length_exceeded"}}),
            "context",
            "larger context",
            "更大的上下文",
        ),
    ],
)
def test_each_refusal_is_told_with_a_remedy(serve, secret, step, fault, en, zh):
    error = failure(model_at(serve(step).url, key_env="TEST_KEY"))
    assert error.fault == fault
    assert en in error.to("en")
    assert zh in error.to("zh")
    assert "fake" in error.to("en")
    assert error.seconds > 0
    shown = "".join(traceback.format_exception(error)) + error.to("zh") + repr(error.__dict__)
    assert secret not in shown


def test_without_a_key_the_refusal_says_so(serve):
    error = failure(model_at(serve((401, {})).url))
    assert "the call without a key (--key-env)" in error.to("en")


def test_nobody_listens():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        error = failure(model_at(f"http://127.0.0.1:{taken.getsockname()[1]}/v1"))
    assert error.fault == "unreachable"
    assert "start the server, or correct the address" in error.to("en")


def test_a_host_that_does_not_exist():
    error = failure(model_at("http://no-such-host.invalid/v1"))
    assert error.fault == "unreachable"


def test_a_certificate_that_nobody_vouches_for(serve, tmp_path, require):
    require(which("openssl") is not None, "openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    server = serve(GOOD, tls=tls)
    error = failure(model_at(server.url))
    assert error.fault == "certificate"
    assert "self-signed certificate" in error.to("en").replace("self signed", "self-signed")
    assert "SSL_CERT_FILE" in error.to("zh")
    assert server.requests == []


def test_plain_text_where_tls_is_expected(serve):
    error = failure(model_at(serve(GOOD).url.replace("http:", "https:")))
    assert error.fault == "certificate"


def test_a_slow_server_costs_no_more_than_the_timeout(serve):
    server = serve()
    server.script.append(hang(server))
    error = failure(model_at(server.url, timeout=0.3, retries=5))
    assert error.fault == "timeout"
    assert "within 0.3 s" in error.to("en")
    assert len(server.requests) == 1
    error = failure(model_at(server.url, timeout=60), timeout=0.2)
    assert "within 0.2 s" in error.to("en")


def test_a_server_that_trickles_costs_no_more_either(serve):
    def trickle(handler):
        handler.send_response(200)
        handler.end_headers()
        while not server.release.wait(0.02):
            handler.wfile.write(b" ")

    server = serve(trickle)
    assert failure(model_at(server.url, timeout=0.3)).fault == "timeout"


def test_an_endless_answer_is_not_read_to_its_end(serve, monkeypatch):
    monkeypatch.setattr("cluebot.llm.client.MAX_BODY", 1000)

    def flood(handler):
        handler.send_response(200)
        handler.end_headers()
        while not server.release.is_set():
            handler.wfile.write(b" " * 500)

    server = serve(flood)
    assert failure(model_at(server.url, timeout=5)).fault == "not_api"


def die(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)


def test_a_server_that_dies_in_the_middle(serve):
    assert failure(model_at(serve(die).url)).fault == "unreachable"


def test_deeply_nested_json_is_not_an_answer(serve):
    server = serve(lambda handler: answer(handler, 200, "[" * 100_000, "application/json"))
    assert failure(model_at(server.url)).fault == "not_api"


# --- retries --------------------------------------------------------------------------------------


def test_passing_failures_are_tried_again(serve):
    server = serve((500, {}), die, GOOD)
    reply = model_at(server.url, retries=2).ask(REQUEST)
    assert reply.retried == ("500", "unreachable")
    assert reply.seconds >= 1.5
    assert len(server.requests) == 3


def test_other_failures_are_not(serve):
    server = serve((401, {}), GOOD)
    assert failure(model_at(server.url, retries=3)).fault == "unauthorized"
    assert len(server.requests) == 1


def busy(seconds):
    return lambda handler: answer(handler, 429, "{}", "application/json", Retry_After=seconds)


def test_retry_after_is_obeyed(serve):
    server = serve(busy("0.7"), GOOD)
    assert model_at(server.url, retries=1).ask(REQUEST).retried == ("429",)
    first, second = server.times
    assert second - first >= 0.7


@pytest.mark.parametrize("when", ["3600", "inf", "Wed, 21 Oct 2099 07:28:00 GMT"])
def test_a_retry_after_beyond_the_timeout_fails_at_once(serve, when):
    server = serve(busy(when), GOOD)
    error = failure(model_at(server.url, retries=3))
    assert error.fault == "rate_limited"
    assert "Retry-After: " in error.to("en")
    assert len(server.requests) == 1


@pytest.mark.parametrize("when", ["nonsense", "-5", "nan", "Wed, 21 Oct 2015 07:28:00 -0000"])
def test_a_strange_retry_after_does_no_harm(serve, when):
    server = serve(busy(when), GOOD)
    assert model_at(server.url, retries=1).ask(REQUEST).retried == ("429",)


# --- bounds, breaker, cancelling ------------------------------------------------------------------


def test_no_more_calls_at_once_than_allowed(serve):
    two = threading.Barrier(2)

    def together(handler):
        two.wait(10)
        answer(handler, 200, json.dumps(GOOD), "application/json")

    server = serve(together)
    model = model_at(server.url, concurrency=2)
    with ThreadPoolExecutor(6) as pool:
        replies = list(pool.map(model.ask, [REQUEST] * 6))
    assert len(replies) == 6
    assert server.most == 2


def test_models_of_one_endpoint_share_their_bound(serve):
    def slowly(handler):
        time.sleep(0.05)
        answer(handler, 200, json.dumps(GOOD), "application/json")

    server = serve(slowly)
    endpoint = make_endpoint("shared", {"url": server.url, "model": "m", "concurrency": 1})
    models = [HttpModel(endpoint) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(lambda model: model.ask(REQUEST), models))
    assert len(replies) == 4
    assert server.most == 1


def test_the_breaker_opens_probes_and_closes():
    now = [0.0]
    breaker = Breaker(failures=2, pause=10, clock=lambda: now[0])
    breaker.admit()
    breaker.failed()
    breaker.admit()
    breaker.succeeded()
    for _ in range(2):
        assert breaker.wait() == 0
        breaker.admit()
        breaker.failed()
    assert breaker.wait() == 10
    now[0] = 10
    assert breaker.wait() == 0
    breaker.admit()
    assert breaker.wait() == 10, "only one call probes"
    breaker.released()
    breaker.admit()
    breaker.failed()
    assert breaker.wait() == 10
    now[0] = 20
    breaker.admit()
    breaker.succeeded()
    assert breaker.wait() == 0


def test_an_endpoint_that_is_down_is_left_alone_for_a_while(serve):
    now = [0.0]
    gate = Gate(4, Breaker(failures=2, pause=30, clock=lambda: now[0]))
    server = serve((500, {}), (500, {}), GOOD)
    model = model_at(server.url, gate=gate)
    assert [failure(model).fault for _ in range(3)] == ["server", "server", "open"]
    assert len(server.requests) == 2
    assert "for another 30 s" in failure(model).to("en")
    now[0] = 30
    assert model.ask(REQUEST).text
    assert model.ask(REQUEST).text


def test_timeouts_open_the_breaker_and_mistakes_of_the_caller_do_not(serve):
    server = serve()
    server.script.append(hang(server))
    gate = Gate(4, Breaker(failures=1))
    model = model_at(server.url, gate=gate, timeout=0.2)
    assert [failure(model).fault for _ in range(2)] == ["timeout", "open"]
    wrong = model_at(serve((404, {})).url, gate=Gate(4, Breaker(failures=1)))
    assert [failure(wrong).fault for _ in range(2)] == ["not_found"] * 2


def test_another_thread_calls_it_off(serve):
    server = serve()
    cancellation = Cancellation()
    model = model_at(server.url, cancellation=cancellation)

    def cancel_then_hang(handler):
        cancellation.cancel()
        server.release.wait(20)

    server.script.append(cancel_then_hang)
    begun = time.monotonic()
    with pytest.raises(Cancelled):
        propose(model, PROMPT, Guess)
    assert time.monotonic() - begun < 15, "it did not wait for the server"
    with pytest.raises(Cancelled):
        model.ask(REQUEST)
    assert len(server.requests) == 1


def test_it_can_be_asked_from_inside_an_event_loop(serve):
    model = model_at(serve(GOOD).url)

    async def player():
        return model.ask(REQUEST)

    assert asyncio.run(player()).text == '{"word": "fish"}'


def test_a_forked_process_asks_as_well(serve, require):
    require(hasattr(__import__("os"), "fork"), "fork")
    program = """
import os, sys
from cluebot.llm.client import HttpModel
from cluebot.llm.endpoint import make_endpoint
from cluebot.llm.model import Message, Request
endpoint = make_endpoint("fake", {"url": sys.argv[1], "model": "m", "timeout": 10})
ask = lambda: HttpModel(endpoint).ask(Request((Message("user", "?"),), {})).text
ask()
child = os.fork()
text = ask()
if child == 0:
    os._exit(0 if text else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, serve(GOOD).url],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")


# --- keys -----------------------------------------------------------------------------------------


def test_a_key_that_the_server_repeats_is_not_kept(serve, secret):
    server = serve(completion(f"your key is {secret}", refusal=f"not for {secret}"))
    model = model_at(server.url, key_env="TEST_KEY")
    with pytest.raises(Forfeit) as caught:
        propose(model, PROMPT, Guess, tries=2)
    assert len(server.requests) == 2
    kept = json.dumps(caught.value.notes) + caught.value.to("en") + caught.value.to("zh")
    assert secret not in kept
    assert "***" in kept
    assert secret not in json.dumps(server.bodies)


def test_importing_the_package_loads_nothing_heavy():
    program = (
        "import sys, cluebot.cli, cluebot.llm.loop, cluebot.llm.open, cluebot.llm.local\n"
        "heavy = {'httpx2', 'tomlkit', 'xllamacpp', 'keyring', 'numpy'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
