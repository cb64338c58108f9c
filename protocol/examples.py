"""Messages whose bytes `protocol/README.md` shows and the tests know by heart; must hold nothing else."""

from __future__ import annotations

from typing import Final

from engine.commands import OfferTrade, PlaceBid, RollDice, Things
from engine.events import DiceRolled, MoneyPaid, TokenMoved, WindowOpened
from engine.options import Option, Prompt
from protocol import messages as m
from protocol.tables import Waiting

EXAMPLES: Final[dict[str, m.Message]] = {
    "the first words of a client": m.Hello(1, low=1, high=1, client="demo"),
    "the answer": m.Welcome(1, version=1, server="den", limits=m.Limits(frame=65536, rate=20, burst=60, idle=90)),
    "a client sits down": m.JoinTable(2, table="t1", player="Ann", token="00112233445566778899aabbccddeeff"),
    "a question to its seat": m.Prompts(9, (Prompt(4, 0, "before_roll", (Option("roll_dice"),), RollDice()),)),
    "its answer": m.Act(3, RollDice(), prompt=4),
    "what came of it": m.Update(
        10,
        (DiceRolled(0, (2, 4)), TokenMoved(0, 0, 6), MoneyPaid(0, 1, 6, "rent"), WindowOpened("after_roll")),
        phase="after_roll",
        turn=0,
        waiting=(Waiting(0, 30_000),),
    ),
    "the reply to it": m.Result(3, seq=13),
    "a trade offer": m.Act(4, OfferTrade(1, give=Things(cash=120), get=Things(deeds=(5, 15), cards=("chance",)))),
    "a bid": m.Act(5, PlaceBid(60), prompt=7),
    "a refusal": m.Error("bid_too_low", "bid of 60 is not above 60", in_reply_to=5, wanted=61),
}
"""Messages by what they are examples of, in the order of a short conversation."""
