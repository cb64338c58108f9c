"""The careful policy: always legal, never blind to its own ruin, and enough to bring a game to its end."""

import random
from collections.abc import Callable

import msgspec
import pytest

from engine import commands as c
from engine.board import PayOrDraw
from engine.chance import SeededChance
from engine.errors import IllegalCommand
from engine.frames import Window
from engine.game import Game, new_game
from engine.legal import phase_of, waiting
from engine.policy import careful, careful_interrupt, cautious, cautious_interrupt
from engine.ruleset import Ruleset, board_of, load_ruleset
from engine.state import State
from tests.engine.positions import BROWN, LIGHT_BLUE, ORANGE, PINK, UK, US, S, at_level, game
from tests.properties.walk import give_groups, next_command

Policy = Callable[[State, int], c.SeatCommand | None]


def landed(table: Game) -> Game:
    """The game after the first seat's throw."""
    table.handle(0, c.RollDice())
    return table


def finish(rules: Ruleset, seats: int, seed: int, policy: Policy = careful) -> Game:
    """A whole game among seats of one policy, with the interrupts of all of them."""
    table = new_game(board_of(rules), rules, seats, SeededChance(seed))
    table.start()
    state = table.state
    for _ in range(20_000):
        if state.outcome is not None:
            return table
        seat = waiting(state)[0]
        command = policy(state, seat)
        assert command is not None
        table.handle(seat, command)
        for other in range(seats):
            if policy is careful and other not in waiting(state):
                interrupt_all(table, other)
    raise AssertionError(f"no end in sight in round {state.round}, phase {phase_of(state)}")


def interrupt_all(table: Game, seat: int) -> None:
    for _ in range(50):
        command = careful_interrupt(table.state, seat)
        if command is None:
            return
        table.handle(seat, command)
    raise AssertionError(f"seat {seat} interrupts without end, last by {command}")


PRESETS = (
    "official", "magnate", "magnate_no_auctions", "windows", "wikibook", "wikibook_early", "parker", "short", "timed",
)  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS)
def test_four_careful_seats_come_to_an_end_under_every_preset(preset: str) -> None:
    rules = load_ruleset(preset, {"max_rounds": 200})
    for seed in range(4):
        outcome = finish(rules, 4, seed).state.outcome
        assert outcome is not None
        assert outcome.reason in ("last_one", "bankruptcies"), f"seed {seed} ended by {outcome.reason}"


@pytest.mark.parametrize("seats", [2, 3, 6, 8])
def test_any_number_of_careful_seats_comes_to_an_end(seats: int) -> None:
    rules = load_ruleset("official", {"max_rounds": 300})
    reasons = []
    for seed in range(3):
        outcome = finish(rules, seats, seed).state.outcome
        assert outcome is not None
        reasons.append(outcome.reason)
    assert reasons.count("last_one") >= 2


def test_the_same_game_comes_out_twice() -> None:
    rules = load_ruleset()
    first, second = (msgspec.msgpack.encode(finish(rules, 4, 7).state.snapshot()) for _ in range(2))
    assert first == second


def test_cautious_seats_only_live_until_the_rounds_are_over() -> None:
    rules = load_ruleset("official", {"max_rounds": 30})
    table = finish(rules, 3, 5, cautious)
    assert table.state.outcome is not None
    assert set(table.state.owner) == {-1}


UNUSUAL: tuple[tuple[str, dict[str, object]], ...] = (
    ("official", {}),
    ("official", {"houses": 6, "hotels": 1}),
    ("official", {"houses": 5, "hotels": 2, "hotel_after": 3, "building_auction_opening": "lowest_deed"}),
    ("official", {"houses": 4, "building_auction_opening": "own_deed", "even_build": False}),
    ("official", {"building_stock": "unlimited", "even_build": False, "auction_bid_limit": "none"}),
    ("official", {"houses": 3, "direct_hotel": True, "auction_bid_limit": "liquidation"}),
    ("official", {"jail_card_after_third_roll": True, "starting_cash": 250, "liquidation": "debt_only"}),
    ("official", {"multi_creditor": "split", "starting_cash": 200, "one_sided_trades": True}),
    ("official", {"board": "uk_classic", "edition": "modern", "first_lap": "wait"}),
    ("official", {"board": "uk_classic", "rent_claim": "before_second_roll", "mortgage_transfer": "none"}),
    ("magnate", {"starting_cash": 300, "houses": 4}),
    ("magnate_no_auctions", {"one_sided_trades": False, "rent_claim": "before_next_roll"}),
    ("wikibook_early", {"jail_fine": 0, "free_parking": "pot"}),
    ("short", {"even_build": False, "turn_order": "opening_roll"}),
)


