"""`magnate scenario run`: which files, what is printed, and the exit codes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from client.scenario_command import find_files, scenario
from tests.client.terminal import HostedServer


def file_of(folder: Path, name: str, *, number: str = "", expect: str = "turn A", tail: str = "") -> Path:
    path = folder / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f'id = "{number or name}"\n[[seat]]\n[[seat]]\n[[step]]\n[[step]]\nexpect = ["{expect}"]\n{tail}'
    path.write_text(text, encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(scenario, ["run", *map(str, arguments)])


def test_all_hold(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, "one"), file_of(tmp_path, "two"))
    assert (result.exit_code, result.output) == (0, "ok    one\nok    two\n2 of 2 hold\n")


def test_one_fails(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, "one"), file_of(tmp_path, "two", expect="turn B"))
    assert result.exit_code == 1
    assert result.output == "ok    one\nFAIL  two, step 2: expected turn B, found turn A\n1 of 2 hold\n"


def test_one_cannot_be_read_and_the_others_are_run(tmp_path: Path) -> None:
    bad = file_of(tmp_path, "bad", expect="turn X")
    result = run(bad, file_of(tmp_path, "one"), file_of(tmp_path, "two", expect="turn B"))
    assert result.exit_code == 2
    assert result.stderr == f"error: {bad}: step 2, expect: 'turn X': there is no seat X\n"
    assert result.stdout.endswith("found turn A\n1 of 2 hold, 1 cannot be read\n")


def test_what_a_file_says_moves_no_terminal(tmp_path: Path) -> None:
    good, failing = file_of(tmp_path, "one", number=r"\u001b[31m"), file_of(tmp_path, "two", number=r"a\nb", expect="turn B")
    bad = file_of(tmp_path, "bad", expect=r"turn \u001b[2J")
    result = run(good, failing, bad)
    assert result.stdout.splitlines()[:2] == [r"ok    \x1b[31m", r"FAIL  a\nb, step 2: expected turn B, found turn A"]
    assert r"\x1b[2J" in result.stderr
    assert "\x1b" not in result.output


def test_json_is_one_object_per_scenario(tmp_path: Path) -> None:
    result = run("--json", file_of(tmp_path, "one"), file_of(tmp_path, "two", expect="turn B"))
    assert result.exit_code == 1
    assert [json.loads(line) for line in result.output.splitlines()] == [
        {"id": "one", "ok": True},
        {"id": "two", "ok": False, "step": 2, "expected": "turn B", "found": "turn A"},
    ]


def test_a_folder_stands_for_its_files_in_order(tmp_path: Path) -> None:
    file_of(tmp_path, "b")
    file_of(tmp_path, "a/z")
    file_of(tmp_path, "c")
    (tmp_path / "readme.md").write_text("no scenario", encoding="utf-8")
    assert [str(path.relative_to(tmp_path)) for path in find_files([str(tmp_path)])] == ["a/z.toml", "b.toml", "c.toml"]
    assert run(tmp_path).exit_code == 0
    assert run(tmp_path, tmp_path / "b.toml").exit_code == 0


@pytest.mark.parametrize("name", ["", "none.toml"])
def test_a_folder_without_scenarios_or_a_missing_file_cannot_be_read(name: str, tmp_path: Path) -> None:
    result = run(tmp_path / name)
    assert result.exit_code == 2
    assert "path: expected a readable file" in result.stderr


def test_an_id_may_be_used_once_in_a_run(tmp_path: Path) -> None:
    first = file_of(tmp_path, "one", number="X")
    second = file_of(tmp_path, "two", number="X")
    result = run(tmp_path)
    assert result.exit_code == 2
    assert result.stderr == f"error: {second}: id: expected an id of its own, found X, which is the id of {first}\n"


def test_at_least_one_file_must_be_named() -> None:
    result = CliRunner().invoke(scenario, ["run"])
    assert result.exit_code == 2
    assert "Missing argument" in result.output


@pytest.mark.slow
def test_a_server_plays_the_same(tmp_path: Path) -> None:
    bad, one, two = (
        file_of(tmp_path, name, expect=line) for name, line in {"bad": "turn X", "one": "turn A", "two": "turn B"}.items()
    )
    with HostedServer(str(tmp_path / "data"), "0", "--allow-scenarios") as server:
        for files in ([one], [one, two], [bad, one]):
            there, here = run("--server", server.address, *files), run(*files)
            assert (there.exit_code, there.output) == (here.exit_code, here.output)
        json_there, json_here = run("--json", "--server", server.address, one, two), run("--json", one, two)
        assert (json_there.exit_code, json_there.output) == (json_here.exit_code, json_here.output)


@pytest.mark.slow
def test_a_server_that_plays_no_scenarios_and_none_at_all(tmp_path: Path) -> None:
    one = file_of(tmp_path, "one")
    with HostedServer(str(tmp_path / "data")) as server:
        result = run("--server", server.address, one)
        assert (result.exit_code, result.stdout) == (4, "")
        assert result.stderr == "error: this server plays no scenarios (scenarios_off)\n"
    result = run("--server", server.address, one)
    assert (result.exit_code, result.stdout) == (3, "")
    assert server.address in result.stderr


def test_a_wrong_address_is_an_error_of_usage(tmp_path: Path) -> None:
    result = run("--server", "den:none", file_of(tmp_path, "one"))
    assert result.exit_code == 2
    assert "expected a port from 1 to 65535, found 'none'" in result.stderr
