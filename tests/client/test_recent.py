"""The servers of last time."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.address import Address, Tls
from client.recent import RecentServers, default_file


@pytest.fixture
def recent(tmp_path: Path) -> RecentServers:
    return RecentServers(tmp_path / "deep" / "recent.json")


def test_the_last_one_comes_first_and_each_once(recent: RecentServers) -> None:
    recent.keep(Address("den"), "Den")
    recent.keep(Address("attic", 80, Tls()), "Attic")
    recent.keep(Address("den"), "The Den")
    assert RecentServers(recent.file).all() == [(Address("den"), "The Den"), (Address("attic", 80, Tls()), "Attic")]


def test_only_a_few_are_kept(recent: RecentServers) -> None:
    for number in range(9):
        recent.keep(Address(f"den{number}"), "")
    assert [address.host for address, _ in recent.all()] == ["den8", "den7", "den6", "den5", "den4"]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_this_computer_is_not_kept(recent: RecentServers, host: str) -> None:
    recent.keep(Address(host), "magnate")
    assert recent.all() == []


@pytest.mark.parametrize("junk", [b"", b"[", b"{}", b"[1]", b'[{"name": "Den"}]', b"\xff"])
def test_a_file_that_is_none_is_as_good_as_no_file(recent: RecentServers, junk: bytes) -> None:
    recent.file.parent.mkdir()
    recent.file.write_bytes(junk)
    assert recent.all() == []
    recent.keep(Address("den"), "Den")
    assert recent.all() == [(Address("den"), "Den")]


def test_an_address_that_is_none_is_passed_over(recent: RecentServers) -> None:
    recent.file.parent.mkdir()
    recent.file.write_bytes(b'[{"server": "den:x"}, {"server": "den"}]')
    assert recent.all() == [(Address("den"), "")]


def test_where_nothing_can_be_written_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    recent = RecentServers(tmp_path / "file" / "recent.json")
    recent.keep(Address("den"), "Den")
    assert recent.all() == []


def test_it_lies_with_what_else_this_user_keeps() -> None:
    assert default_file().parts[-2:] == ("magnate", "recent_servers.json")
