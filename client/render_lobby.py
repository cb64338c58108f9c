"""One line in plain words for each event of a table that is not the game's. Must not fold them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from client.phrases import everybody, who
from client.view import View
from engine.ids import Seat
from engine.sealed import commitment
from protocol import lobby_events as e
from protocol.names import safe_text
from protocol.tables import Motion

_Teller: TypeAlias = Callable[[Any, View], str]


def describe_lobby_event(event: e.LobbyEvent, view: View) -> str:
    """What has happened at the table, in one line; empty for what a player does not want to read."""
    return _TELLERS[type(event)](event, view)


def _seat(seat: Seat) -> str:
    return f"seat {seat + 1}"


def _created(event: e.TableCreated, view: View) -> str:
    rules = safe_text(event.rules.preset)
    return f"table {safe_text(event.settings.name)} is open, with {event.settings.seats} seats and the rules {rules}"


def _taken(event: e.SeatTaken, view: View) -> str:
    return f"{safe_text(event.player)} sits down in {_seat(event.seat)}"


def _bot_added(event: e.BotAdded, view: View) -> str:
    return f"{safe_text(event.player)}, a {safe_text(event.level)} bot, sits down in {_seat(event.seat)}"


def _left(event: e.SeatLeft, view: View) -> str:
    return f"{_seat(event.seat)} is free again"


def _removed(event: e.PlayerRemoved, view: View) -> str:
    barred = ", and its player may not come back" if event.barred else ""
    return f"the owner has freed {_seat(event.seat)}{barred}"


def _ready(event: e.ReadySet, view: View) -> str:
    return f"{who(view, event.seat)} is {'ready' if event.ready else 'not ready any more'}"


def _owner(event: e.OwnerChanged, view: View) -> str:
    return f"the table belongs to {'nobody' if event.seat < 0 else who(view, event.seat)}"


def _said(event: e.ChatSaid, view: View) -> str:
    if (view.seat, event.seat) in view.lobby.mutes:
        return ""
    return f"{who(view, event.seat)} says: {safe_text(event.text)}"


def _muted(event: e.PlayerMuted, view: View) -> str:
    one, other = who(view, event.seat), who(view, event.other)
    return f"{one} mutes {other}" if event.muted else f"{one} hears {other} again"


def _started(event: e.TableStarted, view: View) -> str:
    return f"the lobby is closed, {len(event.seats)} play"


_DROPS: Final = {
    "left": "has left",
    "lost": "is gone, the connection broke off",
    "slow": "is gone, the connection was too slow",
    "displaced": "is here by a new connection",
    "absent": "has not come yet",
}


def _dropped(event: e.PlayerDropped, view: View) -> str:
    return f"{who(view, event.seat)} {_DROPS[event.cause]}"


def _back(event: e.PlayerBack, view: View) -> str:
    return f"{who(view, event.seat)} is back"


def _away(event: e.AwaySet, view: View) -> str:
    return f"{who(view, event.seat)} {'is away and gets short clocks' if event.away else 'is here again'}"


def _autopilot(event: e.AutopilotSet, view: View) -> str:
    name = who(view, event.seat)
    if event.cause is None:
        return f"{name} plays again"
    return {
        "asked": f"{name} is away, and the autopilot plays",
        "absent": f"{name} is absent, and the autopilot plays",
        "vote": f"the autopilot plays for {name}, by vote",
    }[event.cause]


def _returning(event: e.ReturnAsked, view: View) -> str:
    return f"{who(view, event.seat)} is here again, and plays from the next window on"


def proposal(view: View, motion: Motion | e.MotionOpened) -> str:
    """Who proposes what."""
    about = "" if motion.seat is None else who(view, motion.seat)
    what = {
        "pause": "to pause",
        "resume": "to go on",
        "autopilot": f"to let the autopilot play for {about}",
        "give": f"to give {about}'s seat to a new player",
    }[motion.kind]
    return f"{who(view, motion.by)} proposes {what}"


def _proposed(event: e.MotionOpened, view: View) -> str:
    others = [seat for seat in event.voters if seat != event.by]
    asked = f": {everybody(view, others)} may say yes or no, for {event.left // 1000} seconds" if others else ""
    return proposal(view, event) + asked


def _voted(event: e.BallotCast, view: View) -> str:
    return f"{who(view, event.seat)} says {'yes' if event.yes else 'no'}"


_OUTCOMES: Final = {
    "carried": "the vote is carried",
    "lost": "the vote is lost",
    "expired": "the vote is over without a majority",
    "moot": "the vote is about nothing any more",
}


def _vote_over(event: e.MotionClosed, view: View) -> str:
    return _OUTCOMES[event.outcome]


def _paused(event: e.TablePaused, view: View) -> str:
    return f"the game is paused, for {event.left // 60_000} minutes at most"


def _resumed(event: e.TableResumed, view: View) -> str:
    return f"the game goes on{': the pause has lasted long enough' if event.cause == 'time' else ''}"


def _opened(event: e.SeatOpened, view: View) -> str:
    by = "by vote" if event.by == "vote" else "by the owner"
    return f"{who(view, event.seat)}'s seat is open to a new player, {by}"


def _given(event: e.SeatGiven, view: View) -> str:
    return f"{safe_text(event.player)} takes {_seat(event.seat)} over"


def _rematch(event: e.RematchOpened, view: View) -> str:
    return f"{who(view, event.by)} opens a rematch: table {safe_text(event.table)}"


_CLOSES: Final = {
    "empty": "nobody is left there",
    "abandoned": "nobody came back",
    "fault": "it was taken out of play because of a fault",
}


def _revealed(event: e.SeedRevealed, view: View) -> str:
    if not view.lobby.commitment:
        return "the seed of the dice is shown, but nothing was published of it before the game"
    if commitment(view.table, bytes.fromhex(event.seed)) == view.lobby.commitment:
        return "the seed of the dice is shown, and fits what was published before the game"
    return "the seed that is shown is NOT the one that was published before the game: do not trust these dice"


def _closed(event: e.TableClosed, view: View) -> str:
    return f"the table is closed: {_CLOSES[event.cause]}"


_TELLERS: Final[dict[type[e.LobbyEvent], _Teller]] = {
    e.TableCreated: _created,
    e.SeatTaken: _taken,
    e.BotAdded: _bot_added,
    e.SeatLeft: _left,
    e.PlayerRemoved: _removed,
    e.ReadySet: _ready,
    e.NonceGiven: lambda event, view: "",
    e.SeedRevealed: _revealed,
    e.OwnerChanged: _owner,
    e.ChatSaid: _said,
    e.PlayerMuted: _muted,
    e.TableStarted: _started,
    e.PlayerDropped: _dropped,
    e.PlayerBack: _back,
    e.AwaySet: _away,
    e.AutopilotSet: _autopilot,
    e.ReturnAsked: _returning,
    e.MotionOpened: _proposed,
    e.BallotCast: _voted,
    e.MotionClosed: _vote_over,
    e.TablePaused: _paused,
    e.TableResumed: _resumed,
    e.SeatOpened: _opened,
    e.SeatGiven: _given,
    e.RematchOpened: _rematch,
    e.TableClosed: _closed,
}
