"""A bot in a process of its own: its answers, its faults, and what becomes of the process. The processes are real."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.bots import BotFault, BotName
from client.simulate_bot import BotProcess, Failed
from engine import commands as c
from engine.game import Game
from tests.client.own_bots import own_bot
from tests.engine.positions import US, S, game

SOON = 0.3  # seconds that a bot gets that never answers


@contextmanager
def process(name: BotName, table: Game, limit: float = 20.0) -> Iterator[BotProcess]:
    bot = BotProcess(name, US.data, table.state.rules, limit)
    bot.sit(0, "seed")
    try:
        yield bot
    finally:
        bot.close()


def test_it_follows_the_game_and_answers(tmp_path: Path) -> None:
    table = game(S(), S(), dice=[(1, 2)])
    with process(own_bot(tmp_path, "default"), table) as bot:
        assert bot.ask(table.state, prompted=True) == c.RollDice()
        bot.tell(table.handle(0, c.RollDice()))
        assert bot.ask(table.state, prompted=True) == c.DeclineDeed()
        assert bot.ask(table.state, prompted=False) is None


def test_it_can_do_no_harm_to_the_game_nor_to_its_own_copy(tmp_path: Path) -> None:
    table = game(S(), S(), dice=[(1, 2)])
    with process(own_bot(tmp_path, "meddling"), table) as bot:
        assert bot.ask(table.state, prompted=True) == c.RollDice()
        bot.tell(table.handle(0, c.RollDice()))
        assert bot.ask(table.state, prompted=True) == c.DeclineDeed()
    assert table.state.cash == [1500, 1500]


@pytest.mark.parametrize(
    ("attribute", "kind", "words"),
    [
        ("crashing", "crash", "bots.py, line 17: ZeroDivisionError: division by zero"),
        ("nonsense", "illegal", "bots.py:nonsense: expected a command, found 'roll'"),
        ("dying", "died", "bots.py:dying has ended its process with exit code 7"),
    ],
)
def test_a_fault_is_told_and_the_bot_asked_again(attribute: str, kind: str, words: str, tmp_path: Path) -> None:
    table = game(S(), S())
    with process(own_bot(tmp_path, attribute), table) as bot:
        for _ in range(2):
            with pytest.raises(Failed) as failed:
                bot.ask(table.state, prompted=True)
            assert failed.value.kind == kind
            assert words in failed.value.message


def test_a_bot_that_does_not_answer_is_killed_and_started_anew(tmp_path: Path) -> None:
    table = game(S(), S())
    with process(own_bot(tmp_path, "hanging"), table, SOON) as bot:
        for _ in range(2):
            with pytest.raises(Failed) as failed:
                bot.ask(table.state, prompted=True)
            assert failed.value.kind == "time_out"
            assert failed.value.message.endswith("bots.py:hanging has not answered within 0.3 seconds")


def test_one_process_plays_game_after_game_and_a_class_begins_anew(tmp_path: Path) -> None:
    table = game(S(), S())
    with process(own_bot(tmp_path, "Counting"), table) as bot:
        for seed in ("one", "two"):
            bot.sit(0, seed)
            assert [bot.ask(table.state, prompted=True) for _ in range(2)] == [c.RollDice()] * 2
            with pytest.raises(Failed, match="ValueError: question 3"):
                bot.ask(table.state, prompted=True)


def test_its_chance_comes_out_the_same_again(tmp_path: Path) -> None:
    table = game(S(), S(), dice=[(1, 2)])
    table.handle(0, c.RollDice())
    with process(own_bot(tmp_path, "choosing"), table) as bot:
        said = []
        for seed in ("one", "one", "two"):
            bot.sit(0, seed)
            said.append([bot.ask(table.state, prompted=True) for _ in range(12)])
    assert said[0] == said[1] != said[2]


def test_what_can_not_be_loaded_is_told(tmp_path: Path) -> None:
    table = game(S(), S())
    with process(own_bot(tmp_path, "gone"), table) as bot, pytest.raises(BotFault, match="called gone, found nothing"):
        bot.start()
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit(9)", encoding="utf-8")
    with process(BotName(file=broken), table) as bot, pytest.raises(BotFault, match=r"found that it ends with 9"):
        bot.start()
