"""What may be chosen on the start page, and what a line that is typed there chooses. Pure: must not print or ask anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from client.address import Address, InvalidAddress, parse_address
from client.errors import BadChoice
from protocol.errors import BadName
from protocol.names import player_name, same_name

Word: TypeAlias = Literal["go", "host", "demo", "again", "quit", "name", "help"]
"""What may be chosen: to go to a server, to open one, to play against bots, to look once more, to leave; a name, or help."""

_WORDS: Final[tuple[Word, ...]] = ("host", "demo", "again", "quit", "help")


@dataclass(frozen=True)
class Choice:
    """What was chosen; `server` is where to go, `name` under which name to play."""

    word: Word
    server: Address | None = None
    name: str = ""


class Menu:
    """Servers by number, from 1 on; `default` is what Enter alone means."""

    def __init__(self) -> None:
        self.default = "demo"
        self._servers: list[tuple[str, Address]] = []

    def __contains__(self, address: Address) -> bool:
        return any(known == address for _, known in self._servers)

    def add(self, name: str, address: Address) -> str:
        """The number of one more server; the first one is the default if nothing better is."""
        self._servers.append((name, address))
        number = str(len(self._servers))
        if self.default == "demo":
            self.default = number
        return number

    def read(self, line: str) -> Choice:
        """What a line means; words may be shortened. Raises `BadChoice`."""
        text = line.strip() or self.default
        if text.isdecimal():
            return Choice("go", self._numbered(int(text)))
        word = next((word for word in _WORDS if word.startswith(text.casefold())), None)
        if word is not None:
            return Choice(word)
        first, _, rest = text.partition(" ")
        if first.casefold() == "name":
            return Choice("name", name=_name(rest))
        return Choice("go", self._named(text) or _typed(text))

    def _numbered(self, number: int) -> Address:
        if not 1 <= number <= len(self._servers):
            raise BadChoice(f"expected a number of the list, found {number}")
        return self._servers[number - 1][1]

    def _named(self, text: str) -> Address | None:
        alike = [address for name, address in self._servers if name and same_name(name, text)]
        if len(alike) > 1:
            raise BadChoice(f"expected one server of this name, found {len(alike)}: choose by number")
        return alike[0] if alike else None


def _name(text: str) -> str:
    try:
        return player_name(text)
    except BadName as error:
        raise BadChoice(str(error)) from None


def _typed(text: str) -> Address:
    try:
        return parse_address(text)
    except InvalidAddress:
        raise BadChoice(f"expected a number, a name, an address or one of {', '.join(_WORDS)}, found {text}") from None
