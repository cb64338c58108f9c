"""Many games: the same whatever the number of processes, in order, with players that sit down again and again."""

from pathlib import Path

import pytest

from client.bots import BotFault, BotName
from client.simulate_pool import Chunk, Workshop, play_all
from client.simulate_tally import Tally
from tests.client.own_bots import own_bot, plan

STRONG, CAREFUL, GREEDY, RANDOM = (BotName(level) for level in ("strong", "careful", "greedy", "random"))


def total(chunks: list[Chunk]) -> Tally:
    tally = Tally()
    for chunk in chunks:
        tally.merge(chunk.tallies[0])
    return tally


@pytest.mark.slow
def test_one_process_and_two_give_the_same_in_the_same_order(tmp_path: Path) -> None:
    lineup = (own_bot(tmp_path, "choosing"), CAREFUL, own_bot(tmp_path, "crashing"), RANDOM)
    wanted = plan(lineup, games=12, rounds=6, log=True)
    alone, shared = list(play_all(wanted, 1)), list(play_all(wanted, 2))
    assert alone == shared
    assert [chunk.games for chunk in alone] == [5, 5, 2]
    tally = total(alone)
    assert (tally.games, set(tally.faults)) == (12, {(2, "crash")})


def test_another_seed_gives_other_games() -> None:
    first = plan((CAREFUL, RANDOM), games=3)
    second = plan((CAREFUL, RANDOM), games=3)
    assert list(play_all(first, 1)) == list(play_all(second, 1))
    object.__setattr__(second, "seed", 2)
    assert list(play_all(first, 1)) != list(play_all(second, 1))


def test_lineups_take_turns() -> None:
    chunks = list(play_all(plan((CAREFUL, RANDOM), (RANDOM, CAREFUL), (GREEDY, CAREFUL), games=7), 1))
    games = {number: sum(chunk.tallies[number].games for chunk in chunks if number in chunk.tallies) for number in range(3)}
    assert games == {0: 3, 1: 2, 2: 2}


def test_lines_are_kept_only_where_they_are_wanted() -> None:
    (without,) = play_all(plan((CAREFUL, RANDOM), games=2, rounds=3), 1)
    (with_lines,) = play_all(plan((CAREFUL, RANDOM), games=2, rounds=3, log=True), 1)
    assert without.log == b""
    assert with_lines.log.startswith(b'{"game":0,') and b'\n{"game":1,' in with_lines.log


def test_the_same_bot_in_two_seats_has_two_players(tmp_path: Path) -> None:
    name = own_bot(tmp_path, "Counting")
    (chunk,) = play_all(plan((name, name), games=2, rounds=3), 1)
    faults = chunk.tallies[0].faults
    assert {key: sums.count for key, sums in faults.items()} == {(0, "crash"): 2, (1, "crash"): 2}


@pytest.mark.slow
def test_a_bot_that_can_not_be_loaded_ends_it_all_with_its_fault(tmp_path: Path) -> None:
    with pytest.raises(BotFault, match="called gone, found nothing"):
        list(play_all(plan((own_bot(tmp_path, "gone"), CAREFUL), games=2), 2))


def test_a_fault_of_the_game_itself_names_the_game_and_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop(plan((CAREFUL, RANDOM), games=1))
    monkeypatch.setattr(Workshop, "_seat", lambda self, lineup: [])
    with pytest.raises(ValueError, match=".*") as fault:
        workshop.play(0)
    assert fault.value.__notes__[0].startswith("in game 0, the seed of which is ")
