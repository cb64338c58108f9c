"""An open outcry for a deed, or for one building of a contest. Must not care why it was opened.

Anybody may bid in any order, the decliner too; a pass counts until the next raise; it is over when every other bidder has
passed since the last raise (rules.md BUY-03, rules-cases P11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine import commands as c
from engine import events as e
from engine.building import legal_lots
from engine.errors import IllegalCommand
from engine.frames import Auction, BuildContest
from engine.ids import BANK, Seat
from engine.landing import owe
from engine.options import Option
from engine.phases.base import Handlers, Phase, holds, plain
from engine.phases.raising import raising, raising_options
from engine.worth import liquidation_value

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

_PASS = plain("pass")
UNBOUNDED_BID = 1_000_000
"""Highest bid taken at all where the ruleset sets no limit; keeps amounts within sight of the money in the game."""


def deed_bidders(state: State) -> tuple[Seat, ...]:
    """The seats that may bid for a deed: all live ones, under `first_lap: wait` those that have passed GO."""
    if state.rules.first_lap == "buy":
        return tuple(state.live())
    return tuple(seat for seat in state.live() if state.lapped[seat])


def opening_bid(state: State, frame: Auction, seat: Seat) -> int:
    """The lowest first bid of a seat, in dollars (rules.md BUY-04, BLD-08)."""
    if frame.building is None:
        return state.rules.auction_opening
    mode = state.rules.building_auction_opening
    if mode == "lowest_deed":
        wanted = frame.bidders
    elif mode == "own_deed":
        wanted = (seat,)
    else:
        return int(mode)
    prices = [state.board.house_cost[deed] for bidder in wanted for deed in legal_lots(state, bidder, frame.building)]
    return min(prices, default=0)


def lowest_bid(state: State, frame: Auction, seat: Seat) -> int:
    """The least that would be the new high bid of a seat."""
    if frame.leader == BANK:
        return opening_bid(state, frame, seat)
    return max(frame.high + state.rules.auction_increment, opening_bid(state, frame, seat) if frame.building else 0)


def highest_bid(state: State, seat: Seat) -> int:
    """The most that the ruleset lets a seat bid (rules.md BUY-06)."""
    limit = state.rules.auction_bid_limit
    if limit == "cash":
        return state.cash[seat]
    return liquidation_value(state, seat) if limit == "liquidation" else UNBOUNDED_BID


def _need_bidder(state: State, frame: Auction, seat: Seat) -> None:
    if seat not in frame.bidders or (frame.building and not legal_lots(state, seat, frame.building)):
        raise IllegalCommand("not_a_bidder")


def _bid(game: Game, frame: Auction, seat: Seat, command: c.PlaceBid) -> None:
    state = game.state
    _need_bidder(state, frame, seat)
    if seat == frame.leader:
        raise IllegalCommand("already_high", f"the bid of {frame.high} is this seat's own")
    low, high = lowest_bid(state, frame, seat), highest_bid(state, seat)
    if command.amount < low:
        raise IllegalCommand("bid_too_low", f"bid of {command.amount} is below {low}", wanted=low)
    if command.amount > high:
        raise IllegalCommand(
            "bid_above_limit", f"bid of {command.amount} is above {high}, the most this seat may bid", wanted=high
        )
    game.emit(e.BidPlaced(seat, command.amount))


def _pass(game: Game, frame: Auction, seat: Seat, command: c.Pass) -> None:
    if seat in frame.bidders and seat != frame.leader and seat not in frame.passed:
        if command.price is not None and command.price != frame.high:
            raise IllegalCommand("stale", f"the high bid is {frame.high}, not {command.price}", wanted=frame.high)
        game.emit(e.BidPassed(seat))
    elif holds(game.state, seat):
        game.emit(e.HoldReturned(seat))
    elif seat == frame.leader:
        raise IllegalCommand("high_bidder")
    else:
        raise IllegalCommand("already_answered" if seat in frame.passed else "not_a_bidder")


def _bidder(state: State, frame: Auction, seat: Seat) -> bool:
    return seat in frame.bidders


class AuctionPhase(Phase[Auction]):
    """Waits for every bidder that has not passed since the last raise, but for the high bidder."""

    handlers: ClassVar[Handlers] = {c.PlaceBid: _bid, c.Pass: _pass, **raising(_bidder, owing=False)}

    def waiting(self, state: State, frame: Auction) -> tuple[Seat, ...]:
        """The bidders whose word is still out."""
        leader, passed = frame.leader, frame.passed
        return tuple([seat for seat in frame.bidders if seat != leader and seat not in passed])

    def options(self, state: State, frame: Auction, seat: Seat) -> list[Option]:
        """Bid within bounds, pass, raise money."""
        options = []
        if seat in frame.bidders and seat != frame.leader:
            if seat not in frame.passed:
                options.append(_PASS)
            low, high = lowest_bid(state, frame, seat), highest_bid(state, seat)
            if low <= high and not (frame.building and not legal_lots(state, seat, frame.building)):
                options.append(Option("place_bid", low=low, high=high))
        return options + raising_options(state, seat, seat in frame.bidders, owing=False)

    def default(self, state: State, frame: Auction, seat: Seat) -> c.SeatCommand:
        """Pass."""
        return c.Pass()

    def proceed(self, game: Game, frame: Auction) -> bool:
        """Let the hammer fall once nobody is left who might raise."""
        if self.waiting(game.state, frame):
            return False
        winner = frame.leader
        if winner != BANK and frame.building and not legal_lots(game.state, winner, frame.building):
            # rules-cases B10: a bid is void if its lot is gone at the award; the others bid again
            game.emit(e.AuctionRestarted(tuple(seat for seat in frame.bidders if seat != winner)))
            return True
        game.emit(e.AuctionClosed(winner, frame.high))
        if winner != BANK:
            self._award(game, frame, winner)
        elif frame.building:
            game.emit(e.ContestClosed())
        return True

    def _award(self, game: Game, frame: Auction, winner: Seat) -> None:
        paid = owe(game, winner, BANK, frame.high, "auction", frame.deed, frame.building)
        if paid:
            award(game, winner, frame.high, frame.deed)


def award(game: Game, winner: Seat, price: int, deed: int) -> None:
    """Hand over what an auction sold, now that it is paid: the deed, or the building to be placed."""
    if deed >= 0:
        game.emit(e.DeedBought(winner, deed))
    elif isinstance(game.state.stack[-1], BuildContest):
        game.emit(e.PlacementDue(winner, price))
