"""Cases of rules-cases.md and faults.md that a scenario file cannot say: clocks, hosts, boards, shuffled decks, no input.

All the others are files in `tests/scenarios`, named by their ids too.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from engine import commands as c
from engine import events as e
from engine.board import AdvanceTo, Board, MoveBackTo, load_board
from engine.chance import ScriptedChance, SeededChance
from engine.errors import IllegalCommand
from engine.game import Game, new_game
from engine.ids import BANK, TABLE
from engine.landing import draw_card, land, move_back_to
from engine.legal import legal, phase_of, waiting
from engine.ruleset import InvalidRuleset, load_ruleset, validate
from engine.state import State

DECK = "chance"


def started(preset: str = "official", seats: int = 3, seed: int = 0, **rules: object) -> Game:
    """A game after its opening throws, in the first window before the roll."""
    game = new_game(load_board(), load_ruleset(preset, rules), seats, SeededChance(seed))
    game.start()
    while phase_of(game.state) == "opening_roll":
        game.handle(waiting(game.state)[0], c.RollDice())
    return game


def play_turn(game: Game) -> None:
    """Let everybody be silent until the turn has passed, or the game is over."""
    turn, round_ = game.state.turn, game.state.round
    while game.state.outcome is None and (game.state.turn, game.state.round) == (turn, round_):
        game.handle(TABLE, c.TimeOut(waiting(game.state)[0]))


def refusal(game: Game, seat: int, command: c.Command) -> str:
    """The reason for which a command is refused."""
    with pytest.raises(IllegalCommand) as caught:
        game.handle(seat, command)
    return caught.value.reason


def test_m15_a_backward_move_onto_go_pays_nothing() -> None:
    game = started()
    game.state.at[0] = 3
    cash = game.state.cash[0]
    move_back_to(game, 0, 0)
    land(game, 0)
    assert (game.state.at[0], game.state.cash[0], game.state.lapped[0]) == (0, cash, False)


def test_m15_a_card_may_lead_back_onto_go() -> None:
    """A board of one's own with a card that goes back to GO: it pays nothing, though a card forward to GO does."""
    data = load_board().data
    card = data.decks[DECK][0]
    for effect, paid in ((MoveBackTo(0), 0), (AdvanceTo(0), 200)):
        deck = (msgspec.structs.replace(card, effect=effect),)
        board = Board(msgspec.structs.replace(data, decks={**data.decks, DECK: deck}))
        game = new_game(board, load_ruleset(), 2, ScriptedChance())
        game.state.at[0] = 7
        draw_card(game, 0, DECK)
        assert game.state.cash[0] == 1500 + paid


def test_x02_the_london_board_has_no_income_tax_choice() -> None:
    rules = load_ruleset("official", {"board": "uk_classic", "income_tax": "choice"})
    with pytest.raises(InvalidRuleset, match=r"income_tax.*uk_classic|uk_classic.*income_tax"):
        validate(rules, load_board("uk_classic"))


def test_e05_when_time_is_up_the_round_is_finished_first() -> None:
    game = started("timed", deal_deeds=0)
    game.handle(TABLE, c.CallEnd("time"))
    turns = []
    while game.state.outcome is None:
        turns.append(game.state.turn)
        play_turn(game)
    assert sorted(turns) == [0, 1, 2], "every seat has had the same number of turns"
    assert game.state.outcome.reason == "time"


def test_e08_the_host_ends_the_game_only_where_the_ruleset_says_so() -> None:
    assert refusal(started(), TABLE, c.CallEnd("host")) == "not_allowed"
    game = started(early_end="host")
    game.handle(TABLE, c.CallEnd("host"))
    assert game.state.outcome is not None
    assert game.state.outcome.reason == "host"


def test_e06_a_purchase_is_finished_before_the_count() -> None:
    game = started(early_end="host")
    state = game.state
    game.chance = ScriptedChance([(1, 2)])
    game.handle(state.turn, c.RollDice())
    game.handle(TABLE, c.CallEnd("host"))
    assert phase_of(state) == "purchase"
    game.handle(state.turn, c.BuyDeed())
    assert state.outcome is not None
    assert state.outcome.worth[state.turn] == 1500


def test_c026_a_shuffled_deck_shows_every_card_once_and_then_the_same_order() -> None:
    game = started(seed=5)
    ids = [draw_any(game) for _ in range(33)]
    jail_card = next(card for card in ids if card.endswith("goojf"))
    assert sorted(ids[:16]) == sorted(game.state.board.decks[DECK])
    cycle = [card for card in ids[:16] if card != jail_card]
    assert ids[16:31] == cycle, "the jail card is missing while it is held"
    assert ids[31:] == cycle[:2]


