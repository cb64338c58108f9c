"""Tournaments: line-ups are fair, and places and pairings agree with the games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from client.errors import BadChoice
from client.simulate_plan import parse_bots
from client.simulate_pool import Chunk, play_all
from client.simulate_tally import Tally
from client.tournament import Tournament, lineups, tournament_data, tournament_lines
from tests.client.arena import CRASH, plan_of, write_bot

THREE = parse_bots("strong,greedy,random")


def tournament_of(seats: int, games: int, rounds: int = 10) -> Tournament:
    plan = replace(plan_of("strong", "greedy", games=games, rounds=rounds), lineups=tuple(lineups(THREE, seats)))
    tournament = Tournament(plan, THREE)
    for chunk in play_all(plan, 1):
        tournament.add(chunk)
    return tournament


def test_every_pair_plays_in_both_orders() -> None:
    assert sorted(lineups(THREE, 2), key=str) == sorted(permutations(THREE, 2), key=str)


def test_every_bot_has_every_seat_equally_often() -> None:
    bots = parse_bots("strong,careful,greedy,random")
    tables = lineups(bots, 3)
    assert len(tables) == len(set(tables)) == 4 * 3
    assert set(Counter((seat, bot) for table in tables for seat, bot in enumerate(table)).values()) == {3}
    assert {frozenset(table) for table in tables[:4]} == {frozenset(table) for table in tables[4:8]}


def test_what_is_no_tournament() -> None:
    with pytest.raises(BadChoice, match="expected each bot once, found strong, random, strong"):
        lineups(parse_bots("strong,random,strong"), 2)
    with pytest.raises(BadChoice, match="expected at least 4 bots for tables of 4, found 3"):
        lineups(THREE, 4)


def test_wins_are_those_of_the_bot_wherever_it_sat() -> None:
    strong, greedy, random = THREE
    plan = replace(plan_of("strong", "greedy"), lineups=((strong, greedy), (random, strong), (greedy, random)))
    tournament = Tournament(plan, THREE)
    tournament.add(Chunk(9, {0: Tally(4, [3.0, 1.0]), 1: Tally(5, [1.0, 4.0])}))
    tournament.add(Chunk(4, {0: Tally(2, [1.5, 0.5]), 2: Tally(2, [2.0, 0.0])}))
    places = {str(place.bot): (place.wins, place.games) for place in tournament.places()}
    assert places == {"strong": (8.5, 11), "greedy": (3.5, 8), "random": (1.0, 7)}
    assert [str(place.bot) for place in tournament.places()] == ["strong", "greedy", "random"]
    found = [(str(pairing.first), str(pairing.second), pairing.games, pairing.wins) for pairing in tournament.pairings()]
    assert found == [
        ("strong", "greedy", 6, (4.5, 1.5)),
        ("strong", "random", 5, (4.0, 1.0)),
        ("greedy", "random", 2, (2.0, 0.0)),
    ]


def test_a_tournament_that_is_played() -> None:
    tournament = tournament_of(2, 12)
    places = tournament.places()
    assert {place.games for place in places} == {8}
    assert sum(place.wins for place in places) == pytest.approx(12)
    points = [place.rating.points for place in places]
    assert points == sorted(points, reverse=True)
    assert sum(points) == pytest.approx(3 * 1500)
    assert [pairing.games for pairing in tournament.pairings()] == [4, 4, 4]


def test_at_a_table_of_three_all_meet_in_each_game() -> None:
    tournament = tournament_of(3, 3, 4)
    assert {place.games for place in tournament.places()} == {3}
    assert [pairing.games for pairing in tournament.pairings()] == [3, 3, 3]


def test_text_and_data() -> None:
    tournament = tournament_of(2, 6)
    head, empty, *lines = tournament_lines(tournament)
    assert (head, empty) == ("6 games of 3 bots at tables of 2 under official, seed 7", "")
    data = tournament_data(tournament)
    assert (data["games"], data["seed"], data["seats"], data["faults"]) == (6, 7, 2, [])
    assert [line.split()[:2] for line in lines[1:4]] == [
        [str(number), place["bot"]] for number, place in enumerate(data["places"], 1)
    ]
    assert [pairing["bots"] for pairing in data["pairings"]] == [
        ["strong", "greedy"], ["strong", "random"], ["greedy", "random"],
    ]  # fmt: skip
    assert [line.split()[:2] for line in lines[-3:]] == [pairing["bots"] for pairing in data["pairings"]]


def test_a_bot_that_fails_is_named(tmp_path: Path) -> None:
    own = write_bot(tmp_path, CRASH)
    bots = (own, THREE[0])
    plan = replace(plan_of(own, "strong", games=2, rounds=2), lineups=tuple(lineups(bots, 2)))
    tournament = Tournament(plan, bots)
    for chunk in play_all(plan, 1):
        tournament.add(chunk)
    assert [(lineup, set(tally.faults)) for lineup, tally in tournament.faulty()] == [
        (bots, {(0, "crash")}),
        (bots[::-1], {(1, "crash")}),
    ]
    assert [(fault["seat"], fault["bot"], fault["fault"]) for fault in tournament_data(tournament)["faults"]] == [
        (0, str(own), "crash"),
        (1, str(own), "crash"),
    ]
    assert f"seat 2, {own}: crashed, " in tournament_lines(tournament)[-1]
