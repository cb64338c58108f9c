"""Where the dice come from, as a player reads it: before the end, at the end, and where the server lies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.render_fair import fair_lines
from client.render_lobby import describe_lobby_event
from client.view import View
from engine.board import load_board
from engine.ruleset import Ruleset
from engine.sealed import commitment
from protocol.lobby_events import NonceGiven, SeedRevealed
from protocol.tables import Lobby, SeatInfo
from tests.client.views import HOSTILE, assert_plain

SEED = bytes(range(32))
PUBLISHED = commitment("t1", SEED)
MINE = "0a" * 16


def lobby(seed: str | None = None, published: str | None = PUBLISHED, *names: str) -> Lobby:
    seats = tuple(SeatInfo(seat, name) for seat, name in enumerate(names or ("Ann", "Bob")))
    return Lobby("running", 0, seats, commitment=published, nonces=((0, MINE),), seed=seed)


def view(told: Lobby, **fields: object) -> View:
    names = [info.player for info in told.seats]
    return replace(View(load_board(), Ruleset(), None, names, 0, told, table="t1"), **fields)


def test_before_the_end_there_is_the_commitment_and_what_was_added() -> None:
    assert fair_lines(view(lobby(), nonce=MINE)) == [
        f"commitment to the seed: {PUBLISHED}",
        "added to it:",
        f"  Ann: {MINE}",
        "  Bob: nothing",
        "the seed is shown when the game is over; then `save FILE` and `magnate verify FILE`",
        "this keeps the host from changing the dice, not from knowing them",
    ]


def test_a_server_that_tells_another_number_than_was_sent_is_found_out() -> None:
    sent = "0b" * 16
    told = fair_lines(view(lobby(), nonce=sent))
    assert f"this client has sent {sent} to be added, which is NOT what the server tells" in told
    assert not any("NOT" in text for text in fair_lines(view(lobby(), nonce=sent, seat=None)))


@pytest.mark.parametrize(("seed", "words"), [(SEED, "the seed fits the commitment"), (SEED[::-1], "the seed does NOT fit")])
def test_at_the_end_the_seed_is_there(seed: bytes, words: str) -> None:
    told = fair_lines(view(lobby(seed.hex())))
    assert f"seed: {seed.hex()}" in told
    assert any(text.startswith(words) for text in told)


def test_a_table_without_a_commitment_says_so() -> None:
    assert fair_lines(view(lobby(published=None))) == [
        "nothing was published of the seed of this table: its dice cannot be verified"
    ]


@pytest.mark.parametrize(
    ("seed", "published", "words"),
    [
        (SEED, PUBLISHED, "fits what was published"),
        (SEED[::-1], PUBLISHED, "do not trust these dice"),
        (SEED, None, "nothing was published of it"),
    ],
)
def test_the_seed_is_judged_when_it_is_shown(seed: bytes, published: str | None, words: str) -> None:
    assert words in describe_lobby_event(SeedRevealed(seed.hex()), view(lobby(published=published)))


def test_what_a_seat_adds_is_told_only_when_asked_for() -> None:
    assert describe_lobby_event(NonceGiven(0, MINE), view(lobby())) == ""


def test_nobody_s_name_moves_the_terminal() -> None:
    assert_plain(fair_lines(view(lobby(None, PUBLISHED, HOSTILE, HOSTILE))))
