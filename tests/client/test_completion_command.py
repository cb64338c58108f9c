"""`magnate completion`: the script of a shell, and at a terminal what to do with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from client.completion_command import completion
from client.shell_scripts import INSTALL, SCRIPTS
from tests.client.terminal import Sitter


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_of_a_shell_is_printed(shell: str) -> None:
    assert CliRunner().invoke(completion, [shell]).output == SCRIPTS[shell]


def test_without_a_name_it_is_that_of_ones_own_shell() -> None:
    assert CliRunner().invoke(completion, env={"SHELL": "/usr/bin/fish"}).output == SCRIPTS["fish"]


@pytest.mark.parametrize(("shell", "found"), [("/bin/tcsh", "tcsh"), (None, "nothing")])
def test_a_shell_without_a_script_is_named(shell: str | None, found: str) -> None:
    ended = CliRunner().invoke(completion, env={"SHELL": shell})
    assert ended.exit_code == 2
    assert f"expected $SHELL to be one of bash, zsh, fish, found {found}" in ended.output


@pytest.mark.slow
def test_somebody_at_a_terminal_is_told_what_to_paste(tmp_path: Path) -> None:
    with Sitter(["completion", "bash"], {**os.environ, "HOME": str(tmp_path)}) as sitter:
        sitter.sees("complete -o nosort")
        sitter.sees(INSTALL["bash"])
        assert sitter.ends() == 0
