"""The command `magnate-server`, as processes."""

from __future__ import annotations

import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import trio
from click.testing import CliRunner

from engine.position import Position, SeatPosition
from protocol import messages as m
from protocol.tables import Scenario
from server.cli import EXIT_NO_DATA, EXIT_NO_PORT, main
from tests.server.certificates import issue
from tests.server.playing import catch_up, play_defaults
from tests.server.processes import COMMAND, Launch, launcher

pytestmark = pytest.mark.slow

SECONDS = 60


@pytest.fixture
async def launch() -> AsyncIterator[Launch]:
    async with launcher(SECONDS) as launch:
        yield launch


async def test_it_says_what_friends_type_and_ends_well(launch: Launch, tmp_path: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        server = await launch(tmp_path, "--name", "Den")
        assert server.said == f"Den is open on port {server.port}. Friends type:\n    magnate play 127.0.0.1:{server.port}\n"
        client = await server.connect()
        assert await server.end(number) == 0
        await client.read_to_end()
        assert client.log[-1] == m.Closing("shutdown", "the server is going down")


async def test_a_killed_server_comes_back_with_everything_that_was_told(launch: Launch, tmp_path: Path) -> None:
    server = await launch(tmp_path)
    clients = await server.game("Ann", "Bob")
    await play_defaults(clients, 12)
    asked = next(client for client in clients if client.prompts)
    prompts = asked.prompts
    reply = await asked.ask(m.Act, command=prompts[0].default, prompt=prompts[0].id, id=77)
    await catch_up(*clients)
    told = dict(clients[0].events)
    await server.end(signal.SIGKILL)

    server = await launch(tmp_path)
    again = [await server.resume(client, after=client.seq) for client in clients]
    repeated = again[asked.seat if again[0].seat == 0 else 1 - asked.seat]
    assert await repeated.ask(m.Act, command=prompts[0].default, prompt=prompts[0].id, id=77) == reply
    for client in again:
        await client.ask(m.GetState)
    assert again[0].seq > max(told)
    await play_defaults(again, 5)


async def test_one_port_has_one_server(launch: Launch, tmp_path: Path) -> None:
    server = await launch(tmp_path / "one")
    command = [*COMMAND, "--data", str(tmp_path / "two"), "--port", str(server.port)]
    second = await trio.run_process(command, capture_stderr=True, check=False)
    assert second.returncode == EXIT_NO_PORT
    assert second.stderr.decode().strip() == (
        f"Error: port {server.port} is taken: another server runs there; end that one, or choose another with --port"
    )


async def test_one_data_folder_has_one_server(launch: Launch, tmp_path: Path) -> None:
    await launch(tmp_path)
    second = await trio.run_process([*COMMAND, "--data", str(tmp_path), "--port", "0"], capture_stderr=True, check=False)
    assert second.returncode == EXIT_NO_DATA
    assert f"Error: data folder {tmp_path} is in use by" in second.stderr.decode()


async def test_test_tables_are_for_servers_that_allow_them(launch: Launch, tmp_path: Path) -> None:
    scenario = Scenario(Position((SeatPosition(), SeatPosition())), dice=((1, 2),))
    strict = await (await launch(tmp_path / "one")).connect()
    refused = await strict.create("Ann", scenario=scenario)
    assert isinstance(refused, m.Error)
    assert refused.code == "scenarios_off"
    open_minded = await (await launch(tmp_path / "two", "--allow-scenarios", "--relaxed")).connect()
    assert isinstance(await open_minded.create("Ann", scenario=scenario), m.Seated)


async def test_a_secured_server_shows_its_fingerprint_and_logs_json(launch: Launch, tmp_path: Path) -> None:
    files = issue(tmp_path / "tls", "127.0.0.1")
    certificate = ["--tls-cert", str(files.certificate), "--tls-key", str(files.key)]
    server = await launch(tmp_path / "data", *certificate, "--log-format", "json")
    assert f"magnate play 127.0.0.1:{server.port} --tls\n" in server.said
    command = [sys.executable, "-m", "client", "tables", f"127.0.0.1:{server.port}"]
    plain = await trio.run_process(command, capture_stderr=True, check=False)
    assert plain.returncode == 4
    assert b"this server speaks TLS only: connect with --tls" in plain.stderr
    secured = await trio.run_process([*command, "--tls-ca", str(files.authority)], capture_stdout=True, check=False)
    assert secured.returncode == 0
    events = [msgspec.json.decode(line)["event"] for line in server.lines()]
    assert "handshake_failed" in events
    assert "hello" in events


def test_a_certificate_needs_its_key(tmp_path: Path) -> None:
    files = issue(tmp_path, "den")
    result = CliRunner().invoke(main, ["run", "--tls-cert", str(files.certificate)])
    assert result.exit_code == 2
    assert "expected both --tls-cert and --tls-key, found one" in result.output
    result = CliRunner().invoke(main, ["run", "--tls-cert", str(files.key), "--tls-key", str(files.key)])
    assert result.exit_code == 2
    assert "can not be used with key" in result.output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["run", "--port", "70000"], "70000 is not in the range 0<=x<=65535"),
        (["run", "--name", "\x1b[2J"], "expected visible characters, found a control character"),
        (["run", "--no-such-option"], "No such option"),
    ],
)
def test_what_is_called_wrongly_is_explained(arguments: list[str], complaint: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert complaint in result.output


def test_every_command_is_listed() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    for command in ("run", "status", "check", "list", "export", "archive", "backup"):
        assert f"\n  {command} " in result.output
