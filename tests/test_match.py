"""The referee, with players that misbehave in every way, and the replay of its records."""

from __future__ import annotations

import json

import pytest

from cluebot.errors import Forfeit, InputError, Text
from cluebot.games.base import GAMES, Seat
from cluebot.games.codenames import CODENAMES, CodenamesSetup, GiveClue, Guess, Stop, judging, views
from cluebot.games.decrypto import DECRYPTO, Clues, DecryptoSetup
from cluebot.match import Match, play, player_rng, replay
from cluebot.players.base import Budget, Decision
from cluebot.record import to_line
from cluebot.rules.legality import Verdict

WORDS = tuple(f"w{i}" for i in range(8))
KEY = ("red", "red", "red", "blue", "blue", "neutral", "neutral", "assassin")
SETUP = CodenamesSetup(
    language="en", words=WORDS, key=KEY, first=3, second=2, neutral=2, starts="red"
)
SEATS = CODENAMES.seats(SETUP)


@pytest.fixture(autouse=True)
def _every_clue_is_legal(monkeypatch):
    monkeypatch.setattr(judging, "check_clue", lambda clue, *args, **kwargs: Verdict(clue))


class Scripted:
    """Plays a list of decisions; an exception among them is raised."""

    def __init__(self, *script, name="scripted"):
        self.name = name
        self.script = list(script)
        self.seen = []

    def act(self, view, rng, budget):
        self.seen.append((view, rng, budget))
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        return step if isinstance(step, Decision) else Decision(step)


def clue(word, number, **notes):
    return Decision(GiveClue(word=word, number=number), notes)


def table(**seats):
    """Seat players; those not named give up."""
    return {
        seat: seats.get(seat.replace(".", "_"), Scripted(*[Forfeit(Text("No.", "不。"))] * 99))
        for seat in SEATS
    }


def winning():
    return table(
        red_spymaster=Scripted(clue("sea", 3, intended=["w0", "w1", "w2"])),
        red_operative_1=Scripted(Guess(word="w0"), Guess(word="w1"), Guess(word="w2")),
    )


def kinds(record):
    return [entry["type"] for entry in record.entries]


