"""Each line that `expect` can say, when it holds, what it finds instead, and what is no such line."""

from collections.abc import Iterator

import pytest
from msgspec import structs

from client.expectations import PHASES, Expectation, Scene, follow_contest, parse_expectation
from client.naming import InvalidInput
from engine import events as e
from engine import frames as f
from engine.board import load_board
from engine.commands import BuildHouses, Things
from engine.legal import phase_of
from engine.position import Position, SeatPosition, build_state
from engine.ruleset import load_ruleset
from engine.state import Interrupt, Offer, Outcome, State

US = load_board("us_classic")
NAMES = ("A", "B", "C")


def line(text: str) -> Expectation:
    return parse_expectation(text, US, NAMES)


def found(text: str, state: State, *events: e.Event, wishes: dict[int, int] | None = None) -> str | None:
    return line(text).check(Scene(state, events, wishes or {}))


@pytest.fixture
def state() -> State:
    seats = (
        SeatPosition(cash=1480, space=19, deeds=(37, 39, 5), mortgaged=(5,), levels=((39, 1),), cards=("chance",)),
        SeatPosition(cash=20, jail=1, deeds=(1,)),
        SeatPosition(out=True),
    )
    return build_state(Position(seats, houses=3, hotels=11), US, load_ruleset())


PAIRS = [
    ("A cash 1480", "A cash 1481", "A cash 1480"),
    ("A at new_york_avenue", "A at boardwalk", "A at new_york_avenue"),
    ("A at 19", "A at 0", "A at new_york_avenue"),
    ("B at jail", "A at jail", "A at new_york_avenue"),
    ("B jailed", "A jailed", "A free"),
    ("A free", "B free", "B jailed"),
    ("C out", "A out", "A in"),
    ("A in", "C in", "C out"),
    ("A cards 1", "A cards 0", "A cards 1"),
    ("turn A", "turn B", "turn A"),
    ("phase before_roll", "phase after_roll", "phase before_roll"),
    ("waiting A", "waiting A B", "waiting A"),
    ("waiting A", "waiting", "waiting A"),
    ("boardwalk owner A", "boardwalk owner B", "boardwalk owner A"),
    ("baltic_avenue owner bank", "boardwalk owner bank", "boardwalk owner A"),
    ("baltic_avenue owner bank", "baltic_avenue owner A", "baltic_avenue owner bank"),
    ("reading_railroad mortgaged", "boardwalk mortgaged", "boardwalk unmortgaged"),
    ("boardwalk unmortgaged", "reading_railroad unmortgaged", "reading_railroad mortgaged"),
    ("boardwalk level 1", "boardwalk level 5", "boardwalk level 1"),
    ("bank houses 3", "bank houses 4", "bank houses 3"),
    ("bank hotels 11", "bank hotels 12", "bank hotels 11"),
    ("offers 0", "offers 1", "offers 0"),
    ("queued 0", "queued 2", "queued 0"),
    # Cash, two open deeds at their price, one at half of it, and one house at cost.
    ("worth A 2530", "worth A 1", f"worth A {1480 + 350 + 400 + 100 + 200}"),
    ("worth C 0", "worth C 1", "worth C 0"),
    ("A may build", "B may build", "B may not build: not_now"),
    ("B may not build", "A may not build", "A may build"),
    ("A may build park_place", "A may build boardwalk", "A may not build boardwalk: not_even"),
    ("A may roll", "A may not roll", "A may roll"),
    ("B may not roll", "B may roll", "B may not roll: not_your_turn"),
]


@pytest.mark.parametrize(("holds", "fails", "instead"), PAIRS)
def test_a_line_holds_or_tells_what_is_found(holds: str, fails: str, instead: str, state: State) -> None:
    assert found(holds, state) is None
    assert found(fails, state) == instead


def test_debts_are_seen_on_top_and_waiting(state: State) -> None:
    state.stack += [f.Debt(0, ((1, 50),), "rent", 9), f.Debt(1, ((0, 10), (-1, 60)), "card", 12)]
    assert found("A owes B 50", state) is None
    assert found("B owes A 10", state) is None
    assert found("B owes bank 60", state) is None
    assert found("A owes B 40", state) == "A owes B 50"
    assert found("B owes A 60", state) == "B owes A 10, bank 60"
    assert found("C owes B 50", state) == "C owes nothing"


def test_interest_that_is_due_on_deeds_received_is_owed_to_the_bank(state: State) -> None:
    state.stack.append(f.MortgageTransfer(1, (5, 39), 9))
    assert found("B owes bank 30", state) is None
    assert found("B owes bank 10", state) == "B owes bank 30"


@pytest.mark.parametrize(
    ("frame", "text", "others"),
    [
        (f.Auction(9, (0, 1), 39), "auction boardwalk high none", ["auction boardwalk high 60 A"]),
        (
            f.Auction(9, (0, 1), 39, None, 60, 0),
            "auction boardwalk high 60 A",
            ["auction boardwalk high none", "auction boardwalk high 60 B", "auction boardwalk high 61 A"],
        ),
        (f.Auction(9, (0, 1), -1, "house", 60, 1), "auction house high 60 B", ["auction hotel high 60 B"]),
        (f.Auction(9, (0, 1), -1, "hotel"), "auction hotel high none", ["auction house high none"]),
    ],
)
def test_the_running_auction(frame: f.Auction, text: str, others: list[str], state: State) -> None:
    assert found(text, state) == "no auction"
    state.stack.append(frame)
    assert found(text, state) is None
    for other in others:
        assert found(other, state) == text


