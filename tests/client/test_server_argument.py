"""Naming a server, the same for every command; and every command at a server that speaks TLS only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from client.address import Address, Tls
from client.seats import Seats
from client.server_argument import perhaps_server_option, server_argument, server_option
from tests.client.terminal import HostedServer
from tests.server.certificates import issue


def found(decorate: object, *arguments: str) -> str:
    """What a command decorated like this is given, or what click says of it."""

    def command(server: Address | None) -> None:
        click.echo(repr(server))

    decorated = click.command()(decorate(command))  # type: ignore[operator]  # one of the decorators under test
    return CliRunner().invoke(decorated, arguments).output.strip()


@pytest.mark.parametrize(
    ("arguments", "address"),
    [
        ((), Address("localhost")),
        (("den:80",), Address("den", 80)),
        (("den", "--tls"), Address("den", tls=Tls())),
        (("tls://den",), Address("den", tls=Tls())),
        (("--tls-ca", __file__, "den"), Address("den", tls=Tls(Path(__file__)))),
        (("--tls-ca", __file__, "tls://den"), Address("den", tls=Tls(Path(__file__)))),
    ],
)
def test_argument_and_option_mean_the_same(arguments: tuple[str, ...], address: Address) -> None:
    assert found(server_argument, *arguments) == repr(address)
    options = [word if word.startswith(("-", "/")) else f"--server={word}" for word in arguments]
    assert found(server_option, *options) == repr(address)


def test_no_server_may_be_meant() -> None:
    perhaps = perhaps_server_option("Where to play.")
    assert found(perhaps) == "None"
    assert found(perhaps, "--server", "den", "--tls") == repr(Address("den", tls=Tls()))
    assert "expected --server with --tls and --tls-ca, found none" in found(perhaps, "--tls")
    assert "Where to play." in found(perhaps, "--help")


def test_a_wrong_address_is_an_error_of_usage() -> None:
    assert "expected a port from 1 to 65535, found 'none'" in found(server_argument, "den:none")


@pytest.mark.slow
def test_every_command_speaks_tls(tmp_path: Path) -> None:
    files = issue(tmp_path / "files", "127.0.0.1")
    scenario, script = tmp_path / "one.toml", tmp_path / "one.magnate"
    scenario.write_text('id = "one"\n[[seat]]\n[[seat]]\n[[step]]\nexpect = ["turn A"]\n')
    script.write_text("ann: create seats=2 dice=1-2\n")
    options = ["--allow-scenarios", "--tls-cert", str(files.certificate), "--tls-key", str(files.key)]
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path)}

    def ends(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "client", *arguments]
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False, env=env
        )
        return ended.returncode, ended.stdout + ended.stderr

    with HostedServer(str(tmp_path / "data"), "0", *options) as server:
        for command in (
            ("tables", server.address),
            ("pipe", server.address),
            ("load", server.address, "--tables", "2", "--warm-up", "0", "--seconds", "0.2"),
            ("scenario", "run", str(scenario), "--server", server.address),
            ("script", str(script), "--server", server.address),
        ):
            code, said = ends(*command)
            assert code in (3, 4), said
            assert "this server speaks TLS only: connect with --tls (tls_required)" in said
            assert ends(*command, "--tls-ca", str(files.authority))[0] == 0
            code, said = ends(*command, "--tls")
            assert code == 0, said
            assert ("first meeting" in said) is (command[0] == "tables")


def test_a_shell_completes_servers_where_one_has_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seats, "servers", lambda seats: ["den:80", "attic:81"])
    for decorate in (server_argument, server_option, perhaps_server_option("Where to play.")):
        command = click.command()(decorate(lambda server: None))
        parameter = next(found for found in command.params if found.name == "server")
        assert [item.value for item in parameter.shell_complete(click.Context(command), "d")] == ["den:80"]
