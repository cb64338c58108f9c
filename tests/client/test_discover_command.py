"""`magnate discover`, as a process beside real servers, on the loopback interface alone."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from client.address import Address, Tls
from client.discover_command import render_servers
from client.discovery import FoundServer
from protocol.announcement import Announcement
from tests.client.terminal import HostedServer


def discover(*arguments: str, missing: str = "") -> subprocess.CompletedProcess[str]:
    program = f"import sys; sys.modules.update(dict.fromkeys({missing.split()!r})); from client.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, "discover", *arguments],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "MAGNATE_INTERFACE": "127.0.0.1"},
    )  # fmt: skip


def test_each_server_is_a_line() -> None:
    den = FoundServer(Announcement("Den", "1.0", open=2, code="some"), (Address("192.168.1.5"), Address("fd00::5")))
    new = FoundServer(Announcement("新しい", "9.1", low=8, high=9, tls=True), (Address("192.168.1.7", 4000, Tls()),))
    assert render_servers([den, new]) == [
        "NAME    ADDRESS                 OPEN  CODE  TLS  VERSION",
        "Den     192.168.1.5             2     some  no   1.0",
        "新しい  tls://192.168.1.7:4000  0     none  yes  9.1, another protocol",
    ]
    assert [line.split()[0] for line in render_servers([den, new], ["1", "2"])] == ["NAME", "1", "2"]


@pytest.mark.slow
def test_servers_of_one_name_are_all_found(tmp_path: Path) -> None:
    name = f"Den {secrets.token_hex(4)}"
    options = ("--name", name)
    with (
        HostedServer(str(tmp_path / "one"), "0", *options, announced=True) as one,
        HostedServer(str(tmp_path / "two"), "0", *options, announced=True) as two,
        HostedServer(str(tmp_path / "silent"), "0", *options) as silent,
    ):
        told = discover("--json")
        lines = [line for line in told.stdout.splitlines() if name in line]
        found = {record["addresses"][0]: record for record in map(msgspec.json.decode, lines)}
        assert (told.returncode, told.stderr) == (0, "")
        assert set(found) == {f"localhost:{server.port}" for server in (one, two)}
        record = found[f"localhost:{one.port}"]
        assert (record["open"], record["code"], record["tls"]) == (0, "none", False)
        assert silent.port not in told.stdout
        (line,) = (line for line in discover().stdout.splitlines() if f"localhost:{two.port} " in line)
        assert line.startswith(f"{name}  localhost:{two.port}")


@pytest.mark.slow
def test_where_the_network_can_not_be_asked_it_is_told_in_a_line() -> None:
    told = discover(missing="zeroconf")
    assert (told.returncode, told.stdout) == (3, "")
    assert told.stderr.startswith("error: the network can not be asked for servers: the library zeroconf is not installed; ")
    assert "magnate play 192.168.1.5" in told.stderr
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.slow
def test_an_interface_is_an_address() -> None:
    told = discover("--interface", "eth0")
    assert told.returncode == 2
    assert "expected an address of this computer such as 192.168.1.5, found 'eth0'" in told.stderr


@pytest.mark.slow
def test_where_nobody_is_found_it_is_told_what_to_do(tmp_path: Path) -> None:
    program = (
        "from client import discovery; discovery.SERVICE = '_mnobody._tcp.local.'\n"
        "from client.cli import main; main(['discover', '--seconds', '0.1', '--interface', '127.0.0.1'])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stdout) == (3, "")
    assert told.stderr.startswith("error: no server was found in the network; whoever hosts one sees a line like `magnate")
    assert len(told.stderr.splitlines()) == 1
