"""Sums over games: money and landings by color group and space, and that parts add up to the whole."""

from collections import Counter
from collections.abc import Iterable

from client.simulate_game import Entry, Fault, PolicyPlayer, Record, game_seed, play_game
from client.simulate_tally import FaultSums, GroupSums, Ledger, Tally
from engine import commands as c
from engine import events as e
from engine.board import load_board
from engine.game import Game
from engine.ids import BANK
from engine.ruleset import load_ruleset
from engine.state import Outcome
from tests.engine.positions import LIGHT_BLUE, ORANGE, US, S, at_level, do, game

BOARD = load_board()


def taken(table: Game, events: Iterable[e.Event]) -> Ledger:
    ledger = Ledger(table.state)
    for event in events:
        ledger.take(event)
    return ledger


def sums(ledger: Ledger, deed: int) -> GroupSums:
    return ledger.groups[BOARD.group_of[deed]]


def test_a_rent_belongs_to_the_space_where_it_is_paid() -> None:
    table = game(S(), S(deeds=(6,)), dice=[(2, 4)])
    ledger = taken(table, do(table, (0, c.RollDice())))
    assert (ledger.throws, sums(ledger, 6)) == (1, GroupSums(rents=6))
    assert [space for space, count in enumerate(ledger.landings) if count] == [6]


def test_a_rent_that_is_claimed_late_belongs_to_the_deed() -> None:
    table = game(S(), S(deeds=(6,)), S(), dice=[(2, 4), (1, 3)], rent_claim="before_second_roll")
    events = do(table, (0, c.RollDice()), (0, c.EndTurn()), (1, c.RollDice()), (1, c.ClaimRent()))
    ledger = taken(table, events)
    assert sums(ledger, 6).rents == 6
    assert sum(group.rents for group in ledger.groups) == 6


def test_each_space_on_the_way_through_a_card_is_landed_on_and_so_is_jail() -> None:
    table = game(S(), S(), dice=[(3, 4)], chance=["us_ch_jail"])
    ledger = taken(table, do(table, (0, c.RollDice())))
    assert [space for space, count in enumerate(ledger.landings) if count] == [7, 10]


def test_deeds_cost_what_was_paid_for_them() -> None:
    table = game(S(), S(), dice=[(2, 4), (1, 2)])
    events = do(
        table, (0, c.RollDice()), (0, c.BuyDeed()), (0, c.EndTurn()),
        (1, c.RollDice()), (1, c.DeclineDeed()), (0, c.PlaceBid(33)), (1, c.Pass()),
    )  # fmt: skip
    ledger = taken(table, events)
    assert (sums(ledger, 6).deeds, sums(ledger, 3).deeds) == (100, 33)


def test_a_traded_deed_costs_the_group_nothing() -> None:
    table = game(S(deeds=(5,)), S(deeds=(12,)))
    ledger = taken(table, do(table, (0, c.OfferTrade(1, c.Things(300, (5,)), c.Things(deeds=(12,)))), (1, c.AcceptOffer(1))))
    assert all(group == GroupSums() for group in ledger.groups)


def test_buildings_cost_what_they_cost_less_what_they_bring_back() -> None:
    table = game(S(deeds=ORANGE), S())
    events = do(table, (0, c.BuildHouses(at_level(ORANGE, 4))), (0, c.BuildHouses(((16, 1),))), (0, c.SellHouses(((16, 1),))))
    assert sums(taken(table, events), 16).buildings == 12 * 100 + 100 - 50


def test_a_building_that_was_won_costs_its_price() -> None:
    table = game(S(deeds=ORANGE), S(deeds=LIGHT_BLUE), bank=(1, 12))
    events = do(
        table, (0, c.BuildHouses(((16, 1),))), (1, c.WantBuildings(1)), (1, c.PlaceBid(77)), (0, c.Pass()),
        (1, c.PlaceBuilding(8)),
    )  # fmt: skip
    ledger = taken(table, events)
    assert (sums(ledger, 6), sums(ledger, 16)) == (GroupSums(buildings=77), GroupSums())


def test_a_building_that_is_granted_in_a_contest_costs_its_list_price() -> None:
    table = game(S(deeds=ORANGE), S(deeds=LIGHT_BLUE), bank=(2, 12))
    events = do(table, (0, c.BuildHouses(((16, 1),))), (1, c.WantBuildings(1)))
    while (placer := getattr(table.state.stack[-1], "placer", BANK)) != BANK:
        events += do(table, (placer, c.PlaceBuilding({0: 16, 1: 6}[placer])))
    ledger = taken(table, events)
    assert (sums(ledger, 6).buildings, sums(ledger, 16).buildings) == (50, 100)


def record(reason: str = "last_one", winners: tuple[int, ...] = (1,), round_: int = 30, faults: list[Fault] | None = None) -> Record:
    """The end of a game, with one throw."""
    table = game(S(), S(), dice=[(1, 3)])
    events = tuple(do(table, (0, c.RollDice())))
    table.state.outcome = Outcome(reason, winners, (0, 500))
    table.state.round = round_
    return Record(table.state, [Entry(0, c.RollDice(), events)], faults or [])


def test_games_are_counted() -> None:
    tally = Tally()
    tally.add(0, record())
    tally.add(1, record("max_rounds", (0, 1), 40))
    assert (tally.games, tally.wins, tally.worth, tally.throws) == (2, [0.5, 1.5], [0, 1000], 2)
    assert (tally.rounds, tally.reasons) == (Counter({30: 1, 40: 1}), Counter(last_one=1, max_rounds=1))
    assert (tally.landings[4], len(tally.groups)) == (2, len(US.groups))


def test_of_each_kind_of_fault_the_first_is_kept() -> None:
    tally = Tally()
    tally.add(3, record(faults=[Fault(1, "crash", 5, "first"), Fault(1, "crash", 6, "second"), Fault(0, "crash", 7, "other")]))
    tally.add(4, record(faults=[Fault(1, "crash", 1, "third")]))
    assert tally.faults == {(1, "crash"): FaultSums(3, 3, 5, "first"), (0, "crash"): FaultSums(1, 3, 7, "other")}


def test_parts_add_up_to_the_whole() -> None:
    rules = load_ruleset("official", {"max_rounds": 15})
    players = [PolicyPlayer(level) for level in ("careful", "greedy", "random")]
    records = [play_game(BOARD, rules, players, game_seed(5, number)) for number in range(4)]
    whole, first, second, sum_ = Tally(), Tally(), Tally(), Tally()
    for number, played in enumerate(records):
        whole.add(number, played)
        (first if number < 2 else second).add(number, played)
    sum_.merge(first)
    sum_.merge(second)
    assert sum_ == whole
    assert sum(whole.wins) == 4
    assert sum(group.rents for group in whole.groups) > 0


def test_the_sums_of_a_game_are_those_of_its_payments() -> None:
    rules = load_ruleset("official", {"max_rounds": 60})
    played = play_game(BOARD, rules, [PolicyPlayer("careful") for _ in range(4)], 8)
    tally = Tally()
    tally.add(0, played)
    paid: Counter[str] = Counter()
    for event in (event for entry in played.entries for event in entry.events):
        if isinstance(event, e.MoneyPaid):
            paid[event.reason] += event.amount
    assert sum(group.rents for group in tally.groups) == paid["rent"]
    spent = sum(group.deeds + group.buildings for group in tally.groups)
    assert spent == paid["purchase"] + paid["auction"] + paid["building"] - paid["building_sale"]
