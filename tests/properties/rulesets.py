"""Rulesets that nobody has thought of: any preset with any switches on top that do not contradict each other."""

from __future__ import annotations

from typing import Literal, get_args, get_origin, get_type_hints

from hypothesis import assume
from hypothesis import strategies as st

from engine.ruleset import SWITCHES, InvalidRuleset, Ruleset, board_of, load_ruleset, presets, validate

SEATS = 4

AMOUNTS = {
    "max_players": st.integers(SEATS, 8),
    "max_rounds": st.sampled_from((0, 1, 5, 50)),
    "starting_cash": st.sampled_from((1, 100, 1500, 20_000)),
    "go_salary": st.sampled_from((0, 200, 400)),
    "deal_deeds": st.integers(0, 7),
    "auction_opening": st.sampled_from((1, 10, 500)),
    "auction_increment": st.sampled_from((1, 25)),
    "bid_extension": st.just(6),
    "rent_claim_seconds": st.just(5),
    "free_parking_amount": st.sampled_from((1, 500)),
    "jail_fine": st.sampled_from((0, 50, 700)),
    "houses": st.sampled_from((0, 1, 5, 32)),
    "hotels": st.sampled_from((0, 1, 12)),
    "early_end_value": st.integers(0, 3),
}
NAMES = {"board": ("us_classic", "uk_classic"), "edition": ("default", "pre_2008", "modern")}
SHAPES = get_type_hints(Ruleset)


def values(switch: str) -> st.SearchStrategy[object]:
    """What a switch may hold, with the amounts at which something changes."""
    if switch in AMOUNTS:
        return AMOUNTS[switch]
    if switch in NAMES:
        return st.sampled_from(NAMES[switch])
    shape = SHAPES[switch]
    return st.sampled_from(get_args(shape) if get_origin(shape) is Literal else (True, False))


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """A ruleset that could be played by four, on one of the shipped boards."""
    overrides = draw(st.fixed_dictionaries({}, optional={switch: values(switch) for switch in SWITCHES}))
    try:
        rules = load_ruleset(draw(st.sampled_from(list(presets()))), overrides)
        validate(rules, board_of(rules), SEATS)
    except InvalidRuleset:
        assume(False)
    return rules
