"""Random walks through games: legal and illegal commands by anybody, and the invariants that must hold after each.

The walk is deterministic by its seed, so a failure is repeated by the seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from engine import commands as c
from engine import events as e
from engine.apply import fold
from engine.board import Board
from engine.chance import SeededChance
from engine.errors import IllegalCommand
from engine.frames import Window
from engine.game import Game, new_game
from engine.ids import BANK, HOTEL, TABLE
from engine.legal import default, legal, phase_of, prompts, waiting
from engine.options import candidates
from engine.ruleset import Ruleset, board_of
from engine.state import State

RARE = frozenset({"resign", "cast_vote", "declare_bankruptcy", "withdraw_offer", "set_stops", "hold_window"})
"""Options that would end or stall most walks if they were as likely as any other."""


def start(rules: Ruleset, seats: int, seed: int, board: Board | None = None) -> tuple[Game, list[e.Event]]:
    """A started game and its first events, on the shipped board that the rules name if none is given."""
    game = new_game(board or board_of(rules), rules, seats, SeededChance(seed))
    return game, list(game.start())


def give_groups(state: State, seed: int) -> None:
    """Give most color groups whole to one seat or another, so that building, contests and ruin come early."""
    rng = random.Random(seed)
    for members in state.board.members:
        if rng.random() < 0.75:
            owner = rng.randrange(state.seats)
            for deed in members:
                state.owner[deed] = owner
    state.memo.clear()


def image(state: State) -> bytes:
    """The whole position as bytes, for comparison."""
    return msgspec.msgpack.encode(state.snapshot())


def singles(state: State, seat: int) -> list[c.Command]:
    """Every single command that `legal` lists for a seat; group sales are composites and left to `handle`."""
    options = [option for option in legal(state, seat) if option.command != "sell_group"]
    return [command for option in options for command in candidates(option)]


def every_single(state: State, seat: int) -> Iterator[c.Command]:
    """Every single command that could be listed at all, whatever the phase: what is not listed must be refused."""
    plain = (
        c.RollDice, c.EndTurn, c.BuyDeed, c.DeclineDeed, c.Pass, c.PayFine, c.ClaimRent, c.HoldWindow, c.DeclareBankruptcy,
        c.Liquidate,
    )  # fmt: skip
    yield from (kind() for kind in plain)
    for deed in (*state.board.deeds, state.board.jail):
        yield c.BuildHouses(((deed, 1),))
        yield c.SellHouses(((deed, 1),))
        yield c.MortgageDeeds((deed,))
        yield c.LiftMortgages((deed,))
        yield c.KeepMortgage(deed)
        yield c.PlaceBuilding(deed)
    for number in (1, 2, *state.offers, *(entry.id for entry in state.queue)):
        yield from (c.AcceptOffer(number), c.RejectOffer(number), c.WithdrawOffer(number), c.WithdrawInterrupt(number))
    yield from (c.UseJailCard(deck) for deck in state.board.decks)
    yield from (c.PayTax("flat"), c.PayTax("share"), c.ChooseOption(1), c.ChooseOption(2), c.ChooseOption(3))
    yield from (c.PlaceBid(amount) for amount in (-1, 0, 1, 10, state.cash[seat], state.cash[seat] + 1))
    yield from (c.WantBuildings(count) for count in (-1, 0, 1, 99))


def in_range(command: c.Command, state: State, seat: int) -> bool:
    """Whether an amount lies within a range that `legal` lists."""
    tag = c.tag_of(type(command))
    amount = getattr(command, "amount", getattr(command, "count", None))
    if amount is None:
        return False
    return any(option.command == tag and option.low <= amount <= option.high for option in legal(state, seat))


def random_offer(rng: random.Random, state: State, seat: int) -> c.OfferTrade:
    """A trade of a few things, sensible or not."""
    to = rng.randrange(state.seats)

    def side(owner: int) -> c.Things:
        deeds = state.deeds_of(owner)
        picked = tuple(rng.sample(deeds, min(len(deeds), rng.randrange(3))))
        decks = tuple(state.board.deck_of[card] for card in state.cards[owner] if rng.random() < 0.5)
        return c.Things(rng.choice((0, 0, 1, 50, max(state.cash[owner], 0))), picked, decks)

    return c.OfferTrade(to, side(seat), side(to))


def random_composite(rng: random.Random, state: State, seat: int) -> c.Command:
    """A build, sale, mortgage or lift of several deeds at once, sensible or not."""
    deeds = state.deeds_of(seat) or [state.board.deeds[0]]
    group = state.board.group_of[rng.choice(deeds)]
    members = state.board.members[group]
    lots = tuple((deed, rng.randint(1, 5)) for deed in members)
    even = tuple((deed, rng.choice((1, 2))) for deed in members)
    return rng.choice(
        (
            c.BuildHouses(lots),
            c.BuildHouses(even),
            c.SellHouses(lots),
            c.SellHouses(even),
            c.SellGroup(state.board.groups[group].id, rng.randrange(6)),
            c.MortgageDeeds(tuple(members)),
            c.LiftMortgages(tuple(deeds)),
        )
    )


def attempt(game: Game, seat: int, command: c.Command) -> tuple[e.Event, ...]:
    """Try a command that may be refused, and then must change nothing; the events that came of it."""
    before = image(game.state)
    with suppress(IllegalCommand):
        return game.handle(seat, command)
    assert image(game.state) == before, f"{command} was refused and changed something"
    return ()


def check_agreement(game: Game, seat: int) -> None:
    """`legal` and `handle` agree on every single command of a seat: tried on copies."""
    state = game.state
    listed = singles(state, seat)
    for command in listed:
        Game(state.copy(), SeededChance(0)).handle(seat, command)
    for command in every_single(state, seat):
        if command in listed or in_range(command, state, seat):
            continue
        try:
            Game(state.copy(), SeededChance(0)).handle(seat, command)
        except IllegalCommand:
            continue
        raise AssertionError(f"{command} of seat {seat} in {phase_of(state)} is not listed, but accepted")


def check_invariants(state: State, bank: int) -> None:
    """Money, deeds, buildings and cards are conserved; `bank` is what the bank has paid out on balance."""
    board, rules = state.board, state.rules
    assert min(state.cash) >= 0, f"negative cash: {state.cash}"
    assert sum(state.cash) == state.seats * rules.starting_cash + bank
    assert state.pot >= 0
    if rules.building_stock == "limited":
        assert sum(level for level in state.level if level < HOTEL) + state.houses == rules.houses
        assert state.level.count(HOTEL) + state.hotels == rules.hotels
        assert state.houses >= 0 <= state.hotels
    for deed in board.deeds:
        check_deed(state, deed)
    for deck, cards in board.decks.items():
        held = [card for hand in state.cards for card in hand if board.deck_of[card] == deck]
        assert sorted(state.undrawn[deck] + state.returned[deck] + held) == sorted(cards)
    for seat in range(state.seats):
        if state.out[seat] and state.outcome is None:
            assert (state.cash[seat], state.deeds_of(seat), state.cards[seat]) == (0, [], [])


def check_deed(state: State, deed: int) -> None:
    """Buildings stand evenly on complete groups without mortgages; the bank's deeds are bare and free."""
    owner, level = state.owner[deed], state.level[deed]
    assert owner == BANK or not state.out[owner]
    if owner == BANK:
        assert not level
        assert not state.mortgaged[deed]
    if level:
        members = state.board.members[state.board.group_of[deed]]
        assert all(state.owner[other] == owner and not state.mortgaged[other] for other in members)
        if state.rules.even_build:
            ladder = [state.rules.hotel_after + 1 if state.level[o] == HOTEL else state.level[o] for o in members]
            assert max(ladder) - min(ladder) <= 1


