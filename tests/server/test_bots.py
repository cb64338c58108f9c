"""What bots do next."""

from __future__ import annotations

from engine.commands import OfferTrade, RollDice, Things
from engine.game import Game
from engine.ids import BANK
from engine.legal import waiting
from server.bots import LEVELS, next_move
from server.decisions import running_game
from tests.server.records import started


def game_of(*players: str, **options: object) -> Game:
    return running_game(started(*players, **options)[0])


def test_there_is_the_level_that_requests_name_by_default() -> None:
    assert "careful" in LEVELS


def test_a_bot_that_is_asked_answers() -> None:
    game = game_of("Ann", "Bob")
    assert next_move(game.state, {0}) == (0, RollDice())


def test_a_bot_that_is_not_asked_waits() -> None:
    game = game_of("Ann", "Bob")
    assert next_move(game.state, {1}) is None
    assert next_move(game.state, ()) is None


def test_bots_alone_play_to_the_end() -> None:
    game = game_of("Ann", "Bob", "Cid", max_rounds=20)
    bots = {0, 1, 2}
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
    move = next_move(game.state, {bot})
    assert move is not None
    game.handle(*move)
    assert not game.state.offers