@pytest.mark.parametrize("number", range(len(UNUSUAL)))
def test_whatever_it_answers_is_legal_wherever_play_may_lead(number: int) -> None:
    # Random play by all seats reaches what careful play never would; each policy is tried on a copy at every step.
    preset, overrides = UNUSUAL[number]
    rules = load_ruleset(preset, overrides)
    tried = 0
    for seed in range(6):
        tried += tour(rules, 2 + seed % 4, 100 * number + seed)
    assert tried > 500


def tour(rules: Ruleset, seats: int, seed: int) -> int:
    """Walk at random and try the policies on the way; how many commands were tried."""
    rng = random.Random(seed)
    table = new_game(board_of(rules), rules, seats, SeededChance(seed))
    table.start()
    if seed % 2 and not rules.deal_deeds:
        give_groups(table.state, seed)
    tried = 0
    for _ in range(300):
        if table.state.outcome is not None:
            break
        tried += sum(try_policies(table.state, seat) for seat in range(seats))
        actor, command = next_command(rng, table)
        try:
            table.handle(actor, command)
        except IllegalCommand:
            continue  # a random command may be nonsense: the walk goes on with the next
    return tried


def try_policies(state: State, seat: int) -> int:
    before = msgspec.msgpack.encode(state.snapshot())
    asked = seat in waiting(state)
    policies: tuple[Policy, ...] = (careful, cautious) if asked else (careful_interrupt, cautious_interrupt)
    commands = [command for policy in policies if (command := policy(state, seat)) is not None]
    assert msgspec.msgpack.encode(state.snapshot()) == before, "a policy has changed the state"
    held = isinstance(frame := state.stack[-1], Window) and frame.holders
    assert commands or seat not in waiting(state) or held, "no answer"
    for command in commands:
        Game(state.copy(), SeededChance(0)).handle(seat, command)
    return len(commands)


def test_a_seat_that_is_asked_nothing_gets_no_answer() -> None:
    state = game(S(), S()).state
    for policy in (careful, cautious):
        with pytest.raises(IllegalCommand) as refusal:
            policy(state, 1)
        assert refusal.value.reason == "no_prompt"


def test_a_held_window_is_waited_for_and_a_holder_passes() -> None:
    table = game(S(), S())
    table.handle(1, c.HoldWindow())
    assert careful(table.state, 0) is None
    assert cautious(table.state, 0) is None
    assert careful(table.state, 1) == c.Pass()
    assert cautious(table.state, 1) == c.Pass()


def test_a_deed_is_bought_only_above_the_reserve() -> None:
    assert careful(landed(game(S(cash=700), S(), dice=[(2, 4)])).state, 0) == c.BuyDeed()
    assert careful(landed(game(S(cash=120), S(), dice=[(2, 4)])).state, 0) == c.DeclineDeed()


def test_the_last_deed_of_a_group_is_bought_for_all_that_one_has() -> None:
    own = landed(game(S(cash=100, deeds=(8, 9)), S(), dice=[(2, 4)]))
    rival = landed(game(S(cash=100), S(deeds=(8, 9)), dice=[(2, 4)]))
    assert careful(own.state, 0) == c.BuyDeed()
    assert careful(rival.state, 0) == c.BuyDeed()


def test_money_is_raised_for_the_last_deed_of_a_group() -> None:
    table = landed(game(S(cash=80, deeds=(8, 9, 5)), S(), dice=[(2, 4)]))
    assert careful(table.state, 0) == c.MortgageDeeds((5,))
    table.handle(0, c.MortgageDeeds((5,)))
    assert careful(table.state, 0) == c.BuyDeed()


def test_nothing_is_mortgaged_for_a_deed_that_stays_out_of_reach() -> None:
    table = landed(game(S(cash=10, deeds=(37,), space=32), S(), dice=[(3, 4)]))
    assert phase_of(table.state) == "purchase"
    assert careful(table.state, 0) == c.DeclineDeed()


