"""Players from outside: any program that answers lines of JSON. docs/eval.md has the protocol.

What goes wrong is named: an answer that is no move, an illegal one or none in time is a forfeit
(the player's doing); a program that cannot be started or ends is a technical failure. Its children
are ended with it.
"""

from __future__ import annotations

import json
import queue
import random
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NoReturn

from cluebot.errors import CluebotError, Forfeit, ResourceError, Text, bad_input, shorten
from cluebot.games.base import GAMES
from cluebot.players.base import Budget, Decision
from embeddings.errors import reason_zh
from eval import process_groups
from eval.ctrl_c import held_back
from eval.outside_notes import notes_of
from eval.pipes import leavable

PROTOCOL = 1
"""Version of the protocol."""

TIMEOUT = 60.0
"""Seconds for an answer unless the option ``timeout`` says otherwise."""

LONGEST = 86_400
"""The longest that ``timeout`` can be: a day."""

MAX_ANSWER = 1_000_000
"""Longest answer in bytes."""

MOST_WAITING = 2
"""Lines of an answer and what is written beyond it that are kept: the second is one too many."""

_GLANCE = 0.2
"""Seconds between two looks whether a program has ended that does not answer."""

LAST_WORDS = 0.5
"""Seconds in which what a program has written is read to its end once the program has ended."""


