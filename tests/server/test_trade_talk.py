"""Nobody is flooded with offers, or asked the same thing over and over."""

from __future__ import annotations

import pytest

from engine import commands as c
from engine import events as ge
from engine.commands import Things
from engine.game import Game
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Clock, Lobby
from server.clocks import Clocks
from server.decisions import running_game
from server.refusal import Refused
from server.trade_talk import COOL_DOWN, LONGEST, OPEN_IN_ALL, OPEN_TO_ONE, TradeTalk, mute
from tests.engine.positions import S, game
from tests.server.records import record, seated, started

LOBBY = Lobby("running", 0, ())


class Talk:
    """A game and its trade talk, on a time that the test sets."""

    def __init__(self, clock: Clock | None = None, seats: int = 3) -> None:
        self.table: Game = game(*(S(deeds=(5, 15)[seat : seat + 1]) for seat in range(seats)))
        self.clocks = Clocks(clock, grace=60, away=3)
        self.talk = TradeTalk(self.clocks)

    def does(self, seat: int, command: c.SeatCommand, now: float = 0.0, lobby: Lobby = LOBBY) -> str:
        """Try a command as the table does; empty, or the code with which it is refused."""
        if isinstance(command, (c.OfferTrade, c.CounterOffer)):
            try:
                self.talk.judge(self.table.state, lobby, seat, command, now)
            except Refused as refusal:
                self.refusal = refusal
                return refusal.code
        for event in self.table.handle(seat, command):
            if isinstance(event, (ge.OfferMade, ge.OfferClosed)):
                self.talk.take(event, now)
        self.clocks.watch(now, {}, self.table.state.offers)
        return ""

    def refuse(self, offer: int, now: float = 0.0) -> None:
        """The seat to which it was made says no."""
        self.does(self.table.state.offers[offer].to, c.RejectOffer(offer), now)


def offer(cash: int = 10, to: int = 1, get: tuple[int, ...] = (15,)) -> c.OfferTrade:
    return c.OfferTrade(to, Things(cash), Things(deeds=get))


def test_only_so_many_offers_to_one_seat_are_open_at_a_time() -> None:
    talk = Talk()
    assert [talk.does(0, offer(1 + cash)) for cash in range(OPEN_TO_ONE)] == [""] * OPEN_TO_ONE
    assert talk.does(0, offer(50)) == "too_many_open_offers"
    assert talk.refusal.retry_after is None
    assert talk.does(0, c.OfferTrade(2, Things(1), Things(1))) == ""
    assert talk.does(1, c.OfferTrade(0, Things(1), Things(1))) == ""
    talk.does(0, c.WithdrawOffer(1))
    assert talk.does(0, offer(50)) == ""


def test_only_so_many_offers_of_one_seat_are_open_at_a_time() -> None:
    talk = Talk(seats=6)
    made = 0
    for to in (1, 2, 3):
        for cash in range(1, OPEN_TO_ONE + 1):
            made += not talk.does(0, c.OfferTrade(to, Things(cash), Things(1)))
    assert made == OPEN_IN_ALL
    assert talk.does(0, c.OfferTrade(5, Things(1), Things(1))) == "too_many_open_offers"
    assert "8 open offers of one seat" in str(talk.refusal)


def test_who_has_too_many_is_told_when_the_first_expires() -> None:
    talk = Talk(Clock(offer=20_000))
    for cash in range(OPEN_TO_ONE):
        talk.does(0, offer(1 + cash), now=float(cash))
    assert talk.does(0, offer(50), now=5.0) == "too_many_open_offers"
    assert talk.refusal.retry_after == 15_000


def test_what_was_refused_waits_longer_each_time() -> None:
    talk, now = Talk(), 100.0
    for number, wait in enumerate((15, 30, 60, 120), 1):
        assert talk.does(0, offer(), now) == ""
        talk.refuse(number, now)
        assert talk.does(0, offer(), now + 1) == "offer_refused"
        assert talk.refusal.retry_after == (wait - 1) * 1000
        assert talk.does(0, offer(), now + wait - 0.1) == "offer_refused"
        now += wait
    assert "refused 4 times" in str(talk.refusal)


def test_it_never_waits_longer_than_the_longest() -> None:
    talk, now = Talk(), 0.0
    for number in range(1, 12):
        assert talk.does(0, offer(), now) == ""
        talk.refuse(number, now)
        talk.table.state.offers_made = [0] * 9
        talk.does(0, offer(), now)
        now += (talk.refusal.retry_after or 0) / 1000
    assert talk.refusal.retry_after == LONGEST * 1000


