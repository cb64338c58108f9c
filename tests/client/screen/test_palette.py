"""Attributes of the screen: there is one for all that is drawn, and none of them needs a color."""

import urwid

from client.screen.palette import group_attribute, palette, seat_attribute


def test_urwid_takes_every_entry_with_and_without_colors() -> None:
    for colors in (1, 16, 256):
        screen = urwid.display.raw.Screen()
        screen.set_terminal_properties(colors=colors)
        screen.register_palette(palette())


def test_there_is_an_entry_for_each_seat_and_group() -> None:
    names = {entry[0] for entry in palette()}
    assert {seat_attribute(seat) for seat in range(8)} <= names
    assert {group_attribute(group) for group in range(30)} <= names
    assert (seat_attribute(-1), group_attribute(-1)) == ("", "")


def test_seats_differ_by_their_look() -> None:
    looks = [entry[1:] for entry in palette() if entry[0].startswith("seat")]
    assert len(set(looks)) == 8
