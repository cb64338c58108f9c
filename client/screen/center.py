"""What stands inside the ring: whose turn, whom the table waits for, the players, pending business, the question, the log.

Pure: must not decide or keep anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from client.columns import columns as set_columns
from client.describe import describe_command
from client.fitting import clip, flow, wrap
from client.lobby_words import lobby_words
from client.phrases import everybody, money, place, seat_letter, who
from client.render_lobby import proposal
from client.render_offers import offer_line
from client.render_players import mark_of, player_lines, where_is
from client.render_prompt import prompt_lines
from client.screen.markup import EMPTY, Line, Span, line, lines, paint
from client.screen.palette import seat_attribute
from client.view import View
from client.waiting import retry, time_left
from engine import frames as f
from engine.ids import BANK, Seat
from engine.options import Prompt
from engine.state import State
from engine.worth import final_worth
from protocol.tables import Motion

_NAME = 16  # columns that a name may take in the list of players
_LOG = 4  # rows that are left to the log whatever else there is to say
_QUESTION = 6
_INDENT = "    "


@dataclass(frozen=True)
class Told:
    """One line of the log and what it is: `chat`, or empty for what has happened."""

    text: str
    kind: str = ""


def center_lines(
    view: View, question: Prompt | None, log: Sequence[Told] | None, now: float, size: tuple[int, int], note: Sequence[str] = ()
) -> list[Line]:
    """All of it in so many columns and rows, the newest line of the log at the bottom; without `log` it is shown elsewhere.

    A `note` takes the place of question and business: it is what somebody who has just typed looks for.
    """
    columns, rows = size
    for_log = _LOG if log is not None else 0
    top = [_headline(view, now, columns), *_trouble(view, now, columns), *_players(view, columns, rows - for_log), EMPTY]
    pending = list(_pending(view, columns, asked=question is not None))
    asked = _asked(view, question, columns)
    room = max(0, rows - len(top) - for_log)
    pending = pending[: max(1, room - _QUESTION // 2)]
    middle = [*asked[: max(0, room - len(pending))], *pending]
    if note:
        middle = [row for text in note for row in lines(wrap(text, columns, "  "), "alert")]
    middle = middle[:room]
    middle += [EMPTY] if middle else []
    return [*top, *middle, *log_lines(log or (), columns, max(0, rows - len(top) - len(middle)))][:rows]


def log_lines(log: Sequence[Told], columns: int, rows: int) -> list[Line]:
    """The end of the log, as much as fits; no entry begins in its middle, unless it is the only one."""
    told: list[Line] = []
    for entry in reversed(log):
        more = lines(wrap(entry.text, columns, "  "), entry.kind)
        if len(told) + len(more) > rows:
            return [EMPTY] * (rows - len(told)) + told if told else more[len(more) - rows :]
        told[:0] = more
    return told


def _headline(view: View, now: float, columns: int) -> Line:
    """Whose turn, and for whom the table waits until when."""
    if view.state is None:
        return line(clip(f"{view.title or view.table}: in the lobby, rules {view.rules.preset}", columns), "title")
    if view.state.outcome is not None:
        return line(clip(f"{view.title}: the game is over", columns), "title")
    own = any(asked.seat == view.seat for asked in view.waiting)
    turn = f"round {view.state.round}: {_possessive(view, view.turn)} turn" if view.state.round else "who begins?"
    wait = ", ".join(_you(view, asked.seat) + time_left(view, asked.seat, now) for asked in view.waiting)
    waits = f" · waits for {wait}" if wait else ""
    spans = [Span(0, cell_len(turn), "title"), Span(cell_len(turn), columns, "asked" if own else "")]
    return paint(clip(turn + waits, columns), spans)


def _you(view: View, seat: Seat) -> str:
    return "you" if seat == view.seat else who(view, seat)


def _possessive(view: View, seat: Seat) -> str:
    return "your" if seat == view.seat else f"{who(view, seat)}'s"


def _trouble(view: View, now: float, columns: int) -> list[Line]:
    """What keeps everybody from playing."""
    if not view.live:
        return [line(clip(f"NO CONNECTION, {retry(view, now)}; this is what was last known", columns), "alert")]
    if view.paused:
        return [line(clip("PAUSED: the server can not store anything now", columns), "alert")]
    if view.lobby.paused:
        return [line(clip("PAUSED by the players: `propose resume` calls a vote to go on", columns), "alert")]
    return []


def _players(view: View, columns: int, rows: int) -> list[Line]:
    """Everybody, with their deeds where there is room for them."""
    full = player_lines(view, columns)
    if view.state is None:
        return lines(full)
    if len(full) <= rows - _QUESTION - 3:
        return _paint_seats(view, full)
    state = view.state
    head = ("", "", "PLAYER", "CASH", "WORTH", "CARDS" if any(state.cards) else "", "PLACE")
    table = [head, *(_player(view, state, seat) for seat in range(state.seats))]
    return _paint_seats(view, [clip(text, columns) for text in set_columns(table, " ")])


def _paint_seats(view: View, texts: Sequence[str]) -> list[Line]:
    """The letter of each seat in its color, one's own name bold; what is indented further is about the seat above."""
    painted = []
    seat = -1
    for text in texts:
        if text.startswith(_INDENT):
            painted.append(line(text, "dim"))
            continue
        seat += 1
        own = [Span(4, 4 + cell_len(clip(who(view, seat), _NAME)), "title")] if seat == view.seat else []
        painted.append(paint(text, [Span(0, 3, seat_attribute(seat)), *own]))
    return painted


