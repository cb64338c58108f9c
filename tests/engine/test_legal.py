"""What may be done now, by whom, and what silence answers; that it agrees with `handle` is tried in random play too."""

import pytest

from engine import commands as c
from engine.commands import Things
from engine.errors import IllegalCommand
from engine.game import Game
from engine.ids import TABLE
from engine.legal import default, legal, phase_of, prompt_id, prompt_of, prompts, waiting
from engine.options import Prompt
from tests.engine.phases.positions import PHASES
from tests.engine.positions import BROWN, S, do, game, listed, option, queueable, refusal
from tests.properties.walk import check_agreement

ALWAYS = {"offer_trade", "set_stops", "resign", "cast_vote"}


@pytest.mark.parametrize("name", PHASES)
def test_in_every_phase_everything_listed_succeeds_and_everything_else_is_refused(name: str) -> None:
    table = PHASES[name]()
    for seat in range(table.state.seats):
        check_agreement(table, seat)


@pytest.mark.parametrize("name", PHASES)
def test_the_phase_has_its_name(name: str) -> None:
    assert phase_of(PHASES[name]().state) == name.split(",")[0]


@pytest.mark.parametrize("name", PHASES)
def test_whoever_is_asked_has_a_prompt_with_legal_answers_and_a_default(name: str) -> None:
    table = PHASES[name]()
    state, asked = table.state, waiting(table.state)
    assert bool(asked) is (name != "game_over")
    assert [prompt.seat for prompt in prompts(state)] == list(asked)
    for seat in range(state.seats):
        prompt = prompt_of(state, seat)
        if seat not in asked:
            assert (prompt, prompt_id(state, seat)) == (None, 0)
            with pytest.raises(IllegalCommand) as refused:
                default(state, seat)
            assert refused.value.reason == "no_prompt"
        else:
            assert prompt == Prompt(prompt_id(state, seat), seat, phase_of(state), legal(state, seat), default(state, seat))
            held = name == "before_roll, held" and seat == 0
            assert (c.tag_of(type(prompt.default)) in listed(table, seat)) is not held


@pytest.mark.parametrize("name", [name for name in PHASES if name != "before_roll, held"])
def test_the_default_is_legal_at_once(name: str) -> None:
    table = PHASES[name]()
    for seat in waiting(table.state):
        copy = Game(table.state.copy(), table.chance)
        assert copy.handle(seat, default(copy.state, seat), prompt_id(copy.state, seat))


def test_the_default_of_the_turn_waits_while_another_seat_holds() -> None:
    # design.md 4.1: a window cannot be closed while another live seat holds it
    table = PHASES["before_roll, held"]()
    assert waiting(table.state) == (0, 1)
    assert refusal(table, TABLE, c.TimeOut(0)) == "window_held"
    do(table, (TABLE, c.TimeOut(1)), (TABLE, c.TimeOut(0)))
    assert phase_of(table.state) == "after_roll"


@pytest.mark.parametrize("name", PHASES)
def test_no_two_questions_have_the_same_number(name: str) -> None:
    state = PHASES[name]().state
    numbers = [prompt_id(state, seat) for seat in waiting(state)]
    assert len(set(numbers)) == len(numbers)
    assert all(0 < number < state.next_prompt for number in numbers)


@pytest.mark.parametrize("name", PHASES)
def test_asking_changes_nothing_and_gives_the_same_again(name: str) -> None:
    state = PHASES[name]().state
    first = [legal(state, seat) for seat in range(state.seats)]
    assert [legal(state, seat) for seat in range(state.seats)] == first
    assert [legal(state.copy(), seat) for seat in range(state.seats)] == first


def test_who_is_out_and_a_game_that_is_over_leave_nothing_to_do() -> None:
    table = game(S(), S(out=True), S())
    assert legal(table.state, 1) == ()
    do(table, (2, c.Resign()))
    assert [legal(table.state, seat) for seat in range(3)] == [(), (), ()]


def test_some_things_may_be_done_in_any_phase() -> None:
    for name, make in PHASES.items():
        state = make().state
        for seat in state.live() if name != "game_over" else []:
            assert {entry.command for entry in legal(state, seat)} >= ALWAYS - ({"cast_vote"} if "own_turn" in name else set())


def test_offers_are_listed_for_both_parties_and_nobody_else() -> None:
    table = game(S(), S(), S())
    do(table, (0, c.OfferTrade(1, Things(1), Things(2))), (1, c.OfferTrade(0, Things(1), Things(2))))
    for seat, mine, others in ((0, (1,), (2,)), (1, (2,), (1,))):
        assert option(table, seat, "withdraw_offer").ids == mine
        for command in ("reject_offer", "counter_offer", "accept_offer"):
            assert option(table, seat, command).ids == others
    assert listed(table, 2) == {*ALWAYS, "hold_window"}


def test_outside_a_window_an_acceptance_is_queued() -> None:
    table = game(S(space=2), S(), S(), dice=[(1, 2)])
    do(table, (2, c.OfferTrade(1, Things(1), Things(2))), (0, c.RollDice()))
    assert "accept_offer" not in listed(table, 1)
    assert option(table, 1, "accept_offer", queued=True).ids == (1,)
    assert "accept_offer" not in queueable(table, 2)


def test_in_a_debt_the_debtors_own_trades_settle_at_once_and_the_others_wait() -> None:
    seats = (S(cash=10, space=2, deeds=(12, 15)), S(deeds=(5,)), S(), S())
    table = game(*seats, dice=[(1, 2)])
    do(
        table,
        (0, c.RollDice()),
        (0, c.OfferTrade(2, Things(0, (12,)), Things(200))),
        (3, c.OfferTrade(2, Things(1), Things(2))),
        (2, c.OfferTrade(0, Things(9), Things(0, (12, 15)))),
    )
    assert option(table, 2, "accept_offer").ids == (1,)
    assert option(table, 2, "accept_offer", queued=True).ids == (2,)
    # the third would leave the debt unpayable: neither at once nor later
    assert option(table, 0, "accept_offer") is option(table, 0, "accept_offer", queued=True) is None


def test_an_offer_that_could_not_settle_now_is_not_listed() -> None:
    table = game(S(cash=5), S(deeds=BROWN, levels=((1, 1),)))
    do(table, (0, c.OfferTrade(1, Things(1), Things(0, (3,)))))
    assert "accept_offer" not in listed(table, 1)
    assert "reject_offer" in listed(table, 1)
