"""Whether the seats have agreed to end the game (rules.md END-02; rules-cases E08)."""

import pytest

from engine.phases.votes import vote_carried
from tests.engine.positions import S, game


@pytest.mark.parametrize(
    ("votes", "carried"),
    [
        ((False, False, False), False),
        ((True, False, False), False),
        ((True, False, True), True),
        ((True, True, True), True),
        ((False, True, True), False),
    ],
)
def test_all_who_still_play_must_agree(votes: tuple[bool, ...], carried: bool) -> None:
    state = game(S(), S(out=True), S()).state
    state.votes = list(votes)
    assert vote_carried(state) is carried


def test_only_where_the_ruleset_has_a_vote() -> None:
    state = game(early_end="off").state
    state.votes = [True, True]
    assert not vote_carried(state)
