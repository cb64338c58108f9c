"""What is told on a console: in words, and as JSON."""

import json
from collections.abc import Callable

import pytest
import trio
from msgspec.structs import replace

from client.errors import Refused
from client.model import Model
from client.printing import JsonPrinter, Printer, TextPrinter
from engine import commands as c
from engine.events import OfferMade
from engine.legal import legal
from protocol import messages as m
from protocol.lobby_events import ChatSaid
from tests.client.peer import Ledger
from tests.client.test_model import at_table
from tests.client.typist import Typist

BOTH = [TextPrinter, JsonPrinter]


def asked() -> tuple[Ledger, Model]:
    """Ann is asked for her opening throw."""
    ledger = Ledger("Ann", "Bob", dice=[(1, 2)])
    model = at_table(ledger)
    model.take(ledger.start())
    model.take(ledger.prompts(0))
    return ledger, model


def told(make: Callable[[Typist], Printer], tell: Callable[[Printer], object]) -> str:
    async def run() -> str:
        typist = Typist()
        await trio.lowlevel.checkpoint()
        tell(make(typist))
        return typist.read()

    return trio.run(run)


def json_told(tell: Callable[[Printer], object]) -> list[dict[str, object]]:
    return [json.loads(line) for line in told(JsonPrinter, tell).splitlines()]


def test_a_greeting_says_where_one_is() -> None:
    _, model = asked()
    text = told(TextPrinter, lambda printer: printer.greet(model.view()))
    assert text == "table t1, Friday: you are Ann in seat 1; there: Ann, Bob; `help` tells the words\n"
    (said,) = json_told(lambda printer: printer.greet(model.view()))
    assert said == {"table": "t1", "title": "Friday", "seat": 0, "players": ["Ann", "Bob"], "stage": "running"}


def test_a_greeting_in_the_lobby_says_what_to_type() -> None:
    alone = at_table(Ledger("Ann"), 0).view()
    assert told(TextPrinter, lambda printer: printer.greet(alone)).splitlines()[1:] == [
        "nobody else is here yet: friends may come in at any time",
        "you may: add-bot [LEVEL]",
    ]


def test_an_event_is_a_line_and_stays_in_the_log() -> None:
    _, model = asked()

    def tell(printer: Printer) -> None:
        printer.happened(9, ChatSaid(1, "hello"), model.view())
        assert not isinstance(printer, TextPrinter) or list(printer.log) == ["Bob says: hello"]

    assert told(TextPrinter, tell) == "Bob says: hello\n"
    assert json_told(tell) == [{"event": {"type": "chat_said", "seat": 1, "text": "hello"}, "seq": 9}]


def test_a_question_is_said_once() -> None:
    _, model = asked()

    def tell(printer: Printer) -> None:
        for _ in range(3):
            printer.changed(model.view(), model.question(), 0.0)

    assert told(TextPrinter, tell).count("throw for the order of play") == 1
    (said,) = json_told(tell)
    prompt = said["prompt"]
    assert isinstance(prompt, dict)
    assert (prompt["seat"], prompt["phase"], prompt["default"]) == (0, "opening_roll", {"type": "roll_dice"})


def test_a_window_is_said_once_even_if_more_is_possible() -> None:
    ledger, model = asked()
    ledger.game.handle(0, c.RollDice())
    question = model.question()
    assert question is not None
    window = replace(question, phase="before_roll", id=50)

    def tell(printer: Printer) -> None:
        printer.changed(model.view(), window, 0.0)
        printer.changed(model.view(), replace(window, options=window.options[:1]), 0.0)

    assert told(TextPrinter, tell).count("Enter: ") == 1


@pytest.mark.parametrize("bell", [True, False])
def test_the_player_is_called_with_the_question(bell: bool) -> None:
    _, model = asked()
    calls: list[tuple[str, bool]] = []

    def make(typist: Typist) -> Printer:
        typist.call = lambda title, *, bell: calls.append((title, bell))  # type: ignore[method-assign]  # to hear it
        return TextPrinter(typist, bell=bell)

    told(make, lambda printer: printer.changed(model.view(), model.question(), 0.0))
    assert calls == [("* your turn · Friday", bell)]


def test_an_offer_to_oneself_comes_with_what_may_be_answered() -> None:
    _, model = asked()
    for made_by, more in ((1, "  accept 3, reject 3 or counter 3: ...\n"), (0, "")):
        offer = OfferMade(3, made_by, 1 - made_by, c.Things(50), c.Things(20))
        text = told(TextPrinter, lambda printer, offer=offer: printer.happened(1, offer, model.view()))
        assert text.partition("\n")[2] == more


def test_a_connection_that_stays_away_is_told_once() -> None:
    def tell(printer: Printer) -> None:
        for words in ("the server hung up", "nobody there", "nobody there"):
            printer.link(False, words)
        printer.link(True, "")
        printer.link(False, "nobody there")

    assert told(TextPrinter, tell).splitlines() == [
        "no connection: the server hung up; trying again",
        "no connection: nobody there; trying again",
        "the connection is back",
        "no connection: nobody there; trying again",
    ]


def test_a_refusal_names_the_alternatives() -> None:
    ledger, model = asked()
    refused = Refused(m.Error("not_now", "buy_deed is not possible in this phase", 4))
    options = legal(ledger.game.state, 0)
    text = told(TextPrinter, lambda printer: printer.refused(refused, options, model.view()))
    assert text.splitlines()[0] == "refused: buy is not possible in this phase (not_now)"
    assert text.splitlines()[1].startswith("you may: roll · ")
    (said,) = json_told(lambda printer: printer.refused(refused, options, model.view()))
    assert said["error"] == {
        "type": "error", "code": "not_now", "message": "buy_deed is not possible in this phase", "in_reply_to": 4
    }  # fmt: skip


def test_what_is_legal_is_listed() -> None:
    ledger, model = asked()
    options = legal(ledger.game.state, 0)
    lines = told(TextPrinter, lambda printer: printer.legal(options, model.view())).splitlines()
    assert len(lines) == len(options)
    assert lines[0] == "roll"
    nothing = told(TextPrinter, lambda printer: printer.legal((), model.view()))
    assert nothing == "there is nothing that you may do now\n"
    assert json_told(lambda printer: printer.legal((), model.view())) == [{"legal": []}]


@pytest.mark.parametrize("make", BOTH)
def test_trouble_and_answers_are_told(make: Callable[[Typist], Printer]) -> None:
    _, model = asked()

    def tell(printer: Printer) -> None:
        printer.link(False, "the connection broke")
        printer.problem("there is no word fly")
        printer.text(["one", "two"])
        printer.standing(model.view())

    text = told(make, tell)
    assert all(part in text for part in ("the connection broke", "there is no word fly", "one", "two"))
    assert ("{" in text) == (make is JsonPrinter)


def test_the_standing_comes_at_the_end() -> None:
    ledger, model = asked()
    model.take(ledger.update(*ledger.game.handle(1, c.Resign())))
    assert "winner  Ann" in told(TextPrinter, lambda printer: printer.standing(model.view()))
    (said,) = json_told(lambda printer: printer.standing(model.view()))
    assert said == {
        "outcome": {"reason": "last_one", "winners": [0], "worth": [1500, 0]}, "players": ["Ann", "Bob"]
    }  # fmt: skip
