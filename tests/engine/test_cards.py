"""Every card of every deck from every space where it can be drawn, and the cards that only a board of one's own has."""

import msgspec
import pytest

from engine import board as b
from engine import commands as c
from engine import events as e
from engine.board import Board
from engine.chance import ScriptedChance
from engine.game import Game
from engine.ids import BANK, HOTEL
from engine.legal import phase_of, waiting
from engine.position import Position, build_state
from engine.ruleset import load_ruleset
from tests.engine.positions import BROWN, LIGHT_BLUE, RAILROADS, US, S, do, game, of, payments, the

# What each card does: the space it leads to, or the money it moves, by the words printed on it.
US_CHANCE = {
    "boardwalk": ("to", 39), "go": ("to", 0), "illinois": ("to", 24), "st_charles": ("to", 11),
    "nearest_railroad_a": ("railroad", 0), "nearest_railroad_b": ("railroad", 0), "nearest_utility": ("utility", 0),
    "dividend": ("take", 50), "goojf": ("keep", 0), "back_3": ("back", 3), "jail": ("jail", 0),
    "general_repairs": ("repairs", 25 * 4 + 100), "reading": ("to", 5), "chairman": ("pay_each", 50), "loan": ("take", 150),
}  # fmt: skip
CHEST = {
    "go": ("to", 0), "bank_error": ("take", 200), "doctor": ("pay", 50), "stock": ("take", 50), "goojf": ("keep", 0),
    "jail": ("jail", 0), "holiday_fund": ("take", 100), "tax_refund": ("take", 20), "birthday": ("take_each", 10),
    "life_insurance": ("take", 100), "hospital": ("pay", 100), "school": ("pay", 50), "consultancy": ("take", 25),
    "street_repairs": ("repairs", 40 * 4 + 115), "beauty": ("take", 10), "inherit": ("take", 100),
}  # fmt: skip
OLD_US_CHEST = {
    **{card: CHEST[card] for card in (
        "go", "bank_error", "doctor", "goojf", "jail", "tax_refund", "life_insurance", "hospital", "street_repairs", "beauty",
        "inherit",
    )},
    "stock": ("take", 45), "xmas_fund": ("take", 100), "opera": ("take_each", 50), "school_tax": ("pay", 150),
    "services": ("take", 25),
}  # fmt: skip
OLD_UK_CHANCE = {
    "go": ("to", 0), "jail": ("jail", 0), "pall_mall": ("to", 11), "marylebone": ("to", 15), "trafalgar": ("to", 24),
    "mayfair": ("to", 39), "back_3": ("back", 3), "general_repairs": ("repairs", 25 * 4 + 100),
    "street_repairs": ("repairs", 40 * 4 + 115), "school": ("pay", 150), "drunk": ("pay", 20), "speeding": ("pay", 15),
    "loan": ("take", 150), "crossword": ("take", 100), "dividend": ("take", 50), "goojf": ("keep", 0),
}  # fmt: skip
OLD_UK_CHEST = {
    "go": ("to", 0), "old_kent_road": ("back_to", 1), "jail": ("jail", 0), "hospital": ("pay", 100), "doctor": ("pay", 50),
    "insurance": ("pay", 50), "bank_error": ("take", 200), "annuity": ("take", 100), "inherit": ("take", 100),
    "stock": ("take", 50), "preference_shares": ("take", 25), "tax_refund": ("take", 20), "beauty": ("take", 10),
    "birthday": ("take_each", 10), "goojf": ("keep", 0), "fine_or_chance": ("choose", 10),
}  # fmt: skip
UK_CHANCE = {
    **{card: what for card, what in US_CHANCE.items() if card not in ("boardwalk", "illinois", "st_charles", "reading")},
    "mayfair": ("to", 39), "trafalgar": ("to", 24), "pall_mall": ("to", 11), "kings_cross": ("to", 5), "speeding": ("pay", 15),
}  # fmt: skip

