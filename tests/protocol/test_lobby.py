"""The lobby is a fold of its events."""

from functools import reduce

import pytest
from hypothesis import given

from engine.events import DiceRolled, GameEnded
from engine.ruleset import load_ruleset
from protocol.lobby import EMPTY, apply_lobby
from protocol.lobby_events import (
    LOBBY_EVENTS,
    AutopilotSet,
    AwaySet,
    BallotCast,
    BotAdded,
    ChatSaid,
    MotionClosed,
    MotionOpened,
    NonceGiven,
    OwnerChanged,
    PlayerBack,
    PlayerDropped,
    PlayerMuted,
    PlayerRemoved,
    ReadySet,
    RematchOpened,
    ReturnAsked,
    SeatGiven,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    SeedRevealed,
    TableClosed,
    TableCreated,
    TableEvent,
    TablePaused,
    TableResumed,
    TableStarted,
)
from protocol.tables import Clock, Lobby, Motion, SeatInfo, Settings
from tests.protocol.strategies import values

OPENED = (TableCreated(Settings("Friday", 4, Clock()), load_ruleset()), SeatTaken(0, "Ann"), OwnerChanged(0))
ANN, BOB = SeatInfo(0, "Ann"), SeatInfo(1, "Bob")


def fold(*events: TableEvent) -> Lobby:
    return reduce(apply_lobby, (*OPENED, *events), EMPTY)


@pytest.mark.parametrize(
    ("events", "seats"),
    [
        ((), (ANN,)),
        ((SeatTaken(1, "Bob"),), (ANN, BOB)),
        ((SeatTaken(1, "Bob"), SeatLeft(1)), (ANN,)),
        ((SeatTaken(1, "Bob"), PlayerRemoved(1, barred=True)), (ANN,)),
        ((SeatTaken(3, "Cy"), SeatTaken(1, "Bob")), (ANN, BOB, SeatInfo(3, "Cy"))),
        ((BotAdded(2, "Robo", "careful"),), (ANN, SeatInfo(2, "Robo", ready=True, bot="careful"))),
        ((ReadySet(0, True),), (SeatInfo(0, "Ann", ready=True),)),
        ((ReadySet(0, True), ReadySet(0, False)), (ANN,)),
        ((PlayerDropped(0, "lost"),), (SeatInfo(0, "Ann", connected=False),)),
        ((PlayerDropped(0, "lost"), PlayerBack(0)), (ANN,)),
        ((AwaySet(0, True),), (SeatInfo(0, "Ann", away=True),)),
        ((AutopilotSet(0, "vote"),), (SeatInfo(0, "Ann", autopilot="vote"),)),
        ((AutopilotSet(0, "vote"), ReturnAsked(0)), (SeatInfo(0, "Ann", autopilot="vote", returning=True),)),
        ((AutopilotSet(0, "vote"), ReturnAsked(0), AutopilotSet(0)), (ANN,)),
        ((SeatOpened(0, "vote"),), (SeatInfo(0, "Ann", open=True),)),
        ((SeatOpened(0, "vote"), PlayerBack(0)), (ANN,)),
        (
            (AwaySet(0, True), AutopilotSet(0, "absent"), PlayerDropped(0, "lost"), SeatOpened(0, "vote"), SeatGiven(0, "Eve")),
            (SeatInfo(0, "Eve", ready=True, autopilot="absent"),),
        ),
        (
            (BotAdded(1, "Robo", "careful"), SeatOpened(1, "owner"), SeatGiven(1, "Eve")),
            (ANN, SeatInfo(1, "Eve", ready=True, autopilot="absent")),
        ),
        ((SeatGiven(1, "Eve"),), (ANN,)),
        ((ChatSaid(0, "hi"), DiceRolled(0, (1, 2))), (ANN,)),
    ],
)
def test_seats(events: tuple[TableEvent, ...], seats: tuple[SeatInfo, ...]) -> None:
    assert fold(*events) == Lobby("lobby", 0, seats)


def test_a_new_owner() -> None:
    assert fold(SeatTaken(1, "Bob"), OwnerChanged(1)).owner == 1


def test_at_the_start_seats_close_up_and_the_owner_keeps_its_table() -> None:
    gone = (SeatTaken(1, "Bob"), SeatTaken(2, "Cy"), OwnerChanged(2), SeatLeft(0))
    lobby = fold(*gone, TableStarted((1, 2)))
    assert lobby == Lobby("running", 1, (SeatInfo(0, "Bob"), SeatInfo(1, "Cy")))


