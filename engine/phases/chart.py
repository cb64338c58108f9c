"""The phases as data for people: whom each waits for, what others may do, and what may follow. Must not rule anything.

`engine/README.md` shows it as a table and a diagram, and a test plays games against it: every step from phase to phase that is
seen must be in the chart. What becomes of a command in a phase is not written here but read off the handlers themselves.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.commands import ASSET_COMMANDS, SEAT_COMMANDS, Command, tag_of
from engine.frames import AnyFrame, Frame, Window
from engine.phases.common import COMMON_HANDLERS
from engine.phases.table import PHASES


class Row(NamedTuple):
    """One phase: whom it waits for, who else may act, the default, and the phases that may come next."""

    waits_for: str
    others: str
    default: str
    then: tuple[str, ...]


_LANDING: Final = ("purchase", "debt", "card_choice", "tax_choice", "own_turn", "after_roll")
_SETTLED: Final = ("mortgage_transfer", "auction", "own_turn", "before_roll", "after_roll", "game_over")
_WINDOW: Final = ("build_contest", "mortgage_transfer", "before_roll", "game_over")

CHART: Final[dict[str, Row]] = {
    "opening_roll": Row("each seat's throw in turn, ties again", "nobody", "`roll`", ("before_roll", "build_contest")),
    "before_roll": Row(
        "the turn's seat: `roll` (in jail first, if it likes: `pay`, `card`); those who hold: `pass`",
        "every live seat: build, sell, mortgage, lift, trade, claim, hold",
        "`roll`; a holder's `pass`",
        (*_LANDING, *_WINDOW),
    ),
    "purchase": Row("the lander: `buy` or `decline`", "the lander may raise money", "`decline`", ("auction", *_SETTLED)),
    "auction": Row(
        "every bidder that has not passed since the last raise, but for the leader: `bid` or `pass`",
        "bidders may raise money",
        "`pass`",
        ("auction", "debt", "build_contest", *_SETTLED),
    ),
    "debt": Row(
        "the debtor: raise money; it settles by itself as soon as the cash suffices; `bankrupt` only if it can not be paid",
        "trades with the debtor, if they leave the debt payable",
        "the standard liquidation",
        ("debt", "build_contest", *_LANDING, *_SETTLED),
    ),
    "card_choice": Row("the drawer: `choose`", "nobody", "`choose 1`", _LANDING),
    "tax_choice": Row("the taxed seat: `tax flat` or `tax share`", "nobody", "`tax flat`", ("debt", *_SETTLED)),
    "own_turn": Row(
        "the turn's seat, between the purchase and the settling (only under `asset_window: own_turn`)",
        "the other party of a trade with that seat may accept",
        "`end`",
        (*_LANDING, *_SETTLED),
    ),
    "mortgage_transfer": Row(
        "the new owner of mortgaged deeds: `keep` or `lift` each",
        "the new owner may raise money",
        "`keep`, after the standard liquidation if need be",
        ("build_contest", *_SETTLED),
    ),
    "build_contest": Row(
        "all rivals at once: `want` or `pass`; then one seat after the other: `place`",
        "nobody",
        "`pass`; a building that was won goes to the first legal deed",
        ("auction", "mortgage_transfer", "before_roll", "after_roll"),
    ),
    "after_roll": Row(
        "the turn's seat: `roll` again after doubles, else `end`; those who hold: `pass`",
        "as before the roll",
        "`roll` if due, else `end`; a holder's `pass`",
        (*_LANDING, *_WINDOW),
    ),
    "game_over": Row("nobody", "nobody", "", ()),
}
"""Every phase. Resigning is possible in each and may bring any of the steps that a bankruptcy brings."""

_COLUMNS: Final[tuple[tuple[str, type[Frame]], ...]] = tuple(
    (kind.phase or "window", kind) for kind in AnyFrame.__args__ if kind.phase not in ("", "game_over") or kind is Window
)


def phase_table() -> str:
    """The chart as a Markdown table."""
    lines = ["| phase | waits for | who else may act | answer by silence |", "| --- | --- | --- | --- |"]
    lines += [f"| `{phase}` | {row.waits_for} | {row.others} | {row.default} |" for phase, row in CHART.items()]
    return "\n".join(lines) + "\n"


def phase_diagram() -> str:
    """The chart as a Mermaid state diagram."""
    arrows = [f"    {phase} --> {follower}" for phase, row in CHART.items() for follower in dict.fromkeys(row.then)]
    return (
        "\n".join(["```mermaid", "stateDiagram-v2", "    [*] --> opening_roll", *arrows, "    game_over --> [*]", "```"]) + "\n"
    )


def fate(command: type[Command], frame: type[Frame]) -> str:
    """What becomes of a command while such a frame is on top: taken by the phase, by any phase, queued, or refused."""
    if command in PHASES[frame].handlers:
        return "yes"
    if command in COMMON_HANDLERS:
        return "any"
    return "queued" if command in ASSET_COMMANDS else "-"


def fate_table() -> str:
    """The fate of every command in every phase, read off the handlers, as a Markdown table."""
    lines = ["| command | " + " | ".join(f"`{name}`" for name, _ in _COLUMNS) + " |"]
    lines.append("| --- |" + " --- |" * len(_COLUMNS))
    for command in SEAT_COMMANDS:
        cells = " | ".join(fate(command, frame) for _, frame in _COLUMNS)
        lines.append(f"| `{tag_of(command)}` | {cells} |")
    return "\n".join(lines) + "\n"
