"""When the seed of a table is shown: with the event after which no draw can come, never before. Must not store or send.

It stands in the same batch as that event, so that no crash comes between the two. A table that is closed after its start
shows its seed too, since whoever played there may want to know; one that never started has drawn nothing and shows none,
and neither does one that was taken out of play by a fault: its game may be taken up again.
"""

from __future__ import annotations

from engine.events import GameEnded
from protocol import lobby_events as e
from server.decisions import Events
from server.record import Record


def with_reveal(record: Record, events: Events) -> Events:
    """Events on their way into the journal, and the seed among them if they end the game."""
    if record.stage != "running" or record.scenario is not None:
        return events
    for place, event in enumerate(events):
        if isinstance(event, GameEnded):
            return [*events, e.SeedRevealed(record.seed.hex())]
        if isinstance(event, e.TableClosed):
            return [*events[:place], e.SeedRevealed(record.seed.hex()), *events[place:]]
    return events
