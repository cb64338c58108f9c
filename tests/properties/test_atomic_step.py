"""The atomic step has no gap: nobody builds, sells, lifts or trades between seeing a roll and the fixing of what it brings.

Rules.md TRN-02, under every preset. Whatever anybody could wish to do with deeds is tried in each position up to the next
window; it must be refused or wait in the queue. What the texts let be done meanwhile is listed in `may`: raising
the money that is asked for, and under `own_turn` the lander's own window, which stands before the settling on purpose.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import commands as c
from engine import events as e
from engine import frames as f
from engine.chance import SeededChance
from engine.errors import IllegalCommand
from engine.game import Game
from engine.legal import legal, waiting
from engine.options import candidates
from engine.rent import rent
from engine.ruleset import Ruleset, load_ruleset, presets
from engine.state import FREE, State
from tests.engine.phases.positions import PHASES
from tests.engine.positions import full, onward
from tests.properties.walk import random_offer

PRESETS = [*presets(), "with choices"]

SALES = (c.SellHouses, c.SellGroup, c.MortgageDeeds)
MOVES = (e.BuildingsBuilt, e.BuildingsSold, e.DeedMortgaged, e.MortgageLifted, e.DeedTransferred, e.CardTransferred)


def rules_of(preset: str) -> Ruleset:
    """A preset, or the ruleset that asks the most questions on the way."""
    if preset in presets():
        return load_ruleset(preset)
    return load_ruleset(
        "official", {"board": "uk_classic", "income_tax": "choice", "jail_card_after_third_roll": True}
    )


def assets_of(state: State) -> list[tuple[int, c.Command]]:
    """A build, a sale, a mortgage and a lift of each deed by its owner, and the acceptance of each offer."""
    wanted: list[tuple[int, c.Command]] = [(offer.to, c.AcceptOffer(offer.id)) for offer in state.offers.values()]
    for seat in state.live():
        for deed in state.deeds_of(seat):
            one = ((deed, 1),)
            commands = (c.BuildHouses(one), c.SellHouses(one), c.MortgageDeeds((deed,)), c.LiftMortgages((deed,)))
            wanted += [(seat, command) for command in commands]
    return wanted


def may(state: State, seat: int, command: c.Command) -> bool:
    """What may be done although the step is not over: money raised for what is asked, and one's own window of `own_turn`."""
    frame = state.stack[-1]
    raises, offer = isinstance(command, SALES), None
    if isinstance(command, c.AcceptOffer):
        offer = state.offers.get(command.offer)
    if isinstance(frame, f.Purchase):
        return raises and seat == frame.seat
    if isinstance(frame, f.Auction):
        return raises and seat in frame.bidders
    if isinstance(frame, f.MortgageTransfer):
        return seat == frame.seat and (raises or isinstance(command, c.LiftMortgages))
    if isinstance(frame, f.Debt):
        return (raises and seat == frame.debtor) or (offer is not None and frame.debtor in (offer.seat, offer.to))
    if isinstance(frame, f.Window):
        return seat == state.turn or (offer is not None and state.turn in (offer.seat, offer.to))
    return False


def effects(state: State, seat: int, command: c.Command) -> tuple[e.Event, ...]:
    """What a command would bring about at once, tried on a copy; to be queued is nothing yet."""
    try:
        events = Game(state.copy(), SeededChance(0)).handle(seat, command)
    except IllegalCommand:
        return ()
    return tuple(event for event in events if not isinstance(event, e.InterruptQueued))


def within(game: Game) -> bool:
    """Whether the roll has been seen and the window after it is not open yet."""
    return game.state.outcome is None and isinstance(game.state.stack[0], f.Step)


def steps(preset: str, seed: int, count: int) -> Iterator[tuple[State, Game, tuple[e.Event, ...]]]:
    """Rolls of a game in which there is much to build and to trade: the position before, the game after, what happened."""
    rng = random.Random(seed)
    table = full(rules_of(preset), seed=seed)
    before = table.state.copy()
    for game, events in onward(table, count, seed):
        if any(isinstance(event, e.DiceRolled) for event in events):
            yield before, game, events
        if game.state.outcome is not None:
            return
        talk(rng, game)
        before = game.state.copy()


def talk(rng: random.Random, game: Game) -> None:
    """Somebody offers something, so that there is something to accept."""
    if rng.random() < 0.3:
        seat = rng.choice(game.state.live())
        try:
            game.handle(seat, random_offer(rng, game.state, seat))
        except IllegalCommand:
            return  # senseless, as most random offers


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_moves_between_the_throw_and_the_next_question(preset: str) -> None:
    rolls = 0
    for _, _, events in steps(preset, 3, 500):
        place = next(place for place, event in enumerate(events) if isinstance(event, e.DiceRolled))
        end = next((at for at, event in enumerate(events) if at > place and isinstance(event, e.WindowOpened)), len(events))
        assert not [event for event in events[place:end] if isinstance(event, MOVES)]
        rolls += 1
    assert rolls > 50


@pytest.mark.parametrize("preset", PRESETS)
def test_nobody_can_do_anything_with_deeds_before_it_is_settled(preset: str) -> None:
    tried = 0
    for _, game, _ in steps(preset, 5, 300):
        wanted = assets_of(game.state)
        rng = random.Random(len(wanted))
        while within(game):
            for seat, command in rng.sample(wanted, min(len(wanted), 25)):
                if not may(game.state, seat, command):
                    assert effects(game.state, seat, command) == (), (seat, command, game.state.stack[-1])
                    tried += 1
            answer_one(rng, game)
    assert tried > 200


@pytest.mark.parametrize("phase", PHASES)
def test_the_same_holds_in_every_phase_of_a_step(phase: str) -> None:
    game = PHASES[phase]()
    for seat, command in assets_of(game.state) if within(game) else ():
        if not may(game.state, seat, command):
            assert effects(game.state, seat, command) == ()


def answer_one(rng: random.Random, game: Game) -> None:
    """One of the questions of the step is answered, somehow."""
    seat = rng.choice(waiting(game.state))
    commands = [
        command
        for option in legal(game.state, seat)
        if option.command not in ("offer_trade", "resign", "hold_window", "set_stops", "cast_vote", "counter_offer")
        for command in candidates(option)
        if not option.queued
    ]
    game.handle(seat, rng.choice(commands))


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if not preset.startswith("magnate")])
def test_a_rent_is_that_of_the_moment_of_the_roll(preset: str) -> None:
    seen = 0
    for before, _, events in steps(preset, 7, 900):
        landed = [event for event in events if isinstance(event, (e.TokenMoved, e.CardDrawn))]
        if before.jail[before.turn] != FREE or len(landed) != 1 or not isinstance(landed[0], e.TokenMoved):
            continue
        deed = landed[0].to
        charged = [amount for event in events if (amount := charge(event, before)) is not None]
        if charged and deed in before.board.deed_set and not any(isinstance(event, e.RentRolled) for event in events):
            thrown = next(event for event in events if isinstance(event, e.DiceRolled))
            assert charged[0] == rent(before, deed, sum(thrown.dice))
            seen += 1
    assert seen > 10


def charge(event: e.Event, before: State) -> int | None:
    """What a landing of the turn's seat costs in rent, whether it is paid, owed or claimed."""
    if isinstance(event, e.MoneyPaid) and event.reason == "rent" and event.payer == before.turn:
        return event.amount
    if isinstance(event, e.DebtOpened) and event.reason == "rent" and event.debtor == before.turn:
        return sum(amount for _, amount in event.creditors)
    return event.amount if isinstance(event, e.ClaimOpened) else None
