"""What came of a simulation, as text and as data. Must count nothing itself.

Wins come with Wilson's interval and means with theirs: each holds the true figure in 95 of 100 cases (`intervals`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from client.bots import BotName
from client.columns import columns
from client.fitting import fit
from client.intervals import mean, mean_error, median, wilson
from client.phrases import count_of, money, place
from client.render_board import board_lines, has_ring
from client.simulate_pool import Plan
from client.simulate_tally import FaultSums, GroupSums, Tally
from client.view import View
from engine.board import Board
from engine.ruleset import changes
from protocol.names import safe_text

_NAME: Final = 26
_FAULTS: Final = {
    "crash": "crashed",
    "time_out": "gave no answer in time",
    "died": "ended its process",
    "illegal": "answered what is not legal",
    "endless": "came to no end",
}


def report_lines(plan: Plan, tally: Tally, width: int) -> list[str]:
    """The whole report within so many columns; the board is drawn where it fits."""
    view = View(Board(plan.board), plan.rules, None, ())
    return [
        *_headline(plan, tally),
        *_bot_lines(plan.lineups[0], tally),
        "",
        *_seat_lines(view, plan.lineups[0], tally),
        "",
        *_length_lines(tally),
        "",
        *_group_lines(view, tally),
        "",
        *_landing_lines(view, tally, width),
        *fault_lines(plan.lineups[0], tally),
    ]


def _headline(plan: Plan, tally: Tally) -> list[str]:
    names = ", ".join(map(str, plan.lineups[0]))
    return [safe_text(f"{count_of(tally.games, 'game')} of {names} under {plan.rules.preset}, seed {plan.seed}"), ""]


def wins_by_bot(lineup: Sequence[BotName], wins: Sequence[float]) -> dict[BotName, tuple[int, float]]:
    """Each bot of a line-up with the number of its seats and of its wins."""
    found: dict[BotName, tuple[int, float]] = {}
    for bot, won in zip(lineup, wins, strict=True):
        seats, sum_ = found.get(bot, (0, 0.0))
        found[bot] = (seats + 1, sum_ + won)
    return found


def _bot_lines(lineup: Sequence[BotName], tally: Tally) -> list[str]:
    rows = [("BOT", "SEATS", "WINS", "95 OF 100 CASES", "BY CHANCE")]
    for bot, (seats, wins) in wins_by_bot(lineup, tally.wins).items():
        rows.append((safe_text(str(bot)), str(seats), *win_cells(wins, tally.games), _percent(seats / len(lineup))))
    return columns(rows)


def _seat_lines(view: View, lineup: Sequence[BotName], tally: Tally) -> list[str]:
    rows = [("SEAT", "BOT", "WINS", "95 OF 100 CASES", "MEAN WORTH")]
    for seat, bot in enumerate(lineup):
        worth = money(view, round(tally.worth[seat] / tally.games))
        rows.append((str(seat + 1), safe_text(str(bot)), *win_cells(tally.wins[seat], tally.games), worth))
    return columns(rows)


def win_cells(wins: float, games: int) -> tuple[str, str]:
    """A share of wins, and its interval."""
    low, high = wilson(wins, games)
    return _percent(wins / games if games else 0), f"{_percent(low)} to {_percent(high)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _length_lines(tally: Tally) -> list[str]:
    rounds = tally.rounds
    often_first = sorted(tally.reasons.items(), key=lambda item: (-item[1], item[0]))
    ends = ", ".join(f"{reason} {count}" for reason, count in often_first)
    return [
        f"rounds: {mean(rounds):.1f} ± {mean_error(rounds):.1f}, median {median(rounds)}, {min(rounds)} to {max(rounds)}",
        f"ends: {ends}",
    ]


def _group_lines(view: View, tally: Tally) -> list[str]:
    """Dollars for each game; the return is what a dollar spent on deeds and buildings brought in rents."""
    rows = [("GROUP", "RENTS", "DEEDS", "BUILDINGS", "RETURN")]
    for group, sums in zip(view.board.groups, tally.groups, strict=True):
        rents, deeds, buildings = (money(view, round(sum_ / tally.games)) for sum_ in (sums.rents, sums.deeds, sums.buildings))
        rows.append((safe_text(group.name), rents, deeds, buildings, f"{_return(sums):.2f}"))
    return ["for each game:", *columns(rows)]


def _return(sums: GroupSums) -> float:
    spent = sums.deeds + sums.buildings
    return sums.rents / spent if spent > 0 else 0.0


def _landing_lines(view: View, tally: Tally, width: int) -> list[str]:
    """A table of all spaces, and where a ring fits the same figures on the board."""
    shares = _landing_shares(tally)
    cells = [f"{space:>3} {fit(place(view, space), _NAME)}{100 * share:>6.2f}%" for space, share in enumerate(shares)]
    half = (len(cells) + 1) // 2
    pairs = (cells[number::half] for number in range(half))
    lines = [f"of 100 landings ({sum(tally.landings)} after {count_of(tally.throws, 'throw')}):", *map("  ".join, pairs)]
    if has_ring(view, width):
        center = ["", safe_text(view.board.data.title), "", "of 100 landings"]
        lines += ["", *board_lines(view, width, center, [f"{100 * share:.2f}%" for share in shares])]
    return lines


def _landing_shares(tally: Tally) -> list[float]:
    total = sum(tally.landings)
    return [count / total if total else 0.0 for count in tally.landings]


def fault_lines(lineup: Sequence[BotName], tally: Tally) -> Iterator[str]:
    """What bots did wrong, an empty line first; nothing where all went well."""
    if tally.faults:
        yield ""
    for (seat, kind), sums in sorted(tally.faults.items()):
        where = f"seat {seat + 1}, {lineup[seat]}"
        first = f"first in game {sums.game}, round {sums.round}: {sums.message}"
        yield safe_text(f"{where}: {_FAULTS[kind]}, {count_of(sums.count, 'time')}; {first}")


def report_data(plan: Plan, tally: Tally) -> dict[str, Any]:
    """The same as data; shares are from 0 to 1, amounts are sums over all games."""
    board, lineup = Board(plan.board), plan.lineups[0]
    shares = _landing_shares(tally)
    bots = wins_by_bot(lineup, tally.wins)
    return {
        "games": tally.games,
        "seed": plan.seed,
        "preset": plan.rules.preset,
        "rules": changes(plan.rules),
        "bots": [{"bot": str(bot), "seats": seats, **win_data(wins, tally.games)} for bot, (seats, wins) in bots.items()],
        "seats": [
            {"bot": str(bot), **win_data(wins, tally.games), "mean_worth": worth / tally.games}
            for bot, wins, worth in zip(lineup, tally.wins, tally.worth, strict=True)
        ],
        "rounds": _length_data(tally),
        "ends": dict(sorted(tally.reasons.items())),
        "throws": tally.throws,
        "landings": [
            {"space": space.id, "count": count, "share": share}
            for space, count, share in zip(board.spaces, tally.landings, shares, strict=True)
        ],
        "groups": [
            {"group": group.id, "rents": sums.rents, "deeds": sums.deeds, "buildings": sums.buildings, "return": _return(sums)}
            for group, sums in zip(board.groups, tally.groups, strict=True)
        ],
        "faults": fault_data(lineup, tally),
    }


def win_data(wins: float, games: int) -> dict[str, float]:
    """Wins, their share, and its interval."""
    low, high = wilson(wins, games)
    return {"wins": wins, "share": wins / games if games else 0.0, "low": low, "high": high}


def _length_data(tally: Tally) -> dict[str, float]:
    rounds = tally.rounds
    return {
        "mean": mean(rounds),
        "plus_minus": mean_error(rounds),
        "median": median(rounds),
        "least": min(rounds),
        "most": max(rounds),
    }


def fault_data(lineup: Sequence[BotName], tally: Tally) -> list[dict[str, Any]]:
    """What bots did wrong, as data."""
    return [_fault(seat, str(lineup[seat]), kind, sums) for (seat, kind), sums in sorted(tally.faults.items())]


def _fault(seat: int, bot: str, kind: str, sums: FaultSums) -> dict[str, Any]:
    first = {"game": sums.game, "round": sums.round, "message": sums.message}
    return {"seat": seat, "bot": bot, "fault": kind, "count": sums.count, "first": first}
