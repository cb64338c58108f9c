"""Commands as declarations: one stable name each, declared once, and the same after the wire."""

from typing import get_args

import msgspec
import pytest

from engine import commands as c

ALL = (*c.SEAT_COMMANDS, *c.TABLE_COMMANDS)
THINGS = c.Things(20, (1, 3), ("chance",))

EXAMPLES: tuple[c.Command, ...] = (
    c.RollDice(), c.EndTurn(), c.BuyDeed(), c.DeclineDeed(), c.PlaceBid(10), c.Pass(), c.Pass(12), c.BuildHouses(((1, 2),)),
    c.SellHouses(((1, 2), (3, 1))), c.SellGroup("brown", 0), c.MortgageDeeds((5,)), c.LiftMortgages((5, 15)),
    c.KeepMortgage(), c.KeepMortgage(5), c.PayFine(), c.UseJailCard(), c.UseJailCard("chance"), c.PayTax("share"),
    c.ChooseOption(2), c.ClaimRent(), c.WantBuildings(3), c.PlaceBuilding(1), c.OfferTrade(1, THINGS, c.Things()),
    c.CounterOffer(4, THINGS, THINGS), c.AcceptOffer(1), c.RejectOffer(1), c.WithdrawOffer(1), c.HoldWindow(),
    c.SetStops(True, False), c.DeclareBankruptcy(), c.Liquidate(), c.Resign(), c.CastVote(True), c.WithdrawInterrupt(1),
    c.TimeOut(2), c.ExpireOffer(3), c.CallEnd("host"),
)  # fmt: skip


def subclasses(base: type) -> set[type]:
    return {kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, base) and kind is not base}


@pytest.mark.parametrize(
    ("name", "tag"), [("RollDice", "roll_dice"), ("Pass", "pass"), ("UseJailCard", "use_jail_card"), ("Resign", "resign")]
)
def test_a_class_name_becomes_a_tag(name: str, tag: str) -> None:
    assert c.snake_case(name) == tag


def test_every_command_is_either_a_seats_or_the_tables() -> None:
    assert set(ALL) == subclasses(c.Command)
    assert len(set(ALL)) == len(ALL)


def test_every_tag_names_one_command() -> None:
    assert len({c.tag_of(kind) for kind in ALL}) == len(ALL)
    assert [c.tag_of(kind) for kind in ALL] == [kind.__struct_config__.tag for kind in ALL]


def test_what_may_wait_for_a_window_is_what_moves_assets() -> None:
    assert {c.tag_of(kind) for kind in c.ASSET_COMMANDS} == {
        "build_houses", "sell_houses", "sell_group", "mortgage_deeds", "lift_mortgages", "accept_offer",
    }  # fmt: skip
    assert set(c.SEAT_COMMANDS) > c.ASSET_COMMANDS == set(get_args(c.AssetCommand))


def test_the_examples_leave_no_command_out() -> None:
    assert {type(example) for example in EXAMPLES} == set(ALL)


@pytest.mark.parametrize("command", EXAMPLES, ids=lambda command: c.tag_of(type(command)))
def test_a_command_is_the_same_after_the_wire(command: c.Command) -> None:
    data = msgspec.msgpack.encode(command)
    assert msgspec.msgpack.decode(data, type=c.SeatCommand | c.TableCommand) == command
    assert msgspec.msgpack.decode(data)["type"] == c.tag_of(type(command))


@pytest.mark.parametrize(
    "message",
    [
        {"type": "roll_dice", "dice": [6, 6]},
        {"type": "place_bid"},
        {"type": "place_bid", "amount": "60"},
        {"type": "place_bid", "amount": 60.5},
        {"type": "pay_tax", "method": "none"},
        {"type": "offer_trade", "to": 1, "give": {"houses": 2}, "get": {}},
        {"type": "cheat"},
        {},
    ],
)
def test_what_is_no_command_does_not_become_one(message: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(message, c.SeatCommand)


def test_the_tables_commands_are_none_of_a_seat() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "time_out", "seat": 0}, c.SeatCommand)


def test_a_command_never_changes() -> None:
    with pytest.raises(AttributeError):
        c.PlaceBid(10).amount = 20  # type: ignore[misc]


def test_empty_things_take_no_room() -> None:
    assert msgspec.to_builtins(c.Things()) == {}
    assert c.Things() == c.Things(0, (), ())