def test_bids_stop_at_what_the_deed_is_worth() -> None:
    table = landed(game(S(), S(), dice=[(2, 4)]))
    table.handle(0, c.DeclineDeed())
    bids = []
    while phase_of(table.state) == "auction":
        seat = waiting(table.state)[0]
        command = careful(table.state, seat)
        assert command is not None
        if isinstance(command, c.PlaceBid):
            bids.append(command.amount)
        table.handle(seat, command)
    assert 10 <= bids[0] < 20
    assert 90 <= bids[-1] <= 150


def test_a_bid_keeps_the_reserve() -> None:
    table = landed(game(S(cash=60), S(cash=60), dice=[(2, 4)]))
    table.handle(0, c.DeclineDeed())
    table.handle(1, c.PlaceBid(11))
    assert careful(table.state, 0) == c.Pass()


def test_early_in_the_game_it_leaves_jail() -> None:
    assert careful(game(S(jail=0), S()).state, 0) == c.PayFine()
    assert careful(game(S(jail=0, cards=("chance",)), S()).state, 0) == c.UseJailCard()


def test_on_a_dangerous_board_it_stays_in_jail() -> None:
    deeds = tuple(deed for deed in US.deeds if deed not in BROWN)
    levels = at_level((*ORANGE, *PINK), 4)
    state = game(S(jail=0, deeds=BROWN, cash=300), S(deeds=deeds, levels=levels)).state
    state.offers_made = [1] * 4  # it has made its offer of this turn
    state.cash[0] = 60  # and has nothing to build with
    assert careful(state, 0) == c.RollDice()


def test_it_builds_evenly_and_keeps_a_reserve() -> None:
    state = game(S(cash=700, deeds=ORANGE), S()).state
    command = careful(state, 0)
    assert command == c.BuildHouses(((16, 2), (18, 2), (19, 2)))


def test_it_builds_in_the_window_of_another() -> None:
    state = game(S(), S(cash=700, deeds=ORANGE)).state
    assert careful_interrupt(state, 1) == c.BuildHouses(((16, 2), (18, 2), (19, 2)))
    assert careful_interrupt(state, 0) is None


def test_a_jail_card_stands_in_for_the_third_fine() -> None:
    prisoner = S(jail=2, cash=500, cards=("chance",))
    table = game(prisoner, S(), dice=[(1, 2)], jail_card_after_third_roll=True)
    table.handle(0, c.RollDice())
    assert phase_of(table.state) == "debt"
    assert careful(table.state, 0) == c.UseJailCard()


def test_a_debt_is_paid_with_what_earns_least() -> None:
    debtor = S(cash=10, deeds=(*ORANGE, 39, 5), levels=at_level(ORANGE, 2), space=30)
    owner = S(deeds=(31, 32, 34), levels=((31, 1), (32, 1), (34, 1)))
    table = landed(game(debtor, owner, dice=[(1, 3)]))
    assert phase_of(table.state) == "debt"
    assert careful(table.state, 0) == c.MortgageDeeds((39,))


def test_a_debt_beyond_everything_is_the_end() -> None:
    owner = S(deeds=(31, 32, 34), levels=((31, 4), (32, 4), (34, 4)))
    table = landed(game(S(cash=10, deeds=(1,), space=30), owner, dice=[(1, 3)]))
    assert careful(table.state, 0) == c.Liquidate()
    table.handle(0, c.Liquidate())
    assert table.state.out[0]


def test_the_cheaper_tax_is_chosen() -> None:
    for cash, method in ((1500, c.PayTax("share")), (2500, c.PayTax("flat"))):
        table = landed(game(S(cash=cash), S(), dice=[(1, 3)], income_tax="choice"))
        assert careful(table.state, 0) == method


def test_rent_is_claimed() -> None:
    table = landed(game(S(), S(deeds=(6,)), dice=[(2, 4)], rent_claim="before_next_roll"))
    assert careful_interrupt(table.state, 1) == c.ClaimRent()


def test_a_vote_to_end_is_joined_but_not_for_the_absent() -> None:
    table = game(S(), S())
    assert careful(table.state, 0) == c.RollDice()
    table.handle(1, c.CastVote(True))
    assert careful(table.state, 0) == c.CastVote(True)
    assert cautious(table.state, 0) == c.RollDice()


