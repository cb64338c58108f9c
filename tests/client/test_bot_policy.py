"""A bot at the table of a server: when it speaks, and how its faults are told."""

from pathlib import Path

import pytest

from client.bot_policy import BotFailed, bot_policy, level_policy
from client.bots import BotName
from client.model import Model
from engine import commands as c
from engine.legal import waiting
from tests.client.peer import Ledger
from tests.client.test_model import at_table


def asked(ledger: Ledger) -> Model:
    """The model of the seat that is asked first."""
    (seat, *_) = waiting(ledger.game.state)
    model = at_table(ledger, seat)
    model.take(ledger.prompts(seat))
    return model


def started() -> Ledger:
    ledger = Ledger("Ann", "Bob", dice=[(1, 2), (3, 4), (2, 4)])
    ledger.start()
    return ledger


def own(folder: Path, code: str) -> BotName:
    file = folder / "mine.py"
    file.write_text(code, encoding="utf-8")
    return BotName(file=file)


@pytest.mark.parametrize("level", ["careful", "random"])
def test_nobody_decides_in_the_lobby_or_while_looking_on(level: str) -> None:
    policy = level_policy(level)
    assert policy(at_table(Ledger("Ann", "Bob"))) is None
    looking = asked(started())
    looking.seat = None
    assert policy(looking) is None


def test_a_level_answers_its_question_and_is_silent_when_it_is_not_asked() -> None:
    policy = level_policy("careful")
    assert policy(asked(started())) == c.RollDice()
    assert policy(at_table(started(), 1)) is None


def test_seeds_make_different_random_players() -> None:
    ledger = started()
    for command in (c.RollDice(), c.RollDice(), c.RollDice()):
        ledger.game.handle(waiting(ledger.game.state)[0], command)
    model = asked(ledger)
    assert {level_policy("random", seed)(model) for seed in range(20)} == {c.BuyDeed(), c.DeclineDeed()}
    assert len({level_policy("random", 3)(model) for _ in range(20)}) == 1


def test_a_bot_of_ones_own_cannot_harm_the_model(tmp_path: Path) -> None:
    model = asked(started())
    name = own(tmp_path, "def decide(view, prompt):\n    view.state.cash.clear()\n    return prompt.default\n")
    assert bot_policy(name)(model) == c.RollDice()
    assert model.state is not None
    assert model.state.cash == [1500, 1500]


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("1 / 0", "mine.py, line 2: ZeroDivisionError: division by zero"),
        ("7", "mine.py:decide: expected a command, found 7: Expected `object | null`, got `int`"),
    ],
)
def test_its_fault_is_told(answer: str, fault: str, tmp_path: Path) -> None:
    policy = bot_policy(own(tmp_path, f"def decide(view, prompt):\n    return {answer}\n"))
    with pytest.raises(BotFailed) as failed:
        policy(asked(started()))
    assert str(failed.value).endswith(fault)
    assert failed.value.exit_code == 1