DECKS = [
    ("us_classic", "default", "chance", "us_ch_", {**US_CHANCE, "speeding": ("pay", 15)}),
    ("us_classic", "default", "community_chest", "us_cc_", CHEST),
    ("us_classic", "pre_2008", "chance", "us_ch_old_", {**US_CHANCE, "poor_tax": ("pay", 15)}),
    ("us_classic", "pre_2008", "community_chest", "us_cc_old_", OLD_US_CHEST),
    ("uk_classic", "default", "chance", "uk_ch_", OLD_UK_CHANCE),
    ("uk_classic", "default", "community_chest", "uk_cc_", OLD_UK_CHEST),
    ("uk_classic", "modern", "chance", "uk_ch_mod_", UK_CHANCE),
    ("uk_classic", "modern", "community_chest", "uk_cc_mod_", CHEST),
]
SPACES = {"chance": (7, 22, 36), "community_chest": (2, 17, 33)}


def cases(*wanted: str) -> list[object]:
    """Board, edition, card, space and figure for every card of these kinds from every space where it can be drawn."""
    return [
        pytest.param(board, edition, prefix + card, space, *what, id=f"{prefix}{card}-{space}")
        for board, edition, deck, prefix, cards in DECKS
        for card, what in cards.items()
        if what[0] in wanted
        for space in SPACES[deck]
    ]


# The movement tables: where a card leads from each Chance space, and from which spaces that passes GO.
PASSES_GO = {0: (2, 7, 17, 22, 33, 36), 5: (7, 22, 36), 11: (22, 36), 15: (22, 36), 24: (36,), 39: ()}
RAILROAD_AFTER = {7: 15, 22: 25, 36: 5}
UTILITY_AFTER = {7: 12, 22: 28, 36: 12}


@pytest.mark.parametrize(("board", "edition", "deck", "prefix", "cards"), DECKS)
def test_the_tables_have_every_card(board: str, edition: str, deck: str, prefix: str, cards: dict[str, object]) -> None:
    state = game(board=board, edition=edition).state
    assert sorted(state.board.decks[deck]) == sorted(prefix + card for card in cards)
    assert len(cards) == 16


def drawn(board: str, edition: str, card: str, space: int) -> tuple[Game, list[e.Event]]:
    """Seat 0, with four houses and a hotel, lands on a card space and draws; what came after the draw. Two others play."""
    scripts = {deck: [card] if (deck == "chance") == ("_ch_" in card) else [] for deck in SPACES}
    drawer = S(cash=1000, space=(space - 3) % 40, deeds=LIGHT_BLUE, levels=((6, 2), (8, 2), (9, 1)))
    if "repairs" in card:
        drawer = S(cash=1000, space=(space - 3) % 40, deeds=BROWN, levels=((1, 4), (3, HOTEL)))
    table = game(
        drawer, S(cash=1000), S(cash=1000), dice=[(1, 2), (4, 4)], chance=scripts["chance"],
        chest=scripts["community_chest"], board=board, edition=edition,
    )  # fmt: skip
    events = list(table.handle(0, c.RollDice()))
    return table, events[events.index(e.CardDrawn(0, card)) + 1 :]


FROM = ("board", "edition", "card", "space", "what", "number")


@pytest.mark.parametrize(FROM, cases("to", "railroad", "utility"))
def test_cards_that_lead_forward(board: str, edition: str, card: str, space: int, what: str, number: int) -> None:
    table, events = drawn(board, edition, card, space)
    to = {"to": number, "railroad": RAILROAD_AFTER.get(space), "utility": UTILITY_AFTER.get(space)}[what]
    passes = space in PASSES_GO[number] if what == "to" else space == 36
    assert events[0] == e.TokenMoved(0, space, to, passes)
    assert payments(events) == ([(BANK, 0, 200, "salary")] if passes else [])
    assert phase_of(table.state) == ("purchase" if to else "after_roll")