def _player(view: View, state: State, seat: Seat) -> tuple[str, ...]:
    worth = "out" if state.out[seat] else money(view, final_worth(state, seat))
    cards = str(len(state.cards[seat])) if state.cards[seat] else ""
    here = "" if state.out[seat] else where_is(view, state, seat)
    name = clip(who(view, seat), _NAME)
    return mark_of(view, seat), seat_letter(seat), name, money(view, state.cash[seat]), worth, cards, here


def _pending(view: View, columns: int, *, asked: bool) -> Iterator[Line]:
    """The business that everybody should see: a vote, open offers, and an auction or a debt, unless one is `asked` about it."""
    if view.lobby.motion is not None:
        yield from _vote(view, view.lobby.motion, columns)
    state = view.state
    if state is None or state.outcome is not None:
        return
    frame = state.stack[-1]
    if isinstance(frame, f.Auction) and not asked:
        yield from lines(wrap(_auction(view, frame), columns, "  "), "asked")
    elif isinstance(frame, f.Debt) and not asked:
        yield from lines(wrap(_debt(view, frame), columns, "  "), "asked")
    elif isinstance(frame, f.Window) and frame.holders:
        yield line(clip(f"the window is held by {everybody(view, frame.holders)}", columns))
    for entry in state.queue:
        if entry.seat == view.seat:
            ahead = f"sent ahead to the next window: {describe_command(entry.command, view)} (unqueue {entry.id})"
            yield from lines(wrap(ahead, columns, "  "))
    for offer in sorted(state.offers.values(), key=lambda offer: offer.to != view.seat):
        yield from lines(wrap(offer_line(view, offer), columns, "  "), "asked" if offer.to == view.seat else "")


def _vote(view: View, motion: Motion, columns: int) -> list[Line]:
    """A vote of the players, and whether one's own voice is missing."""
    mine = view.seat in motion.voters and view.seat not in (*motion.yes, *motion.no)
    count = f"{len(motion.yes)} yes, {len(motion.no)} no of {len(motion.voters)}"
    told = f"{proposal(view, motion)}: {count}{' (yes or no?)' if mine else ''}"
    return lines(wrap(told, columns, "  "), "asked" if mine else "")


def _auction(view: View, frame: f.Auction) -> str:
    lot = place(view, frame.deed) if frame.building is None else f"a {frame.building}"
    price = f" (price {money(view, view.board.price[frame.deed])})" if frame.building is None else ""
    high = "no bid yet" if frame.leader == BANK else f"{who(view, frame.leader)} bids {money(view, frame.high)}"
    still = [seat for seat in frame.bidders if seat not in frame.passed and seat != frame.leader]
    return f"auction of {lot}{price}: {high}; still in: {everybody(view, still)}"


def _debt(view: View, frame: f.Debt) -> str:
    owed = ", ".join(f"{who(view, creditor)} {money(view, amount)}" for creditor, amount in frame.creditors)
    return f"{who(view, frame.debtor)} owes {owed} and has to find it"


def _asked(view: View, question: Prompt | None, columns: int) -> list[Line]:
    """The question to oneself and its answers."""
    if question is None:
        said, words = lobby_words(view)
        return [*lines(wrap(said, columns, "  ") if said else []), *lines(flow(words, columns, "you may: ") if words else [])]
    first, *rest = prompt_lines(question, view, columns)
    told = [row for row in rest if not row.startswith("Enter: ")]
    return [line(first, "asked"), *lines(told[: _QUESTION - 1])]
