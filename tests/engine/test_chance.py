"""Chance: seeded for simulation, scripted for tests; each gives the same again."""

from collections import Counter

import pytest

from engine.chance import ScriptedChance, SeededChance
from engine.errors import ChanceExhausted

CARDS = ("a", "b", "c", "d")


def test_the_same_seed_gives_the_same_game() -> None:
    def script(seed: int) -> list[object]:
        chance = SeededChance(seed)
        return [draw for _ in range(20) for draw in (chance.dice(), chance.draw("chance", CARDS), chance.pick(28))]

    assert script(5) == script(5) != script(6)


def test_seeded_chance_reaches_every_throw_card_and_lot() -> None:
    chance = SeededChance(1)
    throws = Counter(chance.dice() for _ in range(7200))
    assert set(throws) == {(one, two) for one in range(1, 7) for two in range(1, 7)}
    assert 140 < min(throws.values()) < max(throws.values()) < 260  # 200 each on average; fixed by the seed
    assert {chance.draw("chance", CARDS) for _ in range(100)} == set(CARDS)
    assert {chance.pick(5) for _ in range(100)} == {0, 1, 2, 3, 4}


def test_a_script_is_thrown_in_order_and_then_is_over() -> None:
    chance = ScriptedChance([(1, 2), (6, 6)])
    assert [chance.dice(), chance.dice()] == [(1, 2), (6, 6)]
    with pytest.raises(ChanceExhausted, match="throw 3 is not in the script, which has 2"):
        chance.dice()


def test_scripted_cards_come_first_then_those_of_the_data_in_order() -> None:
    chance = ScriptedChance(cards={"chance": ["c"]})
    assert chance.draw("chance", CARDS) == "c"
    assert chance.draw("chance", ("a", "b", "d")) == "a"
    assert chance.draw("community_chest", CARDS) == "a"


def test_a_scripted_card_must_be_one_that_can_be_drawn() -> None:
    chance = ScriptedChance(cards={"chance": ["z"]})
    with pytest.raises(ChanceExhausted, match="card z can not be on top of chance now, expected one of a, b, c, d"):
        chance.draw("chance", CARDS)


def test_scripted_lots_are_the_first() -> None:
    assert ScriptedChance().pick(28) == 0


def test_the_rest_of_a_script_can_be_played_on_apart() -> None:
    chance = ScriptedChance([(1, 2), (3, 4), (5, 6)], {"chance": ["b", "a"]})
    chance.dice()
    copy = chance.copy()
    assert [copy.dice(), copy.draw("chance", CARDS), copy.dice()] == [(3, 4), "b", (5, 6)]
    assert [chance.dice(), chance.draw("chance", CARDS)] == [(3, 4), "b"]


def test_a_script_does_not_touch_the_lists_it_was_made_of() -> None:
    cards = ["b", "a"]
    ScriptedChance(cards={"chance": cards}).draw("chance", CARDS)
    assert cards == ["b", "a"]
