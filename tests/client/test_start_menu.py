"""What a line on the start page chooses."""

from __future__ import annotations

import pytest

from client.address import Address, Tls
from client.errors import BadChoice
from client.start_menu import Choice, Menu

DEN, ATTIC = Address("192.168.1.5"), Address("192.168.1.7", 4000)


@pytest.fixture
def menu() -> Menu:
    menu = Menu()
    assert [menu.add("Den", DEN), menu.add("Attic", ATTIC)] == ["1", "2"]
    return menu


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ("", Choice("go", DEN)),
        ("2", Choice("go", ATTIC)),
        (" attic ", Choice("go", ATTIC)),
        ("host", Choice("host")),
        ("D", Choice("demo")),
        ("ag", Choice("again")),
        ("q", Choice("quit")),
        ("help", Choice("help")),
        ("name Bob  Smith", Choice("name", name="Bob Smith")),
        ("10.0.0.1:7", Choice("go", Address("10.0.0.1", 7))),
        ("tls://den", Choice("go", Address("den", tls=Tls()))),
    ],
)
def test_a_line_chooses(menu: Menu, line: str, choice: Choice) -> None:
    assert menu.read(line) == choice


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3", "expected a number of the list, found 3"),
        ("0", "expected a number of the list, found 0"),
        ("take me there", "expected a number, a name, an address or one of host, demo, again, quit, help"),
        ("den:x", "found den:x"),
        ("name", "expected at least one letter or digit"),
        ("name bank", "reserved word"),
    ],
)
def test_what_chooses_nothing_is_told(menu: Menu, line: str, words: str) -> None:
    with pytest.raises(BadChoice, match=words):
        menu.read(line)


def test_of_two_servers_of_one_name_one_is_chosen_by_number(menu: Menu) -> None:
    menu.add("DEN", Address("192.168.1.9"))
    with pytest.raises(BadChoice, match="expected one server of this name, found 2"):
        menu.read("den")


def test_enter_plays_the_demo_where_there_is_nothing_else() -> None:
    menu = Menu()
    assert menu.read("") == Choice("demo")
    menu.default = "host"
    menu.add("Den", DEN)
    assert menu.read("") == Choice("host"), "the first server does not replace what is better"
    assert DEN in menu
    assert ATTIC not in menu
