"""The command line `magnate-server`: runs a server, and looks after its data folder. Must not hold logic of either."""

from __future__ import annotations

import gc
import resource
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import trio

from protocol.errors import BadName
from protocol.messages import DEFAULT_PORT
from protocol.names import table_name
from server import maintenance, running
from server.addresses import lan_addresses, lines_to_type
from server.config import KIB, Config, ServerLimits, Times
from server.data_folder import DataFolder, UnusableData
from server.help_pages import explain
from server.listener import CannotListen, PortTaken
from server.logs import LogFormat, configure
from server.running import Setup
from server.status import status
from server.store import StoreFailed
from server.tls import UnusableCertificate, fingerprint_of, server_context

EXIT_NO_PORT: Final = 3
EXIT_NO_DATA: Final = 4

_LIMITS: Final = ServerLimits()
_TIMES: Final = Times()
_OWN_FILES: Final = 32  # files that a server has open besides its connections, and some to turn others away
_COLLECT: Final = (50_000, 5, 5)  # see `gc.set_threshold`
_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)


class NoPort(click.ClickException):
    """The port can not be had."""

    exit_code = EXIT_NO_PORT


class NoData(click.ClickException):
    """The data folder can not be used, or not any more."""

    exit_code = EXIT_NO_DATA


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="magnate", prog_name="magnate-server")
def main() -> None:
    """The server of Magnate, a Monopoly-style game for a local network."""


@main.command()
@click.option("--host", help="The one address to listen on; if not given, all of this machine, IPv4 and IPv6.")
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0: any free one.")
@maintenance.data_option
@click.option("--name", default="magnate", show_default=True, help="What clients are shown as the server's name.")
@click.option("--allow-scenarios", is_flag=True, help="Let clients open test tables with positions and dice of their own.")
@click.option("--relaxed", is_flag=True, help="Do not wait for the disk: a crash of the machine may undo what was seen.")
@click.option("--connections", type=click.IntRange(1), default=_LIMITS.connections, show_default=True, help="At most.")
@click.option("--per-address", type=click.IntRange(1), default=_LIMITS.per_address, show_default=True, help="Connections.")
@click.option("--rate", type=click.FloatRange(1), default=_LIMITS.rate, show_default=True, help="Messages a second.")
@click.option(
    "--unread", type=click.IntRange(64), default=_LIMITS.outbox // KIB, show_default=True, help="KiB a client may leave."
)
@click.option("--idle", type=click.FloatRange(0), default=_TIMES.idle, help="Seconds of silence.  [default: for ever]")
@click.option("--tls-cert", type=_FILE, help="Speak TLS only, with this certificate (PEM, with its chain).")
@click.option("--tls-key", type=_FILE, help="The key of the certificate (PEM, without a password).")
@click.option("--keep-days", type=click.FloatRange(0), default=30, show_default=True, help="Then ended tables are archived.")
@click.option("--health-port", type=click.IntRange(0, 65535), help="For /healthz and /metrics, on this machine only.")
@click.option("--no-announce", is_flag=True, help="Do not tell the local network (mDNS) that this server is here.")
@click.option("--log-level", type=click.Choice(["DEBUG", "INFO", "WARNING", "ERROR"]), default="INFO", show_default=True)
@click.option("--log-format", type=click.Choice(["human", "json"]), default="human", show_default=True)
def run(
    host: str | None,
    port: int,
    folder: DataFolder,
    relaxed: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    keep_days: float,
    health_port: int | None,
    no_announce: bool,
    log_level: str,
    log_format: LogFormat,
    **options: Any,
) -> None:
    """Run a server until it is interrupted.

    Ends with 0 after SIGINT or SIGTERM, with 3 if a port can not be had, and with 4 if the data folder can not be used.
    """
    configure(log_level, log_format)
    with _explained():
        config = _config(_allow_open_files(), **options)
        tls = _tls(tls_cert, tls_key)
        proof = None if tls_cert is None else fingerprint_of(tls_cert)
        announce = partial(_announce, config.name, host, proof)
        setup = Setup(config, folder, host, port, announce, relaxed, tls, health_port, keep_days, not no_announce)
        _spare_collector()
        trio.run(running.run, setup)


def _spare_collector() -> None:
    """Look for garbage in cycles less often: with a thousand tables that took longer than all they decide.

    What a thousand tables have in hand at the moment is some ten thousand objects, none of them garbage.
    """
    gc.freeze()
    gc.set_threshold(*_COLLECT)


def _allow_open_files() -> int:
    """Raise the number of files that this process may have open, sockets among them, as far as the system lets it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def _config(
    files: int, *, name: str, allow_scenarios: bool, connections: int, per_address: int, rate: float, unread: int, idle: float
) -> Config:
    """What was asked for, with no more connections than there can be open files; raises `BadName`."""
    limits = replace(
        _LIMITS,
        connections=min(connections, max(1, files - _OWN_FILES)),
        per_address=per_address,
        rate=rate,
        burst=max(_LIMITS.burst, round(2 * rate)),
        outbox=unread * KIB,
    )
    return Config(table_name(name), allow_scenarios, limits, replace(_TIMES, idle=idle))


def _tls(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise click.UsageError("expected both --tls-cert and --tls-key, found one")
    return server_context(certificate, key)


def _announce(name: str, host: str | None, proof: str | None, port: int) -> None:
    told = [f"{name} is open on port {port}. Friends type:"]
    told += [f"    {line}{'' if proof is None else ' --tls'}" for line in lines_to_type(host, port, lan_addresses())]
    if proof is not None:
        told += ["The certificate's SHA-256, which they are shown:", f"    {proof}"]
    click.echo("\n".join(told))  # at once, so that a program that reads one line has them all
    sys.stdout.flush()


@contextmanager
def _explained() -> Iterator[None]:
    """Tell in one line why the server can not start or go on."""
    try:
        yield
    except BadName as error:
        raise click.BadParameter(str(error), param_hint="--name") from None
    except UnusableCertificate as error:
        raise click.UsageError(str(error)) from None
    except (PortTaken, CannotListen, UnusableData, ExceptionGroup) as error:
        cause = _first(error)
        if isinstance(cause, (PortTaken, CannotListen)):
            raise NoPort(str(cause)) from None
        if isinstance(cause, (UnusableData, StoreFailed)):
            raise NoData(str(cause)) from None
        raise


def _first(error: Exception) -> Exception:
    """The first error in the groups that nurseries make."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


for _command in (*maintenance.commands, status):
    main.add_command(_command)
explain(main)
