"""What a shell offers: what there is to choose from, with what it means."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from client import shell_words
from client.address import Address
from client.seats import KeptSeat, Seats
from engine.switches import SWITCHES

HERE = click.Context(click.Command("play"))
OPTION = click.Option(["--option"])


def offered(words: list[click.shell_completion.CompletionItem]) -> dict[str, str | None]:
    return {word.value: word.help for word in words if word.type == "plain"}


def test_presets_come_with_what_they_are_about() -> None:
    found = offered(shell_words.presets(HERE, OPTION, ""))
    assert next(iter(found)) == "official"
    assert all(found.values())
    assert list(offered(shell_words.presets(HERE, OPTION, "sh"))) == ["short"]


def test_switches_come_first_by_name_then_with_their_values() -> None:
    names = offered(shell_words.switches(HERE, OPTION, ""))
    assert names.keys() == {f"{switch}=" for switch in SWITCHES}
    assert names["auctions="] == "on or off"
    assert list(offered(shell_words.switches(HERE, OPTION, "auction_o"))) == ["auction_opening=10"]
    assert offered(shell_words.switches(HERE, OPTION, "auctions=o")) == {
        "auctions=on": "a deed that is not bought is auctioned at once",
        "auctions=off": "a deed that is not bought stays with the bank",
    }
    assert offered(shell_words.switches(HERE, OPTION, "jail_fine=")) == {"jail_fine=50": "leaving jail costs 50"}
    assert offered(shell_words.switches(HERE, OPTION, "fly")) == {}


def test_a_name_that_another_begins_with_is_no_end() -> None:
    assert list(offered(shell_words.switches(HERE, OPTION, "free_parking"))) == ["free_parking=", "free_parking_amount="]
    assert list(offered(shell_words.switches(HERE, OPTION, "free_parking="))) == [
        "free_parking=nothing", "free_parking=pot", "free_parking=fixed",
    ]  # fmt: skip


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_has_a_value_with_words(switch: str) -> None:
    found = offered(shell_words.switches(HERE, OPTION, f"{switch}="))
    assert found
    assert all(words and "{}" not in words for words in found.values())


def test_boards_and_levels_may_also_be_files() -> None:
    assert offered(shell_words.boards(HERE, OPTION, "u")).keys() == {"uk_classic", "us_classic"}
    assert offered(shell_words.switches(HERE, OPTION, "board=u")).keys() == {"board=uk_classic", "board=us_classic"}
    assert "greedy" in offered(shell_words.levels(HERE, OPTION, "g"))
    for words in (shell_words.boards(HERE, OPTION, "my"), shell_words.levels(HERE, OPTION, "my")):
        assert [(word.type, word.value) for word in words] == [("file", "my")]


def test_the_last_bot_of_a_list_is_completed() -> None:
    assert list(offered(shell_words.bots(HERE, OPTION, "strong,g"))) == ["strong,greedy"]
    assert "strong" in offered(shell_words.bots(HERE, OPTION, ""))


def test_servers_are_those_where_one_has_a_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert shell_words.servers(HERE, OPTION, "") == []
    for host in ("den", "attic"):
        Seats().keep(KeptSeat(str(Address(host)), "t", "Ann", "a" * 32))
    assert set(offered(shell_words.servers(HERE, OPTION, ""))) == {"attic:11935", "den:11935"}
    assert list(offered(shell_words.servers(HERE, OPTION, "d"))) == ["den:11935"]


def test_seats_that_can_not_be_read_offer_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "magnate" / "seats" / "folder.json").mkdir(parents=True)
    assert shell_words.servers(HERE, OPTION, "") == []
