"""A server for a model file on this machine, run in a child process (extra ``local``)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import threading
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from cluebot.errors import InputError, ResourceError, Text, bad_input, shorten

_MAGIC = b"GGUF"
_SMALLEST = 100_000
_NOT_INSTALLED = Text(
    "This needs the package xllamacpp, which is not installed: pip install 'cluebot[local]'",
    "缺少 xllamacpp 包，请安装：pip install 'cluebot[local]'",
)
_FAULT = re.compile(r"[\d.]+ E ")


def check_model_file(path: Path) -> Path:
    """Return the absolute path of a model file in GGUF format.

    Raises:
        InputError: If there is no such file, or it is something else.
    """
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
        size = path.stat().st_size
    except OSError as error:
        raise _not_a_model(
            path,
            f"cannot be read ({error.strerror}); name a GGUF file.",
            f"无法读取（{error.strerror}）；请给出 GGUF 文件。",
        ) from None
    if magic != _MAGIC:
        raise _not_a_model(
            path,
            "is not a GGUF file; download the model in GGUF format (llama.cpp, Ollama).",
            "不是 GGUF 文件；请下载 GGUF 格式（llama.cpp、Ollama 所用）的模型。",
        )
    if size < _SMALLEST:
        raise _not_a_model(
            path,
            f"has {size} bytes only; the download broke off, repeat it.",
            f"只有 {size} 字节，下载不完整，请重新下载。",
        )
    return path.resolve()


def _not_a_model(path: Path, en: str, zh: str) -> InputError:
    return bad_input("file", str(path), en=en, zh=zh)


class LocalServer:
    """llama.cpp's own server with one model; a context manager that stops it.

    Args:
        file: The model, in GGUF format.
        port: Where to listen; 0 takes a free port.
        threads: Threads that compute. More than the machine has cores makes it ten times slower.
        parallel: Conversations at once.
        context: Tokens of each conversation.
        patience: Most seconds until the model is loaded.

    Raises:
        InputError: If the file is not a model.
        ResourceError: If the server is not installed or does not start.
    """

    def __init__(
        self,
        file: Path,
        *,
        port: int = 0,
        threads: int = 1,
        parallel: int = 1,
        context: int = 4096,
        patience: float = 120.0,
    ) -> None:
        self.file = check_model_file(file)
        self.model = self.file.stem
        if find_spec("xllamacpp") is None:
            raise ResourceError(_NOT_INSTALLED)
        settings = {
            "file": str(self.file),
            "model": self.model,
            "port": port,
            "threads": threads,
            "parallel": parallel,
            "context": context,
        }
        # Its log goes to a file: a pipe that nobody reads would stop it one day.
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._process = subprocess.Popen(  # noqa: S603 - our own module; no shell
            [sys.executable, "-m", "cluebot.llm.local_child", json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            # Ctrl-C in the terminal is the parent's to handle.
            start_new_session=True,
        )
        try:
            self.url = self._address(patience) + "/v1"
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self._process.poll() is None

    def wait(self) -> None:
        """Wait until the process ends.

        Raises:
            ResourceError: When it has ended; nobody asked it to.
        """
        self._process.wait()
        raise self._failed(Text("ended", "已退出"))

    def kill(self) -> None:
        """End the process at once, as a crash would."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Stop the server; does nothing if it is stopped."""
        process = self._process
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for stream in (process.stdin, process.stdout, self._log):
            if stream is not None:
                stream.close()

    def _address(self, patience: float) -> str:
        """Return what the child prints once the model is loaded."""
        lines: list[bytes] = []
        stdout: Any = self._process.stdout
        reader = threading.Thread(target=lambda: lines.append(stdout.readline()), daemon=True)
        reader.start()
        reader.join(patience)
        if reader.is_alive():
            self._process.kill()
            reader.join()
            late = Text(f"was not ready within {patience:g} s", f"在 {patience:g} 秒内没有就绪")
            raise self._failed(late)
        address = lines[0].decode().strip()
        if not address.startswith("http"):
            self._process.wait()
            raise self._failed(Text("did not start", "启动失败"))
        return address

    def _failed(self, what: Text) -> ResourceError:
        """Build the error for a server that is not there, with what its log says."""
        self._log.seek(0)
        log = self._log.read().decode(errors="replace")
        lines = [line.strip() for line in log.splitlines() if line.strip()]
        faults = [line.partition(" E ")[2] for line in lines if _FAULT.match(line)]
        said = shorten(" ".join((faults or lines or ["-"])[-1].split()), 300).rstrip(".")
        return ResourceError(
            Text(
                f"The server for {self.file} {what.en} (its log: {said}). Check that the file is "
                "complete, memory suffices and the port is free.",
                f"{self.file} 的服务{what.zh}（日志：{said}）。请检查文件是否完整、内存是否够用、"
                "端口是否空闲。",
            )
        )
