"""One printable line per event."""

from __future__ import annotations

import logging

import msgspec
import pytest

from server.logs import Event, JsonLine, OneLine, configure, line, log


def test_fields_are_named_and_quoted_where_they_need_it() -> None:
    assert line("hello", {"peer": "10.0.0.1:5", "client": "my client", "empty": ""}) == (
        'hello peer=10.0.0.1:5 client="my client" empty=""'
    )


def test_a_quotation_mark_can_not_end_a_value() -> None:
    assert line("x", {"a": 'b" c=d'}) == 'x a="b\\" c=d"'


@pytest.mark.parametrize("hostile", ["a\nb", "\x1b[2J", "\x07", "\u202e", "a\rb", "\x00"])
def test_nothing_can_move_a_cursor_or_begin_a_new_line(hostile: str) -> None:
    record = logging.LogRecord("server", logging.INFO, __file__, 1, "%s", (line("x", {"name": hostile}),), None)
    text = OneLine("%(message)s").format(record)
    assert text.isprintable()
    assert hostile not in text


def test_a_traceback_stays_on_its_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("server", logging.ERROR, __file__, 1, "fault", (), info)
    text = OneLine("%(message)s").format(record)
    assert "ValueError: two\\nlines" in text
    assert text.isprintable()


def test_what_is_below_the_level_is_not_even_made_text() -> None:
    class Loud:
        def __str__(self) -> str:
            raise AssertionError("expected not to be asked")

    logger = logging.getLogger("server.test_logs")
    logger.setLevel(logging.WARNING)
    log(logger, logging.INFO, "quiet", value=Loud())


def test_the_log_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        configure("INFO")
        log(logging.getLogger("server.test"), logging.INFO, "hello", peer="x")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    assert capsys.readouterr().err.endswith(" INFO server.test hello peer=x\n")


def as_json(message: object, *, failed: BaseException | None = None) -> dict[str, object]:
    info = None if failed is None else (type(failed), failed, None)
    text = JsonLine().format(logging.LogRecord("server", logging.INFO, __file__, 1, message, (), info))
    assert text.isprintable()
    told = msgspec.json.decode(text)
    assert isinstance(told, dict)
    return told


def test_json_keeps_the_fields_apart_and_numbers_as_numbers() -> None:
    told = as_json(Event("hello", {"peer": "10.0.0.1:5", "low": 1, "client": 'a "b"', "level": "high"}))
    assert told.pop("time")
    assert told == {
        "level": "INFO", "logger": "server", "event": "hello", "peer": "10.0.0.1:5", "low": 1, "client": 'a "b"',
        "level_": "high",
    }  # fmt: skip


@pytest.mark.parametrize("hostile", ["a\nb", "\x1b[2J", "\u202e", "\x00", '"}'])
def test_json_is_one_printable_line_whatever_is_logged(hostile: str) -> None:
    assert set(as_json(Event("x", {"name": hostile}))) == {"time", "level", "logger", "event", "name"}


def test_json_has_what_others_log_and_tracebacks() -> None:
    told = as_json("somebody else's words", failed=ValueError("boom"))
    assert (told["event"], told["text"]) == ("message", "somebody else's words")
    assert "boom" in str(told["traceback"])


def test_json_is_written_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    before = logging.getLogger().handlers[:]
    try:
        configure("INFO", "json")
        log(logging.getLogger("server.x"), logging.INFO, "hello", low=1)
    finally:
        logging.getLogger().handlers[:] = before
    assert msgspec.json.decode(capsys.readouterr().err)["event"] == "hello"
