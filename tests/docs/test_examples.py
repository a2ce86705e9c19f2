"""Every command shown in the docs runs and ends well; every Python example too."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENERATED = ROOT / "docs" / "cli.md"
PAGES = [
    ROOT / "README.md",
    ROOT / "README.zh.md",
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page != GENERATED),
]


def blocks(page, language):
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )


def commands():
    for page in PAGES:
        for block in blocks(page, "console"):
            for line in re.findall(r"^\$ (cluebot .*)$", block, re.MULTILINE):
                yield pytest.param(line, id=f"{page.name}: {line}")


def programs():
    for page in PAGES:
        for i, block in enumerate(blocks(page, "python")):
            yield pytest.param(block, id=f"{page.name} {i}")


@pytest.mark.parametrize("line", commands())
def test_commands_in_the_docs_run(line, run_cluebot):
    done = run_cluebot(*shlex.split(line)[1:])
    assert done.exit_code == 0, done.output
    assert done.output.strip()


@pytest.mark.parametrize("program", programs())
def test_python_in_the_docs_runs(program):
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    # A bot has nothing to say to an empty input; its own test plays games with it.
    assert done.stdout.strip() or "sys.stdin" in program


def suites():
    for page in PAGES:
        for block in blocks(page, "toml"):
            if "[[tables]]" in block:
                yield pytest.param(block, id=page.name)


@pytest.mark.parametrize("suite", suites())
def test_suites_in_the_docs_can_be_played(suite, run_cluebot, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(suite, "utf-8")
    done = run_cluebot(
        "eval", "run", str(path), "--games", "1", "--language", "en", "--out", str(tmp_path / "run")
    )
    assert done.exit_code == 0, done.output
    assert "win rate" in done.output


def test_cases_in_the_docs_can_be_judged(tmp_path):
    from eval.games import make_plan
    from eval.suite import load_suite

    (page,) = [page for page in PAGES if page.name == "eval.md"]
    listed = {
        kind: [block for block in blocks(page, "json") if f'"{field}"' in block]
        for kind, field in (("legality", "verdict"), ("listeners", "human_guesses"))
    }
    for kind, (case,) in listed.items():
        path = tmp_path / f"{kind}.jsonl"
        path.write_text(case, "utf-8")
        suite = load_suite(kind).model_copy(update={"data": {"zh": (str(path),)}})
        make_plan(suite).check()


def test_links_between_the_docs_hold():
    broken = [
        f"{page.name}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]
    assert not broken


def test_the_command_reference_is_current():
    done = subprocess.run(
        [sys.executable, "-m", "typer", "cluebot.cli", "utils", "docs", "--name", "cluebot",
         "--title", "Commands"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == GENERATED.read_text("utf-8").strip(), "run `make docs`"