def test_a_table_whose_owner_got_up_belongs_to_nobody_after_the_start() -> None:
    lobby = fold(SeatTaken(1, "Bob"), SeatTaken(2, "Cy"), SeatLeft(0), TableStarted((1, 2)))
    assert lobby.owner == -1


def test_the_end_of_the_game_and_of_the_table() -> None:
    ended = fold(SeatTaken(1, "Bob"), TableStarted((0, 1)), GameEnded("last_seat", (0,), (100, 0)))
    assert ended.stage == "finished"
    assert apply_lobby(ended, TableClosed("empty")).stage == "closed"


def test_who_is_muted_is_known_and_moves_with_the_seats() -> None:
    three = (SeatTaken(1, "Bob"), SeatTaken(2, "Cy"))
    muted = (PlayerMuted(2, 1, True), PlayerMuted(1, 2, True), PlayerMuted(1, 2, True))
    assert fold(*three, *muted).mutes == ((2, 1), (1, 2))
    assert fold(*three, *muted, PlayerMuted(2, 1, False)).mutes == ((1, 2),)
    assert fold(*three, *muted, SeatLeft(0), TableStarted((1, 2))).mutes == ((1, 0), (0, 1))


@pytest.mark.parametrize("gone", [SeatLeft(1), PlayerRemoved(1), SeatGiven(1, "Dan")])
def test_a_new_player_of_a_seat_is_not_muted_and_mutes_nobody(gone: TableEvent) -> None:
    three = (SeatTaken(1, "Bob"), SeatTaken(2, "Cy"))
    assert fold(*three, PlayerMuted(2, 1, True), PlayerMuted(1, 0, True), PlayerMuted(0, 2, True), gone).mutes == ((0, 2),)


def test_a_vote_is_open_until_it_is_closed() -> None:
    opened = (SeatTaken(1, "Bob"), MotionOpened(1, "give", 0, (0, 2, 3), 60_000, seat=1))
    said = (BallotCast(1, 0, True), BallotCast(1, 2, False), BallotCast(1, 3, True), BallotCast(7, 3, True))
    assert fold(*opened, *said).motion == Motion(1, "give", 0, (0, 2, 3), 1, yes=(0, 3), no=(2,))
    closed = fold(*opened, *said, MotionClosed(1, "carried"))
    assert (closed.motion, closed.motions) == (None, 1)
    assert fold(*opened, MotionClosed(1, "lost"), BallotCast(1, 0, True)).motion is None


def test_pauses_are_counted() -> None:
    lobby = fold(TablePaused(1), TableResumed("time"), TablePaused(1))
    assert (lobby.paused, lobby.pauses) == (True, 2)
    assert not apply_lobby(lobby, TableResumed("vote")).paused


def test_a_rematch_is_known_at_the_old_table() -> None:
    assert fold(RematchOpened("t2", 0)).rematch == "t2"


def test_nothing_is_changed_in_place() -> None:
    before = fold(SeatTaken(1, "Bob"))
    apply_lobby(before, PlayerDropped(1, "lost"))
    assert before == Lobby("lobby", 0, (ANN, BOB))


@given(values(TableEvent))
def test_only_the_start_can_fail_on_an_event_that_does_not_fit(event: TableEvent) -> None:
    lobby = fold()
    after = apply_lobby(lobby, event) if not isinstance(event, TableStarted) else lobby
    assert isinstance(event, (*LOBBY_EVENTS, GameEnded)) or after is lobby


def test_a_nonce_goes_with_its_player_and_is_forgotten_with_the_seat() -> None:
    given = [NonceGiven(seat, nonce * 16) for seat, nonce in ((0, "0a"), (2, "0c"), (1, "0b"))]
    told = (SeatTaken(1, "Bob"), SeatTaken(2, "Cy"), *given)
    assert fold(*told).nonce(2) == "0c" * 16
    lobby = fold(*told, SeatLeft(1), SeatTaken(1, "Dan"))
    assert lobby.nonce(1) is None
    assert fold(*told, PlayerRemoved(2)).nonces == ((0, "0a" * 16), (1, "0b" * 16))
    assert fold(*told, SeatLeft(1), TableStarted((0, 2))).nonces == ((0, "0a" * 16), (1, "0c" * 16))


def test_what_is_published_of_the_seed_stays_through_the_start() -> None:
    created = TableCreated(Settings("Friday", 4, Clock()), load_ruleset(), "c0" * 32)
    lobby = fold(created, SeatTaken(1, "Bob"), TableStarted((0, 1)))
    assert (lobby.commitment, lobby.seed) == ("c0" * 32, None)
    assert fold(created, SeedRevealed("5e" * 32)).seed == "5e" * 32
