"""Real conversations: llama.cpp's server in a child process, a small model, the real HTTP path."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, create_model

from cluebot.errors import Forfeit, InputError, ResourceError, Text
from cluebot.llm.client import HttpModel
from cluebot.llm.endpoint import make_endpoint
from cluebot.llm.errors import ModelError
from cluebot.llm.gate import Gate
from cluebot.llm.local import LocalServer, check_model_file
from cluebot.llm.local_weights import LocalWeights
from cluebot.llm.loop import propose
from cluebot.llm.model import Message, Settings
from cluebot.llm.probe import probe
from cluebot.llm.reading import Problem
from cluebot.llm.replay import ReplayModel
from cluebot.llm.store import EndpointStore

CONTEXT = 512
BOARD = ("fish", "desk", "moon", "king")


class Guess(BaseModel):
    model_config = ConfigDict(extra="forbid")
    word: Literal["fish", "desk", "moon", "king"]


class Clue(BaseModel):
    word: str


@pytest.fixture(scope="module")
def server(chat_model_file):
    with LocalServer(chat_model_file, parallel=4, context=CONTEXT) as server:
        yield server


def endpoint_at(server, **settings):
    given = {"url": server.url, "model": server.model, "retries": 0, "timeout": 120, **settings}
    return make_endpoint("local", given)


def model_at(server, **settings):
    endpoint = endpoint_at(server, **settings)
    return HttpModel(endpoint, gate=Gate(endpoint.concurrency))


def question(clue):
    text = f'Which of these words is most closely related to "{clue}"? - {" - ".join(BOARD)}'
    return [Message("user", text)]


def test_schema_mode_answers_in_json_and_counts(server):
    proposal = propose(
        model_at(server), question("ocean"), Guess, tries=1, settings=Settings(logprobs=3)
    )
    assert proposal.value.word in BOARD
    reply = proposal.reply
    assert reply.counted
    assert reply.tokens_in > 10
    assert reply.tokens_out > 0
    assert reply.seconds > 0
    assert len(reply.tokens) > 0
    assert all(token.logprob <= 0 and len(token.top) == 3 for token in reply.tokens)


def test_a_whole_schema_is_kept_to(server):
    schema = create_model("Guesses", words=(tuple[Literal[BOARD], Literal[BOARD]], ...))
    proposal = propose(model_at(server), question("water"), schema, tries=1)
    assert set(proposal.value.words) <= set(BOARD)


def test_the_reasons_are_told_and_it_is_asked_again(server):
    seen = []

    def never(answer):
        seen.append(answer.word)
        return [Problem("illegal", Text(f"{answer.word} is on the board.", "在牌面上。"))]

    with pytest.raises(Forfeit) as caught:
        propose(model_at(server), [Message("user", "Say one word.")], Clue, never, tries=2)
    first, second = caught.value.notes["calls"]
    assert len(seen) == 2
    assert second["request"]["messages"][-1]["content"].count(" is on the board.") == 1
    assert second["reply"]["tokens_in"] > first["reply"]["tokens_in"]


def test_a_conversation_replays_without_the_server(server):
    live = propose(model_at(server), question("ocean"), Guess)
    again = propose(ReplayModel(live.calls), question("ocean"), Guess)
    assert again == live


def test_chinese_goes_both_ways(server):
    schema = create_model("Pick", word=(Literal["鱼", "桌子"], ...))
    prompt = [Message("user", "哪个词和“大海”最接近？鱼、桌子")]
    assert propose(model_at(server), prompt, schema, language="zh").value.word in ("鱼", "桌子")


def test_a_prompt_beyond_the_context_is_told_as_such(server):
    prompt = [Message("user", "word " * (2 * CONTEXT))]
    with pytest.raises(Forfeit, match="longer than the context") as caught:
        propose(model_at(server), prompt, Guess)
    assert caught.value.__cause__.fault == "context"


def test_a_reply_cut_off_by_its_limit_is_told_as_such(server):
    prompt = [Message("user", "Write a long story about the sea.")]
    with pytest.raises(Forfeit, match="cut off"):
        propose(model_at(server), prompt, Clue, tries=1, settings=Settings(max_tokens=3))


def test_a_slow_model_costs_no_more_than_the_timeout(server):
    with pytest.raises(Forfeit) as caught:
        propose(model_at(server, timeout=0.1), question("ocean"), Guess)
    assert caught.value.__cause__.fault == "timeout"


def test_four_conversations_at_once(server):
    model = model_at(server, concurrency=4)

    def converse(clue):
        return propose(model, question(clue), Guess).value.word

    with ThreadPoolExecutor(4) as pool:
        words = list(pool.map(converse, ["ocean", "office", "night", "crown"]))
    assert set(words) <= set(BOARD)


def test_the_probe_says_what_works(server):
    shown = probe(endpoint_at(server))
    assert shown.works
    assert (shown.usage, shown.logprobs) == (True, "yes")
    prompted = probe(endpoint_at(server, mode="prompted"))
    assert prompted.failure is None


def test_web_pages_of_others_may_not_read_its_answers(server):
    request = urllib.request.Request(server.url.removesuffix("/v1") + "/health")
    request.add_header("Origin", "https://page.example")
    with urllib.request.urlopen(request) as response:
        assert response.headers["Access-Control-Allow-Origin"] not in ("*", "https://page.example")


def test_a_server_killed_in_mid_conversation(chat_model_file):
    with LocalServer(chat_model_file, context=CONTEXT) as server:
        model = model_at(server)

        def kill(answer):
            server.kill()
            return [Problem("illegal", Text("no.", "不行。"))]

        with pytest.raises(Forfeit, match="no; Endpoint local: no connection") as caught:
            propose(model, question("ocean"), Guess, kill)
        assert caught.value.__cause__.fault == "unreachable"
        assert "reply" in caught.value.notes["calls"][0]
        assert not server.running
        with pytest.raises(ResourceError, match="ended"):
            server.wait()


def test_a_server_killed_while_it_answers(chat_model_file):
    with LocalServer(chat_model_file, context=4096) as server, ThreadPoolExecutor(1) as pool:
        prompt = [Message("user", "Write a very long story about the sea.")]
        settings = Settings(max_tokens=4000)
        asked = pool.submit(propose, model_at(server), prompt, Clue, settings=settings, tries=1)
        time.sleep(0.5)
        server.kill()
        with pytest.raises(Forfeit) as caught:
            asked.result()
        assert isinstance(caught.value.__cause__, ModelError)


# --- files, ports, the command --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read"),
        (b"", "not a GGUF file"),
        (b"PK\x03\x04" + b"x" * 200_000, "not a GGUF file"),
        (b"GGUF" + b"\0" * 100, "104 bytes only"),
    ],
)
def test_a_file_that_is_no_model(tmp_path, content, message):
    file = tmp_path / "model.gguf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=message):
        check_model_file(file)
    with pytest.raises(InputError, match="cannot be read"):
        check_model_file(tmp_path)


def test_a_damaged_model_ends_with_what_the_log_says(tmp_path, chat_model_file):
    file = tmp_path / "half.gguf"
    file.write_bytes(chat_model_file.read_bytes()[:1_000_000])
    with pytest.raises(ResourceError, match="did not start") as caught:
        LocalServer(file)
    assert "启动失败" in caught.value.to("zh")


def test_a_port_that_is_taken(chat_model_file):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ResourceError, match="the port is free"):
            LocalServer(chat_model_file, port=taken.getsockname()[1])


def test_a_server_that_is_not_ready_in_time(chat_model_file):
    with pytest.raises(ResourceError, match=r"not ready within 0\.01 s"):
        LocalServer(chat_model_file, patience=0.01)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_command_registers_until_it_is_stopped(chat_model_file, tmp_path, stop):
    # Processes started in the background ignore SIGINT, and their children with them.
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from cluebot.cli import main; main()"
    )
    command = [sys.executable, "-c", program]
    store = EndpointStore(tmp_path, {})
    weights = LocalWeights(store)
    weights.keep(chat_model_file, {"codenames_en": 0.0})
    process = subprocess.Popen(
        [*command, "llm", "local", str(chat_model_file), "--name", "tiny"],
        env={**os.environ, "CLUEBOT_CONFIG_DIR": str(tmp_path), "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert "Loading" in process.stdout.readline()
    assert "is ready as tiny" in process.stdout.readline()
    endpoint = store.get("tiny")
    assert endpoint.local
    assert endpoint.calibration == {"codenames_en": 0.0}
    assert probe(endpoint).works
    store.put(endpoint.model_copy(update={"calibration": {"codenames_en": 0.25}}), replace=True)
    process.send_signal(stop)
    process.communicate(timeout=30)
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[stop]
    assert store.names() == []
    assert weights.recall(chat_model_file) == {"codenames_en": 0.25}
    assert probe(endpoint).failure.fault == "unreachable"


def test_the_server_does_not_outlive_its_parent(chat_model_file):
    program = (
        "import sys; from pathlib import Path; from cluebot.llm.local import LocalServer\n"
        "server = LocalServer(Path(sys.argv[1]))\n"
        "print(server.url, flush=True); sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(chat_model_file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    url = parent.stdout.readline().strip()
    endpoint = make_endpoint("orphan", {"url": url, "model": "m", "retries": 0})
    assert probe(endpoint).works
    parent.kill()
    parent.communicate()
    for _ in range(100):
        failure = probe(endpoint).failure
        if failure is not None:
            break
        time.sleep(0.05)
    assert failure is not None


def test_without_the_extra_the_package_is_named(tmp_path, monkeypatch):
    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF" + b"\0" * 200_000)
    monkeypatch.setattr("cluebot.llm.local.find_spec", lambda name: None)
    with pytest.raises(ResourceError, match=r"cluebot\[local\]"):
        LocalServer(Path(file))
