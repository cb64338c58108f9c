"""A game over real sockets, through a `kill -9`: what the host exports and what a player saves are the same true game."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
import trio

from client.address import Address
from client.saving import save
from client.session import Session, connected, dial_tcp
from client.transcript import Told, read
from client.verifying import verify
from engine.commands import Resign
from protocol import messages as m
from tests.server.playing import catch_up, play_defaults
from tests.server.processes import Launch, Process

pytestmark = pytest.mark.slow


async def exported(data: Path, table: str, output: Path) -> Told:
    command = [sys.executable, "-m", "server", "export", table, "--data", str(data), "--output", str(output)]
    done = await trio.run_process(command, capture_stdout=True, capture_stderr=True)
    assert done.stderr == b""
    return read(output)


async def saved(server: Process, table: str, output: Path) -> Told:
    async with connected(Session(dial_tcp(Address("127.0.0.1", server.port)))) as watcher:
        await watcher.watch(table)
        await save(watcher, output)
    return read(output)


async def test_a_game_that_was_killed_in_between_is_true(launch: Launch, tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = await launch(data)
    ann, bob = await server.connect(), await server.connect()
    await ann.create("Ann")
    await bob.join(ann.table, "Bob")
    for client, nonce in ((ann, "0a" * 16), (bob, "0b" * 16)):
        assert isinstance(await client.ask(m.GiveNonce, nonce=nonce), m.Result)
    await server.end(signal.SIGKILL)
    server = await launch(data)
    ann, bob = await server.resume(ann), await server.resume(bob)
    await bob.ask(m.SetReady, ready=True)
    assert isinstance(await ann.ask(m.StartGame), m.Result)
    await play_defaults([ann, bob], 40)
    await server.end(signal.SIGKILL)
    server = await launch(data)
    ann, bob = await server.resume(ann), await server.resume(bob)
    await catch_up(ann, bob)
    await play_defaults([ann, bob], 40)
    assert (await saved(server, ann.table, tmp_path / "running.jsonl")).seeds() == set()
    await bob.ask(m.Act, command=Resign())
    mine = await saved(server, ann.table, tmp_path / "mine.jsonl")
    assert await server.end(signal.SIGTERM) == 0
    theirs = await exported(data, ann.table, tmp_path / "theirs.jsonl")
    assert mine.transcript.header == theirs.transcript.header
    shared = min(len(mine.events), len(theirs.events))
    assert mine.transcript.records[:shared] == theirs.transcript.records[:shared]
    for told in (mine, theirs):
        assert [(check.name, check.words) for check in verify(told) if not check.ok] == []
        assert {check.name: check.words for check in verify(told)}["seats"].startswith("2 play, 2 of them added")
