"""What is published of the dice, what the seats add, and when the seed is shown: at the end and never before."""

from __future__ import annotations

import pytest
from trio.testing import MockClock

from engine.commands import Resign
from engine.events import CardDrawn, DiceRolled, GameEnded, OpeningThrown, RentRolled
from engine.sealed import SealedChance, commitment, mix_nonces
from protocol import lobby_events as e
from protocol import messages as m
from protocol.transcripts import decode_event
from server.fairness import with_reveal
from server.memory_store import MemoryStore
from server.record import Record
from server.store import StoredTable
from tests.server.gathering import code_of, done
from tests.server.playing import Client, House, Opener, catch_up, play_defaults
from tests.server.records import SEED, record, seated, started
from tests.server.test_rematch import at_the_new_table, finished

NONCE = "0123456789abcdef" * 2
OTHER = "fedcba9876543210" * 2
ENDED = GameEnded("last_one", (0,), (1500, 0))


def stored(store: MemoryStore) -> StoredTable:
    (found,) = store.load()
    return found


async def with_nonces(house: House, *nonces: str | None) -> list[Client]:
    """A table in its lobby with as many players, who have added these to the dice."""
    clients = await house.table(*("Ann", "Bob", "Cid")[: len(nonces)])
    for client, nonce in zip(clients, nonces, strict=True):
        if nonce is not None:
            done(await client.ask(m.GiveNonce, nonce=nonce))
    await catch_up(*clients)
    return clients


def test_the_seed_stands_behind_the_end_of_the_game() -> None:
    table, _ = started("Ann", "Bob")
    assert with_reveal(table, [e.AwaySet(0, False), ENDED]) == [e.AwaySet(0, False), ENDED, e.SeedRevealed(SEED.hex())]


def test_a_table_that_is_closed_in_its_game_shows_its_seed_first() -> None:
    table, _ = started("Ann", "Bob")
    closed = e.TableClosed("abandoned")
    assert with_reveal(table, [closed]) == [e.SeedRevealed(SEED.hex()), closed]


def test_nothing_else_shows_the_seed() -> None:
    table, _ = started("Ann", "Bob")
    assert with_reveal(table, [e.ChatSaid(0, "hi")]) == [e.ChatSaid(0, "hi")]
    assert with_reveal(record(*seated("Ann")), [e.TableClosed("empty")]) == [e.TableClosed("empty")]
    table.count(ENDED)
    assert with_reveal(table, [e.ChatSaid(0, "gg")]) == [e.ChatSaid(0, "gg")]


async def test_everybody_who_comes_is_told_the_commitment(house: House) -> None:
    (ann,) = await house.table("Ann")
    bob = await house.connect()
    await bob.join(ann.table, "Bob")
    await catch_up(ann, bob)
    assert isinstance(house.store, MemoryStore)
    published = commitment(ann.table, stored(house.store).notes["secret"])
    assert ann.lobby.commitment == bob.lobby.commitment == published


async def test_a_seat_adds_to_the_dice_once(house: House) -> None:
    ann, bob = await with_nonces(house, NONCE, NONCE)
    assert code_of(await ann.ask(m.GiveNonce, nonce=OTHER)) == "nonce_given"
    await catch_up(ann, bob)
    assert ann.lobby.nonces == bob.lobby.nonces == ((0, NONCE), (1, NONCE))
    assert ann.of_kind(e.NonceGiven) == [e.NonceGiven(0, NONCE), e.NonceGiven(1, NONCE)]


@pytest.mark.parametrize("nonce", ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32, 7])
async def test_a_nonce_of_another_form_is_refused(house: House, nonce: object) -> None:
    (ann,) = await house.table("Ann")
    reply = await ann.ask(m.GiveNonce, nonce=nonce)
    assert (code_of(reply), reply.field) == ("invalid", "nonce")  # type: ignore[attr-defined]  # `code_of` has seen an error


async def test_the_start_fixes_what_was_added(house: House) -> None:
    ann, bob = await with_nonces(house, NONCE, None)
    done(await ann.ask(m.StartGame))
    assert code_of(await bob.ask(m.GiveNonce, nonce=OTHER)) == "already_started"
    await catch_up(bob)
    assert bob.lobby.nonces == ((0, NONCE),)


