"""A game driven by Hypothesis: any mix of legal commands, nonsense, time-outs and restorations keeps every invariant.

What fails is shrunk to the few commands that matter.
"""

from __future__ import annotations

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import commands as c
from engine import events as e
from engine.apply import fold
from engine.chance import SeededChance
from engine.commands import Things
from engine.errors import IllegalCommand
from engine.game import Game, new_game
from engine.ids import TABLE
from engine.legal import legal, prompt_id, prompts, waiting
from engine.options import candidates
from engine.ruleset import board_of, load_ruleset, presets
from engine.state import Snapshot, restore
from tests.engine.positions import answer
from tests.properties.walk import bank_balance, check_agreement, check_invariants, give_groups, image, random_composite

NUMBERS = st.integers(0, 1_000_000)
"""Choices among what there is, taken modulo: shrinks towards the first."""


class GameMachine(RuleBasedStateMachine):
    """One game, all that happened in it, and a state that only folds the events."""

    game: Game

    @initialize(preset=st.sampled_from(list(presets())), seats=st.integers(2, 6), seed=NUMBERS, whole=st.booleans())
    def begin(self, preset: str, seats: int, seed: int, whole: bool) -> None:
        """Start, with whole color groups in the seats' hands or without."""
        rules = load_ruleset(preset)
        self.game = new_game(board_of(rules), rules, seats, SeededChance(seed))
        self.follower = new_game(board_of(rules), rules, seats, SeededChance(0)).state
        if whole and not rules.deal_deeds:
            give_groups(self.game.state, seed)
            give_groups(self.follower, seed)
        self.bank = 0
        self.took(self.game.start())

    def took(self, events: tuple[e.Event, ...]) -> None:
        """Keep the books of what happened."""
        fold(self.follower, events)
        self.bank += bank_balance(list(events))

    def playing(self) -> bool:
        """Whether the game is still on."""
        return self.game.state.outcome is None

    @precondition(playing)
    @rule(who=NUMBERS, what=NUMBERS, which=NUMBERS)
    def answer_a_prompt(self, who: int, what: int, which: int) -> None:
        """Whatever `legal` lists for a seat that is asked is accepted, under the number of its prompt."""
        seats = waiting(self.game.state)
        self.legally(seats[who % len(seats)], what, which)

    @precondition(playing)
    @rule(who=NUMBERS, what=NUMBERS, which=NUMBERS)
    def interrupt(self, who: int, what: int, which: int) -> None:
        """The same for any seat at any time."""
        seats = self.game.state.live()
        self.legally(seats[who % len(seats)], what, which)

    def legally(self, seat: int, what: int, which: int) -> None:
        """One of the listed commands; resigning is left to a rule of its own, so that games last."""
        listed = [option for option in legal(self.game.state, seat) if option.command not in ("resign", "sell_group")]
        commands = list(candidates(listed[what % len(listed)]))
        if commands:
            prompt = prompt_id(self.game.state, seat) or None
            self.took(self.game.handle(seat, commands[which % len(commands)], prompt))

    @precondition(playing)
    @rule(who=NUMBERS)
    def time_out(self, who: int) -> None:
        """The clock answers for a seat that is asked."""
        seats = waiting(self.game.state)
        self.tried(TABLE, c.TimeOut(seats[who % len(seats)]))

    @rule(who=NUMBERS, rng=st.randoms(use_true_random=False))
    def try_several_deeds_at_once(self, who: int, rng: object) -> None:
        """A build, sale, mortgage or lift of several deeds, sensible or not."""
        seat = who % self.game.state.seats
        self.tried(seat, random_composite(rng, self.game.state, seat))  # type: ignore[arg-type]  # a Random by any name

    @rule(who=NUMBERS, to=st.integers(-1, 6), give=NUMBERS, get=NUMBERS, cash=st.integers(-1, 600))
    def try_an_offer(self, who: int, to: int, give: int, get: int, cash: int) -> None:
        """One deed and some money for another deed."""
        board = self.game.state.board
        sides = [Things(0, (board.deeds[number % len(board.deeds)],)) for number in (give, get)]
        self.tried(who % self.game.state.seats, c.OfferTrade(to, msgspec.structs.replace(sides[0], cash=cash), sides[1]))

    @rule(who=NUMBERS, amount=st.integers(-1, 3000))
    def try_a_bid(self, who: int, amount: int) -> None:
        """Any amount, whether there is an auction or not."""
        self.tried(who % self.game.state.seats, c.PlaceBid(amount))

    @precondition(lambda self: self.game.state.round > 3)
    @rule(who=NUMBERS)
    def try_to_resign(self, who: int) -> None:
        """Legal for whoever still plays."""
        self.tried(who % self.game.state.seats, c.Resign())

    def tried(self, actor: int, command: c.Command) -> None:
        """A command that may be refused: then nothing has changed, which `answer` checks."""
        answered = answer(self.game, actor, command)
        if not isinstance(answered, IllegalCommand):
            self.took(answered)

    @rule()
    def restore_from_what_is_stored(self) -> None:
        """A game goes on from its snapshot as if nothing had happened."""
        state = self.game.state
        data = msgspec.msgpack.decode(image(state), type=Snapshot)
        self.game = Game(restore(data, state.board, state.rules), self.game.chance)

    @invariant()
    def everything_is_conserved(self) -> None:
        """Money, deeds, buildings, cards; and the fold of the events is the position."""
        check_invariants(self.game.state, self.bank)
        assert image(self.follower) == image(self.game.state)

    @invariant()
    def somebody_is_asked_until_the_game_is_over(self) -> None:
        """Every prompt has a number of its own and a default."""
        asked = prompts(self.game.state)
        assert bool(asked) is self.playing()
        assert len({prompt.id for prompt in asked}) == len(asked)

    def teardown(self) -> None:
        """At the end, `legal` and `handle` agree on every single command of every seat."""
        if hasattr(self, "game"):
            for seat in range(self.game.state.seats):
                check_agreement(self.game, seat)


TestGame = GameMachine.TestCase
TestGame.settings = settings(max_examples=40, stateful_step_count=80, deadline=None, derandomize=True)
