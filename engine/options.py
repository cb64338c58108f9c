"""What a seat may do now, as data: options, prompts, and the single commands that an option stands for. Must not judge.

`engine.legal` fills these in. For single steps they agree with `Game.handle` exactly; composites (several deeds in one
build, group sales, offers) are announced here and judged by `handle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from engine import commands as c
from engine.ids import Seat, SpaceIndex


class Option(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One command that is legal now, with what it may be given.

    `command` is the tag of the command type. `deeds` are the deeds that it fits, one at a time; `low` and `high` bound its
    amount, both included; `ids` are the offers or queued interrupts that it fits; `names` are decks, groups or methods.
    `queued`: it would not take effect at once but wait for the next window, to be judged again there.
    """

    command: str
    deeds: tuple[SpaceIndex, ...] = ()
    low: int = 0
    high: int = 0
    ids: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    queued: bool = False


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One question to one seat: its number, the phase it belongs to, the legal answers and the default."""

    id: int
    seat: Seat
    phase: str
    options: tuple[Option, ...]
    default: c.SeatCommand

    @property
    def default_is_legal(self) -> bool:
        """Whether the default would be taken now: in a window that another seat holds it has to wait."""
        return any(option.command == c.tag_of(type(self.default)) for option in self.options)


def _each_deed(make: Callable[[SpaceIndex], c.Command]) -> Callable[[Option], list[c.Command]]:
    return lambda option: [make(deed) for deed in option.deeds]


def _each_id(make: Callable[[int], c.Command]) -> Callable[[Option], list[c.Command]]:
    return lambda option: [make(number) for number in option.ids]


def _ends(make: Callable[[int], c.Command]) -> Callable[[Option], list[c.Command]]:
    return lambda option: [make(amount) for amount in sorted({option.low, option.high})]


_SINGLE: Final[dict[str, Callable[[Option], list[c.Command]]]] = {
    "place_bid": _ends(c.PlaceBid),
    "want_buildings": _ends(c.WantBuildings),
    "choose_option": _ends(c.ChooseOption),
    "build_houses": _each_deed(lambda deed: c.BuildHouses(((deed, 1),))),
    "sell_houses": _each_deed(lambda deed: c.SellHouses(((deed, 1),))),
    "mortgage_deeds": _each_deed(lambda deed: c.MortgageDeeds((deed,))),
    "lift_mortgages": _each_deed(lambda deed: c.LiftMortgages((deed,))),
    "keep_mortgage": _each_deed(c.KeepMortgage),
    "place_building": _each_deed(c.PlaceBuilding),
    "accept_offer": _each_id(c.AcceptOffer),
    "reject_offer": _each_id(c.RejectOffer),
    "withdraw_offer": _each_id(c.WithdrawOffer),
    "withdraw_interrupt": _each_id(c.WithdrawInterrupt),
    "use_jail_card": lambda option: [c.UseJailCard(deck) for deck in option.names],
    "pay_tax": lambda option: [c.PayTax(method) for method in option.names],  # type: ignore[arg-type]  # names come from legal
    "set_stops": lambda option: [c.SetStops(True, False), c.SetStops(False, False)],
    "cast_vote": lambda option: [c.CastVote(True), c.CastVote(False)],
    "sell_group": lambda option: [c.SellGroup(group, 0) for group in option.names],
    "offer_trade": lambda option: [],
    "counter_offer": lambda option: [],
}

_PLAIN: Final[dict[str, c.Command]] = {
    c.tag_of(kind): kind()
    for kind in (
        c.RollDice, c.EndTurn, c.BuyDeed, c.DeclineDeed, c.Pass, c.PayFine, c.ClaimRent, c.HoldWindow, c.DeclareBankruptcy,
        c.Liquidate, c.Resign,
    )
}  # fmt: skip


def candidates(option: Option) -> Iterator[c.Command]:
    """The single commands that an option stands for; of a range of amounts only its ends."""
    plain = _PLAIN.get(option.command)
    if plain is not None:
        yield plain
    else:
        yield from _SINGLE[option.command](option)
