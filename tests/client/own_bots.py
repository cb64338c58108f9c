"""Bots of somebody's own, good and bad, as files; and what tests of simulations need to play with them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from client.bots import BotName
from client.simulate_pool import Plan
from engine.board import load_board
from engine.ruleset import load_ruleset

BOTS: Final = '''
import os

from engine import commands as c


def default(view, prompt):
    return prompt and prompt.default


def chatty(view, prompt):
    print("what a bot prints")
    return prompt and prompt.default


def crashing(view, prompt):
    return 1 / 0


def silent(view, prompt):
    return None


def wrong(view, prompt):
    return c.PlaceBid(1)


def nonsense(view, prompt):
    return "roll"


def hanging(view, prompt):
    while True:
        pass


def dying(view, prompt):
    os._exit(7)


def endless(view, prompt):
    return c.SetStops(True, False)


def nagging(view, prompt):
    return prompt.default if prompt else c.SetStops(False, False)


def meddling(view, prompt):
    view.state.cash[:] = [0] * len(view.state.cash)
    view.state.stack.clear()
    return prompt and prompt.default


def choosing(view, prompt):
    return prompt and view.chance.choice([command for command in view.commands() if type(command) in PLAIN] or [prompt.default])


PLAIN = (c.RollDice, c.EndTurn, c.BuyDeed, c.DeclineDeed, c.Pass, c.PayFine, c.Liquidate, c.KeepMortgage)


class Counting:
    def __init__(self):
        self.asked = 0

    def decide(self, view, prompt):
        self.asked += 1
        if self.asked == 3:
            raise ValueError(f"question {self.asked}")
        return prompt and prompt.default
'''


def own_bot(folder: Path, attribute: str) -> BotName:
    """The bot of this name, out of a file in that folder."""
    file = folder / "bots.py"
    file.write_text(BOTS, encoding="utf-8")
    return BotName(file=file, attribute=attribute)


def plan(*lineups: tuple[BotName, ...], games: int = 4, rounds: int = 20, limit: float = 20.0, log: bool = False) -> Plan:
    """Games under the official rules, with a last round."""
    rules = load_ruleset("official", {"max_rounds": rounds})
    return Plan(lineups, games, rules, load_board().data, 1, limit, log)
