"""Whole games by simple bots through `legal` and `handle`, with events: turns per second against the floor of bare Python.

python -m tests.bench.engine_turns [TURNS]      prints JSON, best of three of each, taken in turns
"""

from __future__ import annotations

import json
import sys
import time

from engine import commands as c
from engine.board import load_board
from engine.chance import SeededChance
from engine.game import Game, new_game
from engine.legal import legal, waiting
from engine.options import Option
from engine.ruleset import load_ruleset
from tests.bench.floor_engine import play as floor_play

SEATS = 4

_SIMPLE: dict[str, c.Command] = {
    "buy_deed": c.BuyDeed(),
    "roll_dice": c.RollDice(),
    "end_turn": c.EndTurn(),
    "decline_deed": c.DeclineDeed(),
    "pass": c.Pass(),
    "liquidate": c.Liquidate(),
}


def choose(options: tuple[Option, ...]) -> c.Command:
    """Build where possible, buy, keep transferred mortgages, else the first thing that moves the game on."""
    by_name = {option.command: option for option in options if not option.queued}
    if "build_houses" in by_name:
        return c.BuildHouses(((by_name["build_houses"].deeds[0], 1),))
    for name, command in _SIMPLE.items():
        if name in by_name:
            return command
    if "place_building" in by_name:
        return c.PlaceBuilding(by_name["place_building"].deeds[0])
    return c.KeepMortgage(by_name["keep_mortgage"].deeds[0])


def play_game(seed: int, limit: int) -> int:
    """One game to its end or `limit` turns; the number of turns."""
    rules = load_ruleset()
    game = new_game(load_board(), rules, SEATS, SeededChance(seed))
    game.start()
    state = game.state
    turns = 0
    while state.outcome is None and turns < limit:
        turns += play_decision(game)
    return turns


def play_decision(game: Game) -> int:
    """One decision of the first seat that is asked; 1 if it ended a turn."""
    seat = waiting(game.state)[0]
    command = choose(legal(game.state, seat))
    game.handle(seat, command)
    return type(command) is c.EndTurn


def engine_rate(turns: int) -> float:
    """Turns per second over as many games as it takes."""
    done = seed = 0
    begun = time.perf_counter()
    while done < turns:
        done += play_game(seed, 1000)
        seed += 1
    return done / (time.perf_counter() - begun)


def floor_rate(turns: int) -> float:
    """Turns per second of the bare loop."""
    begun = time.perf_counter()
    floor_play(turns, 0)
    return turns / (time.perf_counter() - begun)


def measure(turns: int = 20_000) -> dict[str, float]:
    """Best of three of engine and floor, taken in turns so that both see the same machine."""
    pairs = [(engine_rate(turns), floor_rate(turns * 10)) for _ in range(3)]
    engine, floor = max(rate for rate, _ in pairs), max(rate for _, rate in pairs)
    return {"engine_turns_per_s": round(engine), "floor_turns_per_s": round(floor), "ratio": round(engine / floor, 4)}


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)))
