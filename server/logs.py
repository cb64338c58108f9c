"""The server's log: one line per event, `what key=value ...` or JSON. Must not be given a token, a code or a seed."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

import msgspec

from protocol.names import safe_text

LogFormat: TypeAlias = Literal["human", "json"]
"""For people, or one JSON object a line for machines."""

_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s %(message)s"


class Event:
    """What is logged, with its fields; rendered only when somebody writes it down."""

    __slots__ = ("fields", "what")

    def __init__(self, what: str, fields: dict[str, object]) -> None:
        self.what = what
        self.fields = fields

    def __str__(self) -> str:
        return line(self.what, self.fields)


class OneLine(logging.Formatter):
    """Writes every record on one line, with nothing in it that could move a cursor; tracebacks too."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one printable line."""
        return safe_text(super().format(record))


class JsonLine(logging.Formatter):
    """Writes every record as one JSON object: `time` in UTC, `level`, `logger`, `event`, then the event's fields.

    A field that has the name of one of these, or `traceback`, gets a `_` behind it.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of printable JSON."""
        event = record.msg if isinstance(record.msg, Event) else Event("message", {"text": record.getMessage()})
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "event": event.what,
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        for name, value in event.fields.items():
            told[f"{name}_" if name in told else name] = value if isinstance(value, bool | int | float) else str(value)
        return safe_text(msgspec.json.encode(told).decode())


def log(logger: logging.Logger, level: int, what: str, **fields: object) -> None:
    """Write one event; values with spaces are put in quotes."""
    if logger.isEnabledFor(level):
        logger.log(level, Event(what, fields))


def line(what: str, fields: dict[str, object]) -> str:
    """The text of an event: its name, then each field."""
    return " ".join((what, *(f"{name}={_quoted(safe_text(str(value)))}" for name, value in fields.items())))


def _quoted(text: str) -> str:
    if text and not any(char in text for char in ' "='):
        return text
    return '"' + text.replace('"', '\\"') + '"'


def configure(level: str, style: LogFormat = "human") -> None:
    """Send the log of this process to standard error; `level` is a name such as `INFO`."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLine() if style == "json" else OneLine(_FORMAT))
    logging.basicConfig(level=level, handlers=[handler], force=True)
