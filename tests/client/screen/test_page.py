"""Something to read: scrolled, followed, folded where it is too wide."""

from rich.cells import cell_len

from client.screen.markup import text_of
from client.screen.page import Page

LONG = [f"line {number}" for number in range(1, 31)]


def shown(page: Page, columns: int = 60, rows: int = 6) -> list[str]:
    return [text_of(row) for row in page.draw(columns, rows)]


def test_a_short_page_is_shown_whole() -> None:
    page = Page("deed", ["one", "two"])
    assert page.fits(60, 6)
    assert shown(page) == ["deed  (Esc closes)", "one", "two"]


def test_a_long_page_is_scrolled_and_stops_at_its_ends() -> None:
    page = Page("help", LONG)
    assert not page.fits(60, 6)
    assert shown(page) == ["help  (lines 1-5 of 30, PgUp PgDn, Esc closes)", *LONG[:5]]
    page.scroll(1)
    assert shown(page)[1:] == LONG[4:9]
    page.scroll(99)
    assert shown(page)[1:] == LONG[25:]
    page.scroll(-99)
    assert shown(page)[1:] == LONG[:5]


def test_a_log_is_followed_until_somebody_scrolls_up() -> None:
    lines = list(LONG)
    page = Page("log", lines, follow=True)
    assert shown(page)[1:] == LONG[25:]
    lines.append("line 31")
    assert shown(page)[-1] == "line 31"
    page.scroll(-1)
    lines.append("line 32")
    assert shown(page)[1:] == LONG[22:27]
    page.scroll(1)
    page.scroll(1)
    assert shown(page)[-1] == "line 32"


def test_a_line_that_is_too_wide_goes_on_below() -> None:
    rows = shown(Page("t", ["a table  with   gaps and more to the right", "界" * 20]), 24, 9)
    assert rows[1:] == ["a table  with   gaps and", "  more to the right", "界" * 12, "  " + "界" * 8]
    assert all(cell_len(row) <= 24 for row in rows[1:])
