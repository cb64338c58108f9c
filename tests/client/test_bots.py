"""What a bot is: names, files and their faults, and what a bot sees. The bot of the README plays without a fault."""

import re
from pathlib import Path

import pytest

from client.bots import LEVELS, BotFault, BotName, BotView, PolicyBot, checked, load_bot, parse_bot
from client.errors import BadChoice
from client.simulate_game import game_seed, make_player, play_game
from engine import commands as c
from engine.board import load_board
from engine.legal import prompt_of
from engine.options import Prompt
from engine.policies import POLICIES
from engine.policy import careful
from engine.ruleset import load_ruleset
from tests.client.own_bots import own_bot
from tests.engine.positions import ORANGE, S, do, game

README = Path(__file__).parents[2] / "client" / "README.md"


def written(folder: Path, code: str, name: str = "mine.py") -> Path:
    file = folder / name
    file.write_text(code, encoding="utf-8")
    return file


def prompt_for(view: BotView) -> Prompt:
    prompt = prompt_of(view.state, view.seat)
    assert prompt is not None
    return prompt


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_a_bot(level: str) -> None:
    name = parse_bot(f" {level} ")
    assert (name, str(name), name.own) == (BotName(level), level, False)
    view = BotView(game(S(), S()).state, 0)
    assert load_bot(name)().decide(view, prompt_for(view)) == c.RollDice()


def test_a_policy_as_a_bot_is_asked_and_unasked() -> None:
    table = game(S(deeds=(5,)), S(deeds=(12,)))
    do(table, (0, c.OfferTrade(1, c.Things(deeds=(5,)), c.Things(deeds=(12,)))))
    bot = PolicyBot(POLICIES["greedy"])
    assert bot.decide(BotView(table.state, 1), None) == c.AcceptOffer(1)
    view = BotView(table.state, 0)
    assert bot.decide(view, prompt_for(view)) == c.RollDice()


@pytest.mark.parametrize(("tail", "attribute"), [("", "decide"), (":decide", "decide"), (":Counting", "Counting")])
def test_a_file_is_a_bot(tail: str, attribute: str, tmp_path: Path) -> None:
    file = written(tmp_path, "")
    name = parse_bot(f"{file}{tail}")
    assert (name, name.own) == (BotName(file=file, attribute=attribute), True)
    assert str(name) == f"{file}:{attribute}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("genius", "expected one of random, greedy, careful, strong or FILE.py:NAME, found genius"),
        ("", "expected one of random"),
        ("mine.txt:decide", "found mine.txt:decide"),
        ("mine.py:1", "found mine.py:1"),
        ("gone.py:decide", "expected a bot's file, found nothing at gone.py"),
    ],
)
def test_what_can_be_no_bot_is_told(text: str, words: str) -> None:
    with pytest.raises(BadChoice, match=re.escape(words)):
        parse_bot(text)


@pytest.mark.parametrize("package", ["client", "engine", "protocol", "server"])
def test_a_file_that_hides_a_package_is_told(package: str, tmp_path: Path) -> None:
    file = written(tmp_path, "", f"{package}.py")
    with pytest.raises(BadChoice, match=f"found .*{package}.py, which hides {package}: rename it"):
        parse_bot(f"{file}:decide")


def test_a_function_and_a_class_are_loaded(tmp_path: Path) -> None:
    view = BotView(game(S(), S()).state, 0)
    assert load_bot(own_bot(tmp_path, "default"))().decide(view, prompt_for(view)) == c.RollDice()
    make = load_bot(own_bot(tmp_path, "Counting"))
    assert make() is not make()
    assert make().decide(view, None) is None


def test_a_bot_may_import_its_neighbors_but_they_hide_nothing(tmp_path: Path) -> None:
    written(tmp_path, "ANSWER = 5", "magnate_neighbor.py")
    written(tmp_path, "raise RuntimeError('hidden')", "engine.py")
    imports = "from engine.commands import PlaceBid\nfrom magnate_neighbor import ANSWER\n"
    name = BotName(file=written(tmp_path, f"{imports}decide = lambda view, prompt: PlaceBid(ANSWER)"))
    assert load_bot(name)().decide(BotView(game(S(), S()).state, 0), None) == c.PlaceBid(5)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = 1\n\nx +\n", "mine.py, line 3: SyntaxError: invalid syntax"),
        ("import magnate_gone\n", "mine.py, line 1: ModuleNotFoundError: No module named 'magnate_gone'"),
        ("def f():\n    raise ValueError('two\\nlines')\nf()\n", "mine.py, line 2: ValueError: two"),
        ("raise KeyboardInterrupt2", "mine.py, line 1: NameError: name 'KeyboardInterrupt2' is not defined"),
        ("", "expected a function or a class with decide called decide, found nothing"),
        ("decide = 3", "expected a function or a class with decide called decide, found int"),
        ("class decide: pass", "expected a function or a class with decide called decide, found a class without it"),
    ],
)
def test_what_can_not_be_loaded_is_told_with_its_line(code: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(BotFault, match=re.escape(words)) as fault:
        load_bot(BotName(file=written(tmp_path, code)))
    assert fault.value.exit_code == 2


def test_a_view_shows_what_may_be_done() -> None:
    table = game(S(deeds=ORANGE), S())
    view = BotView(table.state, 0)
    assert (view.board, view.rules) == (table.state.board, table.state.rules)
    assert {option.command for option in view.options()} >= {"roll_dice", "build_houses", "mortgage_deeds", "resign"}
    assert {c.RollDice(), c.Resign(), *(c.BuildHouses(((deed, 1),)) for deed in ORANGE)} <= set(view.commands())


def test_an_answer_is_checked_to_be_a_command() -> None:
    assert checked(None) is None
    assert checked(c.PlaceBid(5)) == c.PlaceBid(5)
    for answer in (7, "roll_dice", c.TimeOut(0), c.PlaceBid("much"), c.BuildHouses([6]), object()):  # type: ignore[arg-type]
        with pytest.raises(BotFault, match="expected a command, found "):
            checked(answer)


def readme_bot() -> str:
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(from engine import commands as c\n.*?)```", text, re.DOTALL)
    assert isinstance(code, str)
    return code


def test_the_bot_of_the_readme_is_short_and_plays_without_a_fault(tmp_path: Path) -> None:
    code = readme_bot()
    assert len([line for line in code.splitlines() if line]) <= 20
    board, rules = load_board(), load_ruleset("official", {"max_rounds": 40})
    name = parse_bot(f"{written(tmp_path, code)}:decide")
    names = (name, BotName("careful"), BotName("careful"), BotName("random"))
    players = [make_player(bot, board, rules, 20.0) for bot in names]
    records = [play_game(board, rules, players, game_seed(0, number)) for number in range(4)]
    for player in players:
        player.close()
    assert [record.faults for record in records] == [[]] * 4
    done = [type(entry.command) for record in records for entry in record.entries if entry.actor == 0]
    assert {c.BuyDeed, c.RollDice, c.EndTurn} <= set(done)
    assert {c.AcceptOffer, c.RejectOffer} & set(done)
    assert records[0].state.outcome is not None


def test_a_bot_may_play_on_in_its_copy(tmp_path: Path) -> None:
    state = game(S(), S()).state
    view = BotView(state.copy(), 0)
    view.state.cash[0] = 0
    assert state.cash[0] == 1500
    assert careful(view.state, 0) == c.RollDice()
