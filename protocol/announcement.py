"""What a server tells the local network of itself by mDNS: the kind of service, and its text. Must not know a socket.

A service of DNS-SD (RFC 6763) has a name that nobody else bears, the name of a host with its addresses, a port, and a text of
`key=value` strings; here it is the text that people are shown. Whoever reads one has it from a stranger: `read` lets nothing
through that a server of this game would not say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from protocol.errors import BadName
from protocol.messages import VERSION
from protocol.names import table_name
from protocol.tables import MAX_SAFE

SERVICE: Final = "_magnate._tcp.local."
"""The kind of service that servers are."""

_LOOPBACK: Final = "127.0.0.1"

_LONGEST: Final = 255
"""The bytes that one string of the text has, its key among them."""

Codes: TypeAlias = Literal["none", "some", "all"]
"""Which of the open tables ask for a code."""

_Version: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=65535)]


class BadAnnouncement(ValueError):
    """A text that no server of this game says."""


class Announcement(msgspec.Struct, frozen=True):
    """What a server says: its name, its release, the protocol versions it speaks, how many tables are open, how to come in.

    `open` counts the tables of the list that have a free seat in their lobby.
    """

    name: str
    version: Annotated[str, msgspec.Meta(max_length=32, pattern=r"^[0-9A-Za-z.+!-]+$")]
    low: _Version = VERSION
    high: _Version = VERSION
    open: Annotated[int, msgspec.Meta(ge=0, le=MAX_SAFE)] = 0
    code: Codes = "none"
    tls: bool = False

    @property
    def speaks_ours(self) -> bool:
        """Whether a client of this release can talk to it."""
        return self.low <= VERSION <= self.high

    def text(self) -> dict[str, str]:
        """The text of the service."""
        fields = msgspec.structs.asdict(self)
        return {key: _fit(key, str(value).lower() if isinstance(value, bool) else str(value)) for key, value in fields.items()}


def interfaces_of(addresses: Iterable[IPv4Address | IPv6Address]) -> list[str]:
    """The network interfaces of these addresses, each by one of them; the loopback interface takes multicast by IPv4 alone."""
    return list(dict.fromkeys(_LOOPBACK if address.is_loopback else str(address) for address in addresses))


def read(text: Mapping[bytes, bytes | None]) -> Announcement:
    """What the text of a service says; unknown keys are passed over. Raises `BadAnnouncement`."""
    try:
        words = {key.decode("ascii"): value.decode() for key, value in text.items() if value is not None}
        said = msgspec.convert(words, Announcement, strict=False)
        if said.name != table_name(said.name) or said.low > said.high:
            raise BadAnnouncement("expected a name as it is shown and a range of versions")
    except (UnicodeDecodeError, msgspec.ValidationError, BadName) as error:
        raise BadAnnouncement(str(error)) from None
    return said


def _fit(key: str, value: str) -> str:
    """As much of the value as one string holds; only a name with many marks is ever longer."""
    room = _LONGEST - len(key) - 1
    return value.encode()[:room].decode(errors="ignore")
