"""The clocks of one table: until when each open question may be answered. Must not act: the table's task asks and acts.

Theory of operation. After each change the table says by `watch` which people are asked what, and `next` is when to look
again: the table waits for its channel no longer than that, and then takes what `due` gives like any other message. What is
passed in and `next` are seconds on trio's clock. Inside, all is reckoned in *table time*: the seconds that the table has been
played, which stand while it is paused, while the server is down, and after a restart until the players are back. So a note
holds all times as they are, and a jump of any clock outside changes nothing.

With a `Clock` a question gives its fresh time, then draws on the seat's bank, then its time is over; a question that comes
back goes on where it was. A seat that is away has its short time only. Three kinds of question are different:

* `bid`: all bidders of an auction have the time of the bid clock, which each accepted bid sets back, and nothing else does.
* `hold`: who holds a window has no fresh time, only its bank; meanwhile the clock of the turn's seat stands (`held`).
* `wish`: the rivals of a contest have their fresh time only, since everybody waits for them.

Without a clock those who are there have all the time they like. One who is gone has the server's grace for the first
question, and is away from then on; while nobody at all is there, nothing runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import inf
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from engine.ids import Seat
from protocol.tables import Clock

Kind: TypeAlias = Literal["own", "held", "hold", "bid", "wish"]


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A person's open question: its number, since when the person is gone (`None`: is there), and whether it is away.

    `late`: the roll that is asked for has to wait for a rent to be claimed, and so has the clock.
    """

    prompt: int
    gone_at: float | None = None
    away: bool = False
    kind: Kind = "own"
    late: bool = False


class Bidding(NamedTuple):
    """How an auction stands; with another leader or price a bid was accepted, with another prompt it is another auction."""

    prompt: int
    leader: Seat
    high: int


class _Timer(msgspec.Struct, gc=False):
    """A question: how long it has run before `since` (inf: it stands), and what of that came out of the bank."""

    prompt: int
    used: float
    paid: float
    kind: Kind
    since: float = inf
    deadline: float = inf

    def ran(self, time: float) -> float:
        """The seconds that the question has run."""
        return self.used + max(0.0, time - self.since)


class _Note(msgspec.Struct, frozen=True):
    """All of it in seconds; `questions` pairs what each has run and what of that was paid out of the bank."""

    time: float
    banks: dict[Seat, float]
    questions: dict[int, tuple[float, float]]
    misses: dict[Seat, int] = {}
    offers: dict[int, float] = {}
    bidding: Bidding | None = None
    bids_end: float | None = None
    claims_end: float = 0.0


