"""Kept seats: found again by server, table and player, and readable by nobody else."""

import os
import stat
from pathlib import Path

import pytest

from client.address import Address
from client.seats import KeptSeat, Seats, default_folder, new_token

DEN = Address("den", 80)


def seat(table: str = "t1", player: str = "Ann", server: Address = DEN, token: str = "a" * 32) -> KeptSeat:
    return KeptSeat(str(server), table, player, token)


def test_a_token_is_128_random_bits_in_hexadecimal() -> None:
    tokens = {new_token() for _ in range(20)}
    assert len(tokens) == 20
    assert all(len(token) == 32 and set(token) <= set("0123456789abcdef") for token in tokens)


def test_a_kept_seat_is_found_again_by_another_process(tmp_path: Path) -> None:
    Seats(tmp_path / "seats").keep(seat())
    assert Seats(tmp_path / "seats").find(DEN, "t1") == seat()


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    Seats(tmp_path / "seats").keep(seat())
    (file,) = (tmp_path / "seats").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_seats_of_other_servers_and_tables_are_not_found(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.keep(seat())
    assert seats.find(Address("den", 81), "t1") is None
    assert seats.find(DEN, "t2") is None


def test_two_players_of_one_table_are_kept_apart(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.keep(seat(player="Ann", token="a" * 32))
    seats.keep(seat(player="Bob", token="b" * 32))
    assert seats.find(DEN, "t1", "bob") == seat(player="Bob", token="b" * 32)
    assert seats.find(DEN, "t1") is None, "it is not clear whose"
    assert [kept.player for kept in seats.all_at(DEN)] == ["Ann", "Bob"]


def test_keeping_again_replaces_and_forgetting_removes(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.keep(seat(token="a" * 32))
    seats.keep(seat(token="b" * 32))
    assert [kept.token for kept in seats.all_at(DEN)] == ["b" * 32]
    seats.forget(seat())
    seats.forget(seat())
    assert seats.all_at(DEN) == []
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_seat_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{")
    seats = Seats(tmp_path)
    seats.keep(seat())
    assert seats.all_at(DEN) == [seat()]


def test_no_folder_is_no_seats(tmp_path: Path) -> None:
    assert Seats(tmp_path / "nothing").all_at(DEN) == []


def test_seats_are_kept_under_the_data_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "magnate" / "seats"


def test_what_cannot_be_kept_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told: list[str] = []
    Seats(tmp_path / "file").keep_or_tell(seat(), told.append)
    Seats(tmp_path / "folder").keep_or_tell(seat(), told.append)
    assert [line.split(",")[0] for line in told] == ["this seat can not be taken back later"]


def test_the_servers_of_all_seats_are_told_the_latest_first(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    for number, host in enumerate(("den", "attic", "den")):
        kept = seat(table=f"t{number}", server=Address(host, 80))
        seats.keep(kept)
        os.utime(seats._path(kept), (number, number))
    assert seats.servers() == ["den:80", "attic:80"]
    assert Seats(tmp_path / "nothing").servers() == []
