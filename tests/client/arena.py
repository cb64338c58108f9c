"""Bots, plans and games that are small enough for tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from client.bots import BotName, parse_bot
from client.simulate_game import Record, game_seed, make_player, play_game
from client.simulate_pool import Plan
from engine.board import Board
from engine.ruleset import Ruleset, board_of, load_ruleset

DEFAULT = "def decide(view, prompt):\n    return prompt.default if prompt else None\n"
CRASH = "def decide(view, prompt):\n    return 1 / 0\n"
SLOW = "def decide(view, prompt):\n    while True:\n        pass\n"
QUIT = "import os\ndef decide(view, prompt):\n    os._exit(7)\n"
ILLEGAL = "from engine.commands import PlaceBid\ndef decide(view, prompt):\n    return PlaceBid(1) if prompt else None\n"
NONSENSE = "def decide(view, prompt):\n    return 'roll'\n"
CHANCE = "def decide(view, prompt):\n    return view.chance.choice(view.commands()) if prompt else None\n"


def write_bot(folder: Path, code: str, name: str = "own") -> BotName:
    """A bot out of a file that is written for it."""
    file = folder / f"{name}.py"
    file.write_text(code, encoding="utf-8")
    return BotName(file=file)


def rules_of(rounds: int, **switches: object) -> Ruleset:
    """The official rules, with a last round and these switches."""
    return load_ruleset(overrides={"max_rounds": rounds, **switches})


def plan_of(*lineup: str | BotName, games: int = 3, rounds: int = 8, limit: float = 10.0, log: bool = False) -> Plan:
    """A few short games of one line-up."""
    rules = rules_of(rounds)
    names = tuple(name if isinstance(name, BotName) else parse_bot(name) for name in lineup)
    return Plan((names,), games, rules, board_of(rules).data, 7, limit, log)


def play_one(*lineup: str | BotName, rounds: int = 8, limit: float = 10.0, game: int = 0, **switches: object) -> Record:
    """One game of a line-up, in this process but for bots in files."""
    plan = replace(plan_of(*lineup, limit=limit), rules=rules_of(rounds, **switches))
    board = Board(plan.board)
    players = [make_player(name, board, plan.rules, plan.limit) for name in plan.lineups[0]]
    try:
        return play_game(board, plan.rules, players, game_seed(plan.seed, game))
    finally:
        for player in players:
            player.close()
