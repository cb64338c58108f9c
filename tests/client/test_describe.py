"""Options, commands and refusals in the words that are typed."""

import random
from contextlib import suppress

import pytest

from client.describe import describe_command, describe_option, describe_refusal
from client.language import parse_word
from engine import commands as c
from engine.errors import IllegalCommand
from engine.legal import legal
from engine.options import Option
from engine.ruleset import load_ruleset
from protocol.messages import Error
from tests.client.views import HOSTILE, assert_plain, view_of
from tests.engine.positions import S, game
from tests.properties.walk import give_groups, next_command, start

VIEW = view_of(game(S(), S(), S()))


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (Option("roll_dice"), "roll"),
        (Option("place_bid", low=61, high=500), "bid 61..500"),
        (Option("place_bid", low=61, high=61), "bid 61"),
        (Option("want_buildings", high=3), "want 0..3"),
        (Option("want_buildings"), "want 0"),
        (Option("choose_option", low=1, high=2), "choose 1..2"),
        (Option("build_houses", (6, 8)), "build <oriental_avenue | vermont_avenue>"),
        (Option("build_houses", (39,)), "build boardwalk"),
        (Option("build_houses", (39,), queued=True), "build boardwalk (at the next window)"),
        (Option("sell_group", names=("brown", "orange")), "sell-group <brown | orange> 0..4"),
        (Option("use_jail_card", names=("chance", "community_chest")), "card <chance | chest>"),
        (Option("pay_tax", names=("flat", "share")), "tax <flat | share>"),
        (Option("accept_offer", ids=(3, 5)), "accept <3 | 5>"),
        (Option("counter_offer", ids=(3,)), "counter 3: THINGS for THINGS"),
        (Option("withdraw_interrupt", ids=(2,)), "unqueue 2"),
        (Option("offer_trade"), "offer SEAT: THINGS for THINGS"),
        (Option("set_stops"), "stop before_roll|after_roll|both|none"),
        (Option("cast_vote"), "vote end|continue"),
    ],
)
def test_an_option_is_what_may_be_typed(option: Option, text: str) -> None:
    assert describe_option(option, VIEW) == text


def test_a_command_is_the_line_that_one_would_type() -> None:
    assert describe_command(c.OfferTrade(1, c.Things(120), c.Things(0, (39,))), VIEW) == "offer Bob: 120 for boardwalk"
    assert describe_command(c.BuildHouses(((6, 2), (8, 1))), VIEW) == "build oriental_avenue:2 vermont_avenue"
    hostile = view_of(game(), names=("Ann", HOSTILE))
    assert_plain([describe_command(c.OfferTrade(1, c.Things(1), c.Things(2)), hostile)])


def test_every_option_of_any_game_has_words_and_its_first_is_a_word() -> None:
    described = set()
    for seed, preset in enumerate(("official", "magnate", "wikibook", "wikibook_early", "parker")):
        table, _ = start(load_ruleset(preset, {"houses": 6}), 3, seed)
        give_groups(table.state, seed)
        rng = random.Random(seed)
        for _ in range(300):
            for seat in range(3):
                view = view_of(table, seat)
                for option in legal(table.state, seat):
                    line = describe_option(option, view)
                    assert_plain([line])
                    assert option.command in {c.tag_of(kind) for kind in parse_word(line.split()[0]).kinds}
                    described.add(option.command)
            if table.state.outcome is not None:
                break
            actor, command = next_command(rng, table)
            with suppress(IllegalCommand):
                table.handle(actor, command)
    assert len(described) > 22


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            Error("bid_too_low", "bid of 40 is below 61", wanted=61),
            "refused: bid of 40 is below 61; $61 would do (bid_too_low)",
        ),
        (
            Error("rate_limited", "too many messages", retry_after=1200),
            "refused: too many messages; again in 2 s (rate_limited)",
        ),
        (Error("not_your_turn", "seat 0 is to act"), "refused: the table waits for Ann (not_your_turn)"),
        (Error("stale", "\x1b[2Jgone"), "refused: \\x1b[2Jgone (stale)"),
    ],
)
def test_a_refusal_tells_why_and_what_would_do(error: Error, text: str) -> None:
    assert describe_refusal(error, VIEW) == text


def test_a_held_window_is_told_with_the_holder() -> None:
    table = game()
    table.handle(1, c.HoldWindow())
    error = Error("window_held", "seat 1 holds this window")
    assert describe_refusal(error, view_of(table)) == "refused: the window is held by Bob (window_held)"
    over = game()
    over.handle(0, c.Resign())
    assert describe_refusal(error, view_of(over)) == "refused: seat 1 holds this window (window_held)"
    assert describe_refusal(Error("not_your_turn", "no"), view_of(over)) == "refused: no (not_your_turn)"
