"""Rows as urwid takes them: what it thinks wider than we do is cut, and what has not changed is not drawn."""

import urwid

from client.screen.markup import line
from client.screen.scene import Frame
from client.screen.window import _Picture


def picture(*frames: Frame) -> tuple[_Picture, list[tuple[int, int]]]:
    """A picture that shows these one after the other, and the sizes that it asks for them in."""
    asked: list[tuple[int, int]] = []

    def draw(columns: int, rows: int) -> Frame:
        asked.append((columns, rows))
        return frames[min(len(asked), len(frames)) - 1]

    return _Picture(draw, lambda key: None), asked


def test_rows_and_attributes_reach_the_canvas() -> None:
    shown, _ = picture(Frame(((("title", "│Ann"), ("", "界 ")), line("second")), (3, 1)))
    canvas = shown.render((7, 2), True)
    assert [text.decode() for text in canvas.text] == ["│Ann界 ", "second "]
    attributes = [(attribute, text.decode()) for attribute, _, text in next(iter(canvas.content()))]
    assert attributes == [("title", "│Ann"), (None, "界 ")]
    assert canvas.cursor == (3, 1)


def test_what_urwid_takes_to_be_wider_is_cut() -> None:
    shown, _ = picture(Frame((line("ab" + "界" * 9),), None))
    canvas = shown.render((7, 1))
    assert urwid.calc_width(canvas.text[0], 0, len(canvas.text[0])) == 7


def test_only_a_change_is_drawn() -> None:
    # faults C127: a panel that flashed although nothing had changed
    one, other = Frame((line("same"),), None), Frame((line("other"),), None)
    shown, asked = picture(one, one, other)
    canvas = shown.render((5, 1))
    shown.refresh()
    assert shown.render((5, 1)) is canvas
    shown.refresh()
    assert shown.render((5, 1)) is not canvas
    assert set(asked) == {(5, 1)}


def test_nothing_is_asked_for_before_the_window_has_a_size() -> None:
    shown, asked = picture(Frame((), None))
    shown.refresh()
    assert asked == []
