"""The union of all events of a table."""

from typing import get_args

import msgspec
from hypothesis import given

from engine.events import EVENTS
from protocol.lobby_events import LOBBY_EVENTS, LobbyEvent, TableEvent
from tests.protocol.strategies import values


def test_every_event_of_both_kinds_is_in_the_union_under_a_tag_of_its_own() -> None:
    members = get_args(TableEvent)
    assert set(members) == {*EVENTS, *LOBBY_EVENTS}
    assert len({kind.__struct_config__.tag for kind in members}) == len(members)


def test_no_lobby_event_is_forgotten() -> None:
    assert set(LobbyEvent.__subclasses__()) == set(LOBBY_EVENTS)


@given(values(TableEvent))
def test_events_come_back_as_they_were(event: TableEvent) -> None:
    assert msgspec.convert(msgspec.to_builtins(event), TableEvent) == event