class TestReferee:
    def test_the_record_of_a_game(self):
        record = play(CODENAMES, SETUP, winning(), seed=1, versions={"vectors": "abc"})
        assert kinds(record) == ["header", "move", "notes", "move", "move", "move", "end"]
        header, move, notes, *_, end = record.entries
        assert (header["game"], header["seed"], header["versions"]["vectors"]) == (
            "codenames", 1, "abc",
        )  # fmt: skip
        assert header["players"] == dict.fromkeys(SEATS, "scripted")
        assert move == {
            "type": "move",
            "ply": 0,
            "seat": "red.spymaster",
            "move": {"kind": "clue", "word": "sea", "number": 3},
        }
        assert notes["notes"] == {"intended": ["w0", "w1", "w2"]}
        assert end["outcome"]["winners"] == ("red",)
        assert end["table"]["identities"] == list(KEY)
        assert record.outcome.reason == "found_all"

    def test_players_get_views_and_never_the_state(self):
        players = winning()
        play(CODENAMES, SETUP, players, seed=1, budget=Budget(seconds=5))
        ((view, _, budget),) = players["red.spymaster"].seen
        assert isinstance(view, views.SpymasterView)
        assert budget == Budget(seconds=5)
        for view, _, _ in players["red.operative.1"].seen:
            assert isinstance(view, views.OperativeView)
            assert "intended" not in json.dumps(view.to_json())

    def test_each_seat_has_its_own_generator(self):
        players = winning()
        play(CODENAMES, SETUP, players, seed=1)
        first = players["red.spymaster"].seen[0][1].random()
        assert first == player_rng(1, "red.spymaster").random()
        assert first != player_rng(1, "red.operative.1").random()
        assert first != player_rng(2, "red.spymaster").random()

    def test_giving_up_is_a_forfeit(self):
        players = table(red_spymaster=Scripted(Forfeit(Text("No idea.", "想不出。")), clue("a", 1)))
        match = Match(CODENAMES, SETUP, players, seed=1)
        (entry,) = match.step()
        assert (entry["type"], entry["cause"], entry["ply"]) == ("forfeit", "player", 0)
        assert entry["message"] == {"en": "No idea.", "zh": "想不出。"}
        assert match.record.state.to_act() == ("blue.spymaster",)

    @pytest.mark.parametrize(
        "move", [GiveClue(word="a", number=11), Guess(word="w0"), Stop()], ids=str
    )
    def test_an_illegal_move_is_a_forfeit_and_is_kept(self, move):
        players = table(red_spymaster=Scripted(Decision(move, {"why": "hope"})))
        match = Match(CODENAMES, SETUP, players, seed=1)
        entry, notes = match.step()
        assert (entry["type"], entry["cause"]) == ("forfeit", "illegal")
        assert entry["move"] == move.to_json()
        assert notes["notes"] == {"why": "hope"}
        assert match.record.state.turn == "blue"

    def test_bugs_are_not_forfeits(self):
        players = table(red_spymaster=Scripted(ZeroDivisionError("bug")))
        with pytest.raises(ZeroDivisionError):
            play(CODENAMES, SETUP, players, seed=1)

    def test_too_late_is_a_forfeit(self):
        times = iter([100.0, 100.0, 103.5])
        players = table(red_spymaster=Scripted(clue("sea", 3)))
        match = Match(
            CODENAMES, SETUP, players, 1, budget=Budget(seconds=3), clock=lambda: next(times)
        )
        (entry,) = match.step()
        assert (entry["cause"], entry["now"]) == ("late", 3.5)
        assert "3.5" in entry["message"]["en"]

    def test_the_clock_is_only_recorded(self):
        ticks = iter(range(100))
        timed = play(CODENAMES, SETUP, winning(), seed=1, clock=lambda: float(next(ticks)))
        plain = play(CODENAMES, SETUP, winning(), seed=1)
        assert [e.get("now") for e in timed.entries[1:4]] == [2.0, None, 4.0]
        assert replay(timed.lines()) == replay(plain.lines()) == plain.state

    @pytest.mark.parametrize("change", ["missing", "extra"])
    def test_every_seat_is_taken(self, change):
        players = winning()
        if change == "missing":
            del players["blue.spymaster"]
        else:
            players["green.spymaster"] = Scripted()
        with pytest.raises(InputError, match="exactly these seats") as caught:
            play(CODENAMES, SETUP, players, seed=1)
        assert "座位" in caught.value.to("zh")

    def test_a_finished_match_makes_no_step(self):
        match = Match(CODENAMES, SETUP, winning(), seed=1)
        match.run()
        with pytest.raises(ValueError, match="over"):
            match.step()

    def test_steps_make_up_the_record(self):
        match, entries = Match(CODENAMES, SETUP, winning(), seed=1), []
        while not match.over:
            entries += match.step()
        assert tuple(entries) == match.record.entries[1:]
        assert match.record.lines() == play(CODENAMES, SETUP, winning(), seed=1).lines()

    def test_notes_must_be_json(self):
        players = table(red_spymaster=Scripted(clue("sea", 3, p=float("nan"))))
        match = Match(CODENAMES, SETUP, players, seed=1)
        match.step()
        with pytest.raises(ValueError, match="JSON"):
            match.record.lines()


