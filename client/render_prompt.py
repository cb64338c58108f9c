"""A question to one's own seat in plain words, with its answers and the default. Must not decide anything.

Answers that are open in every phase (trade talk, stops, votes, resigning) are named briefly at the end, so that the question's
own answers stand out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from client.describe import describe_command, describe_option
from client.fitting import flow, wrap
from client.language import word_of
from client.phrases import count_of, everybody, listed, money, place, who
from client.view import View
from engine import frames as f
from engine.board import PayOrDraw
from engine.building import interest, lift_cost
from engine.commands import SEAT_COMMANDS, tag_of
from engine.ids import BANK
from engine.options import Option, Prompt
from engine.state import FREE, State
from protocol.names import safe_text

_ALWAYS: Final = frozenset({"offer_trade", "set_stops", "resign", "cast_vote", "hold_window"})
_WORDS: Final = {tag_of(kind): word_of(kind) for kind in SEAT_COMMANDS}


def prompt_lines(prompt: Prompt, view: View, width: int = 80) -> list[str]:
    """The question, what may be answered, and what Enter or silence answers where that is possible now."""
    own = [describe_option(option, view) for option in own_answers(prompt)]
    ahead = [_WORDS[option.command] for option in prompt.options if option.queued]
    also = [_WORDS[option.command] for option in prompt.options if option.command in _ALWAYS]
    lines = wrap(question_line(prompt, view), width, "  ")
    lines += flow(own, width, "you may: ") if own else []
    lines += flow(ahead, width, "for the next window: ") if ahead else []
    lines += flow(also, width, "also: ") if also else []
    if prompt.default_is_legal:
        lines.append(f"Enter: {describe_command(prompt.default, view)}")
    return lines


def own_answers(prompt: Prompt) -> list[Option]:
    """The options that belong to the question itself: not those of every phase, nor what would wait for a window."""
    return [option for option in prompt.options if option.command not in _ALWAYS and not option.queued]


def question_line(prompt: Prompt, view: View) -> str:
    """What is asked, in one line; a question that came ahead of its events is told by its phase."""
    state = view.state
    ask = _QUESTIONS.get(type(state.stack[-1])) if state is not None else None
    if state is None or ask is None:
        return f"you are asked: {prompt.phase.replace('_', ' ')}"
    return ask(prompt, view, state, state.stack[-1])


def _opening(prompt: Prompt, view: View, state: State, frame: f.OpeningRoll) -> str:
    return "throw for the order of play"


def _window(prompt: Prompt, view: View, state: State, frame: f.Window) -> str:
    if prompt.seat != state.turn:
        return f"you hold the window in {who(view, state.turn)}'s turn: do what you want to do, then pass"
    others = [seat for seat in frame.holders if seat != prompt.seat]
    if others:
        return f"your turn, but the window is held by {everybody(view, others)}"
    if frame.kind == "own_turn":
        return "build, mortgage or trade before it is settled where you landed, then end"
    if frame.kind == "after_roll":
        return "doubles: throw again" if state.doubles else "your throw is done: end the turn when you are ready"
    if state.jail[prompt.seat] != FREE:
        return _in_jail(view, state, prompt.seat)
    return "your turn: throw the dice"


def _in_jail(view: View, state: State, seat: int) -> str:
    failed = count_of(state.jail[seat], "failed throw")
    ways = [f"pay {money(view, state.rules.jail_fine)}"] + (["use a card"] if state.cards[seat] else [])
    return f"your turn, in jail with {failed} of 3: {listed(ways, 'or')}, or throw for doubles"


def _purchase(prompt: Prompt, view: View, state: State, frame: f.Purchase) -> str:
    price = money(view, view.board.price[frame.deed])
    auction = "otherwise it is auctioned" if state.rules.auctions else "otherwise it stays with the bank"
    return f"buy {place(view, frame.deed)} for {price}? you have {money(view, state.cash[prompt.seat])}; {auction}"


def _auction(prompt: Prompt, view: View, state: State, frame: f.Auction) -> str:
    if frame.building is None:
        lot = f"{place(view, frame.deed)}, price {money(view, view.board.price[frame.deed])}"
    else:
        lot = f"a {frame.building}"
    high = "no bid yet" if frame.leader == BANK else f"{who(view, frame.leader)} bids {money(view, frame.high)}"
    return f"auction of {lot}: {high}; you have {money(view, state.cash[prompt.seat])}"


def _debt(prompt: Prompt, view: View, state: State, frame: f.Debt) -> str:
    cash = state.cash[prompt.seat]
    owed = listed([f"{who(view, creditor)} {money(view, amount)}" for creditor, amount in frame.creditors])
    missing = max(0, frame.amount - cash)
    return f"you owe {owed} and have {money(view, cash)}: sell or mortgage for {money(view, missing)} more"


def _card_choice(prompt: Prompt, view: View, state: State, frame: f.CardChoice) -> str:
    card = view.board.card[frame.card]
    return f"{safe_text(card.text)} {_alternatives(view, card.effect)}".rstrip()


def _alternatives(view: View, effect: object) -> str:
    if not isinstance(effect, PayOrDraw):
        return ""
    return f"choose 1: pay {money(view, effect.amount)}; choose 2: draw a card"


def _tax_choice(prompt: Prompt, view: View, state: State, frame: f.TaxChoice) -> str:
    flat = money(view, view.board.spaces[frame.space].amount)
    return f"{place(view, frame.space)}: {flat} flat, or a share of {view.board.data.income_tax_share_percent}% of your worth?"


def _transfer(prompt: Prompt, view: View, state: State, frame: f.MortgageTransfer) -> str:
    deeds = [
        f"{place(view, deed)} (keep {money(view, interest(state, deed))}, lift {money(view, lift_cost(state, deed))})"
        for deed in frame.deeds
    ]
    return f"you have received mortgaged deeds: {', '.join(deeds)}; pay the interest and keep each, or lift it"


def _contest(prompt: Prompt, view: View, state: State, frame: f.BuildContest) -> str:
    if prompt.seat == frame.placer:
        paid = "at its list price" if frame.price < 0 else f"that you won for {money(view, frame.price)}"
        return f"place the {frame.building} {paid}"
    left = count_of(state.houses if frame.building == "house" else state.hotels, frame.building)
    asker = f"{who(view, frame.asker)} wants to build, and the bank has only {left}"
    return f"{asker}: how many do you want? more wishes than that are settled by auction"


_QUESTIONS: Final[dict[type[f.Frame], Callable[[Prompt, View, State, Any], str]]] = {
    f.OpeningRoll: _opening,
    f.Window: _window,
    f.Purchase: _purchase,
    f.Auction: _auction,
    f.Debt: _debt,
    f.CardChoice: _card_choice,
    f.TaxChoice: _tax_choice,
    f.MortgageTransfer: _transfer,
    f.BuildContest: _contest,
}
