"""The position as data: new, copied, stored and restored, and the simple questions it answers itself."""

import msgspec
import pytest

from engine.board import load_board
from engine.chance import SeededChance
from engine.frames import OpeningRoll
from engine.game import Game
from engine.ids import BANK, HOTEL
from engine.ruleset import board_of, load_ruleset, presets
from engine.state import FREE, Snapshot, State, house_count, new_state, restore
from tests.engine.positions import BROWN, DARK_BLUE, US, S, game, onward, play, playing
from tests.properties.walk import image


def test_a_new_game_stands_on_go_and_the_bank_has_everything() -> None:
    rules = load_ruleset("official", {"starting_cash": 900, "houses": 20, "hotels": 7})
    state = new_state(US, rules, 3)
    assert state.cash == [900] * 3
    assert state.at == [US.go] * 3
    assert state.jail == [FREE] * 3
    assert set(state.owner) == {BANK}
    assert (state.houses, state.hotels) == (20, 7)
    assert {deck: len(cards) for deck, cards in state.undrawn.items()} == {"chance": 16, "community_chest": 16}
    assert state.stack == [OpeningRoll(1, ((0, 1, 2),), (0, 1, 2))]
    assert (state.round, state.next_prompt, state.outcome) == (0, 4, None)


@pytest.mark.parametrize("preset", list(presets()))
def test_a_stored_position_is_restored_as_it_was(preset: str) -> None:
    rules = load_ruleset(preset)
    for table, _ in playing(rules, 4, seed=2, steps=200):
        data = msgspec.msgpack.encode(table.state.snapshot())
        restored = restore(msgspec.msgpack.decode(data, type=Snapshot), board_of(rules), rules)
        assert restored.seats == 4
        assert (restored.board, restored.rules) == (table.state.board, table.state.rules)
        assert image(restored) == data


def test_a_restored_game_goes_on_like_the_old_one() -> None:
    rules = load_ruleset()
    table, _ = play(rules, 4, seed=6, steps=300)
    data = msgspec.msgpack.encode(table.state.snapshot())
    restored = restore(msgspec.msgpack.decode(data, type=Snapshot), board_of(rules), rules)
    pair = [Game(state, SeededChance(1)) for state in (table.state, restored)]
    logs = [[events for _, events in onward(one, 300)] for one in pair]
    assert logs[0] == logs[1]
    assert image(pair[0].state) == image(pair[1].state)


def test_a_copy_can_be_played_on_without_touching_the_original() -> None:
    for table, _ in playing(load_ruleset("wikibook"), 4, seed=4, steps=150):
        before = image(table.state)
        copy = Game(table.state.copy(), SeededChance(9))
        assert image(copy.state) == before
        list(onward(copy, 40))
        assert image(table.state) == before


def test_a_copy_shares_no_list_with_the_original() -> None:
    state, copy = (table := game(S(cards=("chance",)), S())).state, table.state.copy()
    for name in Snapshot.__struct_fields__:
        if isinstance(getattr(state, name), (list, dict)):
            assert getattr(state, name) is not getattr(copy, name), name
    assert state.cards[0] is not copy.cards[0]
    assert state.undrawn["chance"] is not copy.undrawn["chance"]
    assert state.memo is not copy.memo
    assert {name: getattr(copy, name) for name in State.__struct_fields__} == {
        name: getattr(state, name) for name in State.__struct_fields__
    }


def test_the_seats_after_another_go_round_to_the_left_without_those_that_are_out() -> None:
    state = game(S(), S(), S(out=True), S()).state
    assert state.live() == [0, 1, 3]
    assert state.live_after(1) == [3, 0]
    assert state.live_after(3) == [0, 1]


def test_a_group_is_owned_by_whoever_has_all_of_it() -> None:
    state = game(S(deeds=(*BROWN, 37)), S(deeds=(39,))).state
    brown, dark_blue = US.group_of[1], US.group_of[37]
    assert state.owns_group(0, brown)
    assert not state.owns_group(1, brown)
    assert not any(state.owns_group(seat, dark_blue) for seat in (0, 1))


def test_the_deeds_of_a_seat_stand_in_board_order() -> None:
    state = game(S(deeds=(39, 5, 1)), S(deeds=DARK_BLUE[:1])).state
    assert state.deeds_of(0) == [1, 5, 39]
    assert state.deeds_of(BANK) == [deed for deed in US.deeds if deed not in (1, 5, 37, 39)]


def test_hotels_are_no_houses() -> None:
    assert house_count([0, 1, 4, HOTEL, HOTEL, 3]) == 8
    assert house_count([]) == 0


def test_board_and_ruleset_do_not_travel() -> None:
    state = new_state(load_board("uk_classic"), load_ruleset(), 2)
    assert set(msgspec.to_builtins(state.snapshot())) == set(Snapshot.__struct_fields__)
