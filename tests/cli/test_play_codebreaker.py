"""``cluebot play codebreaker``: whole games at the terminal, typed in both languages."""

from __future__ import annotations

import json
import re
from io import StringIO
from itertools import cycle, islice

import pytest
from rich.console import Console

from cluebot.cli.codebreaker_screen import screen
from cluebot.games.codebreaker import CARDS, CODEBREAKER, Event, card_text
from cluebot.games.codec import parse
from cluebot.record import deal_rng, replay

WORDS = {
    "en": ("elementary", "precise", "ultimate", "play", "exchange", "end", "discard", "pass"),
    "zh": ("初级", "精准", "终极", "打出", "换牌", "结束", "弃", "放弃"),
}


def typed(language, length):
    """Return what a person types: a code, then moves of every kind over and over.

    Whatever does not fit the moment is refused and asked for again, so that in the end every
    question is answered.
    """
    low, mid, high, play, exchange, end, discard, passing = WORDS[language]
    codes = ["4279" if length == 3 else "427", "42790"[:length]]
    turn = [f"{low} @2 1=5", f"{mid} @2 2=7", f"{high} @2 1=5 3=1", f"{play} {_name('tracker')}"]
    cards = [f"{discard} {card_text(card, language)}" for card in CARDS]
    turn += [f"{play} {card_text('freq', language)} @2 7", f"{exchange} {_name('frag_c')}"]
    moves = [*turn, passing, end, *cards]
    return "\n".join([*codes, *islice(cycle(moves), 12_000)]) + "\n"


def _name(card):
    """Return the Chinese name of a card, which is read at any table."""
    return card_text(card, "zh")


@pytest.mark.parametrize(
    ("language", "args", "players", "length"),
    [
        ("en", (), 2, 4),
        ("zh", ("--players", "4"), 4, 4),
        ("en", ("--preset", "balanced", "--players", "3", "--seat", "2"), 3, 4),
        ("zh", ("--preset", "lightning", "--players", "3"), 3, 3),
        ("en", ("--preset", "expert"), 2, 5),
        ("zh", ("--variant", "coop"), 3, 4),
        ("en", ("--preset", "balanced", "--variant", "three_way"), 3, 4),
    ],
)
def test_a_whole_game_from_the_keyboard(run_cluebot, tmp_path, language, args, players, length):
    record = tmp_path / "game.jsonl"
    done = run_cluebot(
        "play", "codebreaker", "-l", language, *args, "--seed", "7", "--record", str(record),
        stdin=typed(language, length),
    )  # fmt: skip
    assert done.exit_code == 0, done.errors + done.output[-2000:]
    state = replay(record.read_text("utf-8").splitlines())
    assert state.outcome.text.to(language) in done.output.replace("\n", "")
    seats = json.loads(record.read_text("utf-8").splitlines()[0])["players"]
    assert len(seats) == players
    assert sorted(seats.values()) == sorted(["human"] + ["belief"] * (players - 1))
    wrong = {"en": f"exactly {length} digits", "zh": f"正好 {length} 位"}
    assert wrong[language] in done.output


def test_the_screen_shows_table_hand_and_knowledge(run_cluebot):
    done = run_cluebot("play", "codebreaker", "-l", "en", "--seed", "3", stdin="1234\n")
    assert done.exit_code == 130
    for text in ("Intel", "Your hand", "codes left", "player 2", "Ended."):
        assert text in done.output
    zh = run_cluebot("play", "codebreaker", "-l", "zh", "--seed", "3", stdin="1234\n")
    for text in ("情报值", "手牌", "种可能", "玩家2", "已结束。"):
        assert text in zh.output


def test_the_texts_of_cards_are_whole_on_a_narrow_terminal(run_cluebot):
    for language in ("en", "zh"):
        done = run_cluebot(
            "play", "codebreaker", "-l", language, "--seed", "3",
            stdin="1234\n", env={"COLUMNS": "80"},
        )  # fmt: skip
        assert "Your hand" in done.output or "手牌" in done.output
        assert "…" not in done.output


def test_a_card_has_one_name_on_the_whole_screen():
    setup = parse(CODEBREAKER.setup_type, {"language": "en", "codes": [[1, 2, 3, 4]] * 2})
    view = CODEBREAKER.start(setup, deal_rng(1)).view("player.1")
    hand = ("frag_a", "scan", "mirror")
    drawn = Event(kind="draw", seat="player.1", cards=hand)
    view = view.model_copy(update={"hand": hand, "discard": ("mirror",), "log": (drawn,)})
    console = Console(width=120, record=True, file=StringIO())
    console.print(screen(view))
    shown = console.export_text()
    assert "discards 1 (two way mirror)" in shown
    assert shown.count("two way mirror") == 3
    assert shown.count("quantum scanner") == shown.count("A fragment") == 2
    assert not re.search("frag_a|scan |two-way", shown)


def test_the_same_seed_and_keys_give_the_same_game(run_cluebot, tmp_path):
    files = [tmp_path / name for name in ("a", "b")]
    for file in files:
        run_cluebot(
            "play", "codebreaker", "-l", "en", "--seed", "5", "--record", str(file),
            stdin=typed("en", 4),
        )  # fmt: skip
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--seat", "3"), "no such seat"),
        (("--preset", "nope"), "--preset"),
        (("--variant", "nope"), "variant"),
        (("--variant", "expert", "--players", "3"), "players"),
        (("--with", "embedding"), "unknown name"),
        (("--players", "5"), "--players"),
    ],
)
def test_mistakes_end_with_2(run_cluebot, args, told):
    done = run_cluebot("play", "codebreaker", "-l", "en", *args)
    assert done.exit_code == 2
    assert told in done.errors