class TestReplay:
    @pytest.fixture
    def entries(self):
        players = winning()
        players["red.spymaster"].script.insert(0, Decision(Stop()))
        players["blue.spymaster"].script.insert(0, Forfeit(Text("No.", "不。")))
        return [json.loads(line) for line in play(CODENAMES, SETUP, players, seed=1).lines()]

    @staticmethod
    def again(entries):
        return replay(map(to_line, entries))

    def test_of_a_game_with_forfeits(self, entries):
        assert [e["type"] for e in entries[1:4]] == ["forfeit", "forfeit", "move"]
        assert self.again(entries).outcome.winners == ("red",)

    def test_of_a_game_that_broke_off(self, entries):
        assert self.again(entries[:4]).to_act() == ("red.operative.1",)

    def test_needs_no_notes(self, entries):
        assert self.again([e for e in entries if e["type"] != "notes"]).outcome

    @pytest.mark.parametrize(
        ("line", "change", "message"),
        [(0, {"type": "move"}, "header"), (0, {"format": 99}, "another version"),
         (0, {"game": "chess"}, "game = chess"), (0, {"seed": "x"}, "whole number"),
         (0, {"setup": {}}, "required"), (1, {"ply": 5}, "the rules give 0"),
         (1, {"seat": "blue.spymaster"}, "not the turn"), (1, {"seat": "nobody"}, "seat = nobody"),
         (1, {"move": {"kind": "clue", "word": "sea", "number": 1}}, "the rules allow it"),
         (3, {"type": "dance"}, "must be header, move"), (3, {"move": {"kind": "dance"}}, "one of"),
         (3, {"move": {"kind": "stop"}}, "not possible now"), (3, {"now": "noon"}, "seconds"),
         (5, {"move": {"kind": "guess", "word": "w7"}}, "over"),
         (-1, {"ply": 99}, "the rules give 6"), (-1, {"outcome": None}, "found_all"),
         (-1, {"table": {}}, "the rules give"), (-1, {"extra": 1}, "the rules give null")],
    )  # fmt: skip
    def test_checks_every_step(self, entries, line, change, message):
        entries[line] |= change
        with pytest.raises(InputError) as caught:
            self.again(entries)
        assert message in str(caught.value)
        assert "line " in str(caught.value)

    def test_names_the_line(self, entries):
        entries[3] |= {"ply": 7}
        with pytest.raises(InputError, match=r"^line 4 = "):
            self.again(entries)

    @pytest.mark.parametrize("lines", [[], ["{"], ["[]"], [""]])
    def test_of_what_is_no_record(self, lines):
        with pytest.raises(InputError):
            replay(lines)

    def test_nothing_follows_the_end(self, entries):
        with pytest.raises(InputError, match="nothing may follow"):
            self.again([*entries, entries[-2]])

    def test_a_premature_end(self, entries):
        with pytest.raises(InputError, match="not over"):
            self.again([*entries[:4], entries[-1]])


def test_the_game_behind_the_name():
    assert GAMES.load("codenames") is CODENAMES


def test_where_a_clock_runs_bots_of_the_other_side_hand_in_before_people():
    """So that the sandglass, which the first clues turn, runs for the person, too."""
    words = ["horse", "river", "moon", "ice", "lamp", "salt", "king", "door"]
    setup = DecryptoSetup(
        language="en", white_keywords=words[:4], black_keywords=words[4:], clue_seconds=30.0
    )
    seconds = iter([0.0, 1.0, 2.0, 3.0, 40.0])
    clues = [Clues(clues=c) for c in (("zebra", "tea", "jazz"), ("film", "golf", "wool"))]
    players = {seat: Scripted() for seat in DECRYPTO.seats(setup)}
    players["white.1"], players["black.1"] = Scripted(clues[0]), Scripted(clues[1])
    match = Match(
        DECRYPTO, setup, players, 1, clock=lambda: next(seconds), people=[Seat("white.1")]
    )
    assert match.next_seat == "black.1"
    match.step()
    assert match.next_seat == "white.1"
    entry, *_ = match.step()
    assert players["white.1"].seen[0][0].deadline is not None
    assert (entry["type"], entry["cause"]) == ("forfeit", "late")


def test_without_a_clock_people_are_asked_as_everybody_is():
    match = Match(CODENAMES, SETUP, winning(), 1, people=[Seat("red.spymaster")])
    assert match.next_seat == "red.spymaster"
