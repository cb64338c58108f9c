"""Two at once, stale, repeated: several people at one server, none of whom waits for the others.

Positions are set up at test tables. `at_once` hands in everything before anybody is answered, so that the order is the
server's; what must hold in either order is asked, and each order is also tried by itself.
"""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from engine import commands as c
from engine import events as ge
from engine.commands import Things
from engine.position import Position
from engine.position import SeatPosition as S
from engine.state import State
from protocol import messages as m
from protocol.tables import Clock, Scenario
from server.config import Config
from tests.server.gathering import code_of, done
from tests.server.playing import Client, House, Opener, catch_up
from tests.server.positions import act

ROLL, END, PASS = c.RollDice(), c.EndTurn(), c.Pass()
BROWN, LIGHT_BLUE = (1, 3), (6, 8, 9)
ORDERS = pytest.mark.parametrize("order", [(0, 1), (1, 0), ()], ids=["one first", "the other first", "at once"])


@pytest.fixture
async def hall(open_house: Opener) -> House:
    """A server that has test tables."""
    return await open_house(Config(allow_scenarios=True))


async def begin(hall: House, *seats: S, dice: tuple[tuple[int, int], ...] = (), houses: int | None = None) -> list[Client]:
    """A test table in this position; everybody has been told."""
    names = ("Ann", "Bob", "Cid", "Dan")[: len(seats)]
    return await hall.game(*names, scenario=Scenario(Position(seats, houses), dice))


async def at_once(*acts: tuple[Client, c.SeatCommand], order: tuple[int, ...] = ()) -> list[m.ServerMessage]:
    """Hand in a command of each client, in this order or in whichever, and then read the replies."""
    requests = [m.Act(client.next_id, command, open_question(client, command)) for client, command in acts]
    if order:
        for place in order:
            await acts[place][0].write(requests[place])
    else:
        async with trio.open_nursery() as nursery:
            for (client, _), request in zip(acts, requests, strict=True):
                nursery.start_soon(client.write, request)
    return [await client.reply_to(request.id) for (client, _), request in zip(acts, requests, strict=True)]


def open_question(client: Client, command: c.SeatCommand) -> int | None:
    """The question that a command answers, if it answers one."""
    answers = isinstance(command, (c.RollDice, c.EndTurn, c.Pass, c.PlaceBid, c.BuyDeed, c.DeclineDeed, c.WantBuildings))
    return client.prompts[0].id if answers and client.prompts else None


def results(replies: list[m.ServerMessage]) -> list[bool]:
    return [isinstance(reply, m.Result) for reply in replies]


async def state_of(*clients: Client) -> State:
    """The position as all see it."""
    await catch_up(*clients)
    states = [client.state for client in clients if client.state is not None]
    assert len(states) == len(clients)
    assert all(state.snapshot() == states[0].snapshot() for state in states)
    return states[0]


async def at_auction(hall: House) -> list[Client]:
    """Ann has left Reading to the bank, and three may bid."""
    clients = await begin(hall, S(space=2), S(), S(), dice=((1, 2),))
    for command in (ROLL, c.DeclineDeed()):
        done(await act(clients[0], command))
    await catch_up(*clients)
    return clients


@ORDERS
async def test_simultaneous_passes_both_count(hall: House, order: tuple[int, ...]) -> None:
    ann, bob, cid = await at_auction(hall)
    done(await act(ann, c.PlaceBid(10)))
    await catch_up(bob, cid)
    assert results(await at_once((bob, c.Pass(10)), (cid, c.Pass(10)), order=order)) == [True, True]
    state = await state_of(ann, bob, cid)
    assert state.owner[5] == 0
    assert len(ann.of_kind(ge.BidPassed)) == 2


@ORDERS
async def test_of_two_equal_bids_the_first_stands_and_the_other_learns_the_price(
    hall: House, order: tuple[int, ...]
) -> None:
    ann, bob, cid = await at_auction(hall)
    replies = await at_once((bob, c.PlaceBid(50)), (cid, c.PlaceBid(50)), order=order)
    assert sorted(results(replies)) == [False, True]
    (refused,) = [reply for reply in replies if isinstance(reply, m.Error)]
    assert (refused.code, refused.wanted) == ("bid_too_low", 51)
    await state_of(ann, bob, cid)
    assert [bid.amount for bid in ann.of_kind(ge.BidPlaced) if isinstance(bid, ge.BidPlaced)] == [50]


