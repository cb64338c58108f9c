"""Bots in processes of their own: they are asked, ended and started anew, and what they do is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.bots import BotFault
from client.simulate_bot import BotProcess, Failed
from engine.chance import SeededChance
from engine.game import Game, new_game
from engine.legal import prompt_of, waiting
from engine.ruleset import board_of
from tests.client.arena import CRASH, DEFAULT, NONSENSE, QUIT, SLOW, rules_of, write_bot

ONCE = """
import os, pathlib
def decide(view, prompt):
    mark = pathlib.Path(__file__).with_suffix(".mark")
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return prompt.default
"""
SPOILS = """
def decide(view, prompt):
    command = prompt.default
    view.state.cash[:] = [0] * view.state.seats
    view.state.stack.clear()
    return command
"""


@pytest.fixture
def game() -> Game:
    """A game that has just begun."""
    rules = rules_of(5)
    game = new_game(board_of(rules), rules, 2, SeededChance(1))
    game.start()
    return game


@contextmanager
def seated(folder: Path, code: str, game: Game, limit: float = 10.0) -> Iterator[BotProcess]:
    """A bot in the seat that is asked first."""
    process = BotProcess(write_bot(folder, code), game.state.board.data, game.state.rules, limit)
    process.sit(waiting(game.state)[0], "seed")
    try:
        yield process
    finally:
        process.close()


def answer_some(process: BotProcess, game: Game, count: int = 6) -> None:
    """Let the bot answer for whoever is asked as long as that is its seat, and the default for the other."""
    ours = waiting(game.state)[0]
    while count:
        seat = waiting(game.state)[0]
        prompt = prompt_of(game.state, seat)
        assert prompt is not None
        command = prompt.default
        if seat == ours:
            assert process.ask(game.state, prompted=True) == command
            count -= 1
        process.tell(game.handle(seat, command))


def test_it_follows_the_game_by_its_events(tmp_path: Path, game: Game) -> None:
    with seated(tmp_path, DEFAULT, game) as process:
        answer_some(process, game)


def test_unasked_it_may_say_nothing(tmp_path: Path, game: Game) -> None:
    with seated(tmp_path, DEFAULT, game) as process:
        assert process.ask(game.state, prompted=False) is None


def test_what_it_does_to_its_copy_stays_there(tmp_path: Path, game: Game) -> None:
    with seated(tmp_path, SPOILS, game) as process:
        answer_some(process, game, 3)  # so its own copy is as it should be each time
    assert all(game.state.cash)


@pytest.mark.parametrize(
    ("code", "limit", "kind", "message"),
    [
        (CRASH, 10.0, "crash", "own.py, line 2: ZeroDivisionError: division by zero"),
        (SLOW, 0.1, "time_out", "has not answered within 0.1 seconds"),
        (QUIT, 10.0, "died", "has ended its process with exit code 7"),
        (NONSENSE, 10.0, "illegal", "expected a command, found 'roll'"),
    ],
)
def test_what_it_does_wrong_is_told(code: str, limit: float, kind: str, message: str, tmp_path: Path, game: Game) -> None:
    with seated(tmp_path, code, game, limit) as process:
        for _ in range(2):  # once more, where need be in a new process
            with pytest.raises(Failed, match=message) as caught:
                process.ask(game.state, prompted=True)
            assert caught.value.kind == kind


def test_who_has_died_goes_on_with_the_position_as_it_stands(tmp_path: Path, game: Game) -> None:
    with seated(tmp_path, ONCE, game) as process:
        with pytest.raises(Failed, match="exit code 3"):
            process.ask(game.state, prompted=True)
        answer_some(process, game)


def test_its_chance_is_that_of_its_seed(tmp_path: Path, game: Game) -> None:
    code = (
        "from engine.commands import PlaceBid\ndef decide(view, prompt):\n    return PlaceBid(view.chance.randrange(10**9))\n"
    )
    with seated(tmp_path, code, game) as process:
        answers = []
        for seed in ("a", "a", "b"):
            process.sit(0, seed)
            answers.append([process.ask(game.state, prompted=True) for _ in range(2)])
    assert answers[0] == answers[1] != answers[2]
    assert answers[0][0] != answers[0][1]


@pytest.mark.parametrize(
    ("code", "message"),
    [("1 / 0\n", "own.py, line 1: ZeroDivisionError"), ("import os\nos._exit(4)\n", "found that it ends with 4")],
)
def test_what_can_not_be_loaded_is_told_at_the_start(code: str, message: str, tmp_path: Path, game: Game) -> None:
    with seated(tmp_path, code, game) as process, pytest.raises(BotFault, match=message):
        process.start()


def test_what_it_prints_goes_to_standard_error(tmp_path: Path, game: Game, capfd: pytest.CaptureFixture[str]) -> None:
    code = "def decide(view, prompt):\n    print('thinking', flush=True)\n    return prompt.default\n"
    with seated(tmp_path, code, game) as process:
        process.ask(game.state, prompted=True)
    assert capfd.readouterr() == ("", "thinking\n")
