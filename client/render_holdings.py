"""Who holds what, as a matrix of groups and seats. Must not color or print."""

from __future__ import annotations

from typing import Final

from client.columns import columns
from client.fitting import clip
from client.phrases import group_digit, seat_letter, who
from client.view import View
from engine.ids import BANK, HOTEL, Seat, SpaceIndex
from engine.state import State
from engine.worth import final_worth
from protocol.names import safe_text

_NOT_HIS: Final = "·"
_LEGEND: Final = "* owned, 1-4 houses, H hotel, M mortgaged, · another's"


def holdings_lines(view: View, width: int = 80) -> list[str]:
    """A row for each group, a column for each seat and the bank, a sign for each deed; then cards, cash and worth."""
    state = view.state
    if state is None:
        return ["the game has not started"]
    holders = (*range(state.seats), BANK)
    seats = range(state.seats)
    rows = [
        ("", "GROUP", *(seat_letter(seat) for seat in seats), "BANK"),
        *(_group_row(view, state, group, holders) for group in range(len(view.board.groups))),
        ("", "jail cards", *(str(len(state.cards[seat]) or "") for seat in seats), ""),
        ("", "cash", *(str(state.cash[seat]) for seat in seats), ""),
        ("", "worth", *(str(final_worth(state, seat)) for seat in seats), ""),
    ]
    names = " ".join(f"{seat_letter(seat)} {who(view, seat)}" for seat in seats)
    return [clip(line, width) for line in (*columns(rows, " "), names, _LEGEND)]


def _group_row(view: View, state: State, group: int, holders: tuple[Seat, ...]) -> tuple[str, ...]:
    members = view.board.members[group]
    signs = ["".join(_sign(state, deed, seat) for deed in members) for seat in holders]
    return group_digit(view, members[0]), safe_text(view.board.groups[group].name), *signs


def _sign(state: State, deed: SpaceIndex, seat: Seat) -> str:
    if state.owner[deed] != seat:
        return _NOT_HIS
    if state.mortgaged[deed]:
        return "M"
    level = state.level[deed]
    return "H" if level == HOTEL else str(level or "*")