@ORDERS
async def test_a_pass_answers_no_price_that_its_sender_has_not_seen(hall: House, order: tuple[int, ...]) -> None:
    ann, bob, cid = await at_auction(hall)
    raised, passed = await at_once((bob, c.PlaceBid(50)), (cid, c.Pass(0)), order=order)
    done(raised)
    await state_of(ann, bob, cid)
    assert cid.prompts != ()
    if isinstance(passed, m.Error):
        assert (passed.code, passed.wanted) == ("stale", 50)


async def test_roll_twice_in_one_packet_is_one_roll(hall: House) -> None:
    # D20
    ann, bob = await begin(hall, S(), S(), dice=((4, 6), (1, 2)))
    prompt = ann.prompts[0].id
    await ann.write(m.Act(20, ROLL, prompt), m.Act(21, ROLL, prompt), m.Act(22, ROLL))
    done(await ann.reply_to(20))
    assert code_of(await ann.reply_to(21)) == "stale"
    assert code_of(await ann.reply_to(22)) == "not_now"
    assert (await state_of(ann, bob)).at[0] == 10


async def test_end_twice_does_not_skip_the_next_player(hall: House) -> None:
    # D21
    ann, bob, cid = await begin(hall, S(), S(), S(), dice=((4, 6),))
    done(await act(ann, ROLL))
    await catch_up(ann)
    prompt = ann.prompts[0].id
    await ann.write(m.Act(20, END, prompt), m.Act(21, END, prompt), m.Act(22, END))
    done(await ann.reply_to(20))
    assert code_of(await ann.reply_to(21)) == "stale"
    assert code_of(await ann.reply_to(22)) == "not_your_turn"
    assert (await state_of(ann, bob, cid)).turn == 1


async def test_a_second_yes_does_not_answer_the_next_question(hall: House) -> None:
    # D22: both cards ask the same player in a row; the answer to the first is no answer to the second
    ann, bob = await begin(hall, S(space=2), S(space=10), dice=((1, 2), (1, 1)))
    done(await act(ann, ROLL))
    await catch_up(ann)
    prompt = ann.prompts[0].id
    await ann.write(m.Act(20, c.BuyDeed(), prompt), m.Act(21, c.BuyDeed(), prompt), m.Act(22, END, prompt))
    done(await ann.reply_to(20))
    assert [code_of(await ann.reply_to(number)) for number in (21, 22)] == ["stale", "stale"]
    state = await state_of(ann, bob)
    assert (state.owner[5], state.cash[0], state.turn) == (0, 1300, 0)


@ORDERS
async def test_a_build_and_a_roll_in_the_same_millisecond(hall: House, order: tuple[int, ...]) -> None:
    ann, bob = await begin(hall, S(), S(deeds=BROWN), dice=((1, 2),))
    build = c.BuildHouses(((3, 1), (1, 1)))
    assert results(await at_once((ann, ROLL), (bob, build), order=order)) == [True, True]
    state = await state_of(ann, bob)
    assert [state.level[deed] for deed in BROWN] == [1, 1]
    told = [type(event) for _, event in sorted(ann.events.items())]
    built_first = told.index(ge.BuildingsBuilt) < told.index(ge.DiceRolled)
    rent = next(paid.amount for paid in ann.of_kind(ge.MoneyPaid) if isinstance(paid, ge.MoneyPaid) and paid.reason == "rent")
    assert rent == (20 if built_first else 8)
    if order:
        assert built_first is (order == (1, 0))


@ORDERS
async def test_two_who_accept_the_same_deed(hall: House, order: tuple[int, ...]) -> None:
    # D26
    ann, bob, cid = await begin(hall, S(deeds=(5,)), S(), S())
    for to, price in ((1, 200), (2, 210)):
        done(await act(ann, c.OfferTrade(to, Things(deeds=(5,)), Things(price))))
    replies = await at_once((bob, c.AcceptOffer(1)), (cid, c.AcceptOffer(2)), order=order)
    assert sorted(results(replies)) == [False, True]
    assert [code_of(reply) for reply in replies if isinstance(reply, m.Error)] == ["no_such_offer"]
    state = await state_of(ann, bob, cid)
    winner = 1 if results(replies)[0] else 2
    assert (state.owner[5], sum(state.cash), state.offers) == (winner, 4500, {})
    assert {closed.end for closed in ann.of_kind(ge.OfferClosed) if isinstance(closed, ge.OfferClosed)} == {"accepted", "void"}


