"""One position for each thing that the table can wait for, by the name of its phase and, after a comma, what is special.

Each is made by play from a start that could come up, with three seats, so that somebody has no part in the question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import commands as c
from engine.commands import Things
from engine.game import Game
from tests.engine.positions import BROWN, DARK_BLUE, ORANGE, RAILROADS, S, at_level, do, game

ROLL = c.RollDice()


def opening() -> Game:
    """Seat 1 throws next."""
    table = game(S(), S(), S(), phase="opening_roll", dice=[(1, 2), (3, 4), (5, 6)])
    do(table, (0, ROLL))
    return table


def before_roll() -> Game:
    """Seat 0 may throw; seat 1 has things to build, lift and mortgage, and an offer of seat 2."""
    builder = S(deeds=(*BROWN, 5, 15), mortgaged=(5,), levels=((1, 1),))
    table = game(S(space=10), builder, S(deeds=(12,)), dice=[(4, 6)])
    do(table, (2, c.OfferTrade(1, Things(0, (12,)), Things(100))))
    return table


def in_jail() -> Game:
    """Seat 0 is in jail with both cards."""
    return game(S(jail=1, cards=("chance", "community_chest")), S(), S(), dice=[(1, 2)])


def held() -> Game:
    """Seat 0 may not throw, because seat 1 holds the window."""
    table = game(S(space=10, deeds=BROWN), S(), S(), dice=[(4, 6)])
    do(table, (1, c.HoldWindow()))
    return table


def after_roll() -> Game:
    """Seat 0 has thrown and may end its turn, seat 2 may claim a rent."""
    table = game(S(space=2), S(), S(deeds=(5,)), dice=[(1, 2)], rent_claim="before_next_roll")
    do(table, (0, ROLL))
    return table


def after_doubles() -> Game:
    """Seat 0 has thrown doubles and throws again."""
    return game(S(space=10), S(deeds=BROWN), S(), phase="after_roll", doubles=1, dice=[(4, 6)])


def own_turn() -> Game:
    """Seat 0 may build before its rent is settled, seat 1 may accept its offer."""
    seats = (S(space=2, deeds=(*BROWN, 12), mortgaged=(12,)), S(deeds=(5, 15)), S(deeds=ORANGE))
    table = game(*seats, dice=[(1, 2)], asset_window="own_turn", early_end="off")
    do(table, (0, ROLL), (0, c.OfferTrade(1, Things(10), Things(0, (15,)))))
    return table


def purchase() -> Game:
    """Seat 0 is short of the price of Reading and may raise it."""
    table = game(S(cash=150, space=2, deeds=(*BROWN, 12), levels=((1, 1),)), S(deeds=(15,)), S(), dice=[(1, 2)])
    do(table, (0, ROLL))
    return table


def auction() -> Game:
    """Seat 1 is the high bidder for Reading, seat 2 has passed before that."""
    table = game(S(space=2, deeds=(12,)), S(), S(deeds=BROWN), dice=[(1, 2)])
    do(table, (0, ROLL), (0, c.DeclineDeed()), (2, c.Pass()), (1, c.PlaceBid(60)), (2, c.Pass()))
    return table


def building_auction() -> Game:
    """The last house is auctioned between the seats 0 and 1."""
    table = contest()
    do(table, (1, c.WantBuildings(1)))
    return table


def debt() -> Game:
    """Seat 0 owes seat 1 more than its cash and has things to sell; both have offers to it."""
    debtor = S(cash=20, space=2, deeds=(*BROWN, 12, 37), mortgaged=(12,), levels=at_level(BROWN, 1))
    table = game(debtor, S(deeds=RAILROADS), S(deeds=(39,)), dice=[(1, 2)])
    do(
        table,
        (0, ROLL),
        (1, c.OfferTrade(0, Things(150), Things(0, (37,)))),
        (2, c.OfferTrade(0, Things(1), Things(0, (37,)))),
        (0, c.OfferTrade(2, Things(0, (37,)), Things(300))),
        (2, c.OfferTrade(1, Things(1), Things(2))),
    )
    return table


def hopeless_debt() -> Game:
    """Seat 0 owes more than it could ever raise."""
    table = game(S(cash=20, space=2, deeds=(12,)), S(deeds=RAILROADS), S(), dice=[(1, 2)])
    do(table, (0, ROLL))
    return table


def fine_or_card() -> Game:
    """Seat 0 has failed the third time and may still use its card."""
    seat = S(jail=2, cards=("chance",), deeds=(12,))
    table = game(seat, S(), S(), dice=[(4, 6)], jail_card_after_third_roll=True)
    do(table, (0, ROLL))
    return table


def card_choice() -> Game:
    """Seat 0 pays a fine or draws a Chance card."""
    table = game(S(space=14), S(deeds=BROWN), S(), dice=[(1, 2)], chest=["uk_cc_fine_or_chance"], board="uk_classic")
    do(table, (0, ROLL))
    return table


def tax_choice() -> Game:
    """Seat 0 pays 200 or a tenth."""
    table = game(S(space=1), S(deeds=BROWN), S(), dice=[(1, 2)], income_tax="choice")
    do(table, (0, ROLL))
    return table


def mortgage_transfer() -> Game:
    """Seat 0 has received two mortgaged deeds and has a third of its own."""
    seats = (S(cash=310, deeds=(5,), mortgaged=(5,)), S(deeds=(39, 12, 15), mortgaged=(39, 12)), S())
    table = game(*seats)
    do(table, (0, c.OfferTrade(1, Things(1), Things(0, (39, 12)))), (1, c.AcceptOffer(1)))
    return table


def hopeless_transfer() -> Game:
    """Seat 1 has inherited five mortgaged deeds; the interest is 66 and it can raise 50."""
    deeds = (*ORANGE, *DARK_BLUE)
    table = game(S(cash=0, space=3, deeds=deeds, mortgaged=deeds), S(cash=0, deeds=(6,)), S(), dice=[(1, 2)])
    do(table, (0, ROLL), (0, c.DeclareBankruptcy()))
    return table


def contest() -> Game:
    """Seat 1 is asked how many of the bank's last houses it wants; seat 0 asked for one."""
    rival = S(deeds=(*DARK_BLUE, 12), levels=at_level(DARK_BLUE, 3))
    table = game(S(deeds=ORANGE, levels=at_level(ORANGE, 3)), rival, S(deeds=(5,)), bank=(1, 12))
    do(table, (0, c.BuildHouses(((16, 1),))))
    return table