def test_a_partner_s_last_deed_is_not_given_for_a_utility_and_small_change() -> None:
    # faults C143: the third yellow for a utility and 110
    table = game(S(deeds=(26, 27, 12)), S(deeds=(29, 28)), S())
    table.handle(0, c.OfferTrade(1, c.Things(110, (12,)), c.Things(0, (29,))))
    assert careful_interrupt(table.state, 1) == c.RejectOffer(1)


def test_not_everything_is_given_for_the_last_deed() -> None:
    # faults C146: all cash and other deeds for the last of a group
    bot = S(cash=900, deeds=(37, 5, 15, 25))
    table = game(S(deeds=(39,)), bot, S())
    table.handle(0, c.OfferTrade(1, c.Things(0, (39,)), c.Things(900, (5, 15, 25))))
    assert careful_interrupt(table.state, 1) == c.RejectOffer(1)
    table.handle(1, c.RejectOffer(1))
    table.handle(0, c.OfferTrade(1, c.Things(0, (39,)), c.Things(890)))
    assert careful_interrupt(table.state, 1) == c.RejectOffer(2)


def test_a_fair_offer_is_accepted_and_only_once() -> None:
    table = game(S(deeds=(6, 8)), S(deeds=(9, 12)), S(), dice=[(1, 3)])
    table.handle(0, c.OfferTrade(1, c.Things(900), c.Things(0, (9,))))
    assert careful_interrupt(table.state, 1) == c.AcceptOffer(1)
    assert careful_interrupt(table.state, 2) is None


def test_an_acceptance_that_waits_for_the_window_is_not_repeated() -> None:
    table = game(S(deeds=(8, 9)), S(deeds=(1,)), S(), dice=[(2, 4)])
    table.handle(0, c.RollDice())
    assert phase_of(table.state) == "purchase"
    table.handle(0, c.OfferTrade(1, c.Things(500), c.Things(0, (1,))))
    assert careful_interrupt(table.state, 1) == c.AcceptOffer(1)
    table.handle(1, c.AcceptOffer(1))
    assert len(table.state.queue) == 1
    assert careful_interrupt(table.state, 1) is None


def test_an_offer_that_cannot_settle_is_refused() -> None:
    levels = ((6, 1), (8, 1), (9, 1))
    table = game(S(), S(deeds=LIGHT_BLUE, levels=levels))
    table.handle(0, c.OfferTrade(1, c.Things(1400), c.Things(0, (9,))))
    assert careful_interrupt(table.state, 1) == c.RejectOffer(1)


def test_one_offer_a_turn_and_no_more() -> None:
    table = game(S(deeds=(6, 8)), S(deeds=(9,)), S())
    offer = careful(table.state, 0)
    assert isinstance(offer, c.OfferTrade)
    assert offer.get.deeds == (9,)
    table.handle(0, offer)
    table.handle(1, c.RejectOffer(1))
    assert careful(table.state, 0) == c.RollDice()


def test_an_offer_of_an_earlier_turn_is_taken_back() -> None:
    table = game(S(deeds=(6, 8)), S(deeds=(9,)), dice=[(1, 3), (1, 3)])
    table.handle(0, c.OfferTrade(1, c.Things(1), c.Things(0, (9,))))
    for seat in (0, 1):
        table.handle(seat, c.RollDice())
        table.handle(seat, c.EndTurn())
    assert careful(table.state, 0) == c.WithdrawOffer(1)


def test_the_last_houses_are_wanted_as_far_as_the_budget_goes() -> None:
    seats = (S(cash=2000, deeds=ORANGE), S(cash=260, deeds=LIGHT_BLUE))
    table = game(*seats, bank=(6, None))
    table.handle(0, c.BuildHouses(((16, 1), (18, 1), (19, 1))))
    assert phase_of(table.state) == "build_contest"
    assert careful(table.state, 1) == c.WantBuildings(4)
    assert cautious(table.state, 1) == c.Pass()