@ORDERS
async def test_an_offer_that_has_changed_is_not_accepted_in_its_new_form(hall: House, order: tuple[int, ...]) -> None:
    # D25: Ann takes her offer back and makes it dearer while Bob accepts
    ann, bob = await begin(hall, S(deeds=(5,)), S())
    done(await act(ann, c.OfferTrade(1, Things(deeds=(5,)), Things(200))))
    dearer = c.OfferTrade(1, Things(deeds=(5,)), Things(900))
    withdrawn, accepted = await at_once((ann, c.WithdrawOffer(1)), (bob, c.AcceptOffer(1)), order=order)
    offered = await act(ann, dearer)
    state = await state_of(ann, bob)
    if isinstance(accepted, m.Result):
        assert [code_of(reply) for reply in (withdrawn, offered)] == ["no_such_offer", "not_owner"]
        assert (state.owner[5], state.cash[1]) == (1, 1300)
    else:
        assert code_of(accepted) == "no_such_offer"
        assert (state.owner[5], state.cash[1], list(state.offers)) == (0, 1500, [2])


async def test_a_countered_offer_is_no_longer_to_be_had(hall: House) -> None:
    ann, bob = await begin(hall, S(deeds=(5,)), S())
    done(await act(ann, c.OfferTrade(1, Things(deeds=(5,)), Things(200))))
    await bob.write(
        m.Act(20, c.CounterOffer(1, Things(150), Things(deeds=(5,)))), m.Act(21, c.AcceptOffer(1)), m.Act(22, c.AcceptOffer(2))
    )
    done(await bob.reply_to(20))
    assert [code_of(await bob.reply_to(number)) for number in (21, 22)] == ["no_such_offer", "not_owner"]
    done(await act(ann, c.AcceptOffer(2)))
    state = await state_of(ann, bob)
    assert (state.owner[5], state.cash) == (1, [1650, 1350])


@ORDERS
async def test_offers_that_cross_are_two_offers(hall: House, order: tuple[int, ...]) -> None:
    # D28
    ann, bob = await begin(hall, S(deeds=(5,)), S(deeds=(15,)))
    swap, back = Things(deeds=(5,)), Things(deeds=(15,))
    replies = await at_once((ann, c.OfferTrade(1, swap, back)), (bob, c.OfferTrade(0, back, swap)), order=order)
    assert results(replies) == [True, True]
    assert {offer.seat for offer in (await state_of(ann, bob)).offers.values()} == {0, 1}


async def test_who_can_not_pay_leaves_the_other_offers_alive(hall: House) -> None:
    # C122
    ann, bob, cid = await begin(hall, S(deeds=(5, 15)), S(cash=10), S())
    for to, deed in ((1, 5), (2, 15)):
        done(await act(ann, c.OfferTrade(to, Things(deeds=(deed,)), Things(200))))
    refused, accepted = await at_once((bob, c.AcceptOffer(1)), (cid, c.AcceptOffer(2)))
    assert code_of(refused) == "not_enough_cash"
    done(accepted)
    state = await state_of(ann, bob, cid)
    assert (state.owner[5], state.owner[15], list(state.offers)) == (0, 2, [1])


@ORDERS
async def test_hold_against_end(hall: House, order: tuple[int, ...]) -> None:
    ann, bob, cid = await begin(hall, S(), S(), S(), dice=((4, 6),))
    done(await act(ann, ROLL))
    await catch_up(ann, bob, cid)
    ended, held = await at_once((ann, END), (cid, c.HoldWindow()), order=order)
    done(held)
    state = await state_of(ann, bob, cid)
    if isinstance(ended, m.Result):
        assert state.turn == 1
        assert code_of(await act(bob, ROLL)) == "window_held"
    else:
        assert code_of(ended) == "window_held"
        assert state.turn == 0
    done(await act(cid, PASS))


@ORDERS
async def test_two_builds_for_the_last_house_become_a_contest(hall: House, order: tuple[int, ...]) -> None:
    # N05: whichever comes first asks, and the other is asked; nobody has the house for being faster
    ann, bob = await begin(hall, S(deeds=BROWN), S(deeds=LIGHT_BLUE), houses=1)
    builds = ((ann, c.BuildHouses(((1, 1),))), (bob, c.BuildHouses(((6, 1),))))
    assert results(await at_once(*builds, order=order)) == [True, True]
    state = await state_of(ann, bob)
    assert (state.level[1], state.level[6], state.houses) == (0, 0, 1)
    (opened,) = ann.of_kind(ge.ContestOpened)
    assert isinstance(opened, ge.ContestOpened)
    asked = (ann, bob)[opened.rivals[0]]
    assert {opened.asker, *opened.rivals} == {0, 1}
    done(await act(asked, c.WantBuildings(1), asked.prompts[0].id))
    await state_of(ann, bob)
    assert ann.update is not None
    assert ann.update.phase == "auction"
    assert ann.prompts
    assert bob.prompts


