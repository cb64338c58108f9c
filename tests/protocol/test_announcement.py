"""What servers tell the local network: what is said is what is read, and what nobody says is not read at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.announcement import Announcement, BadAnnouncement, read
from protocol.messages import VERSION
from protocol.names import safe_text

SAID = Announcement("Den", "0.1.0", 1, 3, 2, "some", True)


def wire(text: dict[str, str]) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in text.items()}


def test_what_is_said_is_read() -> None:
    assert SAID.text() == {
        "name": "Den", "version": "0.1.0", "low": "1", "high": "3", "open": "2", "code": "some", "tls": "true",
    }  # fmt: skip
    assert read(wire(SAID.text())) == SAID
    plain = Announcement("Äpfel & 'Birnen'", "1.0.dev3+x")
    assert read(wire(plain.text())) == plain


def test_a_later_release_may_say_more() -> None:
    assert read({**wire(SAID.text()), b"mood": b"good", b"flag": None}) == SAID


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"name", b"\x1b[2J"),
        (b"name", b""),
        (b"name", b" Den"),
        (b"name", b"x" * 25),
        (b"name", b"\xff\xfe"),
        (b"name", None),
        (b"version", b"1.0\x07"),
        (b"version", b"9" * 33),
        (b"version", b"1.0 or so"),
        (b"low", b"0"),
        (b"low", b"4"),
        (b"high", b"65536"),
        (b"high", b"many"),
        (b"open", b"-1"),
        (b"open", b"1e99"),
        (b"open", b"9" * 200),
        (b"code", b"perhaps"),
        (b"tls", b"2"),
    ],
)
def test_what_no_server_says_is_not_read(key: bytes, value: bytes | None) -> None:
    with pytest.raises(BadAnnouncement):
        read({**wire(SAID.text()), key: value})


@given(st.dictionaries(st.sampled_from([*wire(SAID.text()), b"\xff", b"other"]), st.none() | st.binary(max_size=40)))
def test_no_text_does_harm(junk: dict[bytes, bytes | None]) -> None:
    try:
        said = read({**wire(SAID.text()), **junk})
    except BadAnnouncement:
        return
    assert safe_text(f"{said.name} {said.version}") == f"{said.name} {said.version}"


def test_a_name_is_cut_to_what_a_text_holds() -> None:
    name = "\U0001d7d8\U00011136\U00011136" * 24  # digits and marks of four bytes each
    said = Announcement(name, "0.1.0").text()["name"]
    assert len(f"name={said}".encode()) <= 255
    assert name.startswith(said)
    assert len(said) > 50


@pytest.mark.parametrize(
    ("low", "high", "ours"), [(VERSION, VERSION, True), (1, VERSION + 5, True), (VERSION + 1, VERSION + 2, False)]
)
def test_who_speaks_another_protocol_is_known(low: int, high: int, ours: bool) -> None:
    assert Announcement("Den", "0.1.0", low, high).speaks_ours is ours
