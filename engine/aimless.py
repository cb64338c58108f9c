"""The random policy: anything legal that does not give the game up, for tests of everything else. Must not remember anything.

Like the others it is a pure function of the state: what it draws is drawn from a hash of the position, so the same game comes
out again after a replay. A `salt` makes another random player of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from engine import commands as c
from engine.habits import asked
from engine.ids import Seat
from engine.legal import legal
from engine.options import Option, candidates
from engine.state import State

_ANSWERS: Final = frozenset(
    {
        c.RollDice, c.EndTurn, c.BuyDeed, c.DeclineDeed, c.PlaceBid, c.Pass, c.KeepMortgage, c.PayFine, c.UseJailCard,
        c.PayTax, c.ChooseOption, c.WantBuildings, c.PlaceBuilding, c.Liquidate, c.BuildHouses, c.LiftMortgages,
        c.ClaimRent,
    }
)  # fmt: skip
_REPLIES: Final = frozenset({c.AcceptOffer, c.RejectOffer, c.ClaimRent})
_MEAN_RAISE: Final = 40  # anything up to all one's cash is legal; mostly low bids leave auctions some length

Choice: TypeAlias = Callable[[State, Seat], c.SeatCommand | None]
"""A command for a seat in a position, or None."""


def answer_at_random(salt: int = 0) -> Choice:
    """The answers of a random player to its open prompts; None and errors as with `careful`."""

    def answer(state: State, seat: Seat) -> c.SeatCommand | None:
        asked(state, seat)
        return _choose(state, seat, _ANSWERS, salt)

    return answer


def interrupt_at_random(salt: int = 0) -> Choice:
    """What a random player does unasked: takes or refuses offers, claims rents; else None."""

    def interrupt(state: State, seat: Seat) -> c.SeatCommand | None:
        return None if state.out[seat] else _choose(state, seat, _REPLIES, salt)

    return interrupt


def _choose(state: State, seat: Seat, kinds: frozenset[type[c.Command]], salt: int) -> c.SeatCommand | None:
    lots = random.Random(f"{salt} {seat} {state.next_prompt} {state.next_offer} {state.cash} {state.at} {state.stack[-1]}")
    options = [option for option in legal(state, seat) if not option.queued]
    commands = [command for option in options for command in _commands(option, lots) if type(command) in kinds]
    return lots.choice(commands) if commands else None  # type: ignore[return-value]  # options are for seats


def _commands(option: Option, lots: random.Random) -> Iterator[c.Command]:
    if option.command == c.tag_of(c.PlaceBid):
        yield c.PlaceBid(min(option.high, option.low + int(lots.expovariate(1 / _MEAN_RAISE))))
    else:
        yield from candidates(option)