@pytest.mark.parametrize(FROM, cases("back", "back_to"))
def test_cards_that_lead_back_never_pay_the_salary(
    board: str, edition: str, card: str, space: int, what: str, number: int
) -> None:
    # rules.md GO-04; what comes of 33, where another card is drawn, is another test's
    _, events = drawn(board, edition, card, space)
    assert events[0] == e.TokenMoved(0, space, number if what == "back_to" else space - number)
    assert type(events[1]) is not e.MoneyPaid or payments(events[1:2]) == [(0, BANK, 200, "tax")]


@pytest.mark.parametrize(FROM, cases("jail"))
def test_cards_that_lead_to_jail(board: str, edition: str, card: str, space: int, what: str, number: int) -> None:
    table, events = drawn(board, edition, card, space)
    assert events[0] == e.SeatJailed(0, "card")
    assert (table.state.at[0], table.state.jail[0]) == (10, 0)
    assert payments(events) == []


@pytest.mark.parametrize(FROM, cases("keep"))
def test_cards_that_are_kept(board: str, edition: str, card: str, space: int, what: str, number: int) -> None:
    table, _ = drawn(board, edition, card, space)
    deck = table.state.board.deck_of[card]
    assert table.state.cards[0] == [card]
    assert card not in (*table.state.undrawn[deck], *table.state.returned[deck])


@pytest.mark.parametrize(FROM, cases("choose"))
def test_cards_with_a_choice(board: str, edition: str, card: str, space: int, what: str, number: int) -> None:
    table, _ = drawn(board, edition, card, space)
    assert (phase_of(table.state), waiting(table.state)) == ("card_choice", (0,))
    assert payments(table.handle(0, c.ChooseOption(1))) == [(0, BANK, number, "card")]


@pytest.mark.parametrize(FROM, cases("take", "pay", "repairs", "pay_each", "take_each"))
def test_cards_that_move_money(board: str, edition: str, card: str, space: int, what: str, number: int) -> None:
    table, events = drawn(board, edition, card, space)
    assert payments(events) == {
        "take": [(BANK, 0, number, "card")],
        "pay": [(0, BANK, number, "card")],
        "repairs": [(0, BANK, number, "card")],
        "pay_each": [(0, 1, number, "card"), (0, 2, number, "card")],
        "take_each": [(1, 0, number, "card"), (2, 0, number, "card")],
    }[what]
    assert phase_of(table.state) == "after_roll"


@pytest.mark.parametrize("card", [card for deck in US.decks.values() for card in deck if not card.endswith("goojf")])
def test_a_drawn_card_goes_under_its_deck(card: str) -> None:
    # rules.md CRD-01
    deck = US.deck_of[card]
    table, _ = drawn("us_classic", "default", card, SPACES[deck][0])
    assert table.state.returned[deck][0] == card
    assert card not in table.state.undrawn[deck]


def test_three_spaces_back_to_the_income_tax_costs_it_in_full() -> None:
    # rules-cases M11
    table, events = drawn("us_classic", "default", "us_ch_back_3", 7)
    assert payments(events) == [(0, BANK, 200, "tax")]
    assert table.state.at[0] == 4


def test_three_spaces_back_to_the_community_chest_draws_there() -> None:
    # rules-cases M12
    table = game(S(space=33), S(), dice=[(1, 2)], chance=["us_ch_back_3"], chest=["us_cc_go"])
    events = table.handle(0, c.RollDice())
    assert [event.card for event in of(events, e.CardDrawn)] == ["us_ch_back_3", "us_cc_go"]
    assert table.state.at[0] == 0
    assert payments(events) == [(BANK, 0, 200, "salary")]


def test_back_to_old_kent_road_resolves_it() -> None:
    # rules-cases M14
    table, _ = drawn("uk_classic", "default", "uk_cc_old_kent_road", 33)
    assert phase_of(table.state) == "purchase"


