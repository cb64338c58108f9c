"""What a table says to those who sit or look on: updates, states, questions, summaries. Must not send or change anything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.ids import Seat
from engine.legal import prompt_of
from engine.options import Prompt
from protocol import messages as m
from protocol.codec import SERVER_FRAME
from protocol.lobby_events import TableEvent
from protocol.tables import MAX_SAFE, TableSummary, Waiting
from protocol.transcripts import decode_event
from server.clocks import Clocks
from server.record import Record
from server.store import Excerpt

_CHAPTER: Final = SERVER_FRAME // 2  # bytes of stored events in one message


def update(record: Record, clocks: Clocks, now: float, first: int, events: Iterable[TableEvent]) -> m.Update:
    """Events numbered from `first`, and the table after them; the same for everybody, to be encoded once."""
    return m.Update(first, tuple(events), record.phase, record.turn, _waiting(record, clocks, now))


def table_state(record: Record, clocks: Clocks, now: float, request: int | None = None) -> m.TableState:
    """The whole table, asked for by `request` or unasked."""
    state = record.state
    return m.TableState(
        record.table,
        record.seq,
        record.settings,
        record.board.data,
        record.rules,
        record.lobby,
        snapshot=None if state is None else state.snapshot(),
        phase=record.phase,
        turn=record.turn,
        waiting=_waiting(record, clocks, now),
        in_reply_to=request,
    )


def history(found: Excerpt, request: m.GetHistory) -> m.History:
    """The reply to a request for a history: as much of what was found as one message may hold."""
    events: list[TableEvent] = []
    size = 0
    for entry in found.entries:
        size += len(entry.body)
        if size > _CHAPTER and events:
            break
        events.append(decode_event(entry.body))
    return m.History(request.id, min(request.after + 1, MAX_SAFE), int(found.created), tuple(events))


def open_prompts(record: Record, seat: Seat) -> tuple[Prompt, ...]:
    """The questions that are open to a seat; the engine asks one at a time."""
    state = record.state
    prompt = None if state is None else prompt_of(state, seat)
    return () if prompt is None else (prompt,)


def summary(record: Record) -> TableSummary:
    """The table's line in the list of tables."""
    return TableSummary(
        record.table,
        record.settings.name,
        record.stage,
        record.settings.seats,
        tuple(info.player for info in record.lobby.seats),
        record.rules.preset,
        record.settings.code,
        tuple(info.seat for info in record.lobby.seats if info.open),
    )


def _waiting(record: Record, clocks: Clocks, now: float) -> tuple[Waiting, ...]:
    return tuple(Waiting(seat, clocks.left(seat, now)) for seat in record.asked())