async def test_a_new_player_of_a_seat_adds_anew(house: House) -> None:
    ann, bob, cid = await with_nonces(house, NONCE, OTHER, NONCE)
    done(await bob.ask(m.LeaveTable))
    dan = await house.connect()
    await dan.join(ann.table, "Dan")
    await catch_up(ann, dan)
    assert ann.lobby.nonces == dan.lobby.nonces == ((0, NONCE), (2, NONCE))
    done(await dan.ask(m.GiveNonce, nonce=NONCE[::-1]))
    done(await dan.ask(m.SetReady, ready=True))
    done(await ann.ask(m.StartGame))
    await catch_up(ann, cid, dan)
    assert ann.lobby.nonces == ((0, NONCE), (1, NONCE[::-1]), (2, NONCE))


async def test_the_dice_are_those_of_seed_and_nonces_also_after_a_crash(open_house: Opener, autojump_clock: MockClock) -> None:
    """Who was left behind is not counted, and the nonces of the others go with them to their new numbers."""
    house = await open_house()
    ann, bob, cid = await with_nonces(house, NONCE, OTHER, NONCE)
    done(await bob.ask(m.SetReady, ready=False))
    done(await bob.ask(m.LeaveTable))
    assert isinstance(house.store, MemoryStore)
    seed = stored(house.store).notes["secret"]
    await house.crash()
    await house.open()
    ann, cid = await house.resume(ann), await house.resume(cid)
    await catch_up(ann, cid)
    assert ann.lobby.nonces == ((0, NONCE), (2, NONCE))
    done(await ann.ask(m.StartGame))
    await play_defaults([ann, cid], 6)
    await house.crash()
    await house.open()
    ann, cid = await house.resume(ann, after=ann.seq), await house.resume(cid, after=cid.seq)
    await play_defaults([ann, cid], 6)
    mix = mix_nonces(ann.table, {0: bytes.fromhex(NONCE), 1: bytes.fromhex(NONCE)}, 2)
    chance = SealedChance(seed, mix)
    draws = _draws(house)
    assert len(draws) >= 4
    for event in draws:
        if isinstance(event, CardDrawn):
            chance.counter += 1  # no deck has been drawn through so early, so that each card is a draw
        else:
            assert event.dice == chance.dice()


def _draws(house: House) -> list[DiceRolled | OpeningThrown | RentRolled | CardDrawn]:
    assert isinstance(house.store, MemoryStore)
    events = [decode_event(entry.body) for entry in stored(house.store).entries]
    return [event for event in events if isinstance(event, DiceRolled | OpeningThrown | RentRolled | CardDrawn)]


async def test_the_seed_is_told_with_the_end_and_fits_the_commitment(house: House) -> None:
    ann, bob = await finished(house, "Ann", "Bob")
    assert ann.lobby.seed is not None
    assert commitment(ann.table, bytes.fromhex(ann.lobby.seed)) == ann.lobby.commitment
    assert ann.of_kind(e.SeedRevealed) == bob.of_kind(e.SeedRevealed) == [e.SeedRevealed(ann.lobby.seed)]
    assert ann.of_kind(GameEnded)
    assert code_of(await ann.ask(m.Act, command=Resign())) == "finished"


async def test_a_rematch_has_a_seed_of_its_own(house: House) -> None:
    ann, bob = await finished(house, "Ann", "Bob")
    done(await bob.ask(m.Rematch))
    await catch_up(ann)
    again = await at_the_new_table(house, ann)
    assert again.lobby.commitment not in (None, ann.lobby.commitment)
    assert (again.lobby.nonces, again.lobby.seed) == ((), None)
    done(await again.ask(m.GiveNonce, nonce=NONCE))


def test_a_table_from_before_commitments_goes_on_with_the_same_dice() -> None:
    old = Record("t1", record().board, record().settings, record().rules, SEED)
    for event in (e.TableCreated(old.settings, old.rules), *seated("Ann", "Bob"), e.TableStarted((0, 1))):
        old.fold(event)
    old.resume_chance()
    assert old.lobby.commitment is None
    assert old.need_game().chance.dice() == SealedChance(SEED, mix_nonces("t1", {}, 2)).dice()