def test_a_building_is_bid_for_up_to_its_price_and_then_placed() -> None:
    seats = (S(cash=2000, deeds=ORANGE), S(cash=2000, deeds=LIGHT_BLUE))
    table = game(*seats, bank=(1, None))
    table.handle(0, c.BuildHouses(((16, 1),)))
    highest = 0
    while phase_of(table.state) in ("build_contest", "auction"):
        seat = waiting(table.state)[0]
        command = careful(table.state, seat)
        assert command is not None
        highest = max(highest, getattr(command, "amount", 0))
        table.handle(seat, command)
    assert 50 <= highest <= 100
    assert table.state.level[19] == 1  # the dearest of the winner's group


def test_a_small_fine_is_paid_rather_than_drawing_a_card() -> None:
    choice = next(card for card in UK.card if isinstance(UK.card[card].effect, PayOrDraw))
    table = landed(game(S(), S(), dice=[(1, 1)], chest=[choice], board="uk_classic"))
    assert phase_of(table.state) == "card_choice"
    assert careful(table.state, 0) == c.ChooseOption(1)
    table.state.cash[0] = 5
    assert careful(table.state, 0) == c.ChooseOption(2)


def test_mortgages_received_are_lifted_by_the_rich_and_kept_by_the_poor() -> None:
    for cash, expected in ((1000, c.LiftMortgages((9,))), (260, c.LiftMortgages((9,))), (60, c.KeepMortgage())):
        seats = (S(cash=cash, deeds=(6, 8)), S(deeds=(9, 1), mortgaged=(9,)))
        table = game(*seats)
        table.handle(0, c.OfferTrade(1, c.Things(1), c.Things(0, (9,))))
        table.handle(1, c.AcceptOffer(1))
        assert phase_of(table.state) == "mortgage_transfer"
        assert careful(table.state, 0) == expected
        assert cautious(table.state, 0) == c.KeepMortgage()


def test_interest_beyond_the_cash_is_raised_first() -> None:
    heir = S(cash=0, deeds=(*ORANGE, 5), levels=at_level(ORANGE, 4))
    table = landed(game(S(cash=3, deeds=(39,), mortgaged=(39,), space=10), heir, S(), dice=[(2, 4)]))
    table.handle(0, c.Liquidate())
    assert phase_of(table.state) == "mortgage_transfer"
    for policy in (careful, cautious):
        assert policy(table.state, 1) == c.MortgageDeeds((5,))
    table.handle(1, c.MortgageDeeds((5,)))
    assert careful(table.state, 1) == c.KeepMortgage()


def test_the_absent_are_not_spent_for() -> None:
    table = landed(game(S(), S(), dice=[(2, 4)]))
    assert cautious(table.state, 0) == c.DeclineDeed()
    table.handle(0, c.DeclineDeed())
    assert cautious(table.state, 0) == c.Pass()
    table = game(S(deeds=(6,)), S())
    table.handle(1, c.OfferTrade(0, c.Things(1400), c.Things(0, (6,))))
    assert cautious(table.state, 0) == c.RejectOffer(1)


def test_the_absent_build_only_what_nobody_else_could_want() -> None:
    alone = game(S(cash=900, deeds=ORANGE), S()).state
    assert isinstance(cautious(alone, 0), c.BuildHouses)
    contested = game(S(cash=900, deeds=ORANGE), S(deeds=LIGHT_BLUE)).state
    assert cautious(contested, 0) == c.RollDice()


def test_the_absent_refuse_offers_and_claim_rents_unasked() -> None:
    table = landed(game(S(), S(deeds=(6, 8)), dice=[(2, 4)], rent_claim="before_next_roll"))
    assert cautious_interrupt(table.state, 0) is None
    assert cautious_interrupt(table.state, 1) == c.ClaimRent()
    table.handle(0, c.OfferTrade(1, c.Things(1400), c.Things(0, (8,))))
    assert cautious_interrupt(table.state, 1) == c.RejectOffer(1)
    assert cautious_interrupt(game(S(), S(out=True), S()).state, 1) is None


def test_what_was_accepted_before_going_away_stands() -> None:
    table = landed(game(S(), S(deeds=(8,)), S(), dice=[(2, 4)]))
    table.handle(0, c.OfferTrade(1, c.Things(1400), c.Things(0, (8,))))
    table.handle(1, c.AcceptOffer(1))
    assert cautious_interrupt(table.state, 1) is None
