"""Processes of one's own."""

from pathlib import Path

import pytest
import trio

from client.children import ChildFailed, start_child

pytestmark = pytest.mark.slow


async def test_its_lines_are_read_and_its_end_is_known() -> None:
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            child = await start_child(nursery, "client", "client", "--version")
            assert (await child.line()).startswith("magnate, version ")
            assert await child.end() == 0


async def test_a_child_that_ends_without_a_word_is_told_of() -> None:
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            child = await start_child(nursery, "bot", "client", "bot", "127.0.0.1:1", "--table", "x")
            with pytest.raises(ChildFailed, match="expected a word from the bot, found its end with exit code 3"):
                await child.line()


async def test_a_child_ends_with_its_nursery(tmp_path: Path) -> None:
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            child = await start_child(
                nursery, "server", "server", "run", "--host", "127.0.0.1", "--port", "0", "--no-announce",
                "--data", str(tmp_path / "data"),
            )  # fmt: skip
            assert "port" in await child.line()
            nursery.cancel_scope.cancel()
        assert await child.end() == 0, "asked to end, it ended in order"


async def test_a_folder_of_the_same_name_is_not_taken_for_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "client").mkdir()
    (tmp_path / "client" / "__main__.py").write_text("print('somebody else')")
    monkeypatch.chdir(tmp_path)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            child = await start_child(nursery, "client", "client", "--version", environment={"NO_COLOR": "1"})
            assert (await child.line()).startswith("magnate, version ")
            await child.end()
