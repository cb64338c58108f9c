"""Options: the single commands that each stands for."""

import pytest

from engine import commands as c
from engine.options import Option, candidates

DECKS = ("chance", "community_chest")
NO_SINGLE = {"offer_trade", "counter_offer"}

FULL = Option("", deeds=(1, 3), low=10, high=12, ids=(4, 7), names=("chance",))


@pytest.mark.parametrize("kind", c.SEAT_COMMANDS)
def test_every_command_of_a_seat_has_single_forms(kind: type[c.Command]) -> None:
    tag = c.tag_of(kind)
    option = Option(tag, FULL.deeds, FULL.low, FULL.high, FULL.ids, ("flat",) if tag == "pay_tax" else FULL.names)
    found = list(candidates(option))
    assert {type(command) for command in found} == (set() if tag in NO_SINGLE else {kind})


@pytest.mark.parametrize(
    ("option", "commands"),
    [
        (Option("roll_dice"), [c.RollDice()]),
        (Option("pass"), [c.Pass()]),
        (Option("place_bid", low=10, high=90), [c.PlaceBid(10), c.PlaceBid(90)]),
        (Option("place_bid", low=10, high=10), [c.PlaceBid(10)]),
        (Option("want_buildings", high=2), [c.WantBuildings(0), c.WantBuildings(2)]),
        (Option("choose_option", low=1, high=2), [c.ChooseOption(1), c.ChooseOption(2)]),
        (Option("build_houses", (1, 3)), [c.BuildHouses(((1, 1),)), c.BuildHouses(((3, 1),))]),
        (Option("sell_houses", (1,)), [c.SellHouses(((1, 1),))]),
        (Option("sell_group", names=("brown",)), [c.SellGroup("brown", 0)]),
        (Option("mortgage_deeds", (5, 15)), [c.MortgageDeeds((5,)), c.MortgageDeeds((15,))]),
        (Option("lift_mortgages", (5,), queued=True), [c.LiftMortgages((5,))]),
        (Option("keep_mortgage", (5,)), [c.KeepMortgage(5)]),
        (Option("place_building", (5,)), [c.PlaceBuilding(5)]),
        (Option("accept_offer", ids=(2, 3)), [c.AcceptOffer(2), c.AcceptOffer(3)]),
        (Option("use_jail_card", names=DECKS), [c.UseJailCard("chance"), c.UseJailCard("community_chest")]),
        (Option("pay_tax", names=("flat", "share")), [c.PayTax("flat"), c.PayTax("share")]),
        (Option("cast_vote"), [c.CastVote(True), c.CastVote(False)]),
        (Option("set_stops"), [c.SetStops(True, False), c.SetStops(False, False)]),
        (Option("counter_offer", ids=(1,)), []),
    ],
    ids=lambda value: value.command if isinstance(value, Option) else "",
)
def test_an_option_stands_for(option: Option, commands: list[c.Command]) -> None:
    assert list(candidates(option)) == commands


def test_an_option_that_is_no_command_stands_for_nothing_at_all() -> None:
    with pytest.raises(KeyError):
        list(candidates(Option("cheat")))
