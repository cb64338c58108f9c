"""The typed command language: the table of words both ways, short forms, and what is said of what cannot be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.language import WORDS, Context, InvalidInput, parse, parse_word, render, word_of
from engine import commands as c
from engine.board import load_board
from engine.commands import Things
from engine.ruleset import load_ruleset
from engine.state import Interrupt, Offer, State, new_state

US = load_board("us_classic")
SEATS = ("Ann", "Bob", "Cleo")
CONTEXT = Context(US, SEATS, 0)
STRICT = Context(US, SEATS, 0, strict=True)

TABLE: list[tuple[str, c.SeatCommand]] = [
    ("roll", c.RollDice()),
    ("end", c.EndTurn()),
    ("buy", c.BuyDeed()),
    ("decline", c.DeclineDeed()),
    ("bid 60", c.PlaceBid(60)),
    ("bid -5", c.PlaceBid(-5)),
    ("pass", c.Pass()),
    ("build oriental_avenue", c.BuildHouses(((6, 1),))),
    ("build oriental_avenue:2 vermont_avenue", c.BuildHouses(((6, 2), (8, 1)))),
    ("build boardwalk:0", c.BuildHouses(((39, 0),))),
    ("sell boardwalk:5", c.SellHouses(((39, 5),))),
    ("sell-group light_blue 2", c.SellGroup("light_blue", 2)),
    ("mortgage boardwalk reading_railroad", c.MortgageDeeds((39, 5))),
    ("lift park_place", c.LiftMortgages((37,))),
    ("keep park_place", c.KeepMortgage(37)),
    ("pay", c.PayFine()),
    ("card", c.UseJailCard()),
    ("card chest", c.UseJailCard("community_chest")),
    ("card chance", c.UseJailCard("chance")),
    ("tax flat", c.PayTax("flat")),
    ("tax share", c.PayTax("share")),
    ("choose 2", c.ChooseOption(2)),
    ("claim", c.ClaimRent()),
    ("want 0", c.WantBuildings(0)),
    ("place baltic_avenue", c.PlaceBuilding(3)),
    ("offer Bob: 120 for boardwalk", c.OfferTrade(1, Things(120), Things(0, (39,)))),
    (
        "offer Cleo: 5+boardwalk+chance-card for nothing",
        c.OfferTrade(2, Things(5, (39,), ("chance",)), Things()),
    ),
    ("counter 3: nothing for chest-card", c.CounterOffer(3, Things(), Things(0, (), ("community_chest",)))),
    ("accept 1", c.AcceptOffer(1)),
    ("reject 2", c.RejectOffer(2)),
    ("withdraw 3", c.WithdrawOffer(3)),
    ("hold", c.HoldWindow()),
    ("stop before_roll", c.SetStops(True, False)),
    ("stop after_roll", c.SetStops(False, True)),
    ("stop both", c.SetStops(True, True)),
    ("stop none", c.SetStops(False, False)),
    ("bankrupt", c.DeclareBankruptcy()),
    ("resign", c.Resign()),
    ("vote end", c.CastVote(True)),
    ("vote continue", c.CastVote(False)),
    ("unqueue 4", c.WithdrawInterrupt(4)),
]


@pytest.mark.parametrize(("text", "command"), TABLE)
def test_the_table_of_words_both_ways(text: str, command: c.SeatCommand) -> None:
    assert parse(text, CONTEXT) == command
    assert parse(text, STRICT) == command
    assert render(command, CONTEXT) == text


def test_the_table_has_every_command_but_the_extra_ones() -> None:
    assert {type(command) for _, command in TABLE} == set(c.SEAT_COMMANDS) - {c.Liquidate}
    assert {kind for word in WORDS.values() for kind in word.kinds} == set(c.SEAT_COMMANDS)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("r", None),
        ("ro", c.RollDice()),
        ("ROLL", c.RollDice()),
        ("  roll  ", c.RollDice()),
        ("e", c.EndTurn()),
        ("bui b", c.BuildHouses(((39, 1),))),
        ("bu b", None),
        ("build nya:2 16", c.BuildHouses(((19, 2), (16, 1)))),
        ("m boa", c.MortgageDeeds((39,))),
        ("l 39", c.LiftMortgages((39,))),
        ("sell-g lb 0", c.SellGroup("light_blue", 0)),
        ("sel boa", None),
        ("card che", c.UseJailCard("community_chest")),
        ("t s", c.PayTax("share")),
        ("v c", c.CastVote(False)),
        ("st bo", c.SetStops(True, True)),
        ("o b:120+mg for nya", c.OfferTrade(1, Things(120, (29,)), Things(0, (19,)))),
        ("offer Bob : 120 for nya", c.OfferTrade(1, Things(120), Things(0, (19,)))),
        ("co 7:1 for 2", c.CounterOffer(7, Things(1), Things(2))),
        ("u 1", c.WithdrawInterrupt(1)),
    ],
)
def test_words_may_be_shortened_to_what_is_clear(text: str, command: c.SeatCommand | None) -> None:
    for context in (CONTEXT, STRICT):
        if command is None:
            with pytest.raises(InvalidInput, match="is not clear"):
                parse(text, context)
        else:
            assert parse(text, context) == command


@pytest.mark.parametrize(
    ("text", "message", "suggestions"),
    [
        ("", "expected a command, found an empty line", ()),
        ("rol1", "there is no command rol1", ("roll",)),
        ("biuld boardwalk", "there is no command biuld", ("build", "bid")),
        ("pa", "pa is not clear, more than one command fits", ("pass", "pay")),
        ("roll now", "expected nothing after roll, found now", ()),
        ("bid", "expected an amount to bid, found nothing", ()),
        ("bid much", "expected an amount to bid, found much", ()),
        ("bid 60 70", "expected an amount to bid, found 60 70", ()),
        ("build", "expected a deed, found nothing", ()),
        ("build bordwalk", "there is no deed bordwalk", ("boardwalk",)),
        ("build boardwalk:", "expected a number of steps after boardwalk:, found nothing", ()),
        ("build boardwalk:x", "expected a number of steps after boardwalk:, found x", ()),
        ("mortgage", "expected a deed, found nothing", ()),
        ("place", "expected a deed, found nothing", ()),
        ("place boardwalk park_place", "there is no deed boardwalk park_place", ("boardwalk",)),
        ("sell-group", "expected a color group, found nothing", ()),
        ("sell-group orange", "expected a level, found nothing", ()),
        ("sell-group oringe 1", "there is no color group oringe", ("orange",)),
        ("card pack", "there is no deck pack", ()),
        ("tax", "expected a word, found nothing", ()),
        ("tax free", "there is no word free", ()),
        ("vote", "expected a word, found nothing", ()),
        ("stop", "expected a window, found nothing", ()),
        ("choose", "expected 1 or 2, found nothing", ()),
        ("offer", "expected SEAT: THINGS for THINGS, found nothing", ()),
        ("offer Bob 120 for boardwalk", "expected SEAT: THINGS for THINGS, found Bob 120 for boardwalk", ()),
        ("offer Bob: 120", "expected THINGS for THINGS after SEAT:, found 120", ()),
        ("offer Bob: 120 for", "expected a thing, found nothing", ()),
        ("offer Bob: 120 for 5 for 6", "expected THINGS for THINGS after SEAT:, found 120 for 5 for 6", ()),
        ("offer Rob: 120 for boardwalk", "there is no seat Rob", ("Bob",)),
        ("counter x: 1 for 2", "expected the number of an offer, found x", ()),
        ("accept", "expected the number of an offer, found nothing", ()),
        ("unqueue", "expected the number of a queued command, found nothing", ()),
    ],
)
def test_what_cannot_be_read_is_told_with_suggestions(text: str, message: str, suggestions: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse(text, CONTEXT)
    assert caught.value.message == message
    assert [name for name in caught.value.suggestions if name in suggestions] == list(suggestions)


def test_extra_words_exist_only_outside_files_that_travel_and_shadow_nothing() -> None:
    assert parse("liquidate", CONTEXT) == c.Liquidate()
    assert parse("li boardwalk", CONTEXT) == c.LiftMortgages((39,))
    assert parse("liq", CONTEXT) == c.Liquidate()
    assert render(c.Liquidate(), CONTEXT) == "liquidate"
    with pytest.raises(InvalidInput, match="there is no command liquidate"):
        parse("liquidate", STRICT)


def test_keep_needs_its_deed_in_files_that_travel() -> None:
    assert parse("keep", CONTEXT) == c.KeepMortgage()
    assert render(c.KeepMortgage(), CONTEXT) == "keep"
    with pytest.raises(InvalidInput, match="expected a deed"):
        parse("keep", STRICT)


@pytest.fixture
def state() -> State:
    state = new_state(US, load_ruleset(), 3)
    state.offers = {4: Offer(4, 1, 0, Things(1), Things(2)), 5: Offer(5, 0, 2, Things(1), Things(2))}
    state.queue = [Interrupt(6, 0, c.BuildHouses(((39, 1),))), Interrupt(7, 1, c.BuildHouses(((39, 1),)))]
    return state


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("accept", c.AcceptOffer(4)),
        ("reject", c.RejectOffer(4)),
        ("counter: 3 for 4", c.CounterOffer(4, Things(3), Things(4))),
        ("withdraw", c.WithdrawOffer(5)),
        ("unqueue", c.WithdrawInterrupt(6)),
        ("accept 9", c.AcceptOffer(9)),
    ],
)
def test_with_a_state_the_only_offer_need_not_be_named(text: str, command: c.SeatCommand, state: State) -> None:
    if text.startswith("counter"):
        text = text.replace(":", " :")
    assert parse(text, Context(US, SEATS, 0, state)) == command


def test_several_offers_must_be_named(state: State) -> None:
    state.offers[8] = Offer(8, 2, 0, Things(1), Things(2))
    with pytest.raises(InvalidInput, match="expected the number of the offer, found nothing; open: 4, 8"):
        parse("accept", Context(US, SEATS, 0, state))
    with pytest.raises(InvalidInput, match="found nothing; open: none"):
        parse("withdraw", Context(US, SEATS, 1, new_state(US, load_ruleset(), 3)))


def test_a_name_of_several_words_may_be_offered_to() -> None:
    context = Context(US, ("Ann", "Old Bob"), 0)
    command = c.OfferTrade(1, Things(120), Things(0, (39,)))
    assert render(command, context) == "offer Old Bob: 120 for boardwalk"
    assert parse("offer Old Bob: 120 for boardwalk", context) == command
    assert parse("offer old: 120 for boardwalk", context) == command


def test_words_tell_their_usage() -> None:
    assert word_of(c.UseJailCard) == "card"
    assert parse_word("mort").usage == "mortgage DEED ..."
    assert all(word.usage.startswith(name) and word.about for name, word in WORDS.items())


_deed = st.sampled_from(US.deeds)
_deck = st.sampled_from(sorted(US.decks))
_number = st.integers(-(2**63) + 1, 2**63 - 1)
_things = st.builds(Things, _number, st.lists(_deed).map(tuple), st.lists(_deck).map(tuple))
_lots = st.lists(st.tuples(_deed, _number), min_size=1).map(tuple)
_deeds = st.lists(_deed, min_size=1).map(tuple)
_commands: st.SearchStrategy[c.SeatCommand] = st.one_of(
    st.sampled_from([command for _, command in TABLE]),
    st.builds(c.PlaceBid, _number),
    st.builds(c.BuildHouses, _lots),
    st.builds(c.SellHouses, _lots),
    st.builds(c.SellGroup, st.sampled_from([group.id for group in US.groups]), _number),
    st.builds(c.MortgageDeeds, _deeds),
    st.builds(c.LiftMortgages, _deeds),
    st.builds(c.KeepMortgage, st.none() | _deed),
    st.builds(c.UseJailCard, st.none() | _deck),
    st.builds(c.ChooseOption, _number),
    st.builds(c.WantBuildings, _number),
    st.builds(c.PlaceBuilding, _deed),
    st.builds(c.OfferTrade, st.integers(0, 2), _things, _things),
    st.builds(c.CounterOffer, _number, _things, _things),
    st.builds(c.AcceptOffer, _number),
    st.builds(c.RejectOffer, _number),
    st.builds(c.WithdrawOffer, _number),
    st.builds(c.WithdrawInterrupt, _number),
)


@given(_commands)
def test_parse_reads_what_render_writes(command: c.SeatCommand) -> None:
    assert parse(render(command, CONTEXT), CONTEXT) == command


def _read_or_told(text: str) -> None:
    try:
        command = parse(text, CONTEXT)
    except InvalidInput:
        return
    assert parse(render(command, CONTEXT), CONTEXT) == command


@given(st.text(max_size=60))
def test_any_text_is_read_or_told(text: str) -> None:
    _read_or_told(text)


@given(st.sampled_from(list(WORDS)), st.text(alphabet="ab:+0-_ forBpc9", max_size=30))
def test_any_text_after_a_word_is_read_or_told(word: str, rest: str) -> None:
    _read_or_told(f"{word} {rest}")