class ProcessPlayer:
    """A player in a process of its own; it is to be closed when its game is over.

    Args:
        command: The command line, split as a shell would; no shell runs it.
        game: The game.
        role: The role.
        language: The language.
        options: ``timeout`` in seconds; all others are told to the program.

    Raises:
        InputError: If the command or the timeout is wrong.
        ResourceError: If the program cannot be started or does not say hello.
    """

    def __init__(
        self, command: str, game: str, role: str, language: str, options: Mapping[str, Any]
    ) -> None:
        self.name = f"process:{command}"
        self._named = shorten(self.name, 300)
        self._game = GAMES.load(game)
        try:
            self._command = shlex.split(command)
        except ValueError:
            self._command = []
        if not self._command or "\0" in command:
            raise bad_input(
                "process", command, en="write a command after process:", zh="请在 process: 后写命令"
            )
        timeout = options.get("timeout", TIMEOUT)
        number = isinstance(timeout, int | float) and not isinstance(timeout, bool)
        if not number or not 0 < timeout <= LONGEST:
            raise bad_input(
                "timeout",
                timeout,
                en=f"must be a number of seconds above 0 and at most {LONGEST}.",
                zh=f"应为大于 0、不超过 {LONGEST} 的秒数。",
            )
        self._timeout = float(timeout)
        self._hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": game,
            "role": role,
            "language": language,
            "options": {name: value for name, value in options.items() if name != "timeout"},
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._last_words: deque[bytes] = deque(maxlen=5)
        self._over = threading.Event()
        self._readers: list[threading.Thread] = []
        self._start()

    def act(self, view: Any, rng: random.Random, budget: Budget) -> Decision[Any]:
        """Ask the program for a move.

        Raises:
            Forfeit: If it gives up, answers nothing usable or too late.
            ResourceError: If it has ended.
        """
        question = {
            "type": "act",
            "seat": view.seat,
            "view": view.to_json(),
            "seed": rng.getrandbits(48),
        }
        if self._process is None:
            self._start()
        self._check_silence()
        limit = self._timeout if budget.seconds is None else min(self._timeout, budget.seconds)
        answer = self._ask(question, limit)
        if "forfeit" in answer:
            reason = shorten(answer["forfeit"], 300)
            raise Forfeit(Text(f"The program gives up: {reason}", f"程序放弃：{reason}"))
        try:
            move = self._game.move_from_json(answer.get("move"))  # type: ignore[arg-type]
            view.check(move)
            notes = notes_of(answer)
        except CluebotError as error:
            shown = shorten(json.dumps(answer, ensure_ascii=False), 200)
            raise Forfeit(
                Text(
                    f"The program answered {shown}: {error.to('en')}",
                    f"程序回答 {shown}：{error.to('zh')}",
                )
            ) from error
        return Decision(move, notes)

    def close(self) -> None:
        """End the program and its children."""
        process, self._process = self._process, None
        if process is None:
            return
        self._questions.put(None)
        process_groups.end(process)
        for reader in self._readers:
            reader.join(LAST_WORDS)
        self._over.set()

    def _start(self) -> None:
        try:
            self._begin()
        except BaseException as error:
            self._kill()
            if isinstance(error, Forfeit):
                raise ResourceError(error.text) from error
            raise

    def _begin(self) -> None:
        """Start the program and wait until it is ready."""
        self._questions, self._answers = queue.SimpleQueue(), queue.SimpleQueue()
        self._last_words.clear()
        self._over, self._readers = threading.Event(), []
        try:
            with held_back():
                self._process = process = process_groups.start(self._command)
        except OSError as error:
            raise ResourceError(
                Text(
                    f"{self._named} cannot be started: {error.strerror or error}.",
                    f"无法启动 {self._named}：{reason_zh(error)}。",
                )
            ) from error
        _in_thread(_write_questions, process.stdin, self._questions)
        self._readers = [
            _in_thread(_read_answers, leavable(process.stdout, self._over), self._answers),
            _in_thread(_read_words, leavable(process.stderr, self._over), self._last_words),
        ]
        answer = self._ask(self._hello, self._timeout)
        if answer.get("type") != "ready":
            shown = shorten(json.dumps(answer, ensure_ascii=False), 200)
            raise ResourceError(
                Text(
                    f'{self._named} answered hello by {shown} instead of {{"type": "ready"}}.',
                    f'{self._named} 对 hello 回答了 {shown}，应为 {{"type": "ready"}}。',
                )
            )

    def _ask(self, question: Mapping[str, Any], limit: float) -> dict[str, Any]:
        """Put a question; one line out, one line in."""
        text = json.dumps(question, ensure_ascii=False, separators=(",", ":"))
        self._questions.put(text.encode() + b"\n")
        try:
            raw = self._answer(limit)
        except queue.Empty:
            # A late answer would be taken for the next one: the program starts afresh.
            self._kill()
            raise Forfeit(
                Text(
                    f"{self._named} did not answer within {limit:g} s.",
                    f"{self._named} 在 {limit:g} 秒内没有回答。",
                )
            ) from None
        if not raw:
            raise self._gone()
        try:
            answer = json.loads(raw, parse_constant=_refuse) if len(raw) <= MAX_ANSWER else None
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            if not raw.endswith(b"\n"):
                self.close()
            shown = _shown(raw)
            raise Forfeit(
                Text(
                    f"{self._named} answered something that is no JSON object: {shown}",
                    f"{self._named} 的回答不是 JSON 对象：{shown}",
                )
            )
        return answer

    def _answer(self, limit: float) -> bytes:
        """Wait for a line; nothing if the program has ended, though a child may hold its output.

        Raises:
            queue.Empty: If there is none in time.
        """
        deadline = time.monotonic() + limit
        while True:
            left = deadline - time.monotonic()
            try:
                return self._answers.get(timeout=max(0, min(left, _GLANCE)))
            except queue.Empty:
                if self._process is not None and self._process.poll() is not None:
                    # Its answer may have come while it ended.
                    with suppress(queue.Empty):
                        return self._answers.get(timeout=LAST_WORDS)
                    return b""
                if left <= 0:
                    raise

    def _check_silence(self) -> None:
        """Check that the program has written nothing since its last answer.

        Another line would be taken for the answer to the next question: the program starts afresh.

        Raises:
            Forfeit: If it has.
            ResourceError: If it has ended.
        """
        if self._answers.empty():
            return
        raw = self._answers.get()
        if not raw:
            raise self._gone()
        self._kill()
        raise Forfeit(
            Text(
                f"{self._named} wrote more than one line for a question: {_shown(raw)}",
                f"{self._named} 对一个问题写了不止一行：{_shown(raw)}",
            )
        )

    def _kill(self) -> None:
        if self._process is not None:
            process_groups.kill(self._process)
        self.close()

    def _gone(self) -> ResourceError:
        process = self._process
        self.close()
        code = process.returncode if process is not None else None
        said = b" / ".join(self._last_words).decode("utf-8", "replace")
        words = shorten(said, 300) or "-"
        return ResourceError(
            Text(
                f"{self._named} ended with code {code}; its last words: {words}",
                f"{self._named} 已退出，代码 {code}；最后的输出：{words}",
            )
        )


def _in_thread(work: Callable[[Any, Any], None], stream: Any, sink: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=(stream, sink), daemon=True)
    thread.start()
    return thread


def _write_questions(stream: Any, questions: queue.SimpleQueue[bytes | None]) -> None:
    """Pass questions on until there is None; a program may take its time to read them."""
    with suppress(OSError), stream:
        while (question := questions.get()) is not None:
            stream.write(question)
            stream.flush()


def _read_answers(stream: Any, answers: queue.SimpleQueue[bytes]) -> None:
    """Pass lines on as they come, an empty one at the end; no more than one that nobody awaits."""
    with stream:
        while answers.qsize() < MOST_WAITING and (line := stream.readline(MAX_ANSWER + 1)):
            answers.put(line)
    answers.put(b"")


def _read_words(stream: Any, words: deque[bytes]) -> None:
    with stream:
        while line := stream.readline(2000):
            words.append(line.strip())


def _shown(raw: bytes) -> str:
    return shorten(raw[:1000].decode("utf-8", "replace").strip(), 200)


def _refuse(constant: str) -> NoReturn:
    """Refuse NaN and infinities, which JSON does not know."""
    raise ValueError(constant)
