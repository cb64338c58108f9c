"""Who may sit down, get up, own and start."""

from __future__ import annotations

import pytest

from engine.position import Position, SeatPosition
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Scenario
from server import seating
from server.refusal import Refused
from tests.server.records import chairs_of, lobby_after, record, seated


def code_of(caught: pytest.ExceptionInfo[Refused]) -> str:
    return caught.value.code


@pytest.mark.parametrize("name", ["Ann", "ann", "ANN", " Ann ", "\u0391nn", "\uff21nn"])
def test_names_that_look_alike_are_taken(name: str) -> None:
    with pytest.raises(Refused) as caught:
        seating.name_for(lobby_after(*seated("Ann")), name)
    assert code_of(caught) == "name_taken"


@pytest.mark.parametrize("name", ["A\u200bnn", "An\x1b[2Jn", "Server", "bank", "", "\u202eAnn", "A" * 25])
def test_names_that_deceive_are_bad(name: str) -> None:
    with pytest.raises(Refused) as caught:
        seating.name_for(lobby_after(), name)
    assert (code_of(caught), caught.value.field) == ("bad_name", "player")


def test_a_name_is_shown_clean() -> None:
    assert seating.name_for(lobby_after(), "  Ann   Lee ") == "Ann Lee"


def test_the_lowest_free_seat_is_given() -> None:
    table = record(*seated("Ann", "Bob", "Cid"), e.SeatLeft(1), seats=3)
    assert seating.free_seat(table) == 1
    table.count(e.SeatTaken(1, "Dan"))
    with pytest.raises(Refused, match="all 3 seats are taken"):
        seating.free_seat(table)


def test_bots_find_names_beside_people() -> None:
    assert seating.bot_name([]) == "Bot 1"
    assert seating.bot_name(["bot 1", "Bot 3"]) == "Bot 2"


def test_an_owner_who_drops_is_followed_by_somebody_who_is_there() -> None:
    lobby = lobby_after(*seated("Ann", "Bob", "Cid"), e.PlayerDropped(1, "lost"))
    assert seating.drop(lobby, 0, "lost") == [e.PlayerDropped(0, "lost"), e.OwnerChanged(2)]


def test_an_owner_who_was_alone_stays_the_owner() -> None:
    lobby = lobby_after(*seated("Ann", "Bob"), e.PlayerDropped(1, "lost"), e.BotAdded(2, "Bot 1", "careful"))
    assert seating.drop(lobby, 0, "lost") == [e.PlayerDropped(0, "lost")]


def test_a_player_who_is_not_the_owner_leaves_the_owner_alone() -> None:
    assert seating.drop(lobby_after(*seated("Ann", "Bob")), 1, "slow") == [e.PlayerDropped(1, "slow")]


def test_in_a_running_game_who_says_goodbye_is_away() -> None:
    lobby = lobby_after(*seated("Ann", "Bob"), e.TableStarted((0, 1)))
    assert seating.drop(lobby, 0, "left") == [e.PlayerDropped(0, "left"), e.AwaySet(0, True)]
    assert seating.drop(lobby, 0, "lost") == [e.PlayerDropped(0, "lost")]


def test_when_the_owner_gets_up_the_next_person_owns() -> None:
    lobby = lobby_after(e.SeatTaken(0, "Ann"), e.OwnerChanged(0), e.BotAdded(1, "Bot 1", "careful"), e.SeatTaken(2, "Cid"))
    assert seating.get_up(lobby, 0) == [e.SeatLeft(0), e.OwnerChanged(2)]


def test_when_the_last_person_gets_up_the_table_is_closed() -> None:
    lobby = lobby_after(*seated("Ann"), e.BotAdded(1, "Bot 1", "careful"))
    assert seating.get_up(lobby, 0) == [e.SeatLeft(0), e.TableClosed("empty")]


def test_readiness_is_told_only_when_it_is_news() -> None:
    table = record(*seated("Ann", "Bob", ready=False))
    assert seating.set_ready(table, 1, m.SetReady(1, True)) == [e.ReadySet(1, True)]
    assert seating.set_ready(table, 1, m.SetReady(1, False)) == []


def test_only_the_owner_adds_bots_and_only_known_ones() -> None:
    table = record(*seated("Ann", "Bob"))
    assert seating.add_bot(table, 0, m.AddBot(1)) == [e.BotAdded(2, "Bot 1", "careful")]
    assert seating.add_bot(table, 0, m.AddBot(1, "strong")) == [e.BotAdded(2, "Bot 1", "strong")]
    with pytest.raises(Refused) as caught:
        seating.add_bot(table, 1, m.AddBot(1))
    assert code_of(caught) == "owner_only"
    with pytest.raises(Refused, match="expected one of random, greedy, careful, strong, found reckless") as caught:
        seating.add_bot(table, 0, m.AddBot(1, "reckless"))
    assert code_of(caught) == "unknown_bot"


def test_the_owner_removes_and_bars() -> None:
    table, chairs = record(*seated("Ann", "Bob")), chairs_of("Ann", "Bob")
    assert seating.remove(table, chairs, 0, m.RemovePlayer(1, 1, bar=True)) == [e.PlayerRemoved(1, True)]
    assert chairs.at(1) is None
    assert chairs.is_barred(b"", "Bob")


