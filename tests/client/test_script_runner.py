"""Scripts played at a real server: several clients, refusals, waiting, and what is told of a line that fails."""

from __future__ import annotations

import pytest
from trio.testing import MockClock

from client import api
from client.groups import unwrapped
from client.script import UnreadableScript, read_script
from client.script_runner import Mismatch, Runner
from server.config import Config
from tests.client.house import open_house

START = """
as ann
create seats=2 dice=1-2,3-1,1-2,4-4,1-1
bob: join $table
bob: ready
ann: start
"""


async def play(text: str, patience: float = 30.0, **variables: str) -> list[str]:
    """Play a script; returns what it printed."""
    said: list[str] = []
    with unwrapped():
        async with open_house(Config(allow_scenarios=True)) as house, api.connect(house.dial) as server:
            await Runner(server, said.append, patience=patience, variables=variables).run(read_script(text))
    return said


async def failure(text: str, patience: float = 30.0) -> Mismatch:
    with pytest.raises(Mismatch) as raised:
        await play(START + text, patience)
    return raised.value


async def test_several_clients_play_in_one_script(autojump_clock: MockClock) -> None:
    said = await play(
        START
        + """
        wait prompt before_roll
        roll
        expect ann at baltic_avenue
        expect event dice_rolled
        bob: refused not_your_turn: buy
        bob: refused buy
        buy
        bob: expect ann cash 1440
        bob: expect baltic_avenue owner ann
        end
        bob: wait turn
        bob: wait turn bob
        bob: default
        bob: expect bob at income_tax
        bob: offer ann: 100 for baltic_avenue
        accept 1
        wait event deed_transferred
        expect baltic_avenue owner bob
        timeout bob
        expect turn ann
        set who = ann
        print it is $who's turn, $$5
        bob: resign
        wait over
        expect winner ann
        """
    )
    assert said == ["it is ann's turn, $5"]


async def test_people_come_and_go(autojump_clock: MockClock) -> None:
    said = await play(
        """
        ann: create seats=5 title=Den code=abc private
        eve: watch $table code=abc
        bob: join $table code=abc
        cid: join $table code=abc
        ann: wait players 3
        cid: ready
        cid: ready no
        ann: kick cid bar
        ann: add-bot
        ann: add-bot strong
        bob: say hello there
        eve: wait event chat_said
        bob: ready
        ann: wait ready
        bob: hang-up
        bob: resume
        ann: start
        bob: wait phase opening_roll
        bob: hang-up
        ann: roll
        bob: resume
        bob: wait prompt
        bob: leave
        eve: show players
        """
    )
    assert "ann" in "\n".join(said)


@pytest.mark.parametrize(
    ("line", "expected", "found"),
    [
        ("ann: expect ann cash 5", "ann cash 5", "ann cash 1500"),
        ("ann: buy", "it to be accepted", "refused, not_now: buy_deed is not possible in this phase"),
        ("ann: refused roll", "refused", "accepted, events dice_rolled token_moved purchase_offered"),
        ("bob: refused not_now: roll", "refused, not_now", "refused, not_your_turn: seat 0 is to act, not seat 1"),
        ("bob: default", "an open question", "phase before_roll, turn ann, waiting ann"),
        ("bob: wait turn", "turn within 30 s", "turn ann"),
        ("bob: wait prompt", "prompt within 30 s", "phase before_roll, turn ann, waiting ann"),
        ("bob: wait event deed_bought", "it to be done within 30 s", "phase before_roll, turn ann, waiting ann"),
        ("bob: resign\nann: wait turn bob", "turn bob", "turn ann"),
        ("bob: resign\nann: wait event dice_rolled", "it to be possible", "nothing more will happen at this table"),
        ("cid: join nosuch", "it to be done", "there is no such table (not_found)"),
    ],
)
async def test_a_line_that_does_not_come_out_is_told_with_the_difference(
    line: str, expected: str, found: str, autojump_clock: MockClock
) -> None:
    told = await failure(line)
    assert (told.expected, told.found) == (expected, found)
    assert told.statement.text == line.splitlines()[-1]
    assert told.statement.line == len((START + line).splitlines())
    assert str(told) == f"line {told.statement.line}: {told.statement.text}: expected {expected}, found {found}"


async def test_a_refusal_that_nobody_expected_ends_with_the_exit_code_of_refusals(autojump_clock: MockClock) -> None:
    for line, code in (("ann: buy", 4), ("cid: join nosuch", 4)):
        error = (await failure(line)).error
        assert error is not None
        assert error.exit_code == code
    assert (await failure("ann: expect turn bob")).error is None


async def test_a_script_may_have_more_or_less_patience(autojump_clock: MockClock) -> None:
    assert (await failure("patience 2.5\nbob: wait turn")).expected == "turn within 2.5 s"
    assert (await failure("bob: wait turn", patience=7)).expected == "turn within 7 s"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ann: build nosuch", "there is no deed nosuch"),
        ("ann: expect ann cahs 5", "expected one of"),
        ("cid: roll", "expected cid at a table, found cid at none"),
        ("cid: resume", "expected cid to have had a seat, found none"),
        ("ann: say $nobody", "there is no variable nobody"),
        ("ann: refused nosuch: roll", "there is no reason nosuch"),
        ("ann: wait phase nosuch", "there is no phase nosuch"),
        ("set x = slow\npatience $x", "expected a number of seconds, found slow"),
        ("ann: create seats=x", "expected a number of seats"),
    ],
)
async def test_what_can_only_be_judged_at_a_table_makes_the_file_unreadable(
    line: str, reason: str, autojump_clock: MockClock
) -> None:
    with pytest.raises(UnreadableScript, match=reason):
        await play(START + line)


async def test_variables_come_from_outside_too(autojump_clock: MockClock) -> None:
    assert await play("print $greeting", greeting="hello") == ["hello"]