@pytest.mark.parametrize("passes_first", [True, False])
async def test_a_stop_is_changed_while_its_question_is_open(hall: House, passes_first: bool) -> None:
    # D29: one pass, no crash, and the next question is a normal one
    ann, bob = await begin(hall, S(), S(), dice=((4, 6), (4, 6)))
    done(await act(bob, c.SetStops(False, True)))
    done(await act(ann, ROLL))
    await catch_up(ann, bob)
    both = [m.Act(20, PASS, bob.prompts[0].id), m.Act(21, c.SetStops(False, False))]
    if not passes_first:
        both = [m.Act(20, c.SetStops(False, False)), m.Act(21, PASS, bob.prompts[0].id)]
    await bob.write(*both)
    for number in (20, 21):
        done(await bob.reply_to(number))
    await catch_up(ann, bob)
    assert bob.of_kind(ge.HoldReturned) == [ge.HoldReturned(1)]
    assert bob.prompts == ()
    done(await act(ann, END, ann.prompts[0].id))
    await catch_up(ann, bob)
    done(await act(bob, ROLL, bob.prompts[0].id))
    assert (await state_of(ann, bob)).turn == 1


async def test_two_passes_in_one_packet_give_one_hold_back(hall: House) -> None:
    ann, bob = await begin(hall, S(), S(), dice=((4, 6), (4, 6)))
    done(await act(bob, c.HoldWindow()))
    await catch_up(bob)
    prompt = bob.prompts[0].id
    await bob.write(m.Act(20, PASS, prompt), m.Act(21, PASS, prompt), m.Act(22, PASS))
    done(await bob.reply_to(20))
    assert [code_of(await bob.reply_to(number)) for number in (21, 22)] == ["stale", "not_holding"]
    done(await act(ann, ROLL))


async def test_an_answer_and_the_time_out_in_one_tick(open_house: Opener, autojump_clock: MockClock) -> None:
    # D34: exactly one of the two is applied, whichever it is
    house = await open_house()
    for _ in range(8):
        ann, bob = await house.game("Ann", "Bob", clock=Clock(fresh=10_000, bank=0, autopilot=False))
        prompt = ann.prompts[0].id
        await trio.sleep(10)
        reply = await act(ann, ROLL, prompt)
        await catch_up(ann, bob)
        late = ann.of_kind(ge.TimeRanOut) == [ge.TimeRanOut(0)]
        assert len(ann.of_kind(ge.OpeningThrown)) == 1
        assert isinstance(reply, m.Result) is not late
        if late:
            assert code_of(reply) == "stale"


@pytest.mark.parametrize(
    "request_", [
        m.Act(20, ROLL), m.Act(20, c.PlaceBid(10)), m.Act(20, c.BuildHouses(((1, 1),))), m.Act(20, c.AcceptOffer(1)),
        m.Act(20, c.HoldWindow()), m.Act(20, c.Resign()), m.TimeOut(20, 0), m.Chat(20, "hi"), m.Mute(20, 0), m.Legal(20),
        m.StartGame(20), m.SetReady(20, True), m.AddBot(20), m.RemovePlayer(20, 1), m.Propose(20, "pause"), m.SetAway(20, True),
    ], ids=lambda request: type(request).__name__,
)  # fmt: skip
async def test_who_looks_on_has_no_seat_to_act_from(hall: House, request_: m.Request) -> None:
    # D65
    ann, bob = await begin(hall, S(deeds=BROWN), S(), dice=((4, 6),))
    watcher = await hall.connect()
    assert isinstance(await watcher.ask(m.WatchTable, table=ann.table), m.Watching)
    before = (await state_of(ann, bob)).snapshot()
    seq = ann.seq
    await watcher.write(request_)
    assert code_of(await watcher.reply_to(20)) == "not_seated"
    assert (await state_of(ann, bob)).snapshot() == before
    assert ann.seq == seq
