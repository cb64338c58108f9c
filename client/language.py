"""The typed command language: text to command and back, the same at the prompt, in scripts and in scenarios.

`parse` and `render` are pure and inverse to each other. Must not judge what is legal: a command that reads well may
still be refused by the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from client.naming import InvalidInput, find_deed, find_group, find_seat, find_word
from client.things import deck_word, deck_words, parse_number, parse_things, render_things
from engine import commands as c
from engine.board import Board
from engine.ids import Seat, SpaceIndex
from engine.state import State

__all__ = ["WORDS", "Context", "InvalidInput", "Word", "parse", "parse_word", "render", "word_of"]


@dataclass(frozen=True)
class Context:
    """What a text is read against: the board, the players' names by seat, and whose words they are.

    With a `state` the id of an offer or interrupt may be left out where there is just one. `strict` allows only what
    every reader of the language knows, for files that travel.
    """

    board: Board
    seats: tuple[str, ...]
    seat: Seat
    state: State | None = None
    strict: bool = False


_Parser = Callable[[str, Context], c.SeatCommand]


@dataclass(frozen=True)
class Word:
    """A word of the language: how it is used, what it is for, and the commands that it stands for.

    `extra` words are not part of the language of scenarios and never stand in the way of a short form.
    """

    name: str
    usage: str
    about: str
    kinds: tuple[type[c.Command], ...]
    parse: _Parser
    extra: bool = False


def parse(text: str, context: Context) -> c.SeatCommand:
    """The command that a line of text stands for; raises `InvalidInput`."""
    head, rest = _split(text)
    if not head:
        raise InvalidInput("expected a command, found an empty line")
    return parse_word(head, strict=context.strict).parse(rest, context)


def parse_word(text: str, *, strict: bool = False) -> Word:
    """The word that `text` is or alone begins; raises `InvalidInput`."""
    names = [word.name for word in WORDS.values() if not word.extra]
    if not strict and not any(name.startswith(text.casefold()) for name in names):
        names += [word.name for word in WORDS.values() if word.extra]
    return WORDS[find_word(text, names, "command")]


def word_of(kind: type[c.Command]) -> str:
    """The word for a type of command."""
    return next(word.name for word in WORDS.values() if kind in word.kinds)


def render(command: c.SeatCommand, context: Context) -> str:
    """The line that `parse` reads back as this command, with whole words and ids.

    The price that a pass answers is not part of the language and is left out.
    """
    word = word_of(type(command))
    rest = _RENDER.get(type(command))
    return word if rest is None else f"{word} {rest(command, context)}".rstrip()


def _split(text: str) -> tuple[str, str]:
    head, *rest = text.split(None, 1)[:2] or [""]
    return head, rest[0].strip() if rest else ""


def _plain(command: c.SeatCommand) -> _Parser:
    def read(rest: str, context: Context) -> c.SeatCommand:
        if rest:
            raise InvalidInput(f"expected nothing after {word_of(type(command))}, found {rest}")
        return command

    return read


def _number(make: Callable[[int], c.SeatCommand], what: str) -> _Parser:
    return lambda rest, context: make(parse_number(rest, what))


def _lots(make: Callable[[c.Lots], c.SeatCommand]) -> _Parser:
    def read(rest: str, context: Context) -> c.SeatCommand:
        return make(tuple(_lot(part, context.board) for part in _parts(rest, "a deed")))

    return read


def _lot(part: str, board: Board) -> tuple[SpaceIndex, int]:
    name, colon, steps = part.partition(":")
    return find_deed(name, board), parse_number(steps, f"a number of steps after {name}:") if colon else 1


def _deeds(make: Callable[[tuple[SpaceIndex, ...]], c.SeatCommand]) -> _Parser:
    def read(rest: str, context: Context) -> c.SeatCommand:
        return make(tuple(find_deed(part, context.board) for part in _parts(rest, "a deed")))

    return read


def _parts(rest: str, what: str) -> list[str]:
    if not rest:
        raise InvalidInput(f"expected {what}, found nothing")
    return rest.split()


def _place(rest: str, context: Context) -> c.SeatCommand:
    return c.PlaceBuilding(find_deed(rest, context.board))


def _keep(rest: str, context: Context) -> c.SeatCommand:
    if not rest and not context.strict:
        return c.KeepMortgage()
    return c.KeepMortgage(find_deed(rest, context.board))


def _sell_group(rest: str, context: Context) -> c.SeatCommand:
    group, level = _split(rest)
    return c.SellGroup(find_group(group, context.board), parse_number(level, "a level"))


def _card(rest: str, context: Context) -> c.SeatCommand:
    decks = deck_words(context.board)
    return c.UseJailCard(decks[find_word(rest, decks, "deck")] if rest else None)


def _tax(rest: str, context: Context) -> c.SeatCommand:
    method: Literal["flat", "share"] = "flat" if find_word(rest, ("flat", "share")) == "flat" else "share"
    return c.PayTax(method)


def _vote(rest: str, context: Context) -> c.SeatCommand:
    return c.CastVote(find_word(rest, ("end", "continue")) == "end")


_STOPS: Final = {
    "before_roll": (True, False),
    "after_roll": (False, True),
    "both": (True, True),
    "none": (False, False),
}


def _stop(rest: str, context: Context) -> c.SeatCommand:
    return c.SetStops(*_STOPS[find_word(rest, _STOPS, "window")])


def _offer(rest: str, context: Context) -> c.SeatCommand:
    who, give, get = _trade(rest, "SEAT", context.board)
    return c.OfferTrade(find_seat(who, context.seats), give, get)


def _counter(rest: str, context: Context) -> c.SeatCommand:
    number, give, get = _trade(rest, "ID", context.board)
    return c.CounterOffer(_offer_id(number, context, to_me=True), give, get)


def _trade(rest: str, what: str, board: Board) -> tuple[str, c.Things, c.Things]:
    head, colon, things = rest.rpartition(":")
    if not colon:
        raise InvalidInput(f"expected {what}: THINGS for THINGS, found {rest or 'nothing'}")
    words = things.split()
    if words.count("for") != 1:
        raise InvalidInput(f"expected THINGS for THINGS after {what}:, found {things.strip() or 'nothing'}")
    middle = words.index("for")
    give, get = " ".join(words[:middle]), " ".join(words[middle + 1 :])
    return head.strip(), parse_things(give, board), parse_things(get, board)


def _on_offer(make: Callable[[int], c.SeatCommand], *, to_me: bool) -> _Parser:
    return lambda rest, context: make(_offer_id(rest, context, to_me=to_me))


def _offer_id(text: str, context: Context, *, to_me: bool) -> int:
    if text or context.strict or context.state is None:
        return parse_number(text, "the number of an offer")
    offers = context.state.offers.values()
    return _only([offer.id for offer in offers if context.seat == (offer.to if to_me else offer.seat)], "offer")


def _unqueue(rest: str, context: Context) -> c.SeatCommand:
    if rest or context.strict or context.state is None:
        return c.WithdrawInterrupt(parse_number(rest, "the number of a queued command"))
    queued = [entry.id for entry in context.state.queue if entry.seat == context.seat]
    return c.WithdrawInterrupt(_only(queued, "queued command"))


def _only(ids: list[int], what: str) -> int:
    if len(ids) == 1:
        return ids[0]
    listed = ", ".join(str(number) for number in ids) or "none"
    raise InvalidInput(f"expected the number of the {what}, found nothing; open: {listed}")


def _words(*words: Word) -> dict[str, Word]:
    return {word.name: word for word in words}


WORDS: Final = _words(
    Word("roll", "roll", "throw the dice", (c.RollDice,), _plain(c.RollDice())),
    Word("end", "end", "end the turn", (c.EndTurn,), _plain(c.EndTurn())),
    Word("buy", "buy", "buy the deed landed on", (c.BuyDeed,), _plain(c.BuyDeed())),
    Word("decline", "decline", "leave the deed landed on to the auction", (c.DeclineDeed,), _plain(c.DeclineDeed())),
    Word("bid", "bid N", "bid in an auction", (c.PlaceBid,), _number(c.PlaceBid, "an amount to bid")),
    Word("pass", "pass", "pass in an auction or contest, or give a hold back", (c.Pass,), _plain(c.Pass())),
    Word("build", "build DEED[:N] ...", "build N steps on each", (c.BuildHouses,), _lots(c.BuildHouses)),
    Word("sell", "sell DEED[:N] ...", "sell N steps of each to the bank", (c.SellHouses,), _lots(c.SellHouses)),
    Word("sell-group", "sell-group COLOR N", "sell a whole group down to level N", (c.SellGroup,), _sell_group),
    Word("mortgage", "mortgage DEED ...", "mortgage deeds", (c.MortgageDeeds,), _deeds(c.MortgageDeeds)),
    Word("lift", "lift DEED ...", "lift mortgages", (c.LiftMortgages,), _deeds(c.LiftMortgages)),
    Word("keep", "keep DEED", "pay the interest on a deed received and keep it mortgaged", (c.KeepMortgage,), _keep),
    Word("pay", "pay", "pay the fine and leave jail", (c.PayFine,), _plain(c.PayFine())),
    Word("card", "card [chest|chance]", "leave jail by a card", (c.UseJailCard,), _card),
    Word("tax", "tax flat|share", "choose how the income tax is reckoned", (c.PayTax,), _tax),
    Word("choose", "choose N", "choose an alternative of a card", (c.ChooseOption,), _number(c.ChooseOption, "1 or 2")),
    Word("claim", "claim", "ask for the rents open to you", (c.ClaimRent,), _plain(c.ClaimRent())),
    Word("want", "want N", "how many buildings you want", (c.WantBuildings,), _number(c.WantBuildings, "a number")),
    Word("place", "place DEED", "put a building of a contest there", (c.PlaceBuilding,), _place),
    Word("offer", "offer SEAT: THINGS for THINGS", "offer a trade, your side first", (c.OfferTrade,), _offer),
    Word("counter", "counter ID: THINGS for THINGS", "answer an offer by another", (c.CounterOffer,), _counter),
    Word("accept", "accept ID", "accept an offer", (c.AcceptOffer,), _on_offer(c.AcceptOffer, to_me=True)),
    Word("reject", "reject ID", "refuse an offer", (c.RejectOffer,), _on_offer(c.RejectOffer, to_me=True)),
    Word("withdraw", "withdraw ID", "take an offer back", (c.WithdrawOffer,), _on_offer(c.WithdrawOffer, to_me=False)),
    Word("hold", "hold", "keep the window from closing until you pass", (c.HoldWindow,), _plain(c.HoldWindow())),
    Word("stop", "stop before_roll|after_roll|both|none", "always hold these windows", (c.SetStops,), _stop),
    Word("bankrupt", "bankrupt", "give up a debt", (c.DeclareBankruptcy,), _plain(c.DeclareBankruptcy())),
    Word("resign", "resign", "leave the game for good", (c.Resign,), _plain(c.Resign())),
    Word("vote", "vote end|continue", "vote on an early end", (c.CastVote,), _vote),
    Word("unqueue", "unqueue ID", "take back a queued command", (c.WithdrawInterrupt,), _unqueue),
    Word("liquidate", "liquidate", "raise what you owe", (c.Liquidate,), _plain(c.Liquidate()), extra=True),
)
"""Every word of the language by its name."""


def _render_lots(command: c.BuildHouses | c.SellHouses, context: Context) -> str:
    spaces = context.board.spaces
    return " ".join(spaces[deed].id + ("" if steps == 1 else f":{steps}") for deed, steps in command.lots)


def _render_deeds(command: c.MortgageDeeds | c.LiftMortgages, context: Context) -> str:
    return " ".join(context.board.spaces[deed].id for deed in command.deeds)


def _render_sides(command: c.OfferTrade | c.CounterOffer, context: Context) -> str:
    return f"{render_things(command.give, context.board)} for {render_things(command.get, context.board)}"


def _id_of(deed: SpaceIndex | None, context: Context) -> str:
    return "" if deed is None else context.board.spaces[deed].id


_RENDER: Final[dict[type[c.Command], Callable[[Any, Context], str]]] = {
    c.PlaceBid: lambda command, context: str(command.amount),
    c.BuildHouses: _render_lots,
    c.SellHouses: _render_lots,
    c.SellGroup: lambda command, context: f"{command.group} {command.level}",
    c.MortgageDeeds: _render_deeds,
    c.LiftMortgages: _render_deeds,
    c.KeepMortgage: lambda command, context: _id_of(command.deed, context),
    c.UseJailCard: lambda command, context: "" if command.deck is None else deck_word(command.deck),
    c.PayTax: lambda command, context: str(command.method),
    c.ChooseOption: lambda command, context: str(command.option),
    c.WantBuildings: lambda command, context: str(command.count),
    c.PlaceBuilding: lambda command, context: _id_of(command.deed, context),
    c.OfferTrade: lambda command, context: f"{context.seats[command.to]}: {_render_sides(command, context)}",
    c.CounterOffer: lambda command, context: f"{command.offer}: {_render_sides(command, context)}",
    c.AcceptOffer: lambda command, context: str(command.offer),
    c.RejectOffer: lambda command, context: str(command.offer),
    c.WithdrawOffer: lambda command, context: str(command.offer),
    c.SetStops: lambda command, context: next(
        word for word, stops in _STOPS.items() if stops == (command.before_roll, command.after_roll)
    ),
    c.CastVote: lambda command, context: "end" if command.end else "continue",
    c.WithdrawInterrupt: lambda command, context: str(command.interrupt),
}
