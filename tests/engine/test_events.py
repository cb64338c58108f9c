"""Events as declarations: one stable name each, declared once, the same after wire and journal."""

from typing import get_args

import msgspec
import pytest

from engine import events as e
from engine.apply import APPLY
from engine.commands import SEAT_COMMANDS, TABLE_COMMANDS, snake_case, tag_of
from engine.ruleset import load_ruleset
from tests.engine.positions import play

DECODER = msgspec.msgpack.Decoder(e.AnyEvent)


def test_every_event_is_declared_once() -> None:
    found = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, e.Event)} - {e.Event}
    assert set(e.EVENTS) == found
    assert len(set(e.EVENTS)) == len(e.EVENTS)


def test_every_event_has_an_effect_on_the_state() -> None:
    assert set(APPLY) == set(e.EVENTS)


def test_every_tag_names_one_event_and_no_command() -> None:
    tags = [kind.__struct_config__.tag for kind in e.EVENTS]
    assert tags == [snake_case(kind.__name__) for kind in e.EVENTS]
    assert len(set(tags)) == len(tags)
    assert not set(tags) & {tag_of(command) for command in (*SEAT_COMMANDS, *TABLE_COMMANDS)}


@pytest.mark.parametrize("preset", ["official", "magnate", "wikibook_early", "short"])
def test_the_events_of_a_game_are_the_same_after_the_wire(preset: str) -> None:
    _, log = play(load_ruleset(preset), 4, seed=11, steps=500)
    assert len({type(event) for event in log}) > 25
    for event in log:
        assert DECODER.decode(msgspec.msgpack.encode(event)) == event


def test_money_says_why_it_moved_in_words_of_the_list() -> None:
    paid = {event.reason for event in play(load_ruleset("official"), 4, seed=5, steps=900)[1] if isinstance(event, e.MoneyPaid)}
    assert {"salary", "purchase", "rent"} <= paid <= set(get_args(e.Reason))


def test_an_event_never_changes() -> None:
    with pytest.raises(AttributeError):
        e.BidPassed(1).seat = 2  # type: ignore[misc]
