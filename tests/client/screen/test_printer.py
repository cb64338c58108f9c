"""What happens fills the log, what is refused stands under the line, what is asked for is opened to read."""

from client.errors import Refused
from client.screen.center import Told
from client.screen.desk import Desk
from client.screen.printer import Journal, ScreenPrinter
from engine import events as e
from engine.legal import legal
from protocol import messages as m
from protocol.lobby_events import ChatSaid
from tests.client.views import view_of
from tests.engine.positions import game


def sat() -> tuple[Desk, Journal, ScreenPrinter]:
    journal = Journal()
    desk = Desk(journal.texts)
    return desk, journal, ScreenPrinter(desk, journal)


def test_the_log_tells_what_happened_and_what_was_said() -> None:
    _, journal, printer = sat()
    view = view_of(game())
    printer.greet(view)
    printer.happened(1, e.DiceRolled(0, (3, 4)), view)
    printer.happened(2, e.WorkTaken(), view)
    printer.happened(3, ChatSaid(1, "well"), view)
    printer.link(False, "the server hung up")
    printer.link(False, "the server hung up")
    printer.link(True, "")
    assert list(journal.told)[1:] == [
        Told("Ann throws 3 and 4"),
        Told("Bob says: well", "chat"),
        Told("no connection: the server hung up", "alert"),
        Told("the connection is back"),
    ]
    assert journal.texts[0] == "table , a table: you are Ann in seat 1; `help` or F1 tells the words and keys"
    assert [told.text for told in journal.told] == list(journal.texts)


def test_a_refusal_tells_what_may_be_done_instead() -> None:
    desk, _, printer = sat()
    table = game()
    view = view_of(table)
    options = [option for option in legal(table.state, 0) if option.command == "roll_dice"]
    printer.refused(Refused(m.Error("not_now", "not now")), options, view)
    assert desk.note == ("refused: not now (not_now)", "you may: roll")
    printer.problem("there is no word fly")
    assert desk.note == ("there is no word fly",)
    printer.link(True, "")
    assert desk.note == ()


def test_answers_are_opened_to_read() -> None:
    desk, _, printer = sat()
    view = view_of(game())
    printer.text(["one", "two\nthree"])
    assert desk.page is not None
    assert list(desk.page.texts) == ["one", "two", "three"]
    printer.legal((), view)
    assert list(desk.page.texts) == ["there is nothing that you may do now"]