def draw_any(game: Game) -> str:
    """Draw a card without obeying it."""
    state = game.state
    pile = state.undrawn[DECK]
    card = game.chance.draw(DECK, pile) if pile else state.returned[DECK][0]
    game.emit(e.CardDrawn(0, card))
    return card


def test_k06_a_bankrupts_jail_card_goes_under_its_own_deck() -> None:
    game = started()
    state = game.state
    card = state.board.decks[DECK][8]
    assert card.endswith("goojf")
    game.emit(e.CardDrawn(1, card))
    game.handle(1, c.Resign())
    assert state.returned[DECK] == [card]
    assert state.cards[1] == []


def test_k24_a_claim_on_a_third_seat_passes_to_the_player_who_ruined_its_owner() -> None:
    """C owes A, and waits behind A's own debt to B: A goes bankrupt to B, so C pays B."""
    game = started(seats=4)
    state = game.state
    state.cash[:] = [5, 1000, 5, 1000]
    game.emit(e.DebtOpened(2, ((0, 60),), "rent"))
    game.emit(e.DebtOpened(0, ((1, 500),), "rent"))
    state.owner[39] = 2
    state.memo.clear()
    game.handle(0, c.DeclareBankruptcy())
    assert state.out[0]
    game.handle(2, c.MortgageDeeds((39,)))
    assert state.cash == [0, 1000 + 5 + 60, 5 + 200 - 60, 1000]


def test_c045_a_build_that_names_nothing_changes_nothing() -> None:
    game = started()
    assert refusal(game, game.state.turn, c.BuildHouses(())) == "empty_command"
    assert refusal(game, game.state.turn, c.BuildHouses(((10, 1),))) == "no_such_deed"


def test_t14_a_third_party_has_no_place_in_an_offer() -> None:
    """Both sides' things must belong to the two seats of the offer."""
    game = started()
    state = game.state
    state.owner[1], state.owner[3], state.owner[6] = 0, 1, 2
    offer = c.OfferTrade(1, c.Things(deeds=(1,)), c.Things(deeds=(6,)))
    assert refusal(game, 0, offer) == "not_owner"


def test_c034_and_c010_amounts_beyond_all_bounds_are_refused() -> None:
    game = started()
    game.chance = ScriptedChance([(1, 2)])
    game.handle(game.state.turn, c.RollDice())
    game.handle(game.state.turn, c.DeclineDeed())
    bidder = waiting(game.state)[0]
    assert refusal(game, bidder, c.PlaceBid(2**62)) == "bid_above_limit"
    assert refusal(game, bidder, c.PlaceBid(-(2**62))) == "bid_too_low"


def test_c151_players_who_never_build_end_by_the_limit_of_rounds() -> None:
    game = started(max_rounds=3)
    while game.state.outcome is None:
        play_turn(game)
    assert game.state.outcome.reason == "max_rounds"
    assert len(game.state.outcome.winners) >= 1


def test_c166_a_copy_neither_moves_the_original_nor_its_dice() -> None:
    game = started(seed=9)
    copy = Game(game.state.copy(), SeededChance(1))
    before = snapshot(game.state)
    for _ in range(200):
        if copy.state.outcome is None:
            copy.handle(TABLE, c.TimeOut(waiting(copy.state)[0]))
    assert snapshot(game.state) == before
    twin = started(seed=9)
    assert game.handle(game.state.turn, c.RollDice()) == twin.handle(twin.state.turn, c.RollDice())


def snapshot(state: State) -> bytes:
    """The position as bytes."""
    return msgspec.msgpack.encode(state.snapshot())


def test_c149_there_is_always_something_to_do() -> None:
    game = started(max_rounds=20, seed=3)
    while game.state.outcome is None:
        asked = waiting(game.state)
        assert asked
        assert all(legal(game.state, seat) for seat in asked)
        game.handle(TABLE, c.TimeOut(asked[0]))


def test_c105_the_next_seat_is_found_though_the_last_to_act_is_out() -> None:
    game = started(seats=3)
    turns = []
    for _ in range(3):
        if game.state.outcome is not None:
            break
        turns.append(game.state.turn)
        game.handle(game.state.turn, c.Resign())
    assert len(turns) == 2
    assert all(later == (earlier + 1) % 3 for earlier, later in pairwise(turns))
    assert game.state.outcome is not None
    assert game.state.outcome.winners == ((turns[1] + 1) % 3,)


def test_r19_a_rent_cannot_be_waived() -> None:
    """No command takes a rent back; a gift is a trade, and one-sided trades are refused by default."""
    game = started()
    assert refusal(game, 0, c.OfferTrade(1, c.Things(cash=10), c.Things())) == "one_sided"
    assert BANK not in (offer.seat for offer in game.state.offers.values())