class Clocks:
    """Deadlines of questions and offers.

    In seconds: `grace` and `away` for those who are gone where no clock runs, `limit` for the whole game, `extension` to
    which a bid sets an auction's clock back, `claim` for which a roll waits after a landing whose rent may be asked for.
    """

    def __init__(
        self, clock: Clock | None, *, grace: float, away: float, limit: float = inf, extension: float = 6, claim: float = 0
    ) -> None:
        self._clock = clock
        self._grace = grace
        self._away = away
        self._limit = limit
        self._extension = extension if clock is None or clock.bid is None else clock.bid / 1000
        self._claim = claim
        self._lag: float | None = None
        self._begun_at = 0.0
        self._held_until = -inf
        self._banks: dict[Seat, float] = {}
        self._misses: dict[Seat, int] = {}
        self._timers: dict[Seat, _Timer] = {}
        self._put_by: dict[int, tuple[float, float]] = {}
        self._offers: dict[int, float] = {}
        self._bidding: Bidding | None = None
        self._bids_end = inf
        self._claims_end = 0.0
        self._next = inf

    @property
    def stored(self) -> bool:
        """Whether a restart needs to know the time left."""
        return self._clock is not None or self._limit < inf

    @property
    def next(self) -> float:
        """When something is due."""
        return inf if self._lag is None else self._next + self._lag

    def watch(
        self,
        now: float,
        asked: Mapping[Seat, Asked],
        offers: Collection[int],
        *,
        anybody: bool = True,
        bidding: Bidding | None = None,
        oldest: int = 0,
    ) -> None:
        """Take in which questions to people, which offers and which auction are open now.

        `anybody`: somebody is at the table. `oldest`: the lowest number of a question that is pending, asked now or later.
        """
        time = self._time(now)
        for seat in [seat for seat, timer in self._timers.items() if seat not in asked or asked[seat].prompt != timer.prompt]:
            self._stop(seat, time)
        self._watch_bids(time, bidding)
        for seat, question in asked.items():
            timer = self._timers.get(seat) or self._start(seat, question)
            self._run(seat, timer, question, time)
            timer.deadline = self._deadline(seat, timer, question, anybody)
        self._watch_offers(time, offers)
        if self._put_by:
            self._put_by = {prompt: times for prompt, times in self._put_by.items() if prompt >= oldest}
        self._find_next()

    def due(self, now: float) -> Seat | None:
        """A seat whose time is over; while the bid clock runs, it ends for all bidders at once (`bids_over`)."""
        return next((seat for seat, timer in self._timers.items() if self._is_over(timer.deadline, now)), None)

    def bids_over(self, now: float) -> bool:
        """Whether the time of the open auction is over."""
        return self._is_over(self._bids_end, now)

    def due_offer(self, now: float) -> int | None:
        """An offer whose time is over."""
        return next((offer for offer, deadline in self._offers.items() if self._is_over(deadline, now)), None)

    def time_is_up(self, now: float) -> bool:
        """Whether the whole game has taken as long as it may; true once."""
        if not self._is_over(self._limit, now):
            return False
        self._limit = inf
        self._find_next()
        return True

    def left(self, seat: Seat, now: float) -> int | None:
        """The milliseconds that a seat has left; `None`: as long as it likes."""
        timer = self._timers.get(seat)
        if timer is None:
            return None
        deadline = min(timer.deadline, self._bids_end) if timer.kind == "bid" else timer.deadline
        return None if deadline == inf else _milliseconds(deadline - self._time(now))

    def offer_left(self, offer: int, now: float) -> int | None:
        """The milliseconds that an offer has left; `None`: as long as its maker likes."""
        deadline = self._offers.get(offer)
        return None if deadline is None else _milliseconds(deadline - self._time(now))

    def may_hold(self, seat: Seat) -> bool:
        """Whether a seat has time for holding a window."""
        return self._clock is None or self._bank(seat) > 0

    def landed(self, now: float) -> None:
        """A rent may be asked for from now on: the roll that ends the right has to wait."""
        self._claims_end = self._time(now) + self._claim

    def roll_wait(self, now: float) -> int:
        """The milliseconds for which a roll that would end somebody's right to a rent has to wait yet."""
        return _milliseconds(self._claims_end - self._time(now))

    def missed(self, seat: Seat) -> bool:
        """Count a question that ran out; whether the seat is away from now on."""
        self._misses[seat] = self._misses.get(seat, 0) + 1
        return self._clock is None or self._misses[seat] >= self._clock.misses

    def acted(self, seat: Seat) -> None:
        """A seat has acted by itself: what it missed is forgotten."""
        self._misses.pop(seat, None)

    def shift(self, seconds: float) -> None:
        """Give back a time in which nobody could act."""
        if self._lag is not None:
            self._lag += seconds

    def hold(self, until: float) -> None:
        """Let all clocks stand until then; to be called before the first `watch`."""
        self._held_until = until

    def release(self, now: float) -> None:
        """Let the clocks run from now on."""
        if self._lag is not None:
            self._lag -= max(0.0, self._held_until - now)
        self._held_until = -inf

    def note(self, now: float) -> bytes:
        """The time left, to be stored."""
        time = self._time(now)
        questions = dict(self._put_by)
        for timer in self._timers.values():
            questions[timer.prompt] = (timer.ran(time), timer.paid)
        bids_end = None if self._bidding is None else self._bids_end
        return msgspec.msgpack.encode(
            _Note(time, self._banks, questions, self._misses, self._offers, self._bidding, bids_end, self._claims_end)
        )

    def restore(self, note: bytes) -> None:
        """Take up the time left, before anything else; raises `msgspec.MsgspecError`."""
        told = msgspec.msgpack.decode(note, type=_Note)
        self._begun_at = told.time
        self._banks, self._put_by, self._misses, self._offers = told.banks, told.questions, told.misses, told.offers
        self._bidding, self._claims_end = told.bidding, told.claims_end
        if told.bids_end is not None:
            self._bids_end = told.bids_end

    def _time(self, now: float) -> float:
        """Table time; it begins with the first look at the clocks, or goes on from the note."""
        moment = max(now, self._held_until)
        if self._lag is None:
            self._lag = moment - self._begun_at
        return moment - self._lag

    def _is_over(self, deadline: float, now: float) -> bool:
        """Whether a deadline in table time has come; reckoned like `next`, so that a rounding cannot set the two at odds."""
        return self._lag is not None and deadline + self._lag <= max(now, self._held_until)

    def _start(self, seat: Seat, question: Asked) -> _Timer:
        used, paid = self._put_by.pop(question.prompt, (0.0, 0.0))
        timer = self._timers[seat] = _Timer(question.prompt, used, paid, question.kind)
        return timer

    def _stop(self, seat: Seat, time: float) -> None:
        """Put a question by that is not open now; it may come back when what came between is settled."""
        timer = self._timers.pop(seat)
        self._settle(seat, timer, time)
        self._put_by[timer.prompt] = (timer.used, timer.paid)

    def _run(self, seat: Seat, timer: _Timer, question: Asked, time: float) -> None:
        """Let the clock of an open question run, or stand where others are asked in its stead."""
        if timer.kind != question.kind:
            self._settle(seat, timer, time)
            timer.kind = question.kind
        if timer.kind != "held" and timer.since == inf:
            timer.since = max(time, self._claims_end) if question.late else time

    def _settle(self, seat: Seat, timer: _Timer, time: float) -> None:
        """Stop a question's clock, and take what it has cost out of the seat's bank."""
        timer.used, timer.since = timer.ran(time), inf
        if self._clock is None or timer.kind not in ("own", "hold"):
            return
        free = self._clock.fresh / 1000 if timer.kind == "own" else 0.0
        cost = max(timer.paid, timer.used - free)
        self._banks[seat] = max(0.0, self._bank(seat) - (cost - timer.paid))
        timer.paid = cost

    def _bank(self, seat: Seat) -> float:
        return 0.0 if self._clock is None else self._banks.get(seat, self._clock.bank / 1000)

    def _deadline(self, seat: Seat, timer: _Timer, question: Asked, anybody: bool) -> float:
        if question.kind == "held":
            return inf
        if self._clock is not None:
            return timer.since - timer.used + self._allowed(self._clock, seat, timer, question.away)
        if question.gone_at is None or not anybody:
            return inf
        started = max(timer.since, self._time(question.gone_at))
        return started + (self._away if question.away else self._grace)

    def _allowed(self, clock: Clock, seat: Seat, timer: _Timer, away: bool) -> float:
        """The seconds that a question may run in all, but for the end of the bid clock."""
        allowed = inf if timer.kind in ("held", "bid") else 0.0
        if timer.kind in ("own", "hold"):
            allowed += self._bank(seat) + timer.paid
        if timer.kind in ("own", "wish"):
            allowed += clock.fresh / 1000
        return min(allowed, clock.away / 1000) if away else allowed

    def _watch_bids(self, time: float, bidding: Bidding | None) -> None:
        """Set the bid clock for a new auction, and back after an accepted bid."""
        before, self._bidding = self._bidding, bidding
        if bidding is None or self._clock is None:
            self._bids_end = inf
        elif before is None or before.prompt != bidding.prompt:
            self._bids_end = time + max(self._clock.fresh / 1000, self._extension)
        elif before != bidding:
            self._bids_end = time + self._extension

    def _watch_offers(self, time: float, offers: Collection[int]) -> None:
        if self._clock is not None and (offers or self._offers):
            ends = time + self._clock.offer / 1000
            self._offers = {offer: self._offers.get(offer, ends) for offer in offers}

    def _find_next(self) -> None:
        timers = [timer.deadline for timer in self._timers.values()]
        self._next = min(self._limit, self._bids_end, *timers, *self._offers.values())


def _milliseconds(seconds: float) -> int:
    return max(0, round(seconds * 1000))
