"""The ruleset as a value: every switch with its type, bounds and default; must not load, combine or explain rulesets.

The names, values and defaults are those of the rules; the field order is the order in which people read them.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from engine.errors import EngineError

_Money = Annotated[int, Meta(ge=0, le=1_000_000)]
_Positive = Annotated[int, Meta(ge=1, le=1_000_000)]
_Count = Annotated[int, Meta(ge=0, le=1000)]
_Rounds = Annotated[int, Meta(ge=0, le=100_000)]


class InvalidRuleset(EngineError):
    """A switch with a value it can not have: `switch`, what was `expected` and what was `found`."""

    def __init__(self, switch: str, expected: str, found: object, *, file: str = "") -> None:
        self.switch = switch
        self.expected = expected
        self.found = found
        self.file = file
        super().__init__(f"{file + ': ' if file else ''}{switch}: expected {expected}, found {render(found)}")


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All switches of a table, fixed when it is created; the defaults are the preset `official`.

    Amounts are whole units of the board's currency. `preset` names where the switches came from and decides nothing.
    """

    preset: str = "official"
    board: str = "us_classic"
    edition: str = "default"
    max_players: Annotated[int, Meta(ge=2, le=8)] = 8
    max_rounds: _Rounds = 0
    starting_cash: _Positive = 1500
    go_salary: _Money = 200
    go_exact: Literal[1, 2] = 1
    first_lap: Literal["buy", "wait"] = "buy"
    deal_deeds: Annotated[int, Meta(ge=0, le=9)] = 0
    deal_price: bool = True
    turn_order: Literal["seat", "opening_roll"] = "seat"
    card_draw: Literal["deck", "random"] = "deck"
    asset_window: Literal["between_steps", "own_turn"] = "between_steps"
    liquidation: Literal["any_window", "debt_only"] = "any_window"
    auctions: bool = True
    auction_opening: _Positive = 10
    auction_increment: _Positive = 1
    auction_bid_limit: Literal["cash", "liquidation", "none"] = "cash"
    bid_extension: Annotated[int, Meta(ge=1, le=3600)] = 6
    rent_claim: Literal["automatic", "before_next_roll", "before_second_roll"] = "automatic"
    rent_claim_seconds: Annotated[int, Meta(ge=0, le=3600)] = 5
    rent_in_jail: bool = True
    group_rent_with_mortgage: bool = True
    utility_roll: Literal["arriving", "fresh"] = "arriving"
    income_tax: Literal["flat", "choice"] = "flat"
    free_parking: Literal["nothing", "pot", "fixed"] = "nothing"
    free_parking_amount: _Positive = 100
    jail_fine: _Money = 50
    jail_doubles_roll_again: bool = False
    jail_card_after_third_roll: bool = False
    even_build: bool = True
    hotel_after: Literal[4, 3] = 4
    direct_hotel: bool = False
    building_stock: Literal["limited", "unlimited"] = "limited"
    houses: _Count = 32
    hotels: _Count = 12
    building_shortage: Literal["auction", "first_come"] = "auction"
    building_auction_opening: Literal[10, "lowest_deed", "own_deed"] = 10
    mortgage_transfer: Literal["interest_now", "none"] = "interest_now"
    interest_rounding: Literal["up", "down", "nearest"] = "up"
    one_sided_trades: bool = False
    bank_bankruptcy: Literal["auction", "return"] = "auction"
    multi_creditor: Literal["sequential", "split"] = "sequential"
    early_end: Literal["off", "vote", "host", "time", "rounds", "bankruptcies"] = "vote"
    early_end_value: _Rounds = 0


SWITCHES: Final = tuple(name for name in Ruleset.__struct_fields__ if name != "preset")
_SHAPES: Final[dict[str, Any]] = get_type_hints(Ruleset, include_extras=True)

SwitchValue: TypeAlias = bool | int | str
"""What any switch may hold."""

WORDS: Final = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


def coerce(switch: str, value: object) -> SwitchValue:
    """A value as the switch holds it, `on` and `off` made booleans; raises `InvalidRuleset` if it does not fit."""
    if switch not in SWITCHES:
        raise InvalidRuleset(switch, f"the name of a switch{_close(switch)}", value)
    shape = _SHAPES[switch]
    if shape is bool and isinstance(value, str):
        value = WORDS.get(value.lower(), value)
    elif switch == "early_end" and value is False:
        value = "off"
    elif get_origin(shape) is Literal and isinstance(value, str):
        # some choices are numbers among words, and who quotes the words may quote the number too
        value = next((choice for choice in get_args(shape) if str(choice) == value), value)
    try:
        fitting: SwitchValue = msgspec.convert(value, shape)
    except msgspec.ValidationError:
        raise InvalidRuleset(switch, expectation(switch), value) from None
    return fitting


def parse_value(switch: str, text: str) -> SwitchValue:
    """A switch's value out of typed text; raises `InvalidRuleset` if it does not fit."""
    wants_number = get_origin(_SHAPES.get(switch)) is Annotated
    if wants_number and text.strip().isascii() and text.strip().isdigit():
        return coerce(switch, int(text))
    return coerce(switch, WORDS.get(text, text) if switch == "early_end" else text)


def expectation(switch: str) -> str:
    """What a switch may hold, in words."""
    shape = _SHAPES[switch]
    if shape is bool:
        return "on or off"
    if get_origin(shape) is Literal:
        return f"one of {', '.join(str(choice) for choice in get_args(shape))}"
    if get_origin(shape) is Annotated:
        bounds = get_args(shape)[1]
        return f"a whole number from {bounds.ge} to {bounds.le}"
    return "a name"


def choices(switch: str) -> tuple[str, ...]:
    """The values of a switch as they are typed, the default first; only that one where any number or name will do."""
    shape = _SHAPES[switch]
    default = getattr(Ruleset(), switch)
    others = (True, False) if shape is bool else get_args(shape) if get_origin(shape) is Literal else ()
    return tuple(render(value) for value in (default, *(other for other in others if other != default)))


def render(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if isinstance(value, (str, int)) else repr(value)


def _close(switch: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(switch, SWITCHES, n=1)
    return f" (perhaps {close[0]})" if close else ""
