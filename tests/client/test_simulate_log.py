"""Logs of games: whole, and fit to be played again from their events alone."""

from __future__ import annotations

import json

import msgspec

from client.bots import parse_bot
from client.simulate_log import log_lines
from engine.apply import fold
from engine.events import AnyEvent
from engine.ruleset import Ruleset, board_of
from engine.state import Outcome, new_state
from tests.client.arena import play_one


def test_a_game_folds_back() -> None:
    record = play_one("strong", "greedy", rounds=20)
    lines = list(log_lines(3, 99, [parse_bot("strong"), parse_bot("greedy")], record))
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    head, *middle, last = map(json.loads, lines)
    rules = msgspec.convert(head["rules"], Ruleset)
    state = new_state(board_of(rules), rules, len(head["bots"]))
    for line in [head, *middle]:
        fold(state, msgspec.convert(line["events"], tuple[AnyEvent, ...]))
    assert state.snapshot() == record.state.snapshot()
    assert msgspec.convert(last["outcome"], Outcome) == record.state.outcome


def test_what_each_line_says() -> None:
    record = play_one("careful", "random", rounds=4)
    head, *middle, last = map(json.loads, log_lines(3, 99, [parse_bot("careful"), parse_bot("random")], record))
    assert (head["game"], head["seed"], head["bots"]) == (3, 99, ["careful", "random"])
    assert {line["game"] for line in [*middle, last]} == {3}
    assert [line["actor"] for line in middle] == [entry.actor for entry in record.entries[1:]]
    assert all(line["command"]["type"] for line in middle)
    assert (last["rounds"], last["faults"]) == (record.state.round, [])