@pytest.mark.parametrize(("owned", "amount"), [((15,), 50), ((15, 25), 100), ((15, 25, 35), 200), (RAILROADS, 400)])
def test_the_next_railroad_takes_double_rent(owned: tuple[int, ...], amount: int) -> None:
    table = game(S(space=4), S(deeds=owned), dice=[(1, 2)], chance=["us_ch_nearest_railroad_a"])
    assert payments(table.handle(0, c.RollDice())) == [(0, 1, amount, "rent")]


def test_the_trip_to_a_railroad_takes_normal_rent() -> None:
    table = game(S(space=4), S(deeds=(5,)), dice=[(1, 2)], chance=["us_ch_reading"])
    assert payments(table.handle(0, c.RollDice())) == [(BANK, 0, 200, "salary"), (0, 1, 25, "rent")]


def test_the_next_utility_takes_ten_times_a_fresh_throw_whatever_its_owner_has() -> None:
    # rules-cases R10, D09: one utility is enough, and the doubles of that throw mean nothing
    table = game(S(space=4), S(deeds=(12,)), dice=[(1, 2), (3, 3)], chance=["us_ch_nearest_utility"])
    events = table.handle(0, c.RollDice())
    assert the(events, e.RentRolled) == e.RentRolled(0, (3, 3))
    assert payments(events) == [(0, 1, 60, "rent")]
    assert table.state.doubles == 0


@pytest.mark.parametrize("owner", [S(deeds=(12,), mortgaged=(12,)), S()])
def test_the_next_utility_throws_no_dice_where_nothing_is_due(owner: S) -> None:
    # rules-cases R11, R12
    table = game(S(space=4), owner, dice=[(1, 2)], chance=["us_ch_nearest_utility"])
    events = table.handle(0, c.RollDice())
    assert of(events, e.RentRolled) == []
    assert payments(events) == []


def test_ones_own_railroad_costs_nothing() -> None:
    table = game(S(space=4, deeds=(15,)), S(), dice=[(1, 2)], chance=["us_ch_nearest_railroad_a"])
    assert payments(table.handle(0, c.RollDice())) == []


def test_repairs_without_buildings_cost_nothing() -> None:
    # rules-cases X06
    table = game(S(space=4, deeds=BROWN), S(), dice=[(1, 2)], chance=["us_ch_general_repairs"])
    assert payments(table.handle(0, c.RollDice())) == []


def test_the_bankrupt_neither_pay_nor_are_paid_by_a_card() -> None:
    seats = (S(space=4), S(out=True), S())
    table = game(*seats, dice=[(1, 2)], chance=["us_ch_chairman"])
    assert payments(table.handle(0, c.RollDice())) == [(0, 2, 50, "card")]
    table = game(S(space=14), *seats[1:], dice=[(1, 2)], chest=["us_cc_birthday"])
    assert payments(table.handle(0, c.RollDice())) == [(2, 0, 10, "card")]


def test_who_cannot_pay_everybody_owes_one_after_the_other() -> None:
    # rules-cases X11: B and C to the left are paid, D is owed
    table = game(S(cash=120, space=4), S(), S(), S(), dice=[(1, 2)], chance=["us_ch_chairman"])
    events = table.handle(0, c.RollDice())
    assert payments(events) == [(0, 1, 50, "card"), (0, 2, 50, "card")]
    assert the(events, e.DebtOpened) == e.DebtOpened(0, ((3, 50),), "card")


def test_cash_for_exactly_what_is_due_leaves_no_debt() -> None:
    table = game(S(cash=100, space=4), S(), S(), dice=[(1, 2)], chance=["us_ch_chairman"])
    assert of(table.handle(0, c.RollDice()), e.DebtOpened) == []
    assert table.state.cash == [0, 1550, 1550]
    table = game(S(space=14), S(cash=10), dice=[(1, 2)], chest=["us_cc_birthday"])
    assert of(table.handle(0, c.RollDice()), e.DebtOpened) == []


