from __future__ import annotations

import random

import pytest

from cluebot.errors import InputError, Text
from cluebot.games.codenames import CODENAMES, CodenamesSetup, GiveClue, Guess, Stop, judging
from cluebot.players.base import PLAYERS, Budget, Context
from cluebot.rules.legality import Reason, Verdict

WORDS = {"en": tuple(f"w{i}" for i in range(25)), "zh": tuple(f"词{i}" for i in range(25))}


@pytest.fixture(autouse=True)
def _every_clue_is_legal(monkeypatch):
    monkeypatch.setattr(judging, "check_clue", lambda clue, *args, **kwargs: Verdict(clue))


class Terminal:
    """Answers from a list and remembers what was asked and shown."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []
        self.shown = []

    def ask(self, prompt):
        self.asked.append(prompt)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer


def sit(terminal, language="en", role="spymaster"):
    context = Context(
        language, blend=None, options={"ask": terminal.ask, "show": terminal.shown.append}
    )
    return PLAYERS["codenames", role].load("human")(context)


def start(language="en"):
    setup = CodenamesSetup(language=language, words=WORDS[language], starts="red")
    return CODENAMES.start(setup, random.Random(0))


def act(player, view):
    return player.act(view, random.Random(0), Budget()).move


def test_shows_asks_and_reads():
    terminal = Terminal("sea 2")
    view = start().view("red.spymaster")
    assert act(sit(terminal), view) == GiveClue(word="sea", number=2)
    assert terminal.shown == [view]
    assert terminal.asked == [CODENAMES.prompt(view).en]


def test_asks_again_with_the_reason():
    terminal = Terminal("", "sea", "sea 12", "sea 2")
    assert act(sit(terminal), start().view("red.spymaster")) == GiveClue(word="sea", number=2)
    assert len(terminal.asked) == 4
    assert "0-9" in terminal.asked[3]
    assert all(question.count("WORD NUMBER") == 1 for question in terminal.asked)
    assert len(terminal.shown) == 1


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Not understood. {}."), ("zh", "看不懂这一步。{}。")]
)
def test_names_no_field_that_a_person_has_not_typed(language, said):
    terminal = Terminal("123", "sea 2" if language == "en" else "大海 2")
    view = start(language).view("red.spymaster")
    act(sit(terminal, language), view)
    prompt = CODENAMES.prompt(view).to(language)
    assert terminal.asked == [prompt, said.format(prompt)]


def doubtful(monkeypatch):
    reason = Reason("proper_name", "ask", None, Text("It is a name.", "它是专有名词。"))
    monkeypatch.setattr(
        judging,
        "check_clue",
        lambda clue, *args, **kwargs: Verdict(clue, (reason,) if clue == "bond" else ()),
    )


def test_a_clue_to_ask_about_is_confirmed_by_the_table(monkeypatch):
    doubtful(monkeypatch)
    terminal = Terminal("bond 2", "Yes")
    assert act(sit(terminal), start().view("red.spymaster")) == GiveClue(word="bond", number=2)
    assert terminal.asked[1].startswith("It is a name.\nDoes the table allow it?")


def test_a_clue_the_table_refuses_is_taken_back(monkeypatch):
    doubtful(monkeypatch)
    terminal = Terminal("bond 2", "不", "sea 1")
    move = act(sit(terminal, "zh"), start("zh").view("red.spymaster"))
    assert move == GiveClue(word="sea", number=1)
    assert terminal.asked[1].startswith("它是专有名词。\n同桌同意吗？")
    assert terminal.asked[2] == terminal.asked[0]


def test_where_the_other_side_rules_it_is_asked(monkeypatch):
    doubtful(monkeypatch)
    setup = CodenamesSetup(language="en", words=WORDS["en"], starts="red", illegal_clue="penalty")
    view = CODENAMES.start(setup, random.Random(0)).view("red.spymaster")
    assert act(sit(Terminal("bond 2")), view) == GiveClue(word="bond", number=2)


def test_speaks_chinese():
    terminal = Terminal("月亮", "停", "词3")
    state = start("zh").apply("red.spymaster", GiveClue(word="海", number=1))
    move = act(sit(terminal, "zh", "operative"), state.view("red.operative.1"))
    assert move == Guess(word="词3")
    assert terminal.asked[0].startswith("触碰一张词卡")
    assert "词卡里没有「月亮」" in terminal.asked[1]
    assert "至少要猜一张" in terminal.asked[2]


def test_may_stop_after_a_guess():
    state = start().apply("red.spymaster", GiveClue(word="sea", number=9))
    own = state.view("red.spymaster").own[0]
    state = state.apply("red.operative.1", Guess(word=own))
    assert act(sit(Terminal("stop"), role="operative"), state.view("red.operative.1")) == Stop()


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt()])
def test_walking_away_is_the_callers_business(end):
    with pytest.raises(type(end)):
        act(sit(Terminal(end)), start().view("red.spymaster"))


def test_needs_a_terminal():
    with pytest.raises(InputError, match="player = human: a person cannot be asked here"):
        PLAYERS["codenames", "spymaster"].load("human")(Context("en", blend=None))
