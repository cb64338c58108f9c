"""Tokens, codes and seeds are in no byte that is sent to somebody else, and in no line of the log."""

from __future__ import annotations

import base64
import hashlib
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import trio

from engine.commands import Resign
from protocol import messages as m
from server.data_folder import DataFolder
from server.sqlite_reader import SECRET, read_history
from server.sqlite_schema import open_for_reading
from server.tokens import hash_code, hash_token
from tests.faults.raw import HELLO, frame
from tests.server.playing import Client, catch_up, play_defaults
from tests.server.processes import Launch, Process

pytestmark = pytest.mark.slow

CODE = "quince jelly 1931"
SLIPPED = "5109ed" * 5 + "00"


def forms(secret: bytes) -> Iterator[bytes]:
    """The ways in which a secret may be written, as bytes; its repr is what a careless log would hold."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    yield base64.b64encode(secret).rstrip(b"=")
    yield base64.urlsafe_b64encode(secret).rstrip(b"=")
    yield repr(secret)[2:-1].encode()
    yield str(int.from_bytes(secret, "big")).encode()
    yield hashlib.sha256(secret).hexdigest().encode()


def found_in(data: bytes, secrets: dict[str, bytes]) -> list[str]:
    """Which of the secrets are in some bytes, in any form."""
    return [name for name, secret in secrets.items() if any(form in data for form in forms(secret))]


def secrets_of(clients: list[Client]) -> dict[str, bytes]:
    """What is secret of people at a table with a code: the tokens as typed and as numbers, and what is stored of them."""
    secrets = {"code": CODE.encode(), "stored code": hash_code(clients[0].table, CODE)}
    for client in clients:
        secrets[f"token {client.seat}"] = client.token.encode()
        secrets[f"number of token {client.seat}"] = bytes.fromhex(client.token)
        secrets[f"stored token {client.seat}"] = hash_token(client.token)
    return secrets


def seed_of(data: Path, table: str) -> bytes:
    with closing(open_for_reading(DataFolder(data).database)) as connection:
        history = read_history(connection, table)
    assert history is not None
    return history.notes[SECRET]


async def lookers_on(server: Process, table: str) -> list[Client]:
    """A spectator, and a stranger who asks for all that a stranger may ask."""
    spectator, stranger = await server.connect(), await server.connect()
    assert isinstance(await spectator.ask(m.WatchTable, table=table, code=CODE), m.Watching)
    await stranger.ask(m.ListTables)
    for wrong in (CODE[:-1], "x"):
        await stranger.ask(m.WatchTable, table=table, code=wrong)
    await stranger.ask(m.Resume, table=table, token="0" * 32)
    return [spectator, stranger]


async def slips(server: Process, token: str) -> list[bytes]:
    """What is answered to messages that hold a token where it will not do."""
    heard = []
    for message in (
        {"type": "resume", "id": 2, "table": "nowhere", "token": token},
        {"type": "resume", "id": 2, "table": "nowhere", "token": token + "0"},
        {"type": "resume", "id": 2, "table": "nowhere", "tokn": token},
        {"type": "create_table", "id": 2, "name": "n", "player": "\x1b", "token": token},
    ):
        stream = await server.open_stream()
        await stream.send_all(frame(HELLO) + frame(message))
        await stream.send_eof()
        heard.append(b"".join([bytes(chunk) async for chunk in stream]))
    return heard


async def test_no_secret_of_a_whole_game_is_told_or_logged(launch: Launch, tmp_path: Path) -> None:
    server = await launch(tmp_path / "data", "--log-level", "DEBUG")
    clients = await server.game("Ann", "Bob", "Cid", code=CODE)
    others = await lookers_on(server, clients[0].table)
    await play_defaults(clients, 120)
    again = await server.resume(clients[1], after=clients[1].seq)
    everybody = [clients[0], again, clients[2], *others, clients[1]]
    for client in (clients[0], again, clients[2]):
        await client.ask(m.Legal)
        await client.ask(m.GetState)
    await catch_up(*everybody[:-1])
    seed = seed_of(tmp_path / "data", clients[0].table)
    for client in everybody:
        assert found_in(client.heard, {"seed": seed, **secrets_of(clients)}) == []

    answers = await slips(server, SLIPPED)
    assert all(answers)
    assert found_in(b"".join(answers), {"slipped": SLIPPED.encode()}) == []
    for client in (again, clients[2]):
        await client.ask(m.Act, command=Resign())
    await clients[0].until(lambda _: clients[0].lobby.stage == "finished")
    for client in (clients[0], again, clients[2], others[0]):
        await catch_up(client)
        assert found_in(client.heard, secrets_of(clients)) == []

    assert await server.end(signal.SIGTERM) == 0
    log = server.log.read_bytes()
    assert b"table_opened" in log
    assert b"wrong_code" in log
    assert found_in(log, {"seed": seed, "slipped": SLIPPED.encode(), **secrets_of(clients)}) == []


async def test_the_cards_to_come_have_no_order_in_what_is_told(launch: Launch, tmp_path: Path) -> None:
    """What is left of a deck is told as the deck file lists it, whatever was drawn."""
    server = await launch(tmp_path / "data")
    clients = await server.game("Ann", "Bob")
    with trio.fail_after(60):
        await play_defaults(clients, 60)
    state = await clients[0].ask(m.GetState)
    assert isinstance(state, m.TableState)
    assert state.snapshot is not None
    undrawn = state.snapshot.undrawn
    for deck, cards in state.board.decks.items():
        assert undrawn[deck] == [card.id for card in cards if card.id in undrawn[deck]]