def test_joint_creditors_share_where_the_ruleset_says_so() -> None:
    table = game(S(cash=120, space=4), S(), S(), S(), dice=[(1, 2)], chance=["us_ch_chairman"], multi_creditor="split")
    events = table.handle(0, c.RollDice())
    assert payments(events) == []
    assert the(events, e.DebtOpened) == e.DebtOpened(0, ((1, 50), (2, 50), (3, 50)), "card")
    rich = game(S(cash=150, space=4), S(), S(), S(), dice=[(1, 2)], chance=["us_ch_chairman"], multi_creditor="split")
    events = list(rich.handle(0, c.RollDice()))
    assert payments(events) == [(0, seat, 50, "card") for seat in (1, 2, 3)]
    assert of(events, e.DebtOpened) == []


def test_of_several_payers_each_who_is_short_owes_and_the_rest_pay_after_it() -> None:
    # rules-cases X08, K16: debts are settled in the order in which they arose
    table = game(S(space=14), S(cash=4, deeds=(5,)), S(cash=100), dice=[(1, 2)], chest=["us_cc_birthday"])
    assert payments(table.handle(0, c.RollDice())) == []
    events = do(table, (1, c.MortgageDeeds((5,))))
    assert payments(events) == [(BANK, 1, 100, "mortgage"), (1, 0, 10, "card"), (2, 0, 10, "card")]
    assert phase_of(table.state) == "after_roll"


def board_of_one_card(effect: b.Effect) -> Board:
    """The US board with a Chance deck of this card alone."""
    return Board(msgspec.structs.replace(US.data, decks={**US.data.decks, "chance": (b.Card("own", "", effect),)}))


def after_own_card(effect: b.Effect, *seats: S, space: int = 36, dice: tuple[tuple[int, int], ...] = ()) -> list[e.Event]:
    """What a card of one's own does to seat 0 on a Chance space."""
    board = board_of_one_card(effect)
    position = Position((S(space=space - 3), *(seats or (S(),))))
    table = Game(build_state(position, board, load_ruleset()), ScriptedChance([(1, 2), *dice]))
    events = list(table.handle(0, c.RollDice()))
    return events[events.index(e.CardDrawn(0, "own")) + 1 :]


@pytest.mark.parametrize(
    "effect",
    [b.AdvanceTo(5, collect_go=False), b.AdvanceNearest("railroad", collect_go=False), b.MoveRelative(9, collect_go=False)],
)
def test_a_card_may_pass_go_without_the_salary(effect: b.Effect) -> None:
    events = after_own_card(effect)
    assert events[0] == e.TokenMoved(0, 36, 5, True)
    assert payments(events) == []


def test_a_card_may_move_some_spaces_forward_and_pay_the_salary() -> None:
    events = after_own_card(b.MoveRelative(9, collect_go=True))
    assert events[0] == e.TokenMoved(0, 36, 5, True)
    assert payments(events) == [(BANK, 0, 200, "salary")]
    assert after_own_card(b.MoveRelative(1, collect_go=True))[0] == e.TokenMoved(0, 36, 37)


def test_a_card_may_lead_to_a_utility_for_a_multiple_of_its_rent_by_the_arriving_throw() -> None:
    events = after_own_card(b.AdvanceNearest("utility", rent_multiplier=3), S(deeds=(12,)), space=7)
    assert payments(events) == [(0, 1, 3 * 4 * 3, "rent")]


def test_an_empty_deck_gives_nothing() -> None:
    # The only card of the deck is a jail card, and the other seat holds it.
    board = board_of_one_card(b.GetOutOfJailFree())
    position = Position((S(space=4), S(cards=("chance",))))
    table = Game(build_state(position, board, load_ruleset()), ScriptedChance([(1, 2)]))
    assert of(table.handle(0, c.RollDice()), e.CardDrawn) == []
    assert phase_of(table.state) == "after_roll"
