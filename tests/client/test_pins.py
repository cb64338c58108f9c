"""Certificates are remembered by server, and a file that cannot be read is not passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.pins import Pins, UnreadablePins


def test_what_was_kept_is_found_by_its_server(tmp_path: Path) -> None:
    pins = Pins(tmp_path / "deep" / "known.json")
    assert pins.find("den:1") is None
    pins.keep("den:1", "AA")
    pins.keep("den:2", "BB")
    again = Pins(pins.file)
    assert (again.find("den:1"), again.find("den:2"), again.find("den:3")) == ("AA", "BB", None)


def test_each_server_has_a_line_that_can_be_removed(tmp_path: Path) -> None:
    pins = Pins(tmp_path / "known.json")
    pins.keep("den:1", "AA")
    pins.keep("den:2", "BB")
    assert len(pins.file.read_text().splitlines()) == 4


@pytest.mark.parametrize("content", ["", "[]", '{"den:1": 7}'])
def test_a_file_that_says_nothing_is_not_taken_for_an_empty_one(tmp_path: Path, content: str) -> None:
    pins = Pins(tmp_path / "known.json")
    pins.file.write_text(content)
    with pytest.raises(UnreadablePins, match="mend it, or remove it"):
        pins.find("den:1")
