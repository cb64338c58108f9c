"""The limits of trade talk at one table: nobody is flooded with offers, or asked the same thing over and over.

For people and bots alike, at every table but a test table. The engine bounds the offers of a turn; here are bounded those
that are open at a time, and an offer that was refused has to wait before it may be made again, longer each time. A muted
player's offers are not taken at all; mutes are events of the table, all else here is in memory only. Must not judge whether
an offer is legal, and must not keep the offers themselves: the game does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, cast

from msgspec.structs import replace

from engine import commands as c
from engine import events as ge
from engine.ids import Seat
from engine.state import Offer, State
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Lobby
from server.clocks import Clocks
from server.record import Record
from server.refusal import Refused

OPEN_TO_ONE: Final = 3
"""Offers of one seat to one other that may be open at a time."""

OPEN_IN_ALL: Final = 8
"""Offers of one seat that may be open at a time: more than there can be other seats."""

COOL_DOWN: Final = 15.0
"""Seconds after which an offer that was refused may be made again; twice as many after each further refusal."""

LONGEST: Final = 900.0
"""The most seconds that a refused offer has to wait; after as many again it is forgotten."""

_REFUSALS: Final = ("rejected", "expired")


class Terms(NamedTuple):
    """What makes two offers the same: the parties, and what each would give, in whatever order it was named."""

    seat: Seat
    to: Seat
    give: c.Things
    get: c.Things


class _Cooling(NamedTuple):
    times: int
    until: float


class TradeTalk:
    """What is remembered of the offers of one table; times are seconds on trio's clock."""

    def __init__(self, clocks: Clocks) -> None:
        self._clocks = clocks
        self._open: dict[int, Terms] = {}
        self._cooling: dict[Terms, _Cooling] = {}

    def recall(self, offers: Iterable[Offer]) -> None:
        """Take in the offers that were open before a restart."""
        self._open |= {offer.id: _terms(offer.seat, offer.to, offer.give, offer.get) for offer in offers}

    def judge(self, state: State, lobby: Lobby, seat: Seat, command: c.OfferTrade | c.CounterOffer, now: float) -> None:
        """Raises `Refused` if the seat may not make this offer now."""
        to = _addressee(state, command)
        if to is None:
            return  # the game says what is wrong with it
        if (to, seat) in lobby.mutes:
            raise Refused("muted")
        self._need_room(state, seat, to, now)
        cooling = self._cooling.get(_terms(seat, to, command.give, command.get))
        if cooling is not None and now < cooling.until:
            left = round((cooling.until - now) * 1000)
            raise Refused("offer_refused", f"the same offer was refused {_times(cooling.times)}", retry_after=left)

    def take(self, event: ge.OfferMade | ge.OfferClosed, now: float) -> None:
        """Take in what became of an offer."""
        if isinstance(event, ge.OfferMade):
            self._open[event.offer] = _terms(event.seat, event.to, event.give, event.get)
            return
        terms = self._open.pop(event.offer, None)
        if terms is not None and event.end in _REFUSALS:
            self._cool(terms, now)

    def _need_room(self, state: State, seat: Seat, to: Seat, now: float) -> None:
        mine = [offer for offer in state.offers.values() if offer.seat == seat]
        theirs = [offer for offer in mine if offer.to == to]
        for offers, most, whom in ((theirs, OPEN_TO_ONE, "to one seat"), (mine, OPEN_IN_ALL, "of one seat")):
            if len(offers) >= most:
                lefts = [left for offer in offers if (left := self._clocks.offer_left(offer.id, now)) is not None]
                message = f"expected no more than {most} open offers {whom}, found {len(offers)}"
                raise Refused("too_many_open_offers", message, retry_after=min(lefts, default=None))

    def _cool(self, terms: Terms, now: float) -> None:
        self._cooling = {other: cooling for other, cooling in self._cooling.items() if now < cooling.until + LONGEST}
        times = self._cooling[terms].times + 1 if terms in self._cooling else 1
        self._cooling[terms] = _Cooling(times, now + min(LONGEST, COOL_DOWN * 2.0 ** (times - 1)))


def mute(record: Record, seat: Seat, request: m.Mute) -> list[e.TableEvent]:
    """A player wants to hear nothing of another, and refuses what that one has offered, or lets it speak again."""
    other = request.seat
    if record.lobby.at(other) is None:
        raise Refused("no_such_seat", f"expected a taken seat, found {other}", field="seat")
    if other == seat:
        raise Refused("same_seat", "expected another seat, found one's own", field="seat")
    if request.muted is ((seat, other) in record.lobby.mutes):
        return []
    return [e.PlayerMuted(seat, other, request.muted), *(_refusals(record, seat, other) if request.muted else [])]


def _refusals(record: Record, seat: Seat, other: Seat) -> list[e.TableEvent]:
    game = record.game
    if game is None or record.stage != "running":
        return []
    offers = [offer.id for offer in game.state.offers.values() if (offer.seat, offer.to) == (other, seat)]
    return [cast(e.TableEvent, event) for offer in offers for event in game.handle(seat, c.RejectOffer(offer))]


def _addressee(state: State, command: c.OfferTrade | c.CounterOffer) -> Seat | None:
    if isinstance(command, c.OfferTrade):
        return command.to
    offer = state.offers.get(command.offer)
    return None if offer is None else offer.seat


def _terms(seat: Seat, to: Seat, give: c.Things, get: c.Things) -> Terms:
    return Terms(seat, to, _in_order(give), _in_order(get))


def _in_order(things: c.Things) -> c.Things:
    return replace(things, deeds=tuple(sorted(things.deeds)), cards=tuple(sorted(things.cards)))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
