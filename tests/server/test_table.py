"""A table's task: order, replies that are kept, faults that stay where they are."""

from __future__ import annotations

from typing import Any

import pytest

from engine import game as engine_game
from engine.commands import EndTurn, Resign, RollDice
from engine.events import OpeningThrown
from engine.position import Position, SeatPosition
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Scenario
from server.config import Config
from server.store import KEPT_REPLIES
from tests.server.playing import House, Opener, catch_up, play_defaults


def code_of(reply: m.ServerMessage) -> str:
    assert isinstance(reply, m.Error), reply
    return reply.code


async def test_a_game_is_played_and_every_client_folds_the_same_state(house: House) -> None:
    clients = await house.game("Ann", "Bob", "Cid")
    await play_defaults(clients, 60)
    folded = [(client.seq, client.lobby, client.state.snapshot()) for client in clients if client.state]
    told = await clients[0].ask(m.GetState)
    assert isinstance(told, m.TableState)
    assert folded == [(told.seq, told.lobby, told.snapshot)] * 3


async def test_everybody_gets_the_update_before_the_actor_gets_the_reply(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    number = await ann.send(m.Act, command=RollDice(), prompt=ann.prompts[0].id)
    mark = len(ann.log)
    await ann.reply_to(number)
    kinds = [type(message) for message in ann.log[mark:]]
    assert kinds == [m.Update, m.Prompts, m.Result]
    assert ann.log[-1] == m.Result(number, seq=ann.seq)
    await catch_up(bob)
    assert bob.events[bob.seq] == ann.events[ann.seq]


async def test_an_update_is_the_same_bytes_for_everybody(house: House) -> None:
    clients = await house.game("Ann", "Bob", "Cid")
    watchers = [await house.connect() for _ in range(2)]
    for watcher in watchers:
        await watcher.ask(m.WatchTable, table=clients[0].table)
    await catch_up(*watchers)
    marks = [len(watcher.heard) for watcher in watchers]
    await clients[0].answer_default()
    for watcher in watchers:
        await watcher.until_is(m.Update)
    first, second = (watcher.heard[mark:] for watcher, mark in zip(watchers, marks, strict=True))
    assert first == second != b""


async def test_questions_are_sent_when_they_change_and_only_then(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await bob.ask(m.Chat, text="hurry up")
    await catch_up(ann)
    assert len([message for message in ann.log if isinstance(message, m.Prompts)]) == 1
    await ann.answer_default()
    assert ann.prompts == ()
    await catch_up(bob)
    assert bob.prompts[0].seat == 1


async def test_roll_twice_in_one_packet_is_one_roll(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    prompt = ann.prompts[0].id
    await ann.write(m.Act(20, RollDice(), prompt), m.Act(21, RollDice(), prompt))
    assert isinstance(await ann.reply_to(20), m.Result)
    assert code_of(await ann.reply_to(21)) == "stale"
    await catch_up(bob)
    assert len(bob.of_kind(OpeningThrown)) == 1


async def test_the_same_request_twice_in_one_packet_is_done_once_and_answered_twice(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    roll = m.Act(20, RollDice(), ann.prompts[0].id)
    await ann.write(roll, roll)
    first, second = await ann.reply_to(20), await ann.reply_to(20)
    assert first == second
    assert isinstance(first, m.Result)
    await catch_up(bob)
    assert len(bob.of_kind(OpeningThrown)) == 1


async def test_end_turn_twice_does_not_skip_anybody(house: House) -> None:
    clients = await house.game("Ann", "Bob")
    while (update := clients[0].update) is None or update.phase != "after_roll":
        await play_defaults(clients, 1)
    actor = next(client for client in clients if client.seat == update.turn)
    prompt = actor.prompts[0].id
    if actor.prompts[0].default == EndTurn():
        await actor.write(m.Act(90, EndTurn(), prompt), m.Act(91, EndTurn(), prompt))
        assert isinstance(await actor.reply_to(90), m.Result)
        assert code_of(await actor.reply_to(91)) == "stale"


async def test_a_refusal_is_repeated_too(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    assert code_of(await bob.ask(m.Act, command=RollDice(), id=20)) == "not_your_turn"
    await ann.answer_default()
    await catch_up(bob)
    assert code_of(await bob.ask(m.Act, command=RollDice(), id=20)) == "not_your_turn"
    assert isinstance(await bob.ask(m.Act, command=RollDice(), id=21), m.Result)


async def test_a_request_is_answered_again_after_coming_back(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    roll = {"command": RollDice(), "prompt": ann.prompts[0].id, "id": 20}
    first = await ann.ask(m.Act, **roll)
    await ann.stream.aclose()
    back = await house.resume(ann)
    seated = next(message for message in back.log if isinstance(message, m.Seated))
    assert seated.last_id == 20
    assert await back.ask(m.Act, **roll) == first
    await catch_up(bob)
    assert len(bob.of_kind(OpeningThrown)) == 1


async def test_a_request_older_than_the_kept_replies_is_stale(house: House) -> None:
    ann, _ = await house.table("Ann", "Bob")
    for number in range(100, 100 + KEPT_REPLIES + 1):
        await ann.ask(m.SetReady, ready=bool(number % 2), id=number)
    assert isinstance(await ann.ask(m.SetReady, ready=True, id=101), m.Result)
    assert code_of(await ann.ask(m.SetReady, ready=True, id=100)) == "stale"


async def test_a_request_that_changes_nothing_is_answered(house: House) -> None:
    ann, _ = await house.table("Ann", "Bob")
    assert await ann.ask(m.SetReady, ready=False, id=30) == m.Result(30, seq=ann.seq)


async def test_what_is_legal_can_be_asked_for(house: House) -> None:
    _ann, bob = await house.game("Ann", "Bob")
    reply = await bob.ask(m.Legal)
    assert isinstance(reply, m.LegalOptions)
    assert {option.command for option in reply.options} >= {"offer_trade", "set_stops", "resign"}
    assert "roll_dice" not in {option.command for option in reply.options}


async def test_before_the_start_nothing_is_legal(house: House) -> None:
    ann, _ = await house.table("Ann", "Bob")
    assert code_of(await ann.ask(m.Legal)) == "not_started"
    assert code_of(await ann.ask(m.Act, command=RollDice())) == "not_started"


async def test_a_fault_takes_one_table_out_of_play_and_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await house.game("Ann", "Bob")
    others = await house.game("Cid", "Dan")
    seq = ann.seq

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug in a rule")

    with monkeypatch.context() as patch:
        patch.setattr(engine_game.Game, "handle", broken)
        assert code_of(await ann.ask(m.Act, command=RollDice())) == "quarantined"
        assert code_of(await bob.until_is(m.Error)) == "quarantined"
    record = next(record for record in caplog.records if "table_quarantined" in record.getMessage())
    assert f"table={ann.table} seq={seq} " in record.getMessage()
    assert code_of(await ann.ask(m.Chat, text="hello?")) == "not_seated"
    assert code_of(await bob.ask(m.Resume, table=bob.table, token=bob.token)) == "quarantined"
    await play_defaults(others, 5)
    assert isinstance(await ann.create("Ann"), m.Error | m.Seated)
    assert isinstance((await house.table("Eve", "Fay"))[0], type(ann))


async def test_a_table_that_was_quarantined_is_back_after_a_restart(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clients = await house.game("Ann", "Bob")
    ann, bob = clients
    with monkeypatch.context() as patch:
        patch.setattr(engine_game.Game, "handle", lambda *_: 1 // 0)
        await ann.ask(m.Act, command=RollDice())
    await house.crash()
    await house.open()
    await play_defaults([await house.resume(ann), await house.resume(bob)], 4)


async def test_bots_and_people_play_together(house: House) -> None:
    (ann,) = await house.game("Ann", bots=("careful", "careful"))
    for _ in range(12):
        while not ann.prompts:
            await ann.read()
        reply = await ann.answer_default()
        assert isinstance(reply, m.Result) or code_of(reply) == "stale"
    assert {info.bot for info in ann.lobby.seats} == {None, "careful"}
    assert ann.state is not None
    assert ann.state.round > 0


async def test_a_person_is_heard_while_bots_play_among_themselves(house: House) -> None:
    (ann,) = await house.game("Ann", bots=("careful",) * 3)
    await ann.ask(m.Act, command=Resign())
    seq = ann.seq
    reply = await ann.ask(m.Chat, text="good luck")
    assert isinstance(reply, m.Result)
    assert reply.seq <= seq + 200


SCENARIO = Scenario(Position((SeatPosition(cash=7), SeatPosition(space=5))), dice=((1, 2),))


async def test_a_test_table_plays_a_position(open_house: Opener) -> None:
    house = await open_house(Config(allow_scenarios=True))
    ann, bob = await house.table("Ann", "Bob", scenario=SCENARIO)
    await catch_up(ann)
    number = await ann.send(m.StartGame)
    mark = len(ann.log)
    await ann.reply_to(number)
    assert [type(message) for message in ann.log[mark:]] == [m.Update, m.TableState, m.Prompts, m.Result]
    assert ann.state is not None
    assert (ann.state.cash[0], ann.state.at[1]) == (7, 5)
    reply = await bob.ask(m.TimeOut, seat=0)
    assert isinstance(reply, m.Result)
    await catch_up(ann)
    assert ann.state.dice == (1, 2)


async def test_a_test_table_ends_when_its_script_does(open_house: Opener) -> None:
    house = await open_house(Config(allow_scenarios=True))
    ann, bob = await house.game("Ann", "Bob", scenario=Scenario(SCENARIO.position))
    assert code_of(await ann.ask(m.Act, command=RollDice())) == "chance_exhausted"
    assert code_of(await bob.until_is(m.Error)) == "chance_exhausted"
    assert code_of(await bob.ask(m.Resume, table=ann.table, token=bob.token)) == "not_found"


async def test_secrets_are_in_nothing_that_others_are_told(house: House) -> None:
    clients = await house.game("Ann", "Bob", code="friends")
    watcher = await house.connect()
    await watcher.ask(m.WatchTable, table=clients[0].table, code="friends")
    await play_defaults(clients, 40)
    back = await house.resume(clients[0], after=3)
    await catch_up(back, watcher)
    stored: Any = house.store
    notes = stored.load()[0].notes
    heard = b"".join(client.heard for client in (*clients, watcher, back))
    for client in clients:
        assert client.token.encode() not in heard
    for secret in (notes["secret"], notes["secret"].hex().encode(), notes["code"], b"friends", notes["tokens"]):
        assert secret not in heard


async def test_chat_reaches_everybody_clean(house: House) -> None:
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(m.Chat, text="hi \x1b]52;c;AAAA\x07\u202eBob")
    await catch_up(bob)
    assert bob.of_kind(e.ChatSaid) == [e.ChatSaid(0, "hi ]52;c;AAAABob")]
