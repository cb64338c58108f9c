"""Real shells complete with these scripts: what is typed, with a Tab in it, becomes what somebody wants."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.address import Address
from client.seats import KeptSeat, Seats
from client.shell_scripts import INSTALL, SCRIPTS
from tests.client.screen.emulator import BASH, Emulator

pytestmark = pytest.mark.slow

SHELLS = {
    "bash": BASH,
    "zsh": ("zsh", "-f", "-i"),
    "fish": ("fish", "--no-config", "--init-command", "function fish_prompt; echo -n '$ '; end"),
}


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Emulator]:
    """A shell that has read its script, in a folder with a scenario of its own, of somebody with seats at two servers."""
    name: str = request.param
    if shutil.which(name) is None:
        pytest.skip(f"there is no {name} here")
    (tmp_path / "script").write_text(SCRIPTS[name])
    (tmp_path / "friday evening.magnate").write_text("")
    for port in (4000, 5000):
        Seats(tmp_path / "magnate" / "seats").keep(KeptSeat(str(Address("den.local", port)), "t", "Ann", "a" * 32))
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PATH": path}
    with Emulator(100, 24, home, SHELLS[name]) as window:
        window.types(f"cd {tmp_path}\r. ./script\r")
        yield window


TYPED = {
    "magnate tourn\t": "magnate tournament ",
    "magnate-server sta\t": "magnate-server status ",
    "magnate play --preset sho\t": "magnate play --preset short ",
    "magnate play --preset=sho\t": "magnate play --preset=short ",
    "magnate play den.local:5\t": "magnate play den.local:5000 ",
    "magnate play den.local:4000 --rule auctions=of\t": "magnate play den.local:4000 --rule auctions=off ",
    "magnate play --rule=free_parking=p\t": "magnate play --rule=free_parking=pot ",
    "magnate play --rule jail_fi\t": "magnate play --rule jail_fine=50 ",
    "magnate rules wind\t": "magnate rules windows ",
    "magnate board show uk\t": "magnate board show uk_classic ",
    "magnate bot --level gr\t": "magnate bot --level greedy ",
    "magnate tournament --bots strong,ca\t": "magnate tournament --bots strong,careful ",
    "magnate-server run --log-level W\t": "magnate-server run --log-level WARNING ",
    "magnate script fri\t": "magnate script friday\\ evening.magnate ",
    "magnate script friday.magnate --ser\t": "magnate script friday.magnate --server ",
}


def test_what_is_typed_is_completed(shell: Emulator) -> None:
    for keys, line in TYPED.items():
        shell.types(keys)
        shell.sees(line.rstrip())
        shell.types("x")
        shell.sees(line + "x")
        shell.types("\x15")  # Ctrl-U: the line is empty again


def test_what_several_fit_is_shown(shell: Emulator) -> None:
    shell.types("magnate play --rule auction_\t\t")
    for name in ("auction_opening=", "auction_increment=", "auction_bid_limit="):
        shell.sees(name)


def test_what_can_not_be_completed_says_nothing(shell: Emulator) -> None:
    shell.types("clear\r")
    shell.types("magnate fly --high\t\t over\t the\t\t hill")
    shell.sees("magnate fly --high over the hill")
    assert not any("rror" in row or "raceback" in row for row in shell.rows)


def test_a_program_that_is_gone_says_nothing(shell: Emulator) -> None:
    shell.types("clear\r")
    shell.types("nowhere/magnate play --preset\t\t x")
    shell.sees("nowhere/magnate play --preset x")
    assert not any("No such file" in row for row in shell.rows)


def test_each_shell_has_a_script_and_a_line_to_paste() -> None:
    assert SCRIPTS.keys() == INSTALL.keys() == SHELLS.keys()


@pytest.mark.parametrize("name", SHELLS)
def test_the_line_to_paste_installs_it(name: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"there is no {name} here")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    interactive = {"bash": ("bash", "--noprofile", "-i"), "zsh": ("zsh", "-i"), "fish": ("fish", "-i")}[name]
    (tmp_path / ".zshrc").write_text("PS1='$ '\n")
    home = {"HOME": str(tmp_path), "ZDOTDIR": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / ".config"), "PATH": path}
    with Emulator(100, 24, home, SHELLS[name]) as window:
        window.types(f"{INSTALL[name]} && echo inst''alled\r")
        window.sees("installed")
        window.types(f"exec {' '.join(interactive)}\r")
        window.types("clear\rmagnate rules wikibook_\t")
        window.sees("magnate rules wikibook_early")
