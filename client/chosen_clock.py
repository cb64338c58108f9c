"""The clock of a new table, out of what its owner types: `off`, or figures in seconds. Must not talk to a server.

`fresh=20 bank=120` changes these two of the usual clock; `misses` is a number, `autopilot` yes or no.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import fields

from client.errors import BadChoice
from protocol.tables import Clock

USUAL: Final = Clock()

_SECONDS: Final = tuple(field.name for field in fields(Clock) if field.name not in ("misses", "autopilot"))
_YES_OR_NO: Final = {"yes": True, "no": False}


def choose_clock(words: str) -> Clock | None:
    """The clock that is meant, `None` for none; raises `BadChoice`."""
    if words.strip().casefold() == "off":
        return None
    figures = dict(_figure(word) for word in words.replace(",", " ").split())
    try:
        return msgspec.convert(figures, Clock)
    except msgspec.ValidationError as error:
        raise BadChoice(f"clock {words}: {error}") from None


def _figure(word: str) -> tuple[str, object]:
    name, _, value = word.partition("=")
    if name in _SECONDS:
        return name, _milliseconds(word, value)
    if name == "misses" and value.isdecimal():
        return name, int(value)
    if name == "autopilot" and value in _YES_OR_NO:
        return name, _YES_OR_NO[value]
    names = [*(f"{known}=SECONDS" for known in _SECONDS), "misses=NUMBER", "autopilot=yes|no"]
    raise BadChoice(f"clock: expected `off` or some of {', '.join(names)}, found {word}")


def _milliseconds(word: str, value: str) -> int:
    if not value.isdecimal() or len(value) > 6:
        raise BadChoice(f"clock: expected whole seconds, found {word}")
    return int(value) * 1000
