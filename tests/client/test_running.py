"""What ends a face becomes an exit code and a line, never a traceback."""

import os
import signal
import subprocess
import sys

import pytest
import trio

from client.errors import NoConnection
from client.running import run


async def in_a_nursery(error: BaseException) -> int:
    async with trio.open_nursery() as nursery:

        async def fail() -> None:
            await trio.lowlevel.checkpoint()
            raise error

        nursery.start_soon(fail)
        await trio.sleep_forever()
    return 0


def test_a_face_that_ends_well_gives_its_own_code() -> None:
    async def face() -> int:
        await trio.lowlevel.checkpoint()
        return 1

    assert run(face) == 1


def test_an_error_for_people_is_told_however_deep(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(lambda: in_a_nursery(NoConnection("nobody there"))) == 3
    assert capsys.readouterr().err == "error: nobody there\n"


def test_an_interrupt_ends_with_130(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(lambda: in_a_nursery(KeyboardInterrupt())) == 130
    assert capsys.readouterr().err == ""


def test_a_bug_is_not_hidden() -> None:
    with pytest.raises(ExceptionGroup) as caught:
        run(lambda: in_a_nursery(ZeroDivisionError()))
    assert caught.group_contains(ZeroDivisionError)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_unwinds_and_ends_with_its_code(number: signal.Signals) -> None:
    unwound = []

    async def face() -> int:
        try:
            os.kill(os.getpid(), number)
            await trio.sleep_forever()
        finally:
            unwound.append(True)
        return 0

    assert run(face) == 128 + number
    assert unwound == [True]


def test_a_reader_that_is_gone_is_no_error() -> None:
    program = """
import sys
from client.running import run

async def face():
    for _ in range(9999):
        print("x" * 99)
    return 1

sys.exit(run(face))
"""
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([sys.executable, "-c", program], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")
