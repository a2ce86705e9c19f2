"""How far a model is trusted follows from how well it agrees with people."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluebot.errors import InputError, Text
from cluebot.llm.errors import ModelError
from cluebot.llm.scripted import ScriptedModel
from cluebot.players.llm.calibration import SCALES, Fit, calibrate, fit, log_shares, most_calls
from cluebot.players.llm.labels import (
    LabelledClue,
    LabelledCode,
    read_choices,
    shipped,
    sort_by_language,
)
from cluebot.players.llm.makers import weight_field
from cluebot.rules.legality import check_clue
from cluebot.rules.text import has_han

from .conftest import LANGUAGES, THEMES, blend, board_words, clue_words, say, theme_of

scores = st.tuples(st.floats(0, 1), st.floats(-9, 0))


def flat(agreement, likelihood):
    """Return a score that is the same at every scale."""
    return agreement, np.full(len(SCALES), likelihood)


@settings(deadline=None)
@given(st.lists(st.lists(scores, min_size=21, max_size=21), min_size=1, max_size=6))
def test_the_hybrid_is_never_below_its_better_part(tables):
    found = fit([lambda w, t=table: flat(*t[round(w * 20)]) for table in tables])
    assert found.hybrid >= max(found.vectors, found.model)


def test_a_model_that_says_nothing_useful_gets_no_weight():
    found = fit([lambda w: flat(0.6 - w / 2, -1.0 - w)] * 3)
    assert (found.weight, found.hybrid) == (0.0, 0.6)


def test_a_model_that_knows_better_gets_all():
    assert fit([lambda w: flat(w, w - 2)]).weight == 1.0


def odds_score(vectors, model, label):
    """Return the score of a choice with one label among words with these log-odds."""

    def score(weight):
        odds = (1 - weight) * vectors + weight * model
        return float(odds.argmax() == label), log_shares(odds)[:, label]

    return score


@pytest.mark.parametrize("sure", [1, 5])
def test_vectors_that_are_too_sure_are_no_merit_of_the_model(sure):
    rng = np.random.default_rng(7)
    made = []
    for _ in range(40):
        right = rng.normal(size=8)
        label = rng.choice(8, p=np.exp(right) / np.exp(right).sum())
        made.append(odds_score(sure * right, np.zeros(8), label))
    # Beside flat odds any weight below 1 leaves the order alone, and flattens.
    assert fit(made).weight == 0.0


def test_a_gain_by_chance_is_no_gain():
    gains = [1.0, -0.9] * 5
    found = fit([lambda w, gain=gain: flat(0.5, gain * w - 1) for gain in gains])
    assert found.weight == 0.0
    found = fit([lambda w, gain=gain: flat(0.5, (gain + 1) * w - 3) for gain in gains])
    assert found.weight == 1.0


def test_nothing_to_go_by_is_told():
    with pytest.raises(InputError, match="answered none"):
        fit([], 4)


def labelled(language):
    """Return choices whose targets follow no theme, so that the vectors cannot know them."""
    words = board_words(language)
    clues = [
        LabelledClue(board=words[:12], clue=clue, targets=(words[i], words[i + 3]))
        for i, clue in enumerate(clue_words(language, "law", "music"))
    ]
    keywords = tuple(words[i] for i in (0, 3, 6, 9))
    codes = [
        LabelledCode(keywords=keywords, clues=clue_words(language, *THEMES[:3])[::4], code=code)
        for code in [(4, 1, 2), (2, 4, 3)]
    ]
    return [*clues, *codes]


def knowing(language):
    """Return a model that knows the labels."""
    answers = []
    for choice in labelled(language):
        if isinstance(choice, LabelledClue):
            answers.append(choice.targets)
        else:
            answers.append([choice.keywords[n - 1] for n in choice.code])
    return ScriptedModel([say(answers=a) for a in answers for _ in range(6)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_knows_people_is_trusted(language):
    told = []
    found = calibrate(
        knowing(language), language, blend, labelled(language), lambda: told.append(1)
    )
    assert set(found) == {"codenames", "decrypto"}
    assert len(told) == len(labelled(language))
    for one in found.values():
        assert one.model == 1.0
        assert one.hybrid == 1.0
        assert one.weight > 0
        assert one.vectors < 1


def test_questions_without_an_answer_are_counted_and_a_dead_endpoint_is_told():
    lines = ["nonsense"] + [say(answers=labelled("en")[1].targets)] * 6
    found = calibrate(ScriptedModel(lines), "en", blend, labelled("en")[:2])
    assert (found["codenames"].failed, found["codenames"].choices) == (1, 1)
    down = ModelError("unreachable", Text("no connection", "连不上"), 1.0)
    with pytest.raises(ModelError):
        calibrate(ScriptedModel([down]), "en", blend, labelled("en"))


def test_a_failure_that_passes_costs_its_question_only_and_three_in_a_row_end_it():
    late = ModelError("timeout", Text("too slow", "太慢"), 1.0)
    right = [say(answers=labelled("en")[1].targets)] * 6
    found = calibrate(ScriptedModel([late, *right]), "en", blend, labelled("en")[:2])
    assert (found["codenames"].failed, found["codenames"].choices) == (1, 1)
    with pytest.raises(ModelError, match="too slow"):
        calibrate(ScriptedModel([late] * 3), "en", blend, labelled("en"))


def test_a_model_that_cannot_answer_one_game_gets_no_weight_there():
    clues = [c for c in labelled("en") if isinstance(c, LabelledClue)]
    answers = [say(answers=c.targets) for c in clues for _ in range(6)]
    found = calibrate(ScriptedModel([*answers, "no", "no"]), "en", blend, labelled("en"))
    assert found["codenames"].model == 1.0
    assert found["decrypto"] == Fit(0.0, None, None, None, choices=0, failed=2)
    with pytest.raises(InputError, match="answered none"):
        calibrate(ScriptedModel(["no", "no"]), "en", blend, clues[:2])


def test_no_more_calls_are_made_than_were_announced():
    """The scripted model runs dry after that many, and complains if any is asked for again."""
    model = knowing("en")
    calibrate(model, "en", blend, labelled("en"))
    assert len(model.requests) == most_calls(len(labelled("en")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_choices_are_in_order(language):
    found = shipped(language)
    clues = [c for c in found if isinstance(c, LabelledClue)]
    codes = [c for c in found if isinstance(c, LabelledCode)]
    assert (len(clues), len(codes)) == (20, 12)
    for choice in clues:
        assert len(set(choice.board)) == 12
        assert set(choice.targets) < set(choice.board)
        assert check_clue(choice.clue, choice.board, language).legal, choice.clue
    for choice in codes:
        for clue in choice.clues:
            assert check_clue(clue, choice.keywords, language, "decrypto").legal, clue
    assert len({c.code for c in codes}) > 5
    for choice in found:
        words = choice.board if isinstance(choice, LabelledClue) else choice.keywords
        assert all(has_han(word) == (language == "zh") for word in words)


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "{}", '{"board": ["a", "b"], "clue": "c"}',
     '{"board": ["a", "b"], "clue": "c", "targets": ["d"]}',
     '{"board": ["a"], "clue": "c", "targets": ["a"]}',
     '{"keywords": ["a"], "clues": ["b"], "code": [1]}'],
)  # fmt: skip
def test_a_line_that_is_no_choice_is_named(line):
    good = '{"board": ["a", "b"], "clue": "c", "targets": ["a"]}'
    with pytest.raises(InputError, match="line 3"):
        read_choices([good, "", line])


def test_choices_are_sorted_by_script():
    choices = [*labelled("en")[:1], *labelled("zh")[:2]]
    assert {k: len(v) for k, v in sort_by_language(choices, "auto").items()} == {"en": 1, "zh": 2}
    assert {k: len(v) for k, v in sort_by_language(choices, "en").items()} == {"en": 3}
    assert sort_by_language(None, "auto") == {"en": [], "zh": []}
    assert sort_by_language(None, "zh") == {"zh": []}
    with pytest.raises(InputError, match="language"):
        sort_by_language(None, "fr")


def test_the_toy_world_has_every_word_in_one_theme():
    for language in LANGUAGES:
        words = (*board_words(language), *clue_words(language))
        assert len(set(words)) == len(words)
        assert all(theme_of(word, language) for word in words)


# --- the command ------------------------------------------------------------


def test_calibrate_writes_the_weights_down(run_cluebot, tmp_path, monkeypatch):
    import api.resources
    from cluebot.llm import open as opening
    from cluebot.llm.endpoint import make_endpoint
    from cluebot.llm.store import EndpointStore

    monkeypatch.setenv("CLUEBOT_CONFIG_DIR", str(tmp_path))
    monkeypatch.setattr(api.resources, "blend", blend)
    settings = {"url": "http://localhost:1/v1", "model": "m"}
    store = EndpointStore(tmp_path)
    old = {"decrypto_zh": 0.4}
    store.put(make_endpoint("mine", settings | {"calibration": old}))
    monkeypatch.setattr(opening, "open_model", lambda endpoint: knowing("en"))
    data = tmp_path / "choices.jsonl"
    rows = [json.dumps(choice.to_json()) for choice in labelled("en")]
    data.write_text("\n".join(rows))
    done = run_cluebot("llm", "calibrate", "mine", "--data", str(data))
    assert done.exit_code == 0, done.errors
    assert "100%" in done.output
    count = len(rows)
    assert f"{count} questions, in at most {6 * count} calls" in done.errors
    assert f"{count} of {count} answered" in done.errors
    kept = store.get("mine").calibration
    assert set(kept) == {"codenames_en", "decrypto_en", "decrypto_zh"}
    assert kept["decrypto_zh"] == 0.4
    assert kept[weight_field("codenames", "en")] > 0
    monkeypatch.setattr(opening, "open_model", lambda endpoint: knowing("en"))
    done = run_cluebot("llm", "calibrate", "mine", "--data", str(data), "--json")
    assert json.loads(done.output)["decrypto_en"]["model"] == 1.0


@pytest.mark.parametrize(
    ("stop", "code"), [(KeyboardInterrupt(), 130), (ModelError("open", Text("dead", "坏了")), 2)]
)
def test_a_calibration_that_breaks_off_keeps_the_language_it_had_finished(
    run_cluebot, tmp_path, monkeypatch, stop, code
):
    import api.resources
    from cluebot.llm import open as opening
    from cluebot.llm.endpoint import make_endpoint
    from cluebot.llm.store import EndpointStore

    class Breaking:
        endpoint, model, mode = "mine", "m", "native"
        inner = knowing("en")

        def ask(self, request, timeout=None):
            if any(has_han(m.content) for m in request.messages):
                raise stop
            return self.inner.ask(request, timeout)

    monkeypatch.setenv("CLUEBOT_CONFIG_DIR", str(tmp_path))
    monkeypatch.setattr(api.resources, "blend", blend)
    store = EndpointStore(tmp_path)
    store.put(make_endpoint("mine", {"url": "http://localhost:1/v1", "model": "m"}))
    monkeypatch.setattr(opening, "open_model", lambda endpoint: Breaking())
    data = tmp_path / "choices.jsonl"
    rows = [json.dumps(c.to_json()) for one in ("en", "zh") for c in labelled(one)]
    data.write_text("\n".join(rows))
    done = run_cluebot("llm", "calibrate", "mine", "--data", str(data))
    assert done.exit_code == code
    assert "Not finished; written down: codenames_en, decrypto_en." in done.errors
    assert set(store.get("mine").calibration) == {"codenames_en", "decrypto_en"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere"], "no endpoints are registered"),
        (["mine", "--data", "nowhere.jsonl"], "cannot be read"),
        (["mine", "--language", "fr"], "unknown name"),
    ],
)
def test_wrong_arguments_are_told(run_cluebot, tmp_path, monkeypatch, arguments, told):
    from cluebot.llm.endpoint import make_endpoint
    from cluebot.llm.store import EndpointStore

    monkeypatch.setenv("CLUEBOT_CONFIG_DIR", str(tmp_path))
    if arguments[0] == "mine":
        settings = {"url": "http://localhost:1/v1", "model": "m"}
        EndpointStore(tmp_path).put(make_endpoint("mine", settings))
    done = run_cluebot("llm", "calibrate", *arguments)
    assert done.exit_code == 2
    assert told in done.errors
