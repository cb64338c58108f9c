"""Many games on all cores. Must give the same, in the same order, whatever the number of processes.

Theory of operation. Games are numbered and cut into chunks of a few; each game has a seed of its own, which follows from its
number. Processes are started afresh (`spawn`) and play one chunk after the other; their tallies are handed out in the order of
the chunks, and no more chunks are under way than keep the processes busy, so that memory does not grow with the games. When
one of the processes is killed from outside, all are started anew once, and what was under way is played again, which comes
to the same. Whoever stops in between, by Ctrl-C for instance, stops the processes at once.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final

from client.bots import BotName
from client.errors import ClientError
from client.offspring import deaf_start, settle_down
from client.simulate_game import Player, game_seed, make_player, play_game
from client.simulate_log import log_lines
from client.simulate_tally import Tally
from engine.board import Board, BoardData
from engine.ruleset import Ruleset

_CHUNK: Final = 5
_AHEAD: Final = 2  # chunks under way for each process, so that none waits for this one
_TRIES: Final = 2


class Lost(ClientError):
    """A process that plays was ended from outside, and so was the one that played the same games again."""

    def __init__(self, first: int, last: int) -> None:
        super().__init__(
            f"expected games {first} to {last} to be played, found that a process that plays them was killed {_TRIES} times"
            " in a row: is memory short?"
        )


@dataclass(frozen=True)
class Plan:
    """What is to be played: game `n` by line-up `n` modulo their number; `limit` are seconds for a bot of somebody's own."""

    lineups: tuple[tuple[BotName, ...], ...]
    games: int
    rules: Ruleset
    board: BoardData
    seed: int = 0
    limit: float = 2.0
    log: bool = False


@dataclass
class Chunk:
    """What some games running came to, by line-up; `log` are their lines, where they were wanted."""

    games: int = 0
    tallies: dict[int, Tally] = field(default_factory=dict)
    log: bytes = b""


def play_all(plan: Plan, jobs: int) -> Generator[Chunk]:
    """Play all games in so many processes, for one in this; raises `BotFault` for a bot that can not be loaded."""
    starts = range(0, plan.games, _CHUNK)
    if jobs <= 1:
        yield from _play_here(plan, starts)
    else:
        yield from _play_elsewhere(plan, starts, jobs)


def _play_here(plan: Plan, starts: Sequence[int]) -> Generator[Chunk]:
    workshop = Workshop(plan)
    try:
        for start in starts:
            yield workshop.play(start)
    finally:
        workshop.close()


def _play_elsewhere(plan: Plan, starts: Sequence[int], jobs: int) -> Generator[Chunk]:
    to_do, tries = deque(starts), 0
    while to_do:
        try:
            with closing(_Team(plan, min(jobs, len(to_do)))) as team:
                for chunk in team.play(tuple(to_do)):
                    yield chunk
                    to_do.popleft()
                    tries = 0
        except BrokenProcessPool:
            tries += 1
            if tries == _TRIES:
                raise Lost(to_do[0], min(to_do[0] + _AHEAD * jobs * _CHUNK, plan.games) - 1) from None


class _Team:
    """Processes that play the chunks of a plan."""

    def __init__(self, plan: Plan, size: int) -> None:
        self._others = multiprocessing.active_children()
        self._size = size
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(size, context, initializer=_open_shop, initargs=(plan,))

    def play(self, starts: Iterable[int]) -> Iterator[Chunk]:
        """The chunks in this order; raises `BrokenProcessPool` if a process dies."""
        under_way: deque[Future[Chunk]] = deque()
        for start in starts:
            with deaf_start():
                under_way.append(self._pool.submit(_play_chunk, start))
            if len(under_way) >= _AHEAD * self._size:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
        self._pool.shutdown()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for process in multiprocessing.active_children():
            if process not in self._others:
                process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)


class Workshop:
    """One process's players, who sit down at one game after the other."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._board = Board(plan.board)
        self._players: dict[tuple[BotName, int], Player] = {}

    def play(self, start: int) -> Chunk:
        """Play the chunk that begins with this game."""
        chunk = Chunk()
        log: list[bytes] = []
        for game in range(start, min(start + _CHUNK, self._plan.games)):
            self._play_one(game, chunk, log)
        chunk.log = b"".join(log)
        return chunk

    def _play_one(self, game: int, chunk: Chunk, log: list[bytes]) -> None:
        plan = self._plan
        number = game % len(plan.lineups)
        lineup, seed = plan.lineups[number], game_seed(plan.seed, game)
        try:
            record = play_game(self._board, plan.rules, self._seat(lineup), seed)
        except Exception as error:
            error.add_note(f"in game {game}, the seed of which is {seed}")
            raise
        chunk.games += 1
        chunk.tallies.setdefault(number, Tally()).add(game, record)
        if plan.log:
            log += log_lines(game, seed, lineup, record)

    def _seat(self, lineup: Sequence[BotName]) -> list[Player]:
        """A player for each seat: of a name that comes up twice there are two."""
        seen: Counter[BotName] = Counter()
        players = []
        for name in lineup:
            key = (name, seen[name])
            seen[name] += 1
            if key not in self._players:
                self._players[key] = make_player(name, self._board, self._plan.rules, self._plan.limit)
            players.append(self._players[key])
        return players

    def close(self) -> None:
        """Let the players go."""
        for player in self._players.values():
            player.close()


_shop: list[Workshop] = []  # of a process of the pool, for as long as it lives


def _open_shop(plan: Plan) -> None:
    settle_down()
    _shop.append(Workshop(plan))


def _play_chunk(start: int) -> Chunk:
    return _shop[0].play(start)
