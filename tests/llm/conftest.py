"""A chat server that says and does what a test tells it to."""

import json
import logging
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

SECRET = "sk-tests-0123456789abcdef"


def completion(text="", *, finish="stop", **message):
    return {
        "choices": [
            {
                "finish_reason": finish,
                "message": {"role": "assistant", "content": text, **message},
            }
        ],
        "usage": {"prompt_tokens": 40, "completion_tokens": 8},
    }


class FakeServer:
    """Answers each request with the next step of a script, the last one over and over.

    A step is a JSON value, a pair of status and JSON value, or a function of the handler.
    """

    def __init__(self, *script, tls=None):
        self.script = list(script)
        self.requests = []
        self.times = []
        self.under_way = set()
        self.most = 0
        self.release = threading.Event()
        self._lock = threading.Lock()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                fake.serve(self)

            def log_message(self, *args):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                """Clients of these tests hang up in the middle; that is no error."""

        self.http = Server(("127.0.0.1", 0), Handler)
        if tls is not None:
            self.http.socket = tls.wrap_socket(self.http.socket, server_side=True)
        scheme = "http" if tls is None else "https"
        self.root = f"{scheme}://127.0.0.1:{self.http.server_port}"
        self.url = self.root + "/v1"
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()

    def serve(self, handler):
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        with self._lock:
            step = self.script[min(len(self.requests), len(self.script) - 1)]
            self.requests.append((handler.path, dict(handler.headers), json.loads(body)))
            self.times.append(time.monotonic())
            self.under_way.add(handler)
            self.most = max(self.most, len(self.under_way))
        handler.leave = lambda: self.under_way.discard(handler)
        try:
            if callable(step):
                step(handler)
            else:
                status, data = step if isinstance(step, tuple) else (200, step)
                answer(handler, status, json.dumps(data), "application/json")
        finally:
            handler.leave()

    @property
    def bodies(self):
        return [body for _, _, body in self.requests]

    def close(self):
        self.release.set()
        self.http.shutdown()
        self.http.server_close()


def answer(handler, status, text, kind, **headers):
    data = text.encode()
    # Before the client can know that it may send the next one.
    handler.leave()
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(data)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(data)


@pytest.fixture
def serve():
    """Return ``serve(*script)``, which starts a `FakeServer`."""
    servers = []

    def start(*script, tls=None):
        servers.append(FakeServer(*script, tls=tls))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture
def secret(monkeypatch, caplog):
    """Set TEST_KEY to a key that must not turn up in any log."""
    monkeypatch.setenv("TEST_KEY", SECRET)
    caplog.set_level(logging.DEBUG)
    yield SECRET
    assert SECRET not in caplog.text
