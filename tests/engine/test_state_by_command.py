"""State by command: in every phase each command is either legal and applied, or refused with a listed reason and a sentence.

The positions are those of `tests.engine.phases.positions`; every seat tries every type of command there, with things of its own
and of others, with numbers in and out of range, and the table tries its own.
"""

import pytest

from engine import commands as c
from engine import events as e
from engine.apply import fold
from engine.chance import ScriptedChance
from engine.commands import Things
from engine.errors import IllegalCommand
from engine.game import Game
from engine.ids import TABLE
from engine.legal import legal, phase_of, waiting
from engine.options import candidates
from tests.engine.phases.positions import PHASES
from tests.engine.positions import answer, kinds, listed
from tests.properties.walk import image

LOTS = (
    ((1, 1),), ((16, 1),), ((37, 1),), ((39, 1), (37, 1)), ((5, 1),), ((0, 1),), (), ((1, 1), (1, 1)), ((1, 0),), ((1, -1),),
)  # fmt: skip
DEEDS = ((5,), (12,), (37, 39), (1, 3), (0,), (-1,), (40,), (), (5, 5))
NUMBERS = (-1, 0, 1, 2, 10, 61, 10_000, 10**30)
SIDES = (
    Things(), Things(1), Things(-1), Things(10**9), Things(0, (12,)), Things(0, (37,)), Things(0, (99,)),
    Things(0, (), ("chance",)),
)  # fmt: skip
TRADES = tuple((side, other) for side in SIDES for other in (Things(), Things(1)))

FORMS: dict[type[c.Command], tuple[c.Command, ...]] = {
    c.PlaceBid: tuple(c.PlaceBid(amount) for amount in NUMBERS),
    c.Pass: (c.Pass(), c.Pass(0), c.Pass(60)),
    c.BuildHouses: tuple(c.BuildHouses(lots) for lots in LOTS),
    c.SellHouses: tuple(c.SellHouses(lots) for lots in LOTS),
    c.SellGroup: tuple(c.SellGroup(group, level) for group in ("brown", "orange", "railroad", "") for level in (0, 3, 5, -1)),
    c.MortgageDeeds: tuple(c.MortgageDeeds(deeds) for deeds in DEEDS),
    c.LiftMortgages: tuple(c.LiftMortgages(deeds) for deeds in DEEDS),
    c.KeepMortgage: (c.KeepMortgage(), *(c.KeepMortgage(deed) for deed in (5, 12, 39, -1, 99))),
    c.UseJailCard: (c.UseJailCard(), c.UseJailCard("chance"), c.UseJailCard("treasure")),
    c.PayTax: (c.PayTax("flat"), c.PayTax("share")),
    c.ChooseOption: tuple(c.ChooseOption(number) for number in NUMBERS),
    c.WantBuildings: tuple(c.WantBuildings(number) for number in NUMBERS),
    c.PlaceBuilding: tuple(c.PlaceBuilding(deed) for deed in (16, 37, 39, 0, -1, 99)),
    c.OfferTrade: tuple(
        c.OfferTrade(to, *sides) for to in (-1, 0, 1, 2, 7) for pair in TRADES for sides in (pair, pair[::-1])
    ),
    c.CounterOffer: tuple(c.CounterOffer(number, give, Things(1)) for number in (1, 2, 99) for give in SIDES),
    c.AcceptOffer: tuple(c.AcceptOffer(number) for number in (-1, 1, 2, 3, 4, 99)),
    c.RejectOffer: tuple(c.RejectOffer(number) for number in (1, 2, 3, 99)),
    c.WithdrawOffer: tuple(c.WithdrawOffer(number) for number in (1, 2, 3, 99)),
    c.SetStops: (c.SetStops(True, False),),
    c.CastVote: (c.CastVote(True), c.CastVote(False)),
    c.WithdrawInterrupt: (c.WithdrawInterrupt(1), c.WithdrawInterrupt(-1)),
    c.TimeOut: tuple(c.TimeOut(seat) for seat in (-1, 0, 1, 2, 3)),
    c.ExpireOffer: (c.ExpireOffer(1), c.ExpireOffer(99)),
    c.CallEnd: (c.CallEnd("host"), c.CallEnd("time"), c.CallEnd("abandoned")),
}


