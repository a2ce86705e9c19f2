"""What the JSON of a view holds of others: never a code, a hand or a private answer."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from .test_properties import walk

TABLES = [
    {"players": 3},
    {"players": 4, "answer_visibility": "asker"},
    {"variant": "coop", "players": 4},
    {"variant": "lightning", "players": 3, "ask": "holders"},
]
OPENLY = {"show", "discard", "take", "give"}
"""Events that put cards before everybody's eyes."""


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(TABLES), st.integers(0, 2**32))
def test_the_json_of_a_view_holds_nothing_of_others(fields, seed):
    for state in walk(fields | {"max_rounds": 8}, seed):
        for seat in (*state.names, None):
            check(state, seat)


def check(state, seat) -> None:
    data = state.view(seat).to_json()
    index = None if seat is None else state.names.index(seat)
    assert data["code"] == (None if index is None or not state.codes[index] else
                            list(state.codes[index]))  # fmt: skip
    assert data["hand"] == ([] if index is None else list(state.hands[index]))
    assert isinstance(data["deck"], int)
    mates = set() if not state.setup.coop or not index else set(state.names[1:]) - {seat}
    assert {hand["seat"] for hand in data["fellows"]} == mates
    for i, player in enumerate(data["players"]):
        shown = state.outcome is not None or not state.alive[i]
        assert (player["code"] is None) != (shown and state.codes[i] is not None)
        assert set(player) == {"seat", "alive", "intel", "cards", "immune", "encrypted", "marks",
                               "code", "ready"}  # fmt: skip
    own = mates if seat is None else {seat, *mates}
    events = data["log"] if state.outcome else data["log"][-12:]
    for event in events:
        parties = {event.get("seat"), event.get("target"), event.get("second")}
        if event["kind"] == "code":
            assert ("digits" in event) == (event["seat"] == seat)
        elif event["kind"] == "change" and event["card"] == "chaos":
            assert ("digits" in event) == (event["target"] == seat)
        elif event["kind"] == "ally":
            assert ("target" in event) == bool(own & parties)
        elif event["kind"] == "tell" and state.setup.answer_visibility == "asker":
            assert bool({"result", "digits"} & set(event)) == bool(own & parties)
        elif "cards" in event and event["kind"] not in OPENLY:
            assert own & parties
    pending = data["pending"] or {}
    if pending.get("kind") in ("swap", "drawn") and pending["seat"] not in own:
        assert not pending["cards"]
