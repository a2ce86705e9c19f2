"""What a connection may cost before its request is there: raw bytes on a real server."""

from __future__ import annotations

import contextlib
import json
import re
import socket

import httpx2 as httpx
import pytest

from api.connection import MAX_HEAD

ASK = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
PATIENCE = 0.3


@contextlib.contextmanager
def line_to(live):
    """Open a connection; yield its socket and a reader of what comes back."""
    url = httpx.URL(live.url)
    with (
        socket.create_connection((url.host, url.port), timeout=20) as line,
        line.makefile("rb") as reader,
    ):
        yield line, reader


def answer_from(reader) -> bytes:
    """Read one whole answer of a connection that stays open."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = reader.read(1)
        assert byte, head
        head += byte
    length = next(x for x in head.lower().split(b"\r\n") if x.startswith(b"content-length:"))
    return head + reader.read(int(length.partition(b":")[2]))


def problem_in(answer: bytes) -> tuple[bytes, dict]:
    """Return the head of an answer and the problem document in it."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, json.loads(body)


def padded(size: int, before: bytes = ASK) -> bytes:
    """Return the beginning of a request of so many bytes, its header unfinished."""
    return before + b"X-Pad: " + b"a" * (size - len(before) - len(b"X-Pad: "))


@pytest.mark.parametrize(
    "sent",
    [
        padded(MAX_HEAD),
        b"GET /" + b"a" * (MAX_HEAD - 5),
        (ASK + b"X: 1\r\n" * MAX_HEAD)[:MAX_HEAD],
    ],
    ids=["one field", "address", "many fields"],
)
def test_a_header_without_end_is_refused(live, sent):
    with line_to(live) as (line, reader):
        line.sendall(sent)
        answer = reader.read()
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b"urn:cluebot:problem:large-header" in answer
    assert b"connection: close" in answer


@pytest.mark.parametrize(
    ("sent", "status"),
    [(padded(MAX_HEAD), 431), (b"GET /" + b"a" * (MAX_HEAD - 5), 431), (b"HELO x\r\n\r\n", 400)],
    ids=["large", "large address", "no HTTP"],
)
def test_who_is_refused_before_naming_a_language_is_told_in_both(live, sent, status):
    with line_to(live) as (line, reader):
        line.sendall(sent)
        head, problem = problem_in(reader.read())
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"content-language: en, zh" in head
    for told in (problem["title"], problem["detail"]):
        english, chinese = told.split(" / ")
        assert english.isascii()
        assert re.search("[一-鿿]", chinese)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("end", [b"X-Pad: " + b"a" * MAX_HEAD, b"Content-Length: x\r\n\r\n"])
def test_who_has_named_a_language_is_refused_in_it(live, language, end):
    with line_to(live) as (line, reader):
        line.sendall(ASK + b"Accept-Language: " + language.encode() + b"\r\nX-More: 1\r\n" + end)
        _, problem = problem_in(reader.read())
    assert problem["detail"].isascii() == (language == "en")
    assert "/" not in problem["detail"]


def test_the_size_is_counted_for_each_request_alone(live):
    whole = padded(MAX_HEAD - 4) + b"\r\n\r\n"
    with line_to(live) as (line, reader):
        for _ in range(3):
            line.sendall(whole)
            assert answer_from(reader).startswith(b"HTTP/1.1 200 ")
        line.sendall(padded(MAX_HEAD))
        assert reader.read().startswith(b"HTTP/1.1 431 ")


def test_trailers_without_end_are_cut_off(live):
    chunked = b"POST /v1/codenames/check HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    with line_to(live) as (line, reader):
        line.sendall(chunked + b"2\r\n{}\r\n0\r\n")
        # Nothing but the end of the connection can come while the body is awaited.
        with contextlib.suppress(ConnectionError):
            line.sendall((b"X-Pad: " + b"a" * 1000 + b"\r\n") * 200)
            assert reader.read() == b""


def test_a_body_larger_than_a_header_may_be_is_read(live):
    body = b'{"clue": "' + b"a" * (3 * MAX_HEAD) + b'"}'
    with live.http() as http:
        json = {"Content-Type": "application/json"}
        response = http.post("/v1/codenames/check", content=body, headers=json)
    assert response.status_code == 422


def test_a_header_that_does_not_arrive_in_time_is_refused(serve):
    live = serve(request_timeout=PATIENCE)
    with line_to(live) as (line, reader):
        line.sendall(ASK)
        head, problem = problem_in(reader.read())
    assert head.startswith(b"HTTP/1.1 408 ")
    assert problem["type"] == "urn:cluebot:problem:slow-request"
    assert "did not arrive in time" in problem["detail"]
    assert "没有及时送达" in problem["detail"]


def test_the_next_request_of_a_connection_must_arrive_in_time_too(serve):
    live = serve(request_timeout=PATIENCE)
    with line_to(live) as (line, reader):
        line.sendall(ASK + b"\r\n")
        assert answer_from(reader).startswith(b"HTTP/1.1 200 ")
        line.sendall(b"G")
        assert reader.read().startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    "sent",
    [b"", b"\r\n", ASK + b"Content-Length: 9\r\n\r\n"],
    ids=["nothing", "blank", "half a body"],
)
def test_connections_on_which_nothing_more_comes_are_closed(serve, sent):
    live = serve(request_timeout=PATIENCE)
    with line_to(live) as (line, reader):
        line.sendall(sent)
        if b"HTTP" in sent:
            assert answer_from(reader).startswith(b"HTTP/1.1 200 ")
            line.sendall(b"1")
        assert reader.read() == b""