def test_a_refusal_is_forgotten_after_a_while() -> None:
    talk = Talk()
    for number, now in ((1, 0.0), (2, COOL_DOWN + LONGEST + 1)):
        assert talk.does(0, offer(), now) == ""
        talk.refuse(number, now)
    talk.does(0, offer(), COOL_DOWN + LONGEST + 1)
    assert talk.refusal.retry_after == COOL_DOWN * 1000


@pytest.mark.parametrize(
    "other",
    [
        c.OfferTrade(1, Things(11), Things(deeds=(15,))),
        c.OfferTrade(2, Things(10), Things(1)),
        c.OfferTrade(1, Things(10, (5,)), Things(deeds=(15,))),
    ],
)
def test_other_terms_are_another_offer(other: c.OfferTrade) -> None:
    talk = Talk()
    talk.does(0, offer())
    talk.refuse(1)
    assert talk.does(0, other) == ""


def test_the_same_things_in_another_order_are_the_same_terms() -> None:
    talk = Talk()
    talk.table.state.owner[25] = 1
    talk.does(0, offer(get=(15, 25)))
    talk.refuse(1)
    assert talk.does(0, offer(get=(25, 15))) == "offer_refused"


def test_a_counter_offer_is_an_offer_too() -> None:
    talk = Talk()
    talk.does(0, offer())
    talk.refuse(1)
    talk.does(1, c.OfferTrade(0, Things(1), Things(2)))
    assert talk.does(0, c.CounterOffer(2, Things(10), Things(deeds=(15,)))) == "offer_refused"
    assert talk.does(0, c.CounterOffer(2, Things(11), Things(deeds=(15,)))) == ""


@pytest.mark.parametrize(
    ("end", "code"), [("rejected", "offer_refused"), ("expired", "offer_refused"), ("withdrawn", ""), ("void", "")]
)
def test_silence_is_a_refusal_and_what_closes_by_itself_is_none(end: ge.OfferEnd, code: str) -> None:
    talk = Talk()
    talk.does(0, offer())
    talk.talk.take(ge.OfferClosed(1, end), 0.0)
    assert talk.does(0, offer()) == code


def test_offers_from_before_a_restart_are_known() -> None:
    talk = Talk()
    talk.does(0, offer())
    after = TradeTalk(talk.clocks)
    after.recall(talk.table.state.offers.values())
    talk.talk = after
    talk.refuse(1)
    assert talk.does(0, offer()) == "offer_refused"


def test_who_has_muted_somebody_takes_no_offers_of_that_seat() -> None:
    talk = Talk()
    muted = Lobby("running", 0, (), mutes=((1, 0),))
    assert talk.does(0, offer(), lobby=muted) == "muted"
    assert talk.does(2, offer(), lobby=muted) == ""
    assert talk.does(1, c.OfferTrade(0, Things(1), Things(2)), lobby=muted) == ""
    assert talk.does(0, c.CounterOffer(2, Things(2), Things(1)), lobby=muted) == "muted"


def test_of_an_offer_that_is_none_the_game_says_what_is_wrong() -> None:
    talk = Talk()
    talk.talk.judge(talk.table.state, LOBBY, 0, c.CounterOffer(77, Things(1), Things(2)), 0.0)
    assert talk.table.state.offers == {}


def test_muting_refuses_what_is_open_and_keeps_the_rest() -> None:
    table, _ = started("Ann", "Bob", "Cid")
    state = running_game(table).state
    for seat in (0, 2):
        running_game(table).handle(seat, c.OfferTrade(1, Things(5), Things(3)))
    events = mute(table, 1, m.Mute(1, 0))
    assert events == [e.PlayerMuted(1, 0, True), ge.OfferClosed(1, "rejected")]
    assert list(state.offers) == [2]


def test_muting_twice_is_no_news_and_can_be_taken_back() -> None:
    table = record(*seated("Ann", "Bob"), e.PlayerMuted(1, 0, True))
    assert mute(table, 1, m.Mute(1, 0)) == []
    assert mute(table, 1, m.Mute(1, 0, muted=False)) == [e.PlayerMuted(1, 0, False)]
    assert mute(table, 0, m.Mute(1, 1, muted=False)) == []


@pytest.mark.parametrize(("seat", "code"), [(1, "same_seat"), (2, "no_such_seat"), (-1, "no_such_seat")])
def test_only_another_player_can_be_muted(seat: int, code: str) -> None:
    with pytest.raises(Refused) as caught:
        mute(record(*seated("Ann", "Bob")), 1, m.Mute(1, seat))
    assert (caught.value.code, caught.value.field) == (code, "seat")
