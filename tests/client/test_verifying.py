"""An honest game is found true; whatever a host may have changed is found, and its place is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as changed

from client.errors import BadChoice
from client.transcript import Told, read
from client.verifying import verify
from engine import events as ge
from engine.history import Record, Transcript, link, render_transcript, start
from protocol import lobby_events as e
from tests.client.games import NONCES, SEED, exchanged, honest, lobby, played, told_by, transcript

DRAWN = (ge.DiceRolled, ge.RentRolled, ge.OpeningThrown, ge.DeedDealt, ge.CardDrawn)

FOLLOWS = (
    ge.TokenMoved, ge.PurchaseOffered, ge.WindowOpened, ge.JailLeft, ge.JailThrowFailed, ge.AuctionOpened, ge.AuctionClosed,
    ge.DeedBought, ge.DebtOpened, ge.DebtSettled, ge.TransfersDue, ge.DeedTransferred, ge.BuildingsBuilt, ge.GameEnded,
    ge.InterruptTaken, ge.InterruptDropped, ge.WorkTaken, ge.EstateOpened, ge.DeedReturned, ge.MortgageLifted,
)  # fmt: skip
"""What nobody asks for: it can only be as the rules have it."""


def failures(told: Told) -> dict[str, str]:
    """The checks that fail, and what they say."""
    return {check.name: check.words for check in verify(told) if not check.ok}


def of_changed(place: int, *others: e.TableEvent, folder: Path) -> dict[str, str]:
    return failures(told_by(exchanged(played(), place, *others), folder))


def places(*kinds: type) -> list[int]:
    return [place for place, event in enumerate(played()) if isinstance(event, kinds)]


def test_an_honest_game_is_true(tmp_path: Path) -> None:
    checks = list(verify(told_by(honest(), tmp_path)))
    assert [(check.name, check.ok) for check in checks] == [
        (name, True) for name in ("chain", "seats", "commitment", "draws", "rules")
    ]
    words = {check.name: check.words for check in checks}
    assert words["chain"].endswith(honest().records[-1].hash.hex())
    assert words["seats"] == "3 play, 2 of them added to the dice, which event 10 fixed"
    assert int(words["draws"].split()[0]) >= len(places(ge.DiceRolled, ge.OpeningThrown))


@pytest.mark.parametrize(
    "rules",
    [
        {"card_draw": "random"},
        {"utility_roll": "fresh"},
        {"asset_window": "own_turn"},
        {"rent_claim": "before_next_roll"},
    ],
    ids=str,
)
def test_games_of_other_rules_are_true(rules: dict[str, Any], tmp_path: Path) -> None:
    for number in range(3):
        assert failures(told_by(transcript(played(number, 150, **rules)), tmp_path)) == {}


def test_a_game_with_dealt_deeds_is_true(tmp_path: Path) -> None:
    events = played(2, 100, deal_deeds=2)
    assert any(isinstance(event, ge.DeedDealt) for event in events)
    assert failures(told_by(transcript(events), tmp_path)) == {}
    place = next(place for place, event in enumerate(events) if isinstance(event, ge.DeedDealt))
    dealt = events[place]
    assert isinstance(dealt, ge.DeedDealt)
    other = ge.DeedDealt(dealt.seat, 1 if dealt.deed != 1 else 3)
    found = failures(told_by(exchanged(events, place, other), tmp_path))
    assert found["draws"] == f"event {place + 1}: draw 0 gives space {dealt.deed}, found space {other.deed}"


def other_draws(event: Any) -> Iterator[e.TableEvent]:
    """The same draw with another result."""
    first, second = event.dice
    yield changed(event, dice=(first % 6 + 1, second))
    yield changed(event, dice=(first, second % 6 + 1))


def test_every_changed_throw_is_found_at_its_place(tmp_path: Path) -> None:
    for place in places(ge.DiceRolled, ge.RentRolled, ge.OpeningThrown):
        for other in other_draws(played()[place]):
            found = of_changed(place, other, folder=tmp_path)
            assert found["draws"].startswith(f"event {place + 1}: draw "), other


def test_every_changed_card_is_found_at_its_place(tmp_path: Path) -> None:
    cards = places(ge.CardDrawn)
    board = told_by(honest(), tmp_path).board
    for place in cards:
        drawn = played()[place]
        assert isinstance(drawn, ge.CardDrawn)
        deck = board.decks[board.deck_of[drawn.card]]
        other = next(card for card in deck if card != drawn.card)
        assert of_changed(place, changed(drawn, card=other), folder=tmp_path)["draws"].startswith(f"event {place + 1}: ")
    assert cards


def mutations(event: e.TableEvent) -> Iterator[e.TableEvent]:
    """The event with one of its values changed."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, bool):
            yield changed(event, **{name: not value})
        elif isinstance(value, int):
            yield changed(event, **{name: value + 1})
        elif isinstance(value, tuple) and value:
            yield changed(event, **{name: value[:-1]})


