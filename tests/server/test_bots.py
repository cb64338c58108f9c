"""What bots do next."""

from __future__ import annotations

from trio.testing import MockClock

from engine import commands as c
from engine import events as ge
from engine.commands import BuyDeed, DeclineDeed, OfferTrade, RollDice, Things
from engine.frames import Purchase
from engine.game import Game
from engine.ids import BANK
from engine.legal import waiting
from engine.policies import POLICIES
from engine.position import SeatPosition as S
from server.bots import LEVELS, bots_of, next_move
from server.decisions import running_game
from tests.server.playing import Client, House, Opener, catch_up
from tests.server.positions import act, at_position
from tests.server.records import started

CAREFUL = POLICIES["careful"]


def game_of(*players: str, **options: object) -> Game:
    return running_game(started(*players, **options)[0])


def test_the_levels_are_the_policies_of_the_engine() -> None:
    assert LEVELS == ("random", "greedy", "careful", "strong")


def test_each_bot_plays_by_its_level() -> None:
    table, _ = started("Ann", bots={1: "greedy", 2: "strong"})
    assert bots_of(table.lobby) == {1: POLICIES["greedy"], 2: POLICIES["strong"]}


def test_seats_of_different_levels_answer_differently() -> None:
    # With a dollar left after it the greedy buys, and the careful keeps its reserve.
    table, _ = started("Ann", "Bob", max_rounds=20)
    game = table.need_game()
    while not isinstance(game.state.stack[-1], Purchase):
        game.handle(waiting(game.state)[0], RollDice())
    buyer = game.state.turn
    price = game.state.board.price[game.state.at[buyer]]
    game.state.cash[buyer] = price + 1
    assert next_move(game.state, {buyer: POLICIES["greedy"], 1 - buyer: CAREFUL}) == (buyer, BuyDeed())
    assert next_move(game.state, {buyer: CAREFUL, 1 - buyer: POLICIES["greedy"]}) == (buyer, DeclineDeed())


def test_a_bot_that_is_asked_answers() -> None:
    game = game_of("Ann", "Bob")
    assert next_move(game.state, {0: CAREFUL}) == (0, RollDice())


def test_a_bot_that_is_not_asked_waits() -> None:
    game = game_of("Ann", "Bob")
    assert next_move(game.state, {1: CAREFUL}) is None
    assert next_move(game.state, {}) is None


def test_bots_of_every_level_play_to_the_end() -> None:
    game = game_of("Ann", "Bob", "Cid", "Dan", max_rounds=20)
    bots = dict(enumerate(POLICIES.values()))
    while (move := next_move(game.state, bots)) is not None:
        game.handle(*move)
    assert game.state.outcome is not None


def test_a_bot_answers_an_offer_while_it_is_somebody_else_s_turn() -> None:
    game = game_of("Ann", "Bob")
    while game.state.round == 0:
        game.handle(waiting(game.state)[0], RollDice())
    turn = game.state.turn
    bot = 1 - turn
    deed = game.state.board.deeds[0]
    assert game.state.owner[deed] == BANK
    game.state.owner[deed] = bot
    game.handle(turn, OfferTrade(bot, give=Things(cash=1), get=Things(deeds=(deed,))))
    move = next_move(game.state, {bot: CAREFUL})
    assert move is not None
    game.handle(*move)
    assert not game.state.offers


async def rounds(client: Client, last: int) -> None:
    """Let a person answer by the defaults among bots up to a round."""
    while client.lobby.stage == "running" and client.state is not None and client.state.round < last:
        await catch_up(client)
        if client.prompts:
            await client.answer_default()
        else:
            await client.read()


async def test_bots_of_all_levels_play_on_over_a_crash(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house()
    (ann,) = await house.game("Ann", bots=LEVELS)
    await rounds(ann, 3)
    await house.crash()
    await house.open()
    back = await house.resume(ann)
    await catch_up(back)
    assert [info.bot for info in back.lobby.seats] == [None, *LEVELS]
    await rounds(back, 9)
    assert {event.seat for event in back.of_kind(ge.DiceRolled) if isinstance(event, ge.DiceRolled)} == {0, 1, 2, 3, 4}
    assert back.of_kind(ge.TimeRanOut) == []


async def test_a_strong_bot_trades_builds_and_mortgages_in_its_windows(house: House, autojump_clock: MockClock) -> None:
    orange = (16, 18, 19)
    (ann, bob) = await at_position(
        house, S(), S(cash=240, deeds=(*orange, 5, 15, 12, 21)), S(cash=900, deeds=(23, 24, 28, 35)), dice=((4, 6), (4, 6)),
        bots=1, level="strong",
    )  # fmt: skip
    await act(ann, c.RollDice())
    await act(ann, c.EndTurn())
    await bob.until(lambda _: bob.state is not None and bob.state.turn == 2)
    for kind in (ge.BuildingsBuilt, ge.DeedMortgaged, ge.OfferMade):
        assert bob.of_kind(kind), kind
    assert bob.of_kind(ge.TimeRanOut) == []
