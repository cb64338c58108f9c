"""A server of one's own, as a process, for as long as somebody stays."""

from __future__ import annotations

import getpass
import os
import signal
from pathlib import Path

import pytest
import trio

from client.address import Address, Tls
from client.children import ChildFailed
from client.errors import NoConnection
from client.groups import unwrapped
from client.hosting import Hosted, Hosting, hosted, log_file
from client.session import Session, connected, dial_tcp
from tests.client.terminal import HostedServer
from tests.server.certificates import issue

pytestmark = pytest.mark.slow

SECONDS = 60
HERE = "127.0.0.1"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


async def name_of(address: Address) -> str:
    with unwrapped():
        async with connected(Session(dial_tcp(address))) as session:
            return session.server


async def test_it_is_there_until_one_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "ann")
    with trio.fail_after(SECONDS):
        async with hosted(Hosting(0, HERE)) as house:
            assert house == Hosted(house.address, True, (f"magnate play {house.address}",))
            assert await name_of(house.address) == "ann's server"
        with pytest.raises(NoConnection):
            await name_of(house.address)
    assert "hello peer=127.0.0.1" in log_file().read_text()


async def test_a_name_that_is_too_long_for_a_server_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "a" * 30)
    with trio.fail_after(SECONDS):
        async with hosted(Hosting(0, HERE)) as house:
            assert await name_of(house.address) == "magnate"


async def test_one_that_runs_already_is_taken(tmp_path: Path) -> None:
    files = issue(tmp_path / "tls", HERE)
    certificate = ("--tls-cert", str(files.certificate), "--tls-key", str(files.key))
    with (
        trio.fail_after(SECONDS),
        HostedServer(str(tmp_path / "one")) as plain,
        HostedServer(str(tmp_path / "two"), "0", *certificate) as secured,
    ):
        async with hosted(Hosting(int(plain.port), HERE)) as house:
            assert house == Hosted(Address(HERE, int(plain.port)), False)
        async with hosted(Hosting(int(secured.port), HERE)) as house:
            assert house == Hosted(Address(HERE, int(secured.port), Tls()), False)
        assert await name_of(Address(HERE, int(plain.port))) == "magnate"


async def test_a_port_that_something_else_has_is_told_of() -> None:
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            (listener,) = await trio.open_tcp_listeners(0, host=HERE)

            async def speak_nonsense(stream: trio.SocketStream) -> None:
                await stream.send_all(b"SSH-2.0-OpenSSH\r\n" * 9)
                await stream.aclose()

            nursery.start_soon(trio.serve_listeners, speak_nonsense, [listener])
            port = listener.socket.getsockname()[1]
            with pytest.raises(ChildFailed, match=f"the server has ended: port {port} is taken"):
                async with hosted(Hosting(port, HERE)):
                    pass
            nursery.cancel_scope.cancel()


async def test_one_that_ends_meanwhile_is_told_of(tmp_path: Path) -> None:
    async def host() -> None:
        async with hosted(Hosting(0, HERE)):
            (lock,) = (tmp_path / "home").rglob("lock")
            os.kill(int(lock.read_text()), signal.SIGTERM)
            await trio.sleep_forever()

    with trio.fail_after(SECONDS), pytest.raises(ChildFailed, match="expected the server to stay, found its end"):
        await host()


async def test_where_no_log_can_be_kept_one_may_host(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "magnate").mkdir()
    (tmp_path / "home" / "magnate" / "log").write_text("in the way")
    with trio.fail_after(SECONDS):
        async with hosted(Hosting(0, HERE)) as house:
            assert house.ours
