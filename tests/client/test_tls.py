"""Whom a client trusts, over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

import pytest
import trio

from client.address import Address, Tls
from client.errors import NoConnection, Refused
from client.pins import Pins
from client.session import Session, connected, dial_tcp
from client.tls import Untrusted, open_socket, open_tls_stream
from server.listener import open_listeners, port_of
from server.memory_store import MemoryStore
from server.server import Server
from server.tls import fingerprint_of, server_context
from tests.server.certificates import Files, issue

SECONDS = 60
ANY = Tls()


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return issue(tmp_path / "server", "127.0.0.1")


@asynccontextmanager
async def serving(files: Files | None) -> AsyncIterator[int]:
    """A server on a free port, with TLS if there are files for it."""
    listeners = await open_listeners("127.0.0.1", 0)
    server = Server(MemoryStore(), tls=None if files is None else server_context(files.certificate, files.key))
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            await nursery.start(server.run, listeners)
            yield port_of(listeners)
            nursery.cancel_scope.cancel()


class Meet(Protocol):
    """Connects and hangs up again."""

    async def __call__(
        self, port: int, pins: Pins, tell: Callable[[str], None] = lambda words: None, *, tls: Tls = ANY
    ) -> None: ...


async def by_stream(port: int, pins: Pins, tell: Callable[[str], None] = lambda words: None, *, tls: Tls = ANY) -> None:
    stream = await open_tls_stream(Address("127.0.0.1", port, tls), tls, pins, tell)
    await stream.aclose()


async def by_socket(port: int, pins: Pins, tell: Callable[[str], None] = lambda words: None, *, tls: Tls = ANY) -> None:
    plug = await open_socket(Address("127.0.0.1", port, tls), pins, tell)
    plug.close()


@pytest.fixture(params=[by_stream, by_socket], ids=["stream", "socket"])
def meet(request: pytest.FixtureRequest) -> Meet:
    """Both ways to connect trust the same."""
    way: Meet = request.param
    return way


async def test_the_first_meeting_is_told_and_the_second_is_not(meet: Meet, files: Files, tmp_path: Path) -> None:
    pins, told = Pins(tmp_path / "known.json"), []
    async with serving(files) as port:
        await meet(port, pins, told.append)
        await meet(port, pins, told.append)
        assert pins.find(f"127.0.0.1:{port}") == fingerprint_of(files.certificate)
    assert len(told) == 1
    assert fingerprint_of(files.certificate) in told[0]


async def test_another_certificate_than_before_is_refused(meet: Meet, files: Files, tmp_path: Path) -> None:
    pins = Pins(tmp_path / "known.json")
    async with serving(files) as port:
        pins.keep(f"127.0.0.1:{port}", "AA:BB")
        with pytest.raises(Untrusted) as refused:
            await meet(port, pins)
    assert "shows another certificate than before: expected AA:BB, found" in str(refused.value)
    assert str(pins.file) in str(refused.value)
    assert refused.value.exit_code == 3
    assert pins.find(f"127.0.0.1:{port}") == "AA:BB"


async def test_without_a_readable_memory_nobody_is_trusted(meet: Meet, files: Files, tmp_path: Path) -> None:
    pins = Pins(tmp_path / "known.json")
    pins.file.write_text("?")
    async with serving(files) as port:
        with pytest.raises(Untrusted, match="can not be remembered"):
            await meet(port, pins)


async def test_an_authority_is_asked_where_one_is_named(meet: Meet, files: Files, tmp_path: Path) -> None:
    pins = Pins(tmp_path / "known.json")
    async with serving(files) as port:
        for authority, trusted in ((files.authority, True), (issue(tmp_path / "other", "x").authority, False)):
            if trusted:
                await meet(port, pins, tls=Tls(authority))
            else:
                with pytest.raises(Untrusted, match="is not to be trusted: unable to get local issuer certificate"):
                    await meet(port, pins, tls=Tls(authority))
    assert not pins.file.exists()


async def test_a_signed_certificate_must_be_for_this_name(meet: Meet, tmp_path: Path) -> None:
    files = issue(tmp_path / "server", "somewhere.else")
    async with serving(files) as port:
        with pytest.raises(Untrusted, match="is not to be trusted: IP address mismatch"):
            await meet(port, Pins(tmp_path / "known.json"), tls=Tls(files.authority))


async def test_a_file_without_certificates_is_named(meet: Meet, tmp_path: Path) -> None:
    (tmp_path / "none.pem").write_text("nothing")
    with pytest.raises(Untrusted, match="none.pem holds no certificates"):
        await meet(1, Pins(tmp_path / "known.json"), tls=Tls(tmp_path / "none.pem"))


async def test_a_server_without_tls_is_told_apart(meet: Meet, tmp_path: Path) -> None:
    async with serving(None) as port:
        with pytest.raises(NoConnection, match=f"the server at 127.0.0.1:{port} does not speak TLS: connect without --tls"):
            await meet(port, Pins(tmp_path / "known.json"))


async def test_a_client_without_tls_is_told_to_use_it(files: Files) -> None:
    async with serving(files) as port:
        with pytest.RaisesGroup(Refused, flatten_subgroups=True, allow_unwrapped=True) as refused:
            async with connected(Session(dial_tcp(Address("127.0.0.1", port)))):
                pass
    (error,) = refused.value.exceptions if isinstance(refused.value, ExceptionGroup) else (refused.value,)
    while isinstance(error, ExceptionGroup):
        (error,) = error.exceptions
    assert isinstance(error, Refused)
    assert error.code == "tls_required"


async def test_a_session_runs_over_a_secured_connection(files: Files) -> None:
    async with serving(files) as port:
        dial = dial_tcp(Address("127.0.0.1", port, Tls(files.authority)))
        async with connected(Session(dial)) as session:
            assert await session.tables() == ()


async def test_a_server_that_hangs_up_in_the_handshake_may_be_tried_again(meet: Meet, tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        listeners = await open_listeners("127.0.0.1", 0)
        nursery.start_soon(partial(trio.serve_listeners, _hang_up, listeners))
        with trio.fail_after(SECONDS), pytest.raises(ConnectionResetError, match="no secure connection"):
            await meet(port_of(listeners), Pins(tmp_path / "known.json"))
        nursery.cancel_scope.cancel()


async def _hang_up(stream: trio.SocketStream) -> None:
    await stream.receive_some(1)
    await trio.aclose_forcefully(stream)


async def test_a_socket_needs_no_tls() -> None:
    async with serving(None) as port:
        plug = await open_socket(Address("127.0.0.1", port))
        assert plug.getpeername()[1] == port
        assert not plug.getblocking()
        plug.close()
