"""Reading a descriptor to its end, or not to its end, without ever hanging."""

import os
import threading
from pathlib import Path

import pytest
import trio

from client.lines import LineCutter, open_input


async def all_of(descriptor: int) -> bytes:
    with trio.fail_after(10):
        async with open_input(descriptor) as keys:
            return b"".join([data async for data in keys])


async def test_a_pipe_is_read_to_its_end() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"one\ntwo")
    os.close(writing)
    assert await all_of(reading) == b"one\ntwo"
    os.close(reading)


@pytest.mark.parametrize("content", [b"", b"one\n" * 5000])
async def test_a_file_is_read_to_its_end(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "input").write_bytes(content)
    with (tmp_path / "input").open("rb") as file:
        assert await all_of(file.fileno()) == content


async def test_the_null_device_ends_at_once() -> None:
    null = os.open(os.devnull, os.O_RDONLY)
    assert await all_of(null) == b""
    os.close(null)


async def test_a_terminal_is_read_until_it_is_hung_up() -> None:
    leader, follower = os.openpty()
    os.write(leader, b"one\n")
    async with open_input(follower) as keys:
        with trio.fail_after(10):
            assert await keys.receive() == b"one\n"
            os.close(leader)
            with pytest.raises(trio.EndOfChannel):
                await keys.receive()
    os.close(follower)


async def test_leaving_while_nothing_comes_ends_the_thread() -> None:
    reading, writing = os.pipe()
    with trio.fail_after(10):
        async with open_input(reading):
            await trio.lowlevel.checkpoint()
    input_threads = [thread for thread in threading.enumerate() if thread.name == "input"]
    for thread in input_threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in input_threads)
    os.close(writing)
    os.close(reading)


async def test_leaving_while_more_comes_than_is_taken_ends_too() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"x" * 60_000)
    with trio.fail_after(10):
        async with open_input(reading) as keys:
            await keys.receive()
    os.close(writing)
    os.close(reading)


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_lines_are_cut_whatever_the_chunks(size: int) -> None:
    data = "eins\r\nzwöi\n\n\nlast".encode()
    cutter = LineCutter()
    lines = [line for at in range(0, len(data), size) for line in cutter.feed(data[at : at + size])]
    assert lines == ["eins", "zwöi", "", ""]
    assert list(cutter.rest()) == ["last"]
    assert list(cutter.rest()) == []


def test_an_endless_line_is_cut() -> None:
    cutter = LineCutter()
    for _ in range(10):
        assert list(cutter.feed(b"x" * 10_000)) == []
    (line,) = cutter.feed(b"\n")
    assert len(line) == 16 * 1024


async def test_a_system_without_poll_reads_to_the_end_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("select.poll")
    await test_a_pipe_is_read_to_its_end()


async def test_a_system_without_poll_leaves_the_thread_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("select.poll")
    reading, writing = os.pipe()
    with trio.fail_after(10):
        async with open_input(reading):
            pass
    os.close(writing)
    for thread in [thread for thread in threading.enumerate() if thread.name == "input"]:
        with trio.fail_after(10):
            await trio.to_thread.run_sync(thread.join, 10)
        assert not thread.is_alive()
    os.close(reading)


def test_where_lines_are_not_typed_they_may_be_longer() -> None:
    cutter = LineCutter(longest=100_000)
    assert [len(line) for line in cutter.feed(b"x" * 99_000 + b"\n" + b"y" * 101_000 + b"\n")] == [99_000, 100_000]
