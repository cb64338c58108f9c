"""Rivals for the bank's last houses or hotels: each is asked once how many it wants, then all are served or bid one by one.

design.md 4.1, *Scarce buildings*; scenarios.md fine point 5; rules-cases B07 to B10, N05. Wishes within the stock are served at
list price: the asker's build as it was typed, then each other seat places one by one. Beyond the stock one building at a time
is auctioned among the seats with an open wish, and the winner places it. A seat whose rivals have given up bids against nobody:
it is served at list price as far as the stock goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine import assets
from engine import commands as c
from engine import events as e
from engine.building import legal_lots, plan_build, room, stock
from engine.errors import IllegalCommand
from engine.frames import BuildContest
from engine.ids import BANK, Seat
from engine.interrupts import queue_options
from engine.options import Option
from engine.phases.base import Handlers, Phase, holds, need_turn, plain

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

_PASS = plain("pass")


def _want(game: Game, frame: BuildContest, seat: Seat, command: c.WantBuildings) -> None:
    _need_asked(frame, seat)
    most = room(game.state, seat, frame.building)
    if not 0 <= command.count <= most:
        raise IllegalCommand("invalid_amount", f"{command.count} wanted, the seat has room for {most}", wanted=most)
    game.emit(e.BuildingsWanted(seat, command.count))


def _need_asked(frame: BuildContest, seat: Seat) -> None:
    if seat not in frame.asked:
        answered = any(other == seat for other, _ in frame.wishes)
        raise IllegalCommand("already_answered" if answered else "not_your_turn")


def _pass(game: Game, frame: BuildContest, seat: Seat, command: c.Pass) -> None:
    if seat == frame.placer and frame.price < 0:
        game.emit(e.WishDropped(seat))
    elif seat in frame.asked:
        game.emit(e.BuildingsWanted(seat, 0))
    elif holds(game.state, seat):
        game.emit(e.HoldReturned(seat))
    elif seat == frame.placer:
        raise IllegalCommand("not_now", "a building that was won and paid for has to be placed")
    else:
        _need_asked(frame, seat)


def _place(game: Game, frame: BuildContest, seat: Seat, command: c.PlaceBuilding) -> None:
    state = game.state
    need_turn(seat, frame.placer)
    if command.deed not in legal_lots(state, seat, frame.building):
        raise IllegalCommand("not_buildable", f"no {frame.building} of this seat fits on space {command.deed} now")
    cost = state.board.house_cost[command.deed]
    if frame.price < 0:
        if cost > state.cash[seat]:
            raise IllegalCommand("not_enough_cash", f"the building costs {cost}, the seat has {state.cash[seat]}", wanted=cost)
        game.emit(e.MoneyPaid(seat, BANK, cost, "building"))
    game.emit(e.BuildingPlaced(seat, command.deed))


def _placeable(state: State, frame: BuildContest) -> tuple[int, ...]:
    """The deeds on which the placer may put its building, paid for or within its cash."""
    lots = legal_lots(state, frame.placer, frame.building)
    if frame.price >= 0:
        return lots
    return tuple(deed for deed in lots if state.board.house_cost[deed] <= state.cash[frame.placer])


class ContestPhase(Phase[BuildContest]):
    """Waits for the rivals' wishes, then for one placement after the other."""

    handlers: ClassVar[Handlers] = {c.WantBuildings: _want, c.Pass: _pass, c.PlaceBuilding: _place}

    def waiting(self, state: State, frame: BuildContest) -> tuple[Seat, ...]:
        """The rivals that have not answered, or the seat that places."""
        if frame.asked:
            return frame.asked
        return (frame.placer,) if frame.placer != BANK else ()

    def options(self, state: State, frame: BuildContest, seat: Seat) -> list[Option]:
        """How many, or where."""
        options = queue_options(state, seat)
        if seat in frame.asked:
            options += [_PASS, Option("want_buildings", high=room(state, seat, frame.building))]
        elif seat == frame.placer:
            if deeds := _placeable(state, frame):
                options.append(Option("place_building", deeds))
            if frame.price < 0:
                options.append(_PASS)
        return options

    def default(self, state: State, frame: BuildContest, seat: Seat) -> c.SeatCommand:
        """None wanted; a building that was won goes to the first legal deed."""
        if seat == frame.placer and frame.price >= 0:
            return c.PlaceBuilding(_placeable(state, frame)[0])
        return c.Pass()

    def proceed(self, game: Game, frame: BuildContest) -> bool:
        """Serve the next wish, open the next auction, or close."""
        state = game.state
        if frame.asked:
            return False
        if frame.placer != BANK:
            if _placeable(state, frame):
                return False
            game.emit(e.WishDropped(frame.placer))
            return True
        wishes = [(seat, count) for seat, count in frame.wishes if count > 0 and legal_lots(state, seat, frame.building)]
        have = stock(state)[0 if frame.building == "house" else 1]
        if not wishes or not have:
            game.emit(e.ContestClosed())
        elif len(wishes) == 1 or sum(count for _, count in wishes) <= have:
            self._serve(game, frame, [seat for seat, _ in wishes])
        else:
            game.emit(e.AuctionOpened(tuple(seat for seat, _ in wishes), building=frame.building))
        return True

    def _serve(self, game: Game, frame: BuildContest, seats: list[Seat]) -> None:
        """The next placement at list price: the asker first, by its whole build if nothing was auctioned."""
        state = game.state
        in_order = [seat for seat in (frame.asker, *state.live_after(frame.asker)) if seat in seats]
        if in_order[0] == frame.asker and not frame.auctioned:
            levels, cost = plan_build(state, frame.asker, frame.lots)
            assets.build_now(game, frame.asker, levels, cost)
            game.emit(e.WishDropped(frame.asker))
        else:
            game.emit(e.PlacementDue(in_order[0]))
