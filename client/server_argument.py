"""How every command names its server, `[tls://]HOST[:PORT]` with `--tls` and `--tls-ca`; arrives as one `Address`.

Must not connect: what the options say is an address and no more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, Final

import click

from client import shell_words
from client.address import Address, Tls, read_address
from protocol.messages import DEFAULT_PORT

_CERTIFICATES: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
_READ: Final[dict[str, Any]] = {"type": read_address, "shell_complete": shell_words.servers}
_USUAL: Final = f"localhost:{DEFAULT_PORT}"

Command = Callable[..., None]


def server_argument(command: Command) -> Command:
    """The server as an argument; the usual port of this computer if left out."""
    return _with_tls(command, click.argument("server", metavar="[HOST[:PORT]]", default=_USUAL, **_READ))


def server_option(command: Command) -> Command:
    """The server as `--server`, with the same default."""
    return _with_tls(command, click.option("--server", metavar="HOST[:PORT]", default=_USUAL, show_default=True, **_READ))


def perhaps_server_option(words: str) -> Callable[[Command], Command]:
    """The server as `--server`, described by `words`; None if left out."""
    option = click.option("--server", metavar="HOST[:PORT]", help=words, **_READ)
    return lambda command: _with_tls(command, option)


def _with_tls(command: Command, named: Callable[[Command], Command]) -> Command:
    @wraps(command)
    def with_address(server: Address | None, tls: bool, tls_ca: Path | None, **rest: Any) -> None:
        if tls or tls_ca is not None:
            if server is None:
                raise click.UsageError("expected --server with --tls and --tls-ca, found none")
            server = replace(server, tls=Tls(tls_ca))
        command(server=server, **rest)

    decorated: Command = with_address
    for decorate in (
        click.option("--tls-ca", type=_CERTIFICATES, help="Speak TLS; the certificate must be signed by one in this file."),
        click.option("--tls", is_flag=True, help="Speak TLS; the certificate is remembered at the first meeting."),
        named,
    ):
        decorated = decorate(decorated)
    return decorated
