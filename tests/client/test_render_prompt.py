"""Questions in plain words, with their answers and the default."""

import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from client.language import parse
from client.render_prompt import own_answers, prompt_lines, question_line
from client.waiting import context_of
from engine import commands as c
from engine.board import PayOrDraw
from engine.errors import IllegalCommand
from engine.game import Game
from engine.legal import phase_of, prompts
from engine.ruleset import load_ruleset
from tests.client.views import HOSTILE, NAMES, assert_plain, check_snapshot, question, view_of
from tests.engine.positions import LIGHT_BLUE, ORANGE, UK, S, at_level, do, game
from tests.properties.walk import give_groups, next_command, start


def asked(table: Game, seat: int, width: int = 80) -> list[str]:
    lines = prompt_lines(question(table, seat), view_of(table, seat), width)
    assert_plain(lines, width)
    return lines


def opening() -> tuple[Game, int]:
    return game(phase="opening_roll"), 0


def before_roll() -> tuple[Game, int]:
    return game(S(deeds=(*ORANGE, 5), mortgaged=(5,)), S()), 0


def in_jail() -> tuple[Game, int]:
    return game(S(jail=1, cards=("chance", "community_chest")), S()), 0


def after_roll() -> tuple[Game, int]:
    return game(phase="after_roll"), 0


def after_doubles() -> tuple[Game, int]:
    return game(phase="after_roll", doubles=1), 0


def held_by_me() -> tuple[Game, int]:
    table = game()
    table.handle(1, c.HoldWindow())
    return table, 1


def held_by_another() -> tuple[Game, int]:
    return held_by_me()[0], 0


def own_turn() -> tuple[Game, int]:
    table = game(S(), S(), dice=[(1, 3)], preset="magnate")
    table.handle(0, c.RollDice())
    return table, 0


def purchase() -> tuple[Game, int]:
    table = game(S(cash=300, deeds=ORANGE), S(), dice=[(2, 4)])
    table.handle(0, c.RollDice())
    return table, 0


def auction() -> tuple[Game, int]:
    table = purchase()[0]
    table.handle(0, c.DeclineDeed())
    return table, 1


def auction_with_a_bid() -> tuple[Game, int]:
    table = auction()[0]
    table.handle(1, c.PlaceBid(60))
    return table, 0


def contest() -> tuple[Game, int]:
    table = game(S(cash=2000, deeds=ORANGE), S(cash=2000, deeds=LIGHT_BLUE), bank=(5, None))
    table.handle(0, c.BuildHouses(((16, 1), (18, 1))))
    return table, 1


def contest_auction() -> tuple[Game, int]:
    table = contest()[0]
    table.handle(1, c.WantBuildings(8))
    return table, 0


def contest_won() -> tuple[Game, int]:
    table = contest_auction()[0]
    do(table, (1, c.PlaceBid(55)), (0, c.Pass()))
    return table, 1


def contest_granted() -> tuple[Game, int]:
    table = contest()[0]
    table.handle(1, c.WantBuildings(1))
    return table, 1


def debt() -> tuple[Game, int]:
    built = S(cash=10, deeds=(1, 3, 5), levels=((1, 1), (3, 1)), space=5)
    table = game(built, S(deeds=LIGHT_BLUE, levels=at_level(LIGHT_BLUE, 3)), dice=[(1, 2)])
    table.handle(0, c.RollDice())
    return table, 0


def card_choice() -> tuple[Game, int]:
    choice = next(card for card in UK.card if isinstance(UK.card[card].effect, PayOrDraw))
    table = game(S(), S(), dice=[(1, 1)], chest=[choice], board="uk_classic")
    table.handle(0, c.RollDice())
    return table, 0


def tax_choice() -> tuple[Game, int]:
    table = game(S(), S(), dice=[(1, 3)], income_tax="choice")
    table.handle(0, c.RollDice())
    return table, 0


def mortgage_transfer() -> tuple[Game, int]:
    table = game(S(deeds=(5, 15), mortgaged=(5, 15)), S(cash=150))
    do(table, (0, c.OfferTrade(1, c.Things(0, (5, 15)), c.Things(10))), (1, c.AcceptOffer(1)))
    return table, 1


QUESTIONS = (
    opening, before_roll, in_jail, after_roll, after_doubles, held_by_me, held_by_another, own_turn, purchase, auction,
    auction_with_a_bid, contest, contest_auction, contest_won, contest_granted, debt, card_choice, tax_choice,
    mortgage_transfer,
)  # fmt: skip


def test_all_questions() -> None:
    lines = []
    for ask in QUESTIONS:
        table, seat = ask()
        lines += [f"[{ask.__name__}]", *asked(table, seat), ""]
    check_snapshot("prompts", lines)


def test_there_is_a_question_for_every_phase() -> None:
    phases = {phase_of(ask()[0].state) for ask in QUESTIONS}
    assert phases == {
        "opening_roll", "before_roll", "own_turn", "after_roll", "purchase", "auction", "build_contest", "debt", "card_choice",
        "tax_choice", "mortgage_transfer",
    }  # fmt: skip


@pytest.mark.parametrize("ask", [ask for ask in QUESTIONS if ask is not held_by_another])
def test_what_enter_does_can_be_typed(ask: Callable[[], tuple[Game, int]]) -> None:
    table, seat = ask()
    last = asked(table, seat)[-1]
    prompt = question(table, seat)
    assert parse(last.removeprefix("Enter: "), context_of(view_of(table, seat))) == prompt.default


def test_enter_promises_nothing_in_a_window_that_another_seat_holds() -> None:
    table, seat = held_by_another()
    assert not any(line.startswith("Enter") for line in asked(table, seat))


def test_answers_of_every_phase_do_not_crowd_the_question() -> None:
    table, seat = purchase()
    words = [option.command for option in own_answers(question(table, seat))]
    assert words == ["decline_deed", "buy_deed", "mortgage_deeds"]


def test_a_question_that_is_ahead_of_its_events_is_still_told() -> None:
    table, seat = purchase()
    prompt = question(table, seat)
    lobby = view_of(game(), seat)
    over = game()
    over.handle(0, c.Resign())
    assert question_line(prompt, view_of(over)) == "you are asked: purchase"
    assert question_line(prompt, lobby) == "your turn: throw the dice"


def test_no_question_of_any_game_is_without_words() -> None:
    for seed, preset in enumerate(("official", "magnate", "wikibook_early", "short")):
        rules = load_ruleset(preset, {"houses": 8})
        table, _ = start(rules, 3, seed)
        give_groups(table.state, seed)
        rng = random.Random(seed)
        for _ in range(300):
            for prompt in prompts(table.state):
                view = view_of(table, prompt.seat, (HOSTILE, *NAMES[1:3]))
                assert_plain(prompt_lines(prompt, view, 60), 60)
            if table.state.outcome is not None:
                break
            actor, command = next_command(rng, table)
            with suppress(IllegalCommand):
                table.handle(actor, command)
