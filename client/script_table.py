"""What `create` in a script says of the new table, as what `Server.create` takes. Must not talk to a server."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from client.chosen_rules import choose_rules
from client.errors import BadChoice
from client.naming import InvalidInput
from client.scenario import UnreadableScenario, load_scenario
from client.things import parse_number
from engine.position import Position, SeatPosition
from engine.ruleset import InvalidRuleset, changes, parse_switch
from protocol.tables import Scenario

_DICE: Final = re.compile(r"([1-6])-([1-6])")
_FILES: Final = ("rules-file", "board-file", "scenario")
_PLAIN: Final = {"title": "name", "preset": "preset", "code": "code"}


def read_options(text: str, folder: Path) -> dict[str, str]:
    """KEY=VALUE pairs, a key alone counting as `on`; files are found from `folder`. Raises `InvalidInput`."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InvalidInput(f"expected KEY=VALUE pairs, found {text}: {str(error).lower()}") from None
    options = dict((word if "=" in word else f"{word}=on").split("=", 1) for word in words)
    return {key: str(folder / value) if key in _FILES else value for key, value in options.items()}


def creation(options: Mapping[str, str]) -> dict[str, Any]:
    """The arguments of `Server.create`; every key that is none of the table's is a switch of the rules.

    Raises `InvalidInput`.
    """
    rest = dict(options)
    made: dict[str, Any] = {name: rest.pop(key) for key, name in _PLAIN.items() if key in rest}
    if "seats" in rest:
        made["seats"] = parse_number(rest.pop("seats"), "a number of seats")
    if "bots" in rest:
        made["bots"] = tuple(rest.pop("bots").split(","))
    for key in ("private", "clock"):
        if key in rest:
            made[key] = _on_or_off(key, rest.pop(key))
    if made.get("clock"):
        del made["clock"]  # the usual one
    elif "clock" in made:
        made["clock"] = None
    scenario, dice = rest.pop("scenario", None), rest.pop("dice", None)
    try:
        made |= _rules(made, rest)
        made |= _from_scenario(Path(scenario)) if scenario else {}
        made |= _with_dice(dice, made.get("seats", 2)) if dice else {}
    except (BadChoice, InvalidRuleset, UnreadableScenario) as error:
        raise InvalidInput(str(error)) from None
    return made


def _on_or_off(key: str, value: str) -> bool:
    if value not in ("on", "off"):
        raise InvalidInput(f"expected on or off for {key}, found {value}")
    return value == "on"


def _rules(made: Mapping[str, Any], rest: dict[str, str]) -> dict[str, Any]:
    files = rest.pop("rules-file", None), rest.pop("board-file", None)
    switches = dict(parse_switch(f"{name}={value}") for name, value in rest.items())
    chosen = choose_rules(made.get("preset", "official"), switches, *files)
    return {"preset": chosen.preset, "rules": dict(chosen.overrides), "rules_name": chosen.name, "board": chosen.board}


def _from_scenario(path: Path) -> dict[str, Any]:
    """A test table at the position of a scenario file, with its rules, dice and cards; its steps are another matter."""
    loaded = load_scenario(path)
    return {
        "preset": "official",
        "rules": dict(changes(loaded.rules)),
        "seats": len(loaded.names),
        "scenario": Scenario(loaded.position, loaded.dice, loaded.cards),
    }


def _with_dice(text: str, seats: int) -> dict[str, Any]:
    """A test table at the usual start, seat 0 to move, with these throws to come."""
    throws = [_DICE.fullmatch(part) for part in text.split(",")]
    if not all(throws):
        raise InvalidInput(f"expected throws such as 1-2,6-6 for dice, found {text}")
    dice = tuple((int(throw[1]), int(throw[2])) for throw in throws if throw)
    return {"scenario": Scenario(Position(tuple(SeatPosition() for _ in range(seats))), dice), "seats": seats}
