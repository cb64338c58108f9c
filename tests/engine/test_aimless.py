"""The random policy: anything that is legal and does not give the game up, and the same again in the same position."""

from engine import commands as c
from engine.aimless import answer_at_random, interrupt_at_random
from engine.commands import Things
from engine.game import Game
from engine.legal import legal
from engine.state import State
from tests.engine.positions import ORANGE, S, do, game


def answers(state: State, seat: int) -> set[c.SeatCommand | None]:
    """What many random players would say."""
    return {answer_at_random(salt)(state, seat) for salt in range(60)}


def declined() -> Game:
    table = game(S(), S(), dice=[(2, 4)])
    do(table, (0, c.RollDice()), (0, c.DeclineDeed()))
    return table


def test_it_does_all_that_is_legal_and_never_gives_up() -> None:
    state = game(S(space=10, jail=0, deeds=ORANGE, cards=("chance",)), S()).state
    builds = {c.BuildHouses(((deed, 1),)) for deed in ORANGE}
    assert answers(state, 0) == {c.RollDice(), c.PayFine(), c.UseJailCard("chance"), *builds}
    assert {option.command for option in legal(state, 0)} >= {"resign", "mortgage_deeds", "offer_trade"}


def test_it_bids_low_mostly_and_within_the_range() -> None:
    table = declined()
    bids = [bid.amount for salt in range(300) if isinstance(bid := answer_at_random(salt)(table.state, 1), c.PlaceBid)]
    assert 10 <= min(bids) < max(bids) <= 1500
    assert sum(bids) / len(bids) < 100


def test_the_same_position_gets_the_same_answer_and_another_bid_another_one() -> None:
    table = declined()
    policy = answer_at_random(5)
    assert policy(table.state, 1) == policy(table.state.copy(), 1)
    said = set()
    for amount in range(10, 40):
        do(table, (0 if amount % 2 else 1, c.PlaceBid(amount)))
        said.add(type(policy(table.state, 1 if amount % 2 else 0)))
    assert said == {c.PlaceBid, c.Pass}


def test_unasked_it_takes_or_refuses_offers_and_claims_rents() -> None:
    table = game(S(deeds=(5,)), S(deeds=(12,)))
    assert interrupt_at_random()(table.state, 1) is None
    do(table, (0, c.OfferTrade(1, Things(deeds=(5,)), Things(deeds=(12,)))))
    said = {interrupt_at_random(salt)(table.state, 1) for salt in range(30)}
    assert said == {c.AcceptOffer(1), c.RejectOffer(1)}
    claiming = game(S(), S(deeds=(6,)), dice=[(2, 4)], rent_claim="before_next_roll")
    do(claiming, (0, c.RollDice()))
    assert interrupt_at_random()(claiming.state, 1) == c.ClaimRent()
    assert interrupt_at_random()(game(S(), S(), S(out=True)).state, 2) is None