def bank_balance(events: list[e.Event]) -> int:
    """What the bank has paid out less what it has taken in."""
    paid = [event for event in events if isinstance(event, e.MoneyPaid)]
    return sum(event.amount for event in paid if event.payer == BANK) - sum(ev.amount for ev in paid if ev.payee == BANK)


def next_command(rng: random.Random, game: Game) -> tuple[int, c.Command]:
    """Mostly an answer to an open prompt; now and then an interrupt, an offer or nonsense of anybody."""
    state = game.state
    if rng.random() < 0.02:
        return TABLE, c.TimeOut(rng.choice(waiting(state)))
    seat = rng.choice(waiting(state)) if rng.random() < 0.8 else rng.randrange(state.seats)
    dice = rng.random()
    if dice < 0.05:
        return seat, random_offer(rng, state, seat)
    if dice < 0.12:
        return seat, random_composite(rng, state, seat)
    options = [o for o in legal(state, seat) if o.command not in RARE or rng.random() < 0.02]
    commands = [command for option in options for command in candidates(option)]
    if not commands:
        return seat, c.Pass()
    buying = [command for command in commands if isinstance(command, (c.BuyDeed, c.BuildHouses, c.AcceptOffer))]
    return seat, rng.choice(buying if buying and rng.random() < 0.5 else commands)


def walk(
    rules: Ruleset, seats: int, seed: int, steps: int, agreement: float = 0.02, board: Board | None = None
) -> Game:
    """Play `steps` commands, or to the end, checking everything; returns the game as it then stands.

    Odd seeds start with whole color groups in the seats' hands.
    """
    rng = random.Random(seed)
    game, log = start(rules, seats, seed, board)
    first = new_game(game.state.board, rules, seats, SeededChance(0)).state
    if seed % 2 and not rules.deal_deeds:
        give_groups(game.state, seed)
        give_groups(first, seed)
    bank = bank_balance(log)
    for _ in range(steps):
        if game.state.outcome is not None:
            break
        assert waiting(game.state), f"nobody is asked in {phase_of(game.state)}"
        assert all(prompt.default is not None for prompt in prompts(game.state))
        if rng.random() < agreement:
            check_agreement(game, rng.randrange(seats))
        seat, command = next_command(rng, game)
        events = attempt(game, seat, command)
        log += events
        bank += bank_balance(list(events))
        check_invariants(game.state, bank)
    fold(first, log)
    assert image(first) == image(game.state), "the replay differs"
    return game


def silence(game: Game, rounds: int = 1000) -> int:
    """Let everybody be silent until another seat than now is to decide; how many defaults it took."""
    asked = waiting(game.state)
    for count in range(rounds):
        if game.state.outcome is not None or (count and waiting(game.state) != asked):
            return count
        for seat in reversed(waiting(game.state)):
            if seat in waiting(game.state):
                try_default(game, seat)
    raise AssertionError(f"{rounds} rounds of silence lead nowhere from {asked}")


def try_default(game: Game, seat: int) -> None:
    """The table answers for a seat; the turn's own default waits while others hold, and they answer first."""
    default(game.state, seat)
    if not refused_as_held(game, seat):
        game.handle(TABLE, c.TimeOut(seat))


def refused_as_held(game: Game, seat: int) -> bool:
    """Whether the turn's seat has to wait for those who hold its window."""
    window = game.state.stack[-1]
    return isinstance(window, Window) and seat == game.state.turn and any(other != seat for other in window.holders)