def test_a_bot_is_removed_and_never_barred() -> None:
    table = record(*seated("Ann"), e.BotAdded(1, "Bot 1", "careful"))
    assert seating.remove(table, chairs_of("Ann"), 0, m.RemovePlayer(1, 1, bar=True)) == [e.PlayerRemoved(1)]


@pytest.mark.parametrize(
    ("seat", "target", "code"), [(1, 0, "owner_only"), (0, 0, "same_seat"), (0, 3, "no_such_seat"), (0, -1, "no_such_seat")]
)
def test_removals_that_are_refused(seat: int, target: int, code: str) -> None:
    chairs = chairs_of("Ann", "Bob")
    with pytest.raises(Refused) as caught:
        seating.remove(record(*seated("Ann", "Bob")), chairs, seat, m.RemovePlayer(1, target, bar=True))
    assert code_of(caught) == code
    assert len(chairs) == 2
    assert not chairs.is_barred(b"", "Bob")


def test_the_owner_need_not_be_ready() -> None:
    assert seating.start(record(*seated("Ann", "Bob")), 0) == ([e.TableStarted((0, 1))], (0, 1))


def test_nobody_is_started_against_their_will() -> None:
    with pytest.raises(Refused, match="not ready: Bob, Cid") as caught:
        seating.start(record(*seated("Ann", "Bob", "Cid", ready=False)), 0)
    assert code_of(caught) == "not_ready"


def test_who_is_gone_and_was_not_ready_does_not_hold_up_the_start() -> None:
    table = record(*seated("Ann", "Bob", "Cid"), e.PlayerDropped(0, "lost"), e.OwnerChanged(1))
    assert seating.start(table, 1) == ([e.SeatLeft(0), e.TableStarted((1, 2))], (1, 2))


def test_who_is_gone_but_was_ready_plays() -> None:
    table = record(*seated("Ann", "Bob"), e.PlayerDropped(1, "lost"))
    assert seating.start(table, 0) == ([e.TableStarted((0, 1))], (0, 1))


@pytest.mark.parametrize("players", [("Ann",), ()])
def test_a_game_needs_two(players: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as caught:
        seating.start(record(*seated(*players)), 0)
    assert (code_of(caught), caught.value.wanted) == ("too_few_players", 2)


def test_a_position_needs_its_players() -> None:
    position = Scenario(Position((SeatPosition(), SeatPosition(), SeatPosition())))
    with pytest.raises(Refused) as caught:
        seating.start(record(*seated("Ann", "Bob"), seats=3, scenario=position), 0)
    assert (code_of(caught), caught.value.wanted) == ("too_few_players", 3)


def test_rules_that_do_not_fit_the_players_are_refused() -> None:
    table = record(*seated("Ann", "Bob", "Cid", "Dan", "Eve"), seats=5)
    table.rules = type(table.rules)(max_players=4)
    with pytest.raises(Refused) as caught:
        seating.start(table, 0)
    assert code_of(caught) == "bad_rules"


def test_nothing_of_the_lobby_is_possible_after_the_start() -> None:
    table = record(*seated("Ann", "Bob"), e.TableStarted((0, 1)))
    for refused in (
        lambda: seating.start(table, 0),
        lambda: seating.add_bot(table, 0, m.AddBot(1)),
        lambda: seating.set_ready(table, 1, m.SetReady(1, False)),
        lambda: seating.remove(table, chairs_of("Ann", "Bob"), 0, m.RemovePlayer(1, 1)),
        lambda: seating.need_lobby(table.lobby),
    ):
        with pytest.raises(Refused) as caught:
            refused()
        assert code_of(caught) == "already_started"


def test_the_owner_hands_the_table_over_in_the_lobby_and_in_the_game() -> None:
    table = record(*seated("Ann", "Bob"), e.BotAdded(2, "Bot 1", "careful"))
    assert seating.set_owner(table, 0, m.SetOwner(1, 1)) == [e.OwnerChanged(1)]
    assert seating.set_owner(table, 0, m.SetOwner(1, 0)) == []
    table.count(e.TableStarted((0, 1, 2)))
    assert seating.set_owner(table, 0, m.SetOwner(1, 1)) == [e.OwnerChanged(1)]


@pytest.mark.parametrize(("seat", "target", "code"), [(1, 0, "owner_only"), (0, 2, "no_such_seat"), (0, 5, "no_such_seat")])
def test_only_the_owner_hands_the_table_over_and_only_to_people(seat: int, target: int, code: str) -> None:
    table = record(*seated("Ann", "Bob"), e.BotAdded(2, "Bot 1", "careful"))
    with pytest.raises(Refused) as caught:
        seating.set_owner(table, seat, m.SetOwner(1, target))
    assert (code_of(caught), caught.value.field) == (code, None if code == "owner_only" else "seat")


def test_a_given_seat_s_name_is_free_again() -> None:
    lobby = lobby_after(*seated("Ann", "Bob"))
    assert seating.name_for(lobby, "Bob", 1) == "Bob"
    with pytest.raises(Refused):
        seating.name_for(lobby, "Ann", 1)


def test_nobody_adds_to_the_dice_of_a_script() -> None:
    table = record(*seated("Ann"), scenario=Scenario(Position(seats=(SeatPosition(), SeatPosition()))))
    with pytest.raises(Refused, match="the dice of a test table are in its script") as caught:
        seating.give_nonce(table, 0, m.GiveNonce(1, "0f" * 16))
    assert code_of(caught) == "not_allowed"
