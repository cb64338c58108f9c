"""Opening a table, and taking one up again that the store has: from a request or stored bytes to a `Table`.

Must not run the table. A stored table is a header (its board), notes (secrets, chairs, clocks) and its events; folding
these gives the same questions, ids and dice to come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.board import Board, InvalidBoard, own_board
from engine.errors import InvalidPosition
from engine.position import build_state
from engine.ruleset import InvalidRuleset, Ruleset, board_of, load_ruleset, presets, validate
from protocol import lobby_events as e
from protocol import messages as m
from protocol.errors import BadName
from protocol.names import same_name, table_name
from protocol.tables import Settings
from protocol.transcripts import decode_event, decode_header, encode_header
from server import seating
from server.chairs import Chairs
from server.clocks import Clocks
from server.config import Config
from server.funnel import Funnel
from server.record import Record
from server.refusal import Refused
from server.store import Store, StoredTable
from server.table import Opener, Table
from server.table_journal import TableJournal, entries_of
from server.tokens import TableCode, hash_code, hash_token, new_seed
from server.unrecorded import Unrecorded

_MINUTE: Final = 60.0


async def open_table(request: m.CreateTable, table: str, store: Store, config: Config, address: str) -> Table:
    """A new table with its owner in seat 0, stored; raises `Refused`, or `StoreUnavailable`."""
    rules, board = _rules(request)
    settings = _settings(request, rules, config)
    _check_position(request, board, rules)
    record = Record(table, board, settings, rules, new_seed(), request.scenario)
    chairs = Chairs()
    opener = Opener(address, hash_token(request.token))
    chairs.sit(0, opener.token)
    code = None if request.code is None else TableCode(table, hash_code(table, request.code))
    where = store if request.scenario is None else Unrecorded()
    return await found_table(record, chairs, _first_events(record, request), where, config, opener=opener, code=code)


async def found_table(
    record: Record,
    chairs: Chairs,
    events: Sequence[e.TableEvent],
    store: Store,
    config: Config,
    *,
    opener: Opener,
    code: TableCode | None,
) -> Table:
    """A table that begins with these events, stored; raises `StoreUnavailable`."""
    first = record.seq + 1
    for event in events:
        record.count(event)
    header = encode_header(record.board.data)
    await store.create(record.table, header, _notes(record, chairs, code, opener), entries_of(first, events))
    clocks = _clocks(record.settings, record.rules, config)
    funnel = Funnel(record, chairs, clocks, TableJournal(store, record.table, config.times.retry))
    return Table(funnel, config, opener=opener, code=code)


def restore_table(stored: StoredTable, store: Store, config: Config) -> Table:
    """A table out of the store; raises `ValueError` (`msgspec` errors are such) or whatever an unfitting event brings about."""
    if stored.problem is not None:
        raise ValueError(stored.problem)
    notes = stored.notes
    record = _folded(stored)
    clocks = _clocks(record.settings, record.rules, config)
    if "clocks" in notes:
        clocks.restore(notes["clocks"])
    chairs = Chairs.restored(notes["tokens"], stored.replies)
    funnel = Funnel(record, chairs, clocks, TableJournal(store, stored.table, config.times.retry))
    opener = msgspec.msgpack.decode(notes["opener"], type=Opener)
    return Table(funnel, config, opener=opener, code=_code(stored), restored=True)


def _code(stored: StoredTable) -> TableCode | None:
    found = stored.notes.get("code")
    return None if found is None else TableCode(stored.notes.get("code_of", stored.table.encode()).decode(), found)


def _folded(stored: StoredTable) -> Record:
    events = [decode_event(entry.body) for entry in stored.entries]
    created = events[0] if events else None
    if not isinstance(created, e.TableCreated):
        raise ValueError(f"table {stored.table}: expected table_created first, found {type(created).__name__}")
    record = Record(stored.table, _board(stored.header), created.settings, created.rules, stored.notes["secret"])
    if created.commitment not in (None, record.commitment):
        raise ValueError(f"table {stored.table}: expected the seed that its commitment was made of, found another")
    for entry, event in zip(stored.entries, events, strict=True):
        record.fold(event)
        if record.seq != entry.seq:
            raise ValueError(f"table {stored.table}: expected event {record.seq}, found {entry.seq}")
    record.resume_chance()
    return record


@lru_cache(maxsize=64)
def _board(header: bytes) -> Board:
    """Tables with the same header share one board."""
    return Board(decode_header(header))


def _rules(request: m.CreateTable) -> tuple[Ruleset, Board]:
    """The ruleset and the board that it is for; a board of the owner's own takes the place of the one that rules name."""
    try:
        rules = load_ruleset(request.preset, request.overrides)
        if request.board is None:
            board = board_of(rules)
        else:
            board = own_board(request.board, "the board")
            rules = replace(rules, board=board.data.id, edition=board.data.edition)
        validate(rules, board)
    except InvalidRuleset as error:
        raise Refused("bad_rules", str(error), field="overrides") from None
    except InvalidBoard as error:
        raise Refused("bad_board", str(error), field="board") from None
    return (rules if request.rules_name is None else replace(rules, preset=_own_name(request.rules_name))), board


