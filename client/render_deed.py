"""One deed as text, with all its figures: what the printed deed says, and how it lies now. Must not print."""

from __future__ import annotations

from typing import Final

from client.columns import columns
from client.phrases import buildings, count_of, group_digit, money, place, who
from client.view import View
from engine.board import Space
from engine.building import interest, lift_cost
from engine.ids import BANK, HOTEL, SpaceIndex
from engine.rent import rent
from engine.state import State
from protocol.names import safe_text

_GAP: Final = "   "


def deed_lines(view: View, deed: SpaceIndex) -> list[str]:
    """The rents, prices and owner of a deed."""
    space = view.board.spaces[deed]
    group = view.board.groups[view.board.group_of[deed]]
    title = f"{place(view, deed)}, space {deed}, {group_digit(view, deed)} {safe_text(group.name)}"
    rows = [("price", money(view, space.price)), *_rents(view, space)]
    if space.house_cost:
        rows.append(("a house or the hotel", f"{money(view, space.house_cost)}, sold for {money(view, space.house_cost // 2)}"))
    rows.append(("mortgage", money(view, space.mortgage)))
    if view.state is not None:
        rows += _now(view, view.state, deed)
    return [title, *columns([(f"  {what}", figure) for what, figure in rows], _GAP)]


def _rents(view: View, space: Space) -> list[tuple[str, str]]:
    """The ladder of a street, the rents of a railroad by number owned, or the factors of a utility."""
    if space.type == "street":
        last = view.rules.hotel_after
        levels = [level for level in range(len(space.rent)) if level <= last or level == HOTEL]
        bare, *built = [money(view, space.rent[level]) for level in levels]
        names = [f"rent with {buildings(level)}" for level in levels[1:]]
        whole = ("rent, bare, the group in one hand", money(view, 2 * space.rent[0]))
        return [("rent, bare", bare), whole, *zip(names, built, strict=True)]
    kind = "railroad" if space.type == "railroad" else "utility"
    many = "railroads" if kind == "railroad" else "utilities"
    return [
        (f"rent with {number} {kind if number == 1 else many}", _service_rent(view, kind, figure))
        for number, figure in enumerate(space.rent, 1)
    ]


def _service_rent(view: View, kind: str, figure: int) -> str:
    return money(view, figure) if kind == "railroad" else f"{figure} times the throw"


def _now(view: View, state: State, deed: SpaceIndex) -> list[tuple[str, str]]:
    """Whose it is, how it lies, and what it costs a lander now."""
    owner = state.owner[deed]
    rows = [("owner", who(view, owner))]
    if state.mortgaged[deed]:
        cost = f"{money(view, lift_cost(state, deed))} to lift, of which {money(view, interest(state, deed))} interest"
        rows.append(("mortgaged", cost))
    elif owner != BANK:
        if state.level[deed]:
            rows.append(("stands there", buildings(state.level[deed])))
        rows.append(("rent now", _rent_now(view, state, deed)))
    return rows


def _rent_now(view: View, state: State, deed: SpaceIndex) -> str:
    if view.board.type[deed] == "utility":
        return f"{count_of(rent(state, deed, 1), 'time')} the throw"
    return money(view, rent(state, deed, 0))
