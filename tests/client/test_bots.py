"""Bots: names, levels, files of one's own, and what is told of those that can not be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.bots import LEVELS, BotFault, BotName, BotView, checked, describe_fault, load_bot, parse_bot
from client.errors import BadChoice
from engine.chance import SeededChance
from engine.commands import PlaceBid
from engine.game import Game, new_game
from engine.legal import prompt_of, waiting
from engine.ruleset import board_of
from tests.client.arena import CRASH, DEFAULT, rules_of, write_bot


@pytest.fixture
def game() -> Game:
    """A game that has just begun."""
    rules = rules_of(5)
    game = new_game(board_of(rules), rules, 2, SeededChance(1))
    game.start()
    return game


def test_levels_are_names() -> None:
    assert [str(parse_bot(f" {level} ")) for level in LEVELS] == list(LEVELS)
    assert not any(parse_bot(level).own for level in LEVELS)


def test_a_file_with_and_without_a_name(tmp_path: Path) -> None:
    usual = write_bot(tmp_path, DEFAULT)
    assert parse_bot(str(usual.file)) == usual
    assert parse_bot(f"{usual.file}:Other") == BotName(file=usual.file, attribute="Other")
    assert str(usual) == f"{usual.file}:decide"
    assert usual.own


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("clever", r"expected one of .*, found clever"),
        ("own.py:1st", r"expected one of .*, found own.py:1st"),
        ("nowhere.py", "expected a bot's file, found nothing at nowhere.py"),
        ("engine.py:decide", "which hides engine: rename it"),
    ],
)
def test_what_can_be_no_bot(text: str, message: str) -> None:
    with pytest.raises(BadChoice, match=message):
        parse_bot(text)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_answers_legally(level: str, game: Game) -> None:
    seat = waiting(game.state)[0]
    answer = load_bot(parse_bot(level))().decide(BotView(game.state.copy(), seat), prompt_of(game.state, seat))
    assert answer is not None
    assert game.handle(seat, answer)


def test_a_function_and_a_class(tmp_path: Path, game: Game) -> None:
    code = DEFAULT + "class Counting:\n    seen = 0\n    def decide(self, view, prompt):\n        self.seen += 1\n"
    name = write_bot(tmp_path, code)
    seat = waiting(game.state)[0]
    prompt = prompt_of(game.state, seat)
    assert prompt is not None
    assert load_bot(name)().decide(BotView(game.state, seat), prompt) == prompt.default
    make = load_bot(BotName(file=name.file, attribute="Counting"))
    first, second = make(), make()
    first.decide(BotView(game.state, seat), prompt)
    assert (vars(first), vars(second)) == ({"seen": 1}, {})


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("x = 1\n", "own.py: expected a function or a class with decide called decide, found nothing"),
        ("decide = 3\n", "found int"),
        ("class decide:\n    pass\n", "found a class without it"),
        ("x = 1\n1 / 0\n", "^own.py, line 2: ZeroDivisionError: division by zero$"),
        ("x = 1\n\ndef decide(:\n", "^own.py, line 3: SyntaxError: "),
        ("import no_such_module_anywhere\n", "line 1: ModuleNotFoundError"),
    ],
)
def test_a_file_that_can_not_be_loaded(code: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BotFault, match=message):
        load_bot(write_bot(tmp_path, code))


def test_a_fault_is_told_with_the_innermost_line_of_the_file(tmp_path: Path, game: Game) -> None:
    name = write_bot(tmp_path, CRASH)
    assert name.file is not None
    with pytest.raises(ZeroDivisionError) as caught:
        load_bot(name)().decide(BotView(game.state, 0), None)
    assert describe_fault(caught.value, name.file) == "own.py, line 2: ZeroDivisionError: division by zero"


def test_the_view_offers_commands_that_are_legal(game: Game) -> None:
    seat = waiting(game.state)[0]
    view = BotView(game.state.copy(), seat)
    assert (view.board, view.rules) == (game.state.board, game.state.rules)
    commands = view.commands()
    assert commands
    for command in commands:
        assert checked(command) == command
    assert game.handle(seat, commands[0])


def test_answers_are_read_as_if_they_came_from_elsewhere() -> None:
    assert checked(None) is None
    assert checked(PlaceBid(5)) == PlaceBid(5)
    for wrong in ("roll", PlaceBid("much"), object()):
        with pytest.raises(BotFault, match="expected a command, found "):
            checked(wrong)
