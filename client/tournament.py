"""A tournament: every set of bots that fits a table, in every rotation of the seats, and what came of it. Must not print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from client.bots import BotName
from client.columns import columns
from client.errors import BadChoice
from client.simulate_pool import Chunk, Plan
from client.simulate_report import fault_data, fault_lines, win_cells, win_data
from client.simulate_tally import Tally
from client.tournament_rating import Rating, Result, rate
from protocol.names import safe_text

Lineup = tuple[BotName, ...]


def lineups(bots: Sequence[BotName], seats: int) -> list[Lineup]:
    """Each set of `seats` bots, rotated through the seats; the sets come one after the other, again for each rotation.

    Raises `BadChoice` if a bot is named twice or there are too few.
    """
    if len(set(bots)) < len(bots):
        raise BadChoice(f"expected each bot once, found {', '.join(map(str, bots))}")
    if len(bots) < seats:
        raise BadChoice(f"expected at least {seats} bots for tables of {seats}, found {len(bots)}")
    sets = list(combinations(bots, seats))
    return [(*bots[turn:], *bots[:turn]) for turn in range(seats) for bots in sets]


@dataclass(frozen=True)
class Place:
    """One bot in the final table: its rating, and its wins in all its games."""

    bot: BotName
    rating: Rating
    wins: float
    games: int


@dataclass(frozen=True)
class Pairing:
    """Two bots, the games in which both sat at the table, and how many of them each won."""

    first: BotName
    second: BotName
    games: int
    wins: tuple[float, float]


class Tournament:
    """What the games of a plan, the line-ups of which are those of a tournament, have come to so far."""

    def __init__(self, plan: Plan, bots: Sequence[BotName]) -> None:
        self.plan = plan
        self.bots = tuple(bots)
        self._tallies = [Tally() for _ in plan.lineups]

    def add(self, chunk: Chunk) -> None:
        """Count some more games."""
        for number, tally in chunk.tallies.items():
            self._tallies[number].merge(tally)

    def _results(self) -> Iterable[tuple[Lineup, Tally]]:
        return ((lineup, tally) for lineup, tally in zip(self.plan.lineups, self._tallies, strict=True) if tally.games)

    def places(self) -> list[Place]:
        """All bots, the best first."""
        numbers = {bot: number for number, bot in enumerate(self.bots)}
        results = [Result(tuple(numbers[bot] for bot in lineup), tuple(tally.wins)) for lineup, tally in self._results()]
        places = [self._place(bot, rating) for bot, rating in zip(self.bots, rate(len(self.bots), results), strict=True)]
        return sorted(places, key=lambda place: -place.rating.points)

    def _place(self, bot: BotName, rating: Rating) -> Place:
        played = [(tally.wins[lineup.index(bot)], tally.games) for lineup, tally in self._results() if bot in lineup]
        return Place(bot, rating, sum(wins for wins, _ in played), sum(games for _, games in played))

    def pairings(self) -> list[Pairing]:
        """Every two bots, in the order in which they were named."""
        return [self._pairing(first, second) for first, second in combinations(self.bots, 2)]

    def _pairing(self, first: BotName, second: BotName) -> Pairing:
        games, wins = 0, [0.0, 0.0]
        for lineup, tally in self._results():
            if first in lineup and second in lineup:
                games += tally.games
                wins = [sum_ + tally.wins[lineup.index(bot)] for sum_, bot in zip(wins, (first, second), strict=True)]
        return Pairing(first, second, games, (wins[0], wins[1]))

    def faulty(self) -> list[tuple[Lineup, Tally]]:
        """The line-ups in which bots did something wrong."""
        return [(lineup, tally) for lineup, tally in self._results() if tally.faults]


def tournament_lines(tournament: Tournament) -> list[str]:
    """The final table, the pairings, and what bots did wrong."""
    plan = tournament.plan
    seats = len(plan.lineups[0])
    head = f"{plan.games} games of {len(tournament.bots)} bots at tables of {seats} under {plan.rules.preset}, seed {plan.seed}"
    faults = [line for lineup, tally in tournament.faulty() for line in fault_lines(lineup, tally)]
    return [head, "", *_place_lines(tournament), "", *_pairing_lines(tournament), *faults]


def _place_lines(tournament: Tournament) -> list[str]:
    rows = [("PLACE", "BOT", "RATING", "GAMES", "WINS", "95 OF 100 CASES")]
    for number, place in enumerate(tournament.places(), 1):
        rating = f"{place.rating.points:.0f} ± {place.rating.plus_minus:.0f}"
        cells = win_cells(place.wins, place.games)
        rows.append((str(number), safe_text(str(place.bot)), rating, str(place.games), *cells))
    return columns(rows)


def _pairing_lines(tournament: Tournament) -> list[str]:
    rows = [("BOT", "AGAINST", "GAMES", "WINS", "95 OF 100 CASES", "LOSSES TO IT")]
    for pairing in tournament.pairings():
        names = (safe_text(str(pairing.first)), safe_text(str(pairing.second)))
        share, interval = win_cells(pairing.wins[0], pairing.games)
        rows.append((*names, str(pairing.games), share, interval, win_cells(pairing.wins[1], pairing.games)[0]))
    return columns(rows)


def tournament_data(tournament: Tournament) -> dict[str, Any]:
    """The same as data."""
    plan = tournament.plan
    return {
        "games": plan.games,
        "seed": plan.seed,
        "preset": plan.rules.preset,
        "seats": len(plan.lineups[0]),
        "places": [
            {
                "bot": str(place.bot), "rating": place.rating.points, "plus_minus": place.rating.plus_minus,
                "games": place.games, **win_data(place.wins, place.games),
            }
            for place in tournament.places()
        ],
        "pairings": [
            {"bots": [str(pairing.first), str(pairing.second)], "games": pairing.games, "wins": pairing.wins}
            for pairing in tournament.pairings()
        ],
        "faults": [fault for lineup, tally in tournament.faulty() for fault in fault_data(lineup, tally)],
    }  # fmt: skip
