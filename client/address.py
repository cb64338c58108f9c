"""Where a server is, read from `[tls://]HOST[:PORT]`; must not look anything up."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import click

from protocol.messages import DEFAULT_PORT

_SCHEME: Final = "tls://"


class InvalidAddress(ValueError):
    """A text that names no host and port."""


@dataclass(frozen=True)
class Tls:
    """Speak TLS: the certificate must be signed by `authority`, a PEM file, or else be the one that is remembered."""

    authority: Path | None = None


@dataclass(frozen=True)
class Address:
    """A host, by name or number, its TCP port, and whether to speak TLS there."""

    host: str
    port: int = DEFAULT_PORT
    tls: Tls | None = None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def typed(self) -> str:
        """The shortest text that `parse_address` reads as this address; an authority for TLS is not part of it."""
        scheme = _SCHEME if self.tls is not None else ""
        return scheme + (self.host if self.port == DEFAULT_PORT else str(self))


def parse_address(text: str) -> Address:
    """`HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT` or a bare IPv6 address, `tls://` before it; raises `InvalidAddress`."""
    bare = text.strip()
    tls = Tls() if bare.startswith(_SCHEME) else None
    host, port = _split(bare.removeprefix(_SCHEME))
    if not host or any(char.isspace() for char in host):
        raise InvalidAddress(f"expected HOST[:PORT], found {text!r}")
    if port is None:
        return Address(host, tls=tls)
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise InvalidAddress(f"expected a port from 1 to 65535, found {port!r}")
    return Address(host, int(port), tls)


def read_address(text: str) -> Address:
    """An address on the command line; a wrong one is an error of usage, so it raises `click.BadParameter`."""
    try:
        return parse_address(text)
    except InvalidAddress as error:
        raise click.BadParameter(str(error)) from None


def read_interface(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """The address of a network interface on the command line, if one is given; raises `click.BadParameter`."""
    try:
        return None if text is None else str(ip_address(text))
    except ValueError:
        raise click.BadParameter(f"expected an address of this computer such as 192.168.1.5, found {text!r}") from None


interface_option = click.option(
    "--interface", callback=read_interface, metavar="ADDRESS", envvar="MAGNATE_INTERFACE",
    help="Keep to the network interface that has this address.  [default: all]",
)  # fmt: skip
"""To which part of the network a command keeps."""


def _split(text: str) -> tuple[str, str | None]:
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise InvalidAddress(f"expected [ADDRESS] or [ADDRESS]:PORT, found {text!r}")
        return host, rest[1:] if rest else None
    if text.count(":") > 1:
        return text, None
    host, colon, port = text.partition(":")
    return host, port if colon else None
