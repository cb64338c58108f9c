"""What is counted begins at nothing and is counted for one server alone."""

from server.figures import Figures


def test_nothing_has_happened_at_first() -> None:
    figures = Figures()
    assert (figures.accepted, figures.refused, figures.messages, figures.refused_messages) == (0, 0, 0, 0)
    figures.ended["lost"] += 1
    assert Figures().ended == {}