def test_what_follows_by_the_rules_cannot_be_changed(tmp_path: Path) -> None:
    tried = 0
    for place in places(*FOLLOWS)[::2]:
        for other in mutations(played()[place]):
            found = of_changed(place, other, folder=tmp_path)
            assert "rules" in found or "draws" in found, other
            named = int(re.match(r"event (\d+)", found.get("rules", found.get("draws", "")))[1])  # type: ignore[index]  # it names one
            assert place - 2 <= named - 1, (other, found)
            tried += 1
    assert tried > 100


def test_money_cannot_be_changed(tmp_path: Path) -> None:
    for place in places(ge.MoneyPaid)[::3]:
        paid = played()[place]
        assert isinstance(paid, ge.MoneyPaid)
        for other in (changed(paid, amount=paid.amount + 1), changed(paid, payee=paid.payee + 1)):
            assert "rules" in of_changed(place, other, folder=tmp_path), other


def test_what_follows_by_the_rules_cannot_be_left_out_or_told_twice(tmp_path: Path) -> None:
    for place in places(*FOLLOWS, *DRAWN)[::5]:
        event = played()[place]
        assert of_changed(place, folder=tmp_path), event
        assert of_changed(place, event, event, folder=tmp_path), event


def test_another_seed_is_found(tmp_path: Path) -> None:
    (place,) = places(e.SeedRevealed)
    found = of_changed(place, e.SeedRevealed(SEED[::-1].hex()), folder=tmp_path)
    assert found["commitment"].startswith("expected ")
    assert set(found) == {"commitment", "draws"}


def test_two_seeds_are_one_too_many(tmp_path: Path) -> None:
    found = failures(told_by(replace(honest(), secret=SEED[::-1]), tmp_path))
    assert found["commitment"].startswith("expected one seed, found two: ")
    assert failures(told_by(replace(honest(), secret=SEED), tmp_path)) == {}


def test_another_commitment_is_found(tmp_path: Path) -> None:
    created = played()[0]
    assert isinstance(created, e.TableCreated)
    assert set(of_changed(0, changed(created, commitment="0f" * 32), folder=tmp_path)) == {"commitment"}
    nothing = of_changed(0, changed(created, commitment=None), folder=tmp_path)["commitment"]
    assert nothing == "event 1: expected that something was published of the seed before the game, found nothing"


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_seat_has_added_cannot_be_changed(seat: int, tmp_path: Path) -> None:
    place = places(e.NonceGiven)[seat]
    for others in ([e.NonceGiven(seat, "0c" * 16)], [], [e.NonceGiven(seat, NONCES[1 - seat])]):
        assert set(of_changed(place, *others, folder=tmp_path)) == {"draws"}


def test_a_seat_adds_once_and_before_the_start(tmp_path: Path) -> None:
    given = e.NonceGiven(0, NONCES[0])
    (start,) = places(e.TableStarted)
    twice = of_changed(start, given, played()[start], folder=tmp_path)
    assert twice["seats"] == f"event {start + 1}: expected that a seat adds to the dice once, found seat 1 again"
    late = of_changed(start, played()[start], given, folder=tmp_path)
    assert late["seats"].startswith(f"event {start + 2}: expected a player in the lobby to add to the dice")
    bot = of_changed(start, e.NonceGiven(2, NONCES[0]), played()[start], folder=tmp_path)
    assert bot["seats"].startswith(f"event {start + 1}: expected a player in the lobby to add to the dice, found seat 3")


@pytest.mark.parametrize(
    ("place", "others", "words"),
    [
        (1, [e.SeatTaken(0, "Ann"), e.SeatTaken(0, "Eve")], "expected a free seat of a lobby, found seat 1"),
        (1, [e.SeatTaken(0, "Ann"), played()[0]], "expected table_created first, found it again"),
        (9, [e.TableStarted((0, 1))], r"expected the start of \[0, 1, 2\] out of a lobby, found \[0, 1\]"),
        (9, [e.TableStarted((0, 1, 2)), e.TableStarted((0, 1, 2))], "expected the start of"),
        (2, [ge.WorkTaken()], "expected nothing of a game while the table is in stage lobby, found work_taken"),
        (12, [e.SeedRevealed(SEED.hex()), ge.WorkTaken()], "expected nothing of the game after its seed was shown"),
        (2, [e.SeedRevealed(SEED.hex())], "expected the seed once, when a game is over, found it in stage lobby"),
    ],
)
def test_people_are_where_they_may_be(place: int, others: list[e.TableEvent], words: str, tmp_path: Path) -> None:
    assert re.search(words, of_changed(place, *others, folder=tmp_path)["seats"])


def test_a_game_that_goes_on_can_not_be_verified_yet(tmp_path: Path) -> None:
    found = failures(told_by(transcript(played()[:40]), tmp_path))
    assert found["seats"] == "event 40: expected the end of the game, found stage running"
    assert found["draws"] == "expected the seed, which is shown when the game is over, found none"
    assert "chain" not in found


