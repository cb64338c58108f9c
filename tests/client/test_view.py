"""Names in a view."""

from tests.client.peer import Ledger
from tests.client.test_model import at_table


def test_everybody_has_a_name() -> None:
    view = at_table(Ledger("Ann", "Bob")).view()
    assert [view.name(seat) for seat in (-1, 0, 1, 5)] == ["bank", "Ann", "Bob", "seat 6"]