def test_a_contest_lists_what_has_been_asked_for_by_those_still_in(state: State) -> None:
    assert found("contest A 2 B 3", state, wishes={0: 2, 1: 3}) == "no contest"
    state.stack.append(f.BuildContest(9, "house", 0, ((39, 2),), (), ((0, 0), (1, 3))))
    assert found("contest A 2 B 3", state, wishes={0: 2, 1: 3}) is None
    assert found("contest B 3 A 2", state, wishes={0: 2, 1: 3}) is None
    assert found("contest A 2", state, wishes={0: 2, 1: 3}) == "contest A 2 B 3"
    assert found("contest A 2 B 0", state, wishes={0: 2, 1: 0, 2: 4}) is None


def test_wishes_are_followed_from_contest_to_contest() -> None:
    opened = e.ContestOpened("house", 0, ((39, 2),), 2, (1,))
    wishes = follow_contest({}, [opened, e.BuildingsWanted(1, 3)])
    assert wishes == {0: 2, 1: 3}
    assert follow_contest(wishes, [e.ContestClosed()]) == wishes
    assert follow_contest(wishes, [opened]) == {0: 2}


def test_offers_and_queued_commands_are_counted(state: State) -> None:
    state.offers[1] = Offer(1, 0, 1, Things(5), Things(6))
    state.queue.append(Interrupt(1, 0, BuildHouses(((39, 1),))))
    assert found("offers 1", state) is None
    assert found("queued 1", state) is None


def test_the_end_of_the_game(state: State) -> None:
    assert found("winner A", state) == "the game is not over"
    state.outcome = Outcome("vote", (0, 1), (1500, 1020, 0))
    assert found("winner B A", state) is None
    assert found("winner A", state) == "winner A B"
    assert found("worth B 1020", state) is None
    assert found("worth A 1020", state) == "worth A 1500"


def test_events_of_the_step(state: State) -> None:
    bought, paid = e.DeedBought(0, 39), e.MoneyPaid(0, -1, 400, "purchase")
    assert found("event deed_bought", state, paid, bought) is None
    assert found("event deed_bought", state, paid) == "events money_paid"
    assert found("event deed_bought", state) == "events none"
    assert found("no event deed_bought", state, paid) is None
    assert found("no event deed_bought", state, paid, bought) == "event deed_bought"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected an expectation, found an empty line"),
        ("A", "expected one of cash, at, jailed, free, out, in, cards, owes, may after A, found nothing"),
        ("A cahs 5", "expected one of cash, at, jailed, free, out, in, cards, owes, may after A, found cahs"),
        ("A cash", "expected a number, found nothing"),
        ("A cash much", "expected a number, found much"),
        ("A cash 5 6", "expected a number, found 5 6"),
        ("A at", "expected a space, found nothing"),
        ("A at nowhere", "there is no space nowhere"),
        ("A jailed today", "expected nothing after jailed, found today"),
        ("A owes 50", "expected a creditor and an amount after owes, found 50"),
        ("A owes X 50", "there is no seat X"),
        ("A may", "expected a command, found nothing"),
        ("A may fly", "there is no command fly"),
        ("A may build bordwalk", "there is no deed bordwalk"),
        ("A may not liquidate", "there is no command liquidate"),
        ("X cash 5", "there is no seat X"),
        ("turn", "expected a seat, found nothing"),
        ("phase rolling", "there is no phase rolling"),
        ("waiting X", "there is no seat X"),
        ("boardwalk", "expected one of owner, mortgaged, unmortgaged, level after boardwalk, found nothing"),
        ("boardwalk rent 5", "expected one of owner, mortgaged, unmortgaged, level after boardwalk, found rent"),
        ("bank tents 3", "there is no word tents"),
        ("bank houses", "expected a number, found nothing"),
        ("auction boardwalk", "expected THING high N SEAT or THING high none after auction, found boardwalk"),
        ("auction boardwalk high 60", "expected THING high N SEAT or THING high none after auction, found boardwalk high 60"),
        ("contest A", "expected pairs of seat and number after contest, found A"),
        ("winner", "expected a seat, found nothing"),
        ("worth A", "expected a seat and an amount after worth, found A"),
        ("event deed_bougth", "there is no event deed_bougth"),
        ("no deed_bought", "expected event after no, found deed_bought"),
    ],
)
def test_other_lines_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        line(text)
    assert caught.value.message == message


def test_a_misspelled_event_is_told_the_right_one() -> None:
    with pytest.raises(InvalidInput) as caught:
        line("no event deed_bougth")
    assert "deed_bought" in caught.value.suggestions


def _phases_of_frames() -> Iterator[str]:
    for frame in f.AnyFrame.__args__:
        if frame is f.Window:
            yield from f.WindowKind.__args__
        elif frame.phase:
            yield frame.phase


def test_every_phase_of_the_engine_can_be_expected(state: State) -> None:
    assert set(_phases_of_frames()) == set(PHASES)
    for kind in f.WindowKind.__args__:
        state.stack = [structs.replace(state.stack[0], kind=kind)]
        assert found(f"phase {kind}", state) is None
        assert phase_of(state) == kind
