"""Whole games as JSON lines: what is written can be read, and played again from the seed and the commands."""

import json

import msgspec

from client.bots import BotName
from client.simulate_game import PolicyPlayer, game_seed, play_game
from client.simulate_log import log_lines
from engine.board import load_board
from engine.chance import SeededChance
from engine.commands import SeatCommand, TableCommand
from engine.game import new_game
from engine.ruleset import Ruleset, load_ruleset


def test_a_game_can_be_played_again_from_its_lines() -> None:
    rules, seed = load_ruleset("official", {"max_rounds": 8}), game_seed(0, 3)
    record = play_game(load_board(), rules, [PolicyPlayer("careful"), PolicyPlayer("random")], seed)
    lines = list(log_lines(3, seed, (BotName("careful"), BotName("random")), record))
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    head, *acts, end = map(json.loads, lines)
    assert {line["game"] for line in (head, *acts, end)} == {3}
    assert (head["bots"], head["seed"], head["events"][0]["type"]) == (["careful", "random"], seed, "game_started")
    assert (end["rounds"], end["outcome"]["reason"], end["faults"]) == (record.state.round, "max_rounds", [])
    game = new_game(load_board(), msgspec.convert(head["rules"], Ruleset), 2, SeededChance(seed))
    game.start()
    for act in acts:
        command = msgspec.convert(act["command"], SeatCommand | TableCommand)
        assert msgspec.to_builtins(game.handle(act["actor"], command), str_keys=True) == act["events"] or [
            json.loads(msgspec.json.encode(event)) for event in game.state.stack
        ]
    assert game.state.snapshot() == record.state.snapshot()