def forms(kind: type[c.Command]) -> tuple[c.Command, ...]:
    return FORMS.get(kind) or (kind(),)


def trial(start: Game) -> Game:
    """A copy of the game to try something in, its script of chance included."""
    assert isinstance(start.chance, ScriptedChance)
    return Game(start.state.copy(), start.chance.copy())


@pytest.mark.parametrize("kind", [*c.SEAT_COMMANDS, *c.TABLE_COMMANDS], ids=c.tag_of)
@pytest.mark.parametrize("name", PHASES)
def test_a_command_is_applied_or_refused_in_words(name: str, kind: type[c.Command]) -> None:
    start = PHASES[name]()
    for actor in (*range(start.state.seats), TABLE):
        for command in forms(kind):
            table = trial(start)
            answered = answer(table, actor, command)
            if not isinstance(answered, IllegalCommand):
                assert answered
                assert image(fold(start.state.copy(), answered)) == image(table.state)
                assert waiting(table.state) or phase_of(table.state) == "game_over"


@pytest.mark.parametrize("name", PHASES)
def test_every_command_that_is_listed_is_applied_at_once_or_queued_as_it_says(name: str) -> None:
    start = PHASES[name]()
    options = [(seat, option) for seat in range(start.state.seats) for option in legal(start.state, seat)]
    # the level of a group sale is the seat's to choose: a composite, which `handle` judges
    for seat, option in [entry for entry in options if entry[1].command != "sell_group"]:
        for command in candidates(option):
            assert (e.InterruptQueued in kinds(trial(start).handle(seat, command))) is option.queued


QUESTIONS = {
    "roll_dice", "end_turn", "pay_fine", "use_jail_card", "buy_deed", "decline_deed", "place_bid", "pass", "claim_rent",
    "liquidate", "declare_bankruptcy", "choose_option", "pay_tax", "keep_mortgage", "want_buildings", "place_building",
}  # fmt: skip
"""The commands that answer what a phase asks; the others move assets, or are legal in any phase."""

ANSWERS: dict[str, tuple[set[str], set[str], set[str]]] = {
    "opening_roll": (set(), {"roll_dice"}, set()),
    "before_roll": ({"roll_dice"}, set(), set()),
    "before_roll, in jail": ({"roll_dice", "pay_fine", "use_jail_card"}, set(), set()),
    "before_roll, held": (set(), {"pass"}, set()),
    "after_roll": ({"end_turn"}, set(), {"claim_rent"}),
    "after_roll, doubles": ({"roll_dice"}, set(), set()),
    "own_turn": ({"end_turn"}, set(), set()),
    "purchase": ({"decline_deed"}, set(), set()),
    "auction": ({"place_bid", "pass"}, set(), {"place_bid"}),
    "auction, of a building": ({"place_bid", "pass"}, {"place_bid", "pass"}, set()),
    "debt": ({"liquidate"}, set(), set()),
    "debt, hopeless": ({"liquidate", "declare_bankruptcy"}, set(), set()),
    "debt, fine or card": ({"liquidate", "use_jail_card", "pay_fine"}, set(), set()),
    "card_choice": ({"choose_option"}, set(), set()),
    "tax_choice": ({"pay_tax"}, set(), set()),
    "mortgage_transfer": ({"keep_mortgage", "liquidate"}, set(), set()),
    "mortgage_transfer, hopeless": (set(), {"liquidate", "declare_bankruptcy"}, set()),
    "build_contest": (set(), {"want_buildings", "pass"}, set()),
    "build_contest, placing": (set(), {"place_building", "pass"}, set()),  # the pass gives the hold back
    "build_contest, serving": (set(), {"place_building", "pass"}, set()),
    "game_over": (set(), set(), set()),
}
"""By phase, what each of the three seats may answer."""


@pytest.mark.parametrize("name", PHASES)
def test_each_seat_is_offered_the_answers_of_its_phase_and_no_others(name: str) -> None:
    table = PHASES[name]()
    assert tuple(listed(table, seat) & QUESTIONS for seat in range(3)) == ANSWERS[name]
