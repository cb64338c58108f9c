"""The published vectors and a published game, by a verifier made from the words of `protocol/README.md` alone.

The first half of this file imports nothing of Magnate: if it stops holding, the description is wrong. `MAGNATE_VECTORS=write`
writes the files anew.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from pathlib import Path
from typing import Any, Final

import msgpack
import pytest

DATA: Final = Path(__file__).parents[1] / "data"
VECTORS: Final = DATA / "fair_play.json"
GAME: Final = DATA / "fair_game.jsonl"


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def parts(*some: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in some)


def commitment_of(table: str, seed: bytes) -> str:
    return sha(parts(b"magnate/commit/1", table.encode(), seed)).hex()


def mix_of(table: str, nonces: list[bytes]) -> bytes:
    seats = [part for seat, nonce in enumerate(nonces) for part in (seat.to_bytes(4, "big"), nonce)]
    return sha(parts(b"magnate/mix/1", table.encode(), *seats))


def key_of(seed: bytes, mix: bytes) -> bytes:
    return mac(seed, parts(b"magnate/draw/1", mix))


def draw(key: bytes, number: int, count: int) -> tuple[int, int]:
    """A draw, and how many tries it took."""
    attempt = 0
    while True:
        value = int.from_bytes(mac(key, number.to_bytes(8, "big") + attempt.to_bytes(4, "big"))[:8], "big")
        attempt += 1
        if value < 2**64 - 2**64 % count:
            return value % count, attempt


def nonces_at_start(events: list[dict[str, Any]]) -> list[bytes]:
    given: dict[int, bytes] = {}
    for event in events:
        if event["type"] == "nonce_given":
            given[event["seat"]] = bytes.fromhex(event["nonce"])
        elif event["type"] in ("seat_left", "player_removed"):
            given.pop(event["seat"], None)
        elif event["type"] == "table_started":
            return [given.get(seat, b"") for seat in event["seats"]]
    raise AssertionError("the game never starts")


class Decks:
    """What is left of the decks, under the usual way of drawing."""

    def __init__(self, decks: dict[str, list[dict[str, Any]]]) -> None:
        self.deck_of = {card["id"]: name for name, cards in decks.items() for card in cards}
        every = [card for cards in decks.values() for card in cards]
        self.kept = {card["id"] for card in every if card["effect"]["type"] == "get_out_of_jail_free"}
        self.undrawn = {name: [card["id"] for card in cards] for name, cards in decks.items()}
        self.under: dict[str, list[str]] = {name: [] for name in decks}

    def drawn(self, card: str, key: bytes, number: int) -> bool:
        """Take a card, which must be the right one; whether that was a draw by chance."""
        name = self.deck_of[card]
        left, by_chance = self.undrawn[name], bool(self.undrawn[name])
        assert card == (left[draw(key, number, len(left))[0]] if by_chance else self.under[name][0])
        (left if by_chance else self.under[name]).remove(card)
        if card not in self.kept:
            self.under[name].append(card)
        return by_chance


def check_chain(head: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    digest = sha(b"magnate/history/1" + sha(msgpack.packb(head["header"])) + head["table"].encode())
    for seq, line in enumerate(lines, 1):
        digest = sha(digest + seq.to_bytes(8, "big") + msgpack.packb(line["event"]))
        assert (line["seq"], line["hash"]) == (seq, digest.hex())
    assert head["entries"] == len(lines)


def check_draws(head: dict[str, Any], events: list[dict[str, Any]]) -> int:
    """How many draws there were, all of them right."""
    key = key_of(bytes.fromhex(head["secret"]), mix_of(head["table"], nonces_at_start(events)))
    decks = Decks(head["header"]["board"]["decks"])
    number = 0
    for event in events:
        kind = event["type"]
        if kind in ("opening_thrown", "dice_rolled", "rent_rolled"):
            value, _ = draw(key, number, 36)
            assert event["dice"] == [value // 6 + 1, value % 6 + 1], (number, event)
            number += 1
        elif kind == "card_drawn":
            number += decks.drawn(event["card"], key, number)
        elif kind == "card_returned":
            decks.under[decks.deck_of[event["card"]]].append(event["card"])
    return number


@pytest.fixture(scope="module")
def vectors() -> dict[str, Any]:
    if os.environ.get("MAGNATE_VECTORS") == "write":
        write_files()
    found: dict[str, Any] = json.loads(VECTORS.read_text())
    return found


def test_commitments(vectors: dict[str, Any]) -> None:
    for case in vectors["commitments"]:
        assert commitment_of(case["table"], bytes.fromhex(case["seed"])) == case["commitment"]


def test_mixes(vectors: dict[str, Any]) -> None:
    for case in vectors["mixes"]:
        assert mix_of(case["table"], [bytes.fromhex(nonce) for nonce in case["nonces"]]).hex() == case["mix"]


def test_draws(vectors: dict[str, Any]) -> None:
    tries = set()
    for case in vectors["draws"]:
        key = key_of(bytes.fromhex(case["seed"]), bytes.fromhex(case["mix"]))
        assert key.hex() == case["key"]
        assert draw(key, case["number"], case["count"]) == (case["draw"], case["tries"])
        tries.add(case["tries"])
    assert {1, 2, 3} <= tries
    assert max(tries) > 5


def test_a_published_game(vectors: dict[str, Any]) -> None:
    head, *lines = [json.loads(line) for line in GAME.read_text().splitlines()]
    events = [line["event"] for line in lines]
    check_chain(head, lines)
    assert commitment_of(head["table"], bytes.fromhex(head["secret"])) == events[0]["commitment"]
    assert check_draws(head, events) > 60
    assert {"card_drawn", "dice_rolled", "opening_thrown"} <= {event["type"] for event in events}


# From here on the program itself: that it has the same values, and how the files came about.


def test_the_program_agrees(vectors: dict[str, Any]) -> None:
    from engine.sealed import SealedChance, commitment, mix_nonces

    for case in vectors["commitments"]:
        assert commitment(case["table"], bytes.fromhex(case["seed"])) == case["commitment"]
    for case in vectors["mixes"]:
        nonces = {seat: bytes.fromhex(nonce) for seat, nonce in enumerate(case["nonces"]) if nonce}
        assert mix_nonces(case["table"], nonces, len(case["nonces"])).hex() == case["mix"]
    for case in vectors["draws"]:
        chance = SealedChance(bytes.fromhex(case["seed"]), bytes.fromhex(case["mix"]), case["number"])
        assert chance.pick(case["count"]) == case["draw"]


def test_the_program_verifies_the_published_game() -> None:
    from client.transcript import read
    from client.verifying import verify

    assert [check for check in verify(read(GAME)) if not check.ok] == []


def write_files() -> None:
    from dataclasses import replace

    from engine.history import render_transcript
    from tests.client.games import SEED, played, transcript

    game = transcript(played(16, 160))
    GAME.write_bytes(b"".join(render_transcript(replace(game, secret=SEED))))
    VECTORS.write_text(json.dumps(_vectors(), indent=1) + "\n")


def _vectors() -> dict[str, Any]:
    seeds = [bytes(range(32)), bytes(32), sha(b"another seed")]
    tables = ["k7mq3z", "t1", "Tisch-ä"]
    lists = [[b"", b""], [b"\x0a" * 16, b"\x1b" * 16], [b"\x1b" * 16, b"\x0a" * 16], [b"", b"\x0a" * 16, b"", b"\xff" * 16]]
    mixes = [(table, nonces) for table in tables for nonces in lists]
    half = 2**63 + 1  # nearly half of all values are beyond the last full round of so many
    draws = [(seed, mix_of(*mix), number, count) for seed in seeds for mix in mixes[:2] for number, count in _cases(half)]
    return {
        "about": "Test vectors for the dice of Magnate; protocol/README.md, Fair play, says how each is reckoned.",
        "commitments": [
            {"table": table, "seed": seed.hex(), "commitment": commitment_of(table, seed)} for table in tables for seed in seeds
        ],
        "mixes": [
            {"table": table, "nonces": [nonce.hex() for nonce in nonces], "mix": mix_of(table, nonces).hex()}
            for table, nonces in mixes
        ],
        "draws": [_drawn(*case) for case in draws],
    }


def _cases(half: int) -> list[tuple[int, int]]:
    few = [(0, 36), (1, 36), (2, 36), (255, 16), (256, 1), (2**32, 28), (2**40 + 1, 36)]
    return few + [(number, half) for number in range(12)]


def _drawn(seed: bytes, mix: bytes, number: int, count: int) -> dict[str, Any]:
    key = key_of(seed, mix)
    value, tries = draw(key, number, count)
    return {
        "seed": seed.hex(), "mix": mix.hex(), "key": key.hex(), "number": number, "count": count, "draw": value, "tries": tries
    }  # fmt: skip