def placing() -> Game:
    """Seat 1 holds the window, has won the last house, and is to place it."""
    table = contest()
    do(table, (1, c.HoldWindow()), (1, c.WantBuildings(1)), (1, c.PlaceBid(30)), (0, c.Pass()))
    return table


def serving() -> Game:
    """Seat 1 is to place a house at list price, since there are enough for all."""
    rival = S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, 3))
    table = game(S(deeds=ORANGE, levels=at_level(ORANGE, 3)), rival, S(deeds=(5,)), bank=(2, 12))
    do(table, (0, c.BuildHouses(((16, 1),))), (1, c.WantBuildings(1)))
    return table


def game_over() -> Game:
    """Seat 0 has won."""
    table = game(S(), S(), S())
    do(table, (1, c.Resign()), (2, c.Resign()))
    return table


PHASES: Final[dict[str, Callable[[], Game]]] = {
    "opening_roll": opening,
    "before_roll": before_roll,
    "before_roll, in jail": in_jail,
    "before_roll, held": held,
    "after_roll": after_roll,
    "after_roll, doubles": after_doubles,
    "own_turn": own_turn,
    "purchase": purchase,
    "auction": auction,
    "auction, of a building": building_auction,
    "debt": debt,
    "debt, hopeless": hopeless_debt,
    "debt, fine or card": fine_or_card,
    "card_choice": card_choice,
    "tax_choice": tax_choice,
    "mortgage_transfer": mortgage_transfer,
    "mortgage_transfer, hopeless": hopeless_transfer,
    "build_contest": contest,
    "build_contest, placing": placing,
    "build_contest, serving": serving,
    "game_over": game_over,
}
