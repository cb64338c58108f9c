"""Boards that nobody would print and that can be played all the same: sizes, groups, figures and cards by the seed alone."""

from __future__ import annotations

import random

from msgspec.structs import replace

from engine import board as b
from engine.board_check import check_board

DECKS = ("coral", "shell")
DEED_KINDS: tuple[b.DeedKind, ...] = ("street", "railroad", "utility")
KINDS: tuple[b.SpaceType, ...] = (*DEED_KINDS, "street", "street", "card", "card", "tax", "free_parking", "go_to_jail")


def random_board(seed: int) -> b.Board:
    """A board of 12 to 40 spaces; raises `InvalidBoard` if it is none after all, which is a fault of this function."""
    rng = random.Random(seed)
    kinds: list[b.SpaceType] = ["jail", "tax", rng.choice(DEED_KINDS), *rng.choices(KINDS, k=rng.randint(8, 36))]
    rng.shuffle(kinds)
    spaces = [_space(rng, index, kind) for index, kind in enumerate(("go", *kinds))]
    tax = kinds.index("tax") + 1
    spaces[tax] = replace(spaces[tax], id="income_tax")
    groups = _group(rng, spaces)
    data = b.BoardData(
        id="chaos", title="Chaos", edition="default", currency="$", spaces=tuple(spaces), groups=tuple(groups),
        decks={deck: _cards(rng, deck, spaces) for deck in DECKS}, jail=kinds.index("jail") + 1,
        income_tax_share_percent=rng.choice((None, 10)),
    )  # fmt: skip
    check_board(data, f"board {seed}")
    return b.Board(data)


def _space(rng: random.Random, index: int, kind: b.SpaceType) -> b.Space:
    space = b.Space(index, f"{kind}_{index}", f"{kind} {index}", f"{kind[:4]} {index}", kind)
    if kind in DEED_KINDS:
        price = rng.randint(1, 500)
        return replace(space, price=price, mortgage=rng.randint(1, price))
    if kind == "tax":
        return replace(space, amount=rng.randint(1, 300))
    return replace(space, deck=rng.choice(DECKS)) if kind == "card" else space


def _group(rng: random.Random, spaces: list[b.Space]) -> list[b.Group]:
    """Put the deeds into groups of one to four of a kind, and give them the figures that such a group has."""
    groups: list[b.Group] = []
    for kind in DEED_KINDS:
        deeds = [space.index for space in spaces if space.type == kind]
        rng.shuffle(deeds)
        while deeds:
            members = [deeds.pop() for _ in range(min(len(deeds), rng.randint(1, 4)))]
            name, cost = f"group_{len(groups)}", rng.randint(1, 200) if kind == "street" else 0
            for deed in members:
                figures = 6 if kind == "street" else len(members)
                rent = tuple(sorted(rng.sample(range(1, 30 if kind == "utility" else 400), figures)))
                spaces[deed] = replace(spaces[deed], group=name, house_cost=cost, rent=rent)
            groups.append(b.Group(name, name, tuple(sorted(members)), kind == "street"))
    return groups


def _cards(rng: random.Random, deck: str, spaces: list[b.Space]) -> tuple[b.Card, ...]:
    """A few cards of each kind, half of which at least lead to no other card."""
    effects: list[b.Effect] = [b.Pay(rng.randint(1, 200)), b.GoToJail(), b.Collect(rng.randint(1, 200))]
    for _ in range(rng.randrange(3)):
        effects += [b.PayEachPlayer(rng.randint(1, 100)), b.CollectFromEachPlayer(rng.randint(1, 100))]
        effects += [b.GetOutOfJailFree(), b.PayOrDraw(rng.randint(1, 50), rng.choice(DECKS))]
        effects += [b.Repairs(rng.randint(1, 50), rng.randint(1, 150)), b.AdvanceTo(rng.randrange(len(spaces)))]
    there = {space.type for space in spaces}
    if "railroad" in there:
        effects.append(b.AdvanceNearest("railroad", rent_multiplier=rng.randint(1, 3)))
    if "utility" in there:
        effects.append(b.AdvanceNearest("utility", fresh_roll=True, dice_multiplier=rng.randint(1, 20)))
    effects += [b.MoveRelative(rng.choice((-3, 5))), b.MoveBackTo(rng.randrange(len(spaces)))][: rng.randrange(3)]
    return tuple(b.Card(f"{deck}_{number}", f"Card {number}.", effect) for number, effect in enumerate(effects))