def _own_name(raw: str) -> str:
    """The name of a ruleset that is none of the presets, and does not pass for one."""
    name = _clean(raw, "bad_rules", "rules_name")
    for preset in presets():
        if same_name(name, preset):
            problem = f"expected a name unlike that of the preset {preset}, found {name}"
            raise Refused("bad_rules", problem, field="rules_name")
    return name


def _clean(raw: str, code: str, field: str) -> str:
    try:
        return table_name(raw)
    except BadName as error:
        raise Refused(code, str(error), field=field) from None


def _settings(request: m.CreateTable, rules: Ruleset, config: Config) -> Settings:
    name = _clean(request.name, "bad_name", "name")
    scenario = request.scenario
    if scenario is not None and not config.allow_scenarios:
        raise Refused("scenarios_off")
    seats = min(request.seats, rules.max_players) if scenario is None else len(scenario.position.seats)
    clock = request.clock if scenario is None else None
    return Settings(name, seats, clock, request.code is not None, request.private, scenario is not None)


def _check_position(request: m.CreateTable, board: Board, rules: Ruleset) -> None:
    if request.scenario is not None:
        try:
            build_state(request.scenario.position, board, rules)
        except InvalidPosition as error:
            raise Refused("bad_position", str(error), field="scenario.position") from None


def _first_events(record: Record, request: m.CreateTable) -> list[e.TableEvent]:
    """The owner's events and the bots'; judged one after the other on the lobby that they make."""
    owner = seating.name_for(record.lobby, request.player)
    events: list[e.TableEvent] = [
        e.TableCreated(record.settings, record.rules, record.commitment),
        e.SeatTaken(0, owner),
        e.OwnerChanged(0),
    ]
    if len(request.bots) >= record.settings.seats:
        raise Refused("table_full", f"{record.settings.seats} seats, one of them the owner's, found {len(request.bots)} bots")
    names = [owner]
    for level in request.bots:
        seating.need_level(level)
        names.append(seating.bot_name(names))
        events.append(e.BotAdded(len(names) - 1, names[-1], level))
    return events


def _notes(record: Record, chairs: Chairs, code: TableCode | None, opener: Opener) -> Mapping[str, bytes]:
    notes = {"secret": record.seed, "tokens": chairs.note(), "opener": msgspec.msgpack.encode(opener)}
    return notes if code is None else {**notes, "code": code.hash, "code_of": code.table.encode()}


def _clocks(settings: Settings, rules: Ruleset, config: Config) -> Clocks:
    if settings.test:
        return Clocks(None, grace=inf, away=inf)
    return Clocks(
        settings.clock,
        grace=config.times.grace,
        away=config.times.away,
        limit=rules.early_end_value * _MINUTE if rules.early_end == "time" else inf,
        extension=rules.bid_extension,
        claim=rules.rent_claim_seconds,
    )
