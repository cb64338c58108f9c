"""A rematch: the table that follows a finished one, with the same people, seats, settings and rules. Must not play either.

The new table knows the old tokens, so whoever sat at the old one takes the same seat there by `resume`; who does not come is
treated like anybody whose connection is gone in a lobby.
"""

from __future__ import annotations

from typing import NamedTuple

import trio

from engine.ids import Seat
from protocol import lobby_events as e
from protocol.tables import Lobby
from server.chairs import Chairs
from server.config import Config
from server.creation import found_table
from server.record import Record
from server.store import Store
from server.table import Opener, Table
from server.tokens import TableCode, new_seed


class Legacy(NamedTuple):
    """What a finished table leaves to the next, and the seat that asks for it; `address` is who opened it."""

    record: Record
    chairs: Chairs
    by: Seat
    address: str
    code: TableCode | None


async def open_rematch(legacy: Legacy, table: str, store: Store, config: Config) -> Table:
    """The new table in its lobby, stored; raises `StoreUnavailable`."""
    old = legacy.record
    record = Record(table, old.board, old.settings, old.rules, new_seed())
    chairs = legacy.chairs.again(trio.current_time())
    owner = _owner(old.lobby, legacy.by)
    chair = chairs.at(owner)
    assert chair is not None  # it is the asker's, or that of a person who is here
    events = [e.TableCreated(old.settings, old.rules, record.commitment), *_seated(old.lobby), e.OwnerChanged(owner)]
    opener = Opener(legacy.address, chair.token)
    return await found_table(record, chairs, events, store, config, opener=opener, code=legacy.code)


def _owner(lobby: Lobby, by: Seat) -> Seat:
    """The old owner, if that one is here to start the next game, else whoever asks for it."""
    info = lobby.at(lobby.owner)
    return lobby.owner if info is not None and info.bot is None and info.connected else by


def _seated(lobby: Lobby) -> list[e.TableEvent]:
    """Everybody in the old seats; the people have yet to come."""
    events: list[e.TableEvent] = []
    for info in lobby.seats:
        if info.bot is not None:
            events.append(e.BotAdded(info.seat, info.player, info.bot))
        else:
            events += [e.SeatTaken(info.seat, info.player), e.PlayerDropped(info.seat, "absent")]
    return events
