"""Work that the engine takes up by itself: the end of a step, the settling of a landing, the way out of jail, an estate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import events as e
from engine.frames import Departure, Estate, Settlement, Step
from engine.landing import settle
from engine.phases.auction import deed_bidders
from engine.phases.base import Phase
from engine.throwing import depart
from engine.turns import holders, next_turn

if TYPE_CHECKING:
    from engine.game import Game


class StepPhase(Phase[Step]):
    """Everything that the throw brought is done: the window after the roll opens, or the turn of a seat that is out passes."""

    def proceed(self, game: Game, frame: Step) -> bool:
        """Open the window; scenarios.md fine point 1: no turn ends by itself but that of a seat that is out."""
        state = game.state
        if state.out[state.turn]:
            next_turn(game)
        else:
            game.emit(e.WindowOpened("after_roll", holders(state, state.turn, state.stop_after)))
        return True


class SettlementPhase(Phase[Settlement]):
    """Under `own_turn`: first the asset window of the lander, then the settling."""

    def proceed(self, game: Game, frame: Settlement) -> bool:
        """Open the window, or settle once it has been shut."""
        if not frame.window_done:
            game.emit(e.WindowOpened("own_turn"))
        else:
            game.emit(e.WorkTaken())
            if not frame.free:
                settle(game, frame.seat, frame.space, frame.card)
        return True


class DeparturePhase(Phase[Departure]):
    """The fine is paid: out of jail by the throw just made."""

    def proceed(self, game: Game, frame: Departure) -> bool:
        """Move by that throw."""
        depart(game, frame.seat)
        return True


class EstatePhase(Phase[Estate]):
    """The bank sells the deeds of a bankrupt one by one, in board order (rules-cases K06)."""

    def proceed(self, game: Game, frame: Estate) -> bool:
        """Open the next auction."""
        if frame.deeds:
            game.emit(e.AuctionOpened(deed_bidders(game.state), frame.deeds[0]))
        else:
            game.emit(e.WorkTaken())
        return True
