"""Sitting down, coming back, looking on, getting up."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from engine.commands import RollDice
from protocol import lobby_events as e
from protocol import messages as m
from server.record import TAIL
from tests.server.playing import Client, House, Opener, catch_up, play_defaults, with_limits


def code_of(reply: m.ServerMessage) -> str:
    assert isinstance(reply, m.Error), reply
    return reply.code


def plain(client: Client) -> Any:
    assert client.state is not None
    return client.state.snapshot()


async def told_state(client: Client) -> m.TableState:
    reply = await client.ask(m.GetState)
    assert isinstance(reply, m.TableState)
    return reply


async def test_who_sits_down_gets_reply_and_state_and_the_others_an_update(house: House) -> None:
    ann, bob = await house.connect(), await house.connect()
    await ann.create()
    reply = await bob.join(ann.table, "Bob")
    assert reply == m.Seated(2, ann.table, 1, 4, 0)
    state = await bob.read()
    assert isinstance(state, m.TableState)
    assert [info.player for info in state.lobby.seats] == ["Ann", "Bob"]
    assert (state.lobby.owner, state.phase, state.turn, state.snapshot) == (0, "lobby", -1, None)
    update = await ann.until_is(m.Update)
    assert update == m.Update(4, (e.SeatTaken(1, "Bob"),))


@pytest.mark.parametrize(
    ("player", "code"), [("ANN", "name_taken"), ("\u0391nn", "name_taken"), ("bank", "bad_name"), ("\u202eX", "bad_name")]
)
async def test_names_are_judged(house: House, player: str, code: str) -> None:
    (ann,) = await house.table("Ann")
    assert code_of(await (await house.connect()).join(ann.table, player)) == code


async def test_a_full_table_takes_nobody(house: House) -> None:
    ann, _ = await house.table("Ann", "Bob", seats=2)
    assert code_of(await (await house.connect()).join(ann.table, "Cid")) == "table_full"


async def test_after_the_start_nobody_sits_down(house: House) -> None:
    ann, _ = await house.game("Ann", "Bob")
    assert code_of(await (await house.connect()).join(ann.table, "Cid")) == "already_started"


async def test_sitting_down_may_be_repeated_over_a_new_connection(house: House) -> None:
    ann, bob = await house.table("Ann", "Bob")
    again = await house.connect()
    again.token = bob.token
    reply = await again.join(ann.table, "Bob")
    assert isinstance(reply, m.Seated)
    assert reply.seat == bob.seat
    assert [info.player for info in (await told_state(again)).lobby.seats] == ["Ann", "Bob"]


async def test_opening_may_be_repeated_over_a_new_connection(house: House) -> None:
    (ann,) = await house.table("Ann")
    again = await house.connect()
    again.token = ann.token
    await again.create("Ann")
    assert again.table == ann.table
    assert len(house.server.directory) == 1


async def test_a_token_displaces_the_old_connection_at_once(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    again = await house.resume(ann)
    await ann.read_to_end()
    assert ann.log[-1] == m.Closing("displaced", "a newer connection with the same token has taken the seat")
    await again.until_is(m.Prompts)
    await again.answer_default()
    await catch_up(bob)
    assert bob.of_kind(e.PlayerDropped) == [e.PlayerDropped(0, "displaced")]
    assert bob.of_kind(e.PlayerBack) == [e.PlayerBack(0)]


async def test_late_words_of_a_displaced_connection_are_not_heard(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await house.resume(ann)
    seq = bob.seq
    await ann.write(m.Act(50, RollDice()), m.Chat(51, "still here?"))
    await ann.read_to_end()
    assert not [message for message in ann.log if getattr(message, "in_reply_to", None) in (50, 51)]
    state = await told_state(bob)
    assert state.seq == seq + 2
    assert bob.of_kind(e.ChatSaid) == []


async def test_words_that_waited_at_the_table_when_the_token_came_are_not_heard(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    old_words = ann.send(m.Act, command=RollDice(), prompt=ann.prompts[0].id)
    new = await house.connect()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: new.send(m.Resume, table=ann.table, token=ann.token))
        await old_words
    await new.until_is(m.Prompts)
    await catch_up(bob)
    thrown = [event for event in bob.events.values() if type(event).__name__ == "OpeningThrown"]
    assert len(thrown) == (0 if new.prompts else 1)


async def test_who_comes_back_gets_exactly_what_was_missed(house: House) -> None:
    clients = await house.game("Ann", "Bob", "Cid")
    ann, bob, _ = clients
    await play_defaults(clients, 10)
    await bob.stream.aclose()
    known = bob.seq
    await ann.until_event(e.PlayerDropped)
    await ann.ask(m.Chat, text="where is Bob?")
    back = await house.resume(bob, after=known)
    update = await back.read()
    assert isinstance(update, m.Update)
    assert update.first == known + 1
    assert update.events == (e.PlayerDropped(1, "lost"), e.ChatSaid(0, "where is Bob?"), e.PlayerBack(1))
    assert isinstance(await back.read(), m.Prompts)
    state = await told_state(ann)
    assert (back.seq, back.lobby) == (state.seq, state.lobby)
    assert plain(back) == state.snapshot


async def test_who_missed_nothing_gets_an_update_without_events(house: House) -> None:
    ann, _ = await house.game("Ann", "Bob")
    watcher = await house.connect()
    await watcher.ask(m.WatchTable, table=ann.table, after=ann.seq)
    watcher.seq = ann.seq
    update = await watcher.read()
    assert isinstance(update, m.Update)
    assert (update.first, update.events, update.phase) == (ann.seq + 1, (), "opening_roll")


@pytest.mark.parametrize("knows", ["nothing", "too little", "too much"])
async def test_whoever_can_not_be_told_exactly_gets_the_whole_table(house: House, knows: str) -> None:
    clients = await house.game("Ann", "Bob")
    await play_defaults(clients, 3)
    ann = clients[0]
    if knows == "too little":
        while ann.seq <= TAIL + 1:
            await play_defaults(clients, 20)
    after = {"nothing": None, "too little": 1, "too much": 10_000}[knows]
    back = await house.resume(ann, after=after)
    assert isinstance(await back.read(), m.TableState)


async def test_the_open_question_is_asked_again_under_the_same_number(house: House) -> None:
    ann, _ = await house.game("Ann", "Bob")
    asked = ann.prompts
    await ann.stream.aclose()
    back = await house.resume(ann)
    await back.until_is(m.Prompts)
    assert back.prompts == asked
    assert isinstance(await back.answer_default(), m.Result)


@pytest.mark.parametrize("token", ["f" * 32, "0" * 32])
async def test_a_strange_token_has_no_seat(house: House, token: str) -> None:
    ann, _ = await house.game("Ann", "Bob")
    stranger = await house.connect()
    assert code_of(await stranger.ask(m.Resume, table=ann.table, token=token)) == "unknown_token"
    assert code_of(await stranger.ask(m.Resume, table="nowhere", token=ann.token)) == "not_found"
    assert code_of(await stranger.ask(m.Chat, text="hello?")) == "not_seated"


async def test_a_stranger_without_a_seat_hears_nothing_of_the_table(house: House) -> None:
    clients = await house.game("Ann", "Bob")
    stranger = await house.connect()
    await stranger.ask(m.Resume, table=clients[0].table, token="f" * 32)
    await play_defaults(clients, 5)
    heard = len(stranger.log)
    await catch_up(stranger)
    assert len(stranger.log) == heard + 1


async def test_spectators_see_all_and_do_nothing(house: House) -> None:
    clients = await house.game("Ann", "Bob")
    watcher = await house.connect()
    assert isinstance(await watcher.ask(m.WatchTable, table=clients[0].table), m.Watching)
    await play_defaults(clients, 10)
    for kind, fields in (
        (m.Act, {"command": RollDice()}),
        (m.Chat, {"text": "hi"}),
        (m.SetReady, {"ready": True}),
        (m.StartGame, {}),
        (m.Legal, {}),
        (m.TimeOut, {"seat": 0}),
    ):
        assert code_of(await watcher.ask(kind, **fields)) == "not_seated"
    state = await told_state(clients[0])
    assert watcher.seq == state.seq
    assert plain(watcher) == state.snapshot
    assert watcher.prompts == ()


async def test_there_is_an_end_to_spectators(open_house: Opener) -> None:
    house = await open_house(with_limits(spectators=1))
    (ann,) = await house.table("Ann")
    first, second = await house.connect(), await house.connect()
    await first.ask(m.WatchTable, table=ann.table)
    assert code_of(await second.ask(m.WatchTable, table=ann.table)) == "table_full"
    await first.ask(m.LeaveTable)
    assert isinstance(await second.ask(m.WatchTable, table=ann.table), m.Watching)


async def test_who_gets_up_in_the_lobby_frees_the_seat(house: House) -> None:
    ann, bob, cid = await house.table("Ann", "Bob", "Cid")
    assert isinstance(await ann.ask(m.LeaveTable), m.Result)
    await catch_up(bob, cid)
    assert bob.of_kind(e.SeatLeft) == [e.SeatLeft(0)]
    assert bob.lobby.owner == 1
    assert code_of(await ann.ask(m.Chat, text="hi")) == "not_seated"
    assert isinstance(await ann.join(bob.table, "Ann"), m.Seated)


async def test_the_last_to_get_up_closes_the_table(house: House) -> None:
    (ann,) = await house.table("Ann", bots=("careful",))
    watcher = await house.connect()
    await watcher.ask(m.WatchTable, table=ann.table)
    assert isinstance(await ann.ask(m.LeaveTable), m.Result)
    await watcher.until_event(e.TableClosed)
    assert code_of(await watcher.ask(m.GetState)) in ("not_seated", "not_found")
    assert len(house.server.directory) == 0


async def test_a_running_game_keeps_the_seat_of_who_says_goodbye(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    assert isinstance(await ann.ask(m.LeaveTable), m.Result)
    await bob.until_event(e.PlayerDropped)
    assert bob.of_kind(e.PlayerDropped) == [e.PlayerDropped(0, "left")]
    reply = await ann.ask(m.Resume, table=bob.table, token=ann.token)
    assert isinstance(reply, m.Seated)
    await catch_up(bob)
    assert bob.of_kind(e.AwaySet) == [e.AwaySet(0, True), e.AwaySet(0, False)]


async def test_an_owner_who_is_cut_off_does_not_stop_the_start(house: House) -> None:
    ann, bob, cid = await house.table("Ann", "Bob", "Cid")
    await ann.stream.aclose()
    await bob.until_event(e.OwnerChanged)
    assert bob.lobby.owner == 1
    assert isinstance(await bob.ask(m.StartGame), m.Result)
    await catch_up(bob, cid)
    assert [info.player for info in bob.lobby.seats] == ["Bob", "Cid"]
    assert (bob.seat, cid.seat) == (0, 1)


async def test_a_removed_player_is_shown_out_and_a_barred_one_stays_out(house: House) -> None:
    ann, bob = await house.table("Ann", "Bob")
    assert isinstance(await ann.ask(m.RemovePlayer, seat=1, bar=True), m.Result)
    await bob.until_event(e.PlayerRemoved)
    assert code_of(await bob.ask(m.Chat, text="why?")) == "not_seated"
    assert code_of(await bob.join(ann.table, "Robert")) == "barred"
    bob.token = "a" * 32
    assert code_of(await bob.join(ann.table, "bob")) == "barred"
    assert isinstance(await bob.join(ann.table, "Robert"), m.Seated)


async def test_who_breaks_off_while_being_let_in_is_not_there(house: House) -> None:
    (ann,) = await house.table("Ann")
    hasty = await house.connect()
    await hasty.send(m.JoinTable, table=ann.table, player="Bob", token=hasty.token)
    await hasty.stream.aclose()
    await ann.until_event(e.PlayerDropped)
    assert not ann.lobby.seats[1].connected