def test_a_table_without_a_game_has_nothing_to_be_judged(tmp_path: Path) -> None:
    events = [*lobby()[:4], e.SeatLeft(0), e.TableClosed("empty")]
    checks = {check.name: check for check in verify(told_by(replace(transcript(events), secret=SEED), tmp_path))}
    assert all(check.ok for check in checks.values())
    assert checks["seats"].words == "no game was played"
    assert checks["rules"].words == "there is nothing to judge"
    assert checks["draws"].words.startswith("no throws")


def test_a_test_table_is_no_game(tmp_path: Path) -> None:
    created = played()[0]
    assert isinstance(created, e.TableCreated)
    test = changed(created, settings=changed(created.settings, test=True))
    assert "test table" in of_changed(0, test, folder=tmp_path)["rules"]


def test_rules_that_cannot_be_played_are_found(tmp_path: Path) -> None:
    created = played()[0]
    assert isinstance(created, e.TableCreated)
    found = of_changed(0, changed(created, rules=changed(created.rules, max_players=2)), folder=tmp_path)
    assert found["rules"].startswith("event 1: seats: expected 2 to 2")
    richer = of_changed(0, changed(created, rules=changed(created.rules, go_salary=300)), folder=tmp_path)
    assert "rules" in richer


def test_other_rules_than_were_played_by_are_found_at_the_first_event_that_differs(tmp_path: Path) -> None:
    created = played()[0]
    assert isinstance(created, e.TableCreated)
    found = of_changed(0, changed(created, rules=changed(created.rules, starting_cash=2)), folder=tmp_path)
    assert re.match(r"event \d+: ", found["rules"])


def test_a_history_that_begins_late_is_found(tmp_path: Path) -> None:
    late = replace(honest(), records=tuple(one_later(honest())))
    assert failures(told_by(late, tmp_path))["chain"] == "expected 1 as the number of the first event, found 2"


def one_later(found: Transcript) -> Iterator[Record]:
    digest = start(found.table, found.header)
    for record in found.records:
        digest = link(digest, record.seq + 1, record.body)
        yield Record(record.seq + 1, record.body, digest)


def test_without_the_chain_every_changed_line_is_found(tmp_path: Path) -> None:
    """Any event of any kind, a player's word too: the hashes of an honest file do not fit another."""
    lines = b"".join(render_transcript(honest())).splitlines(keepends=True)
    path = tmp_path / "game.jsonl"
    for number in range(1, len(lines), 7):
        line = msgspec.json.decode(lines[number])
        line["event"]["seat"] = line["event"].get("seat", 0) + 1
        path.write_bytes(b"".join([*lines[:number], msgspec.json.encode(line) + b"\n", *lines[number + 1 :]]))
        assert failures(read(path))["chain"].startswith(f"line {number + 1}: event {number} does not fit its hash")


def test_lines_that_are_missing_or_moved_are_found(tmp_path: Path) -> None:
    lines = b"".join(render_transcript(honest())).splitlines(keepends=True)
    path = tmp_path / "game.jsonl"
    for number in range(2, len(lines) - 1, 11):
        one, two = lines[number : number + 2]
        for others in ([two], [one, one, two], [two, one]):
            path.write_bytes(b"".join([*lines[:number], *others, *lines[number + 2 :]]))
            assert "chain" in failures(read(path))


def test_every_cut_is_found(tmp_path: Path) -> None:
    whole = b"".join(render_transcript(honest()))
    path = tmp_path / "game.jsonl"
    for end in range(0, len(whole) - 1, 997):
        path.write_bytes(whole[:end])
        assert refused(path)


def refused(path: Path) -> bool:
    """Whether a file is not taken for a true game."""
    try:
        return failures(read(path)) != {}
    except BadChoice:
        return True


def test_one_bit_makes_the_difference(tmp_path: Path) -> None:
    """All over a file, but for what it says of itself outside its chain: how the table stood when it was written."""
    whole = b"".join(render_transcript(replace(honest(), secret=SEED)))
    path = tmp_path / "game.jsonl"
    unsaid = range(whole.index(b'"status":"') + 10, whole.index(b'"entries"'))
    for place in range(0, len(whole), 499):
        for bit in (1, 4, 32):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
            assert place in unsaid or refused(path) or same(path), (place, bit)


def same(path: Path) -> bool:
    return read(path).transcript == replace(honest(), secret=SEED)


def test_a_game_starts_once_and_first(tmp_path: Path) -> None:
    (place,) = places(ge.GameStarted)
    words = "expected the start of the game first and once"
    assert words in of_changed(place, folder=tmp_path)["rules"]
    assert words in of_changed(place, ge.GameStarted(), ge.GameStarted(), folder=tmp_path)["rules"]
