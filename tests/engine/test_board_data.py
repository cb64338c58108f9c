"""The values that boards are made of: tags on the wire, strictness, no way to change them."""

from typing import get_args

import msgspec
import pytest

from engine.board_data import AdvanceNearest, BoardData, Card, Effect, GetOutOfJailFree, MoveRelative, Space

TAGS = {
    "advance_to": {"space": 3},
    "advance_nearest": {"kind": "utility"},
    "move_relative": {"spaces": -3},
    "move_back_to": {"space": 1},
    "collect": {"amount": 50},
    "pay": {"amount": 15},
    "pay_each_player": {"amount": 50},
    "collect_from_each_player": {"amount": 10},
    "repairs": {"per_house": 25, "per_hotel": 100},
    "get_out_of_jail_free": {},
    "go_to_jail": {},
    "pay_or_draw": {"amount": 10, "deck": "chance"},
}


def test_there_is_one_effect_for_each_tag() -> None:
    assert {effect.__struct_config__.tag for effect in get_args(Effect)} == set(TAGS)


@pytest.mark.parametrize("tag", list(TAGS))
def test_an_effect_travels_under_its_tag(tag: str) -> None:
    card = msgspec.convert({"id": "a", "text": "b", "effect": {"type": tag, **TAGS[tag]}}, Card)
    packed = msgspec.msgpack.encode(card)
    assert msgspec.msgpack.decode(packed)["effect"]["type"] == tag
    assert msgspec.msgpack.decode(packed, type=Card) == card


def test_what_an_effect_leaves_out_is_the_ordinary_case() -> None:
    assert AdvanceNearest("railroad") == AdvanceNearest("railroad", True, 1, False, 0)
    assert MoveRelative(-3).collect_go is False


def test_an_unknown_effect_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'teleport'"):
        msgspec.convert({"id": "a", "text": "b", "effect": {"type": "teleport"}}, Card)


@pytest.mark.parametrize(("field", "value"), [("type", "swamp"), ("price", "60"), ("rent", [1, "2"]), ("index", True)])
def test_a_space_of_wrong_shape_is_refused(field: str, value: object) -> None:
    raw = {"index": 1, "id": "a", "name": "A", "short": "A", "type": "street"} | {field: value}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, Space)


def test_nothing_can_be_changed() -> None:
    space = Space(0, "go", "GO", "GO", "go")
    with pytest.raises(AttributeError):
        space.price = 5  # type: ignore[misc]
    assert hash(space) == hash(Space(0, "go", "GO", "GO", "go"))


def test_a_board_without_named_editions_has_the_default_one() -> None:
    card = Card("a", "b", GetOutOfJailFree())
    data = BoardData("x", "X", "default", "$", (), (), {"chance": (card,)}, 0, None)
    assert data.editions == ("default",)
