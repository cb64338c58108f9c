"""The handshake of one connection, and what a certificate must be."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from protocol import messages as m
from protocol.certificates import fingerprint
from protocol.connection import Connection, Role
from server.memory_store import MemoryStore
from server.server import Server
from server.tls import HandshakeFailed, UnusableCertificate, fingerprint_of, secure, server_context
from tests.server.certificates import Files, issue
from tests.server.playing import Client


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return issue(tmp_path, "den")


def trusting(files: Files) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(files.authority))


async def test_both_sides_speak_after_the_handshake(nursery: trio.Nursery, files: Files) -> None:
    ours, theirs = memory_stream_pair()
    client = trio.SSLStream(ours, trusting(files), server_hostname="den", https_compatible=True)
    nursery.start_soon(client.do_handshake)
    secured = await secure(theirs, server_context(files.certificate, files.key), 10)
    await secured.send_all(b"hello")
    assert bytes(await client.receive_some(5)) == b"hello"
    shown = client.getpeercert(binary_form=True)
    assert shown is not None
    assert fingerprint(shown) == fingerprint_of(files.certificate)


@pytest.mark.parametrize(
    ("data", "plain"),
    [
        (b"\x00\x00\x00\x30\x84\xa4type\xa5hello", True),
        (b"GET / HTTP/1.1\r\n\r\n", True),
        (b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00", False),
    ],
)
async def test_whoever_does_not_speak_tls_is_told_from_whoever_speaks_it_badly(files: Files, data: bytes, plain: bool) -> None:
    ours, theirs = memory_stream_pair()
    await ours.send_all(data)
    with pytest.raises(HandshakeFailed) as failed:
        await secure(theirs, server_context(files.certificate, files.key), 10)
    assert failed.value.plain is plain


async def test_a_handshake_has_its_time(files: Files, autojump_clock: MockClock) -> None:
    ours, theirs = memory_stream_pair()
    with pytest.raises(HandshakeFailed, match="no handshake within 10 seconds"):
        await secure(theirs, server_context(files.certificate, files.key), 10)
    await ours.aclose()


async def test_a_server_of_tls_tells_a_plain_client_what_to_do(nursery: trio.Nursery, files: Files) -> None:
    server = Server(MemoryStore(), tls=server_context(files.certificate, files.key))
    await nursery.start(server.run)
    ours, theirs = memory_stream_pair()
    nursery.start_soon(server.serve, theirs, "10.0.0.1")
    connection = Connection(Role.CLIENT)
    connection.send(m.Hello(1, 1, 1, "old"))
    await ours.send_all(connection.data_to_send())
    client = Client(ours)
    client._conn.send(m.Hello(1, 1, 1, "old"))
    told = await client.read()
    assert told == m.Error("tls_required", "this server speaks TLS only: connect with --tls")
    await ours.aclose()
    nursery.cancel_scope.cancel()


def test_a_certificate_and_its_key_belong_together(tmp_path: Path, files: Files) -> None:
    other = issue(tmp_path / "other", "den")
    with pytest.raises(UnusableCertificate, match="can not be used with key .*: key values mismatch"):
        server_context(files.certificate, other.key)


def test_what_is_no_certificate_is_named(tmp_path: Path, files: Files) -> None:
    (tmp_path / "none.pem").write_text("nothing")
    with pytest.raises(UnusableCertificate, match="none.pem can not be used"):
        server_context(tmp_path / "none.pem", files.key)
    with pytest.raises(UnusableCertificate, match="No such file"):
        server_context(tmp_path / "missing.pem", files.key)
