"""What the engine refuses with, and every reason it may give; must not format for a terminal.

`IllegalCommand` is the only exception that a caller of `Game.handle` has to expect. Anything else is a bug.
"""

from __future__ import annotations

from typing import Final


class EngineError(Exception):
    """Base of what the engine raises on purpose."""


class IllegalCommand(EngineError):
    """The rules forbid this command now; nothing has changed.

    `reason` is a stable code out of `REASONS`; `wanted` is the number that would do, where there is one.
    """

    def __init__(self, reason: str, message: str = "", *, wanted: int | None = None) -> None:
        self.reason = reason
        self.message = message or REASONS[reason]
        self.wanted = wanted
        super().__init__(self.message)


class InvalidPosition(EngineError):
    """A position that no game can reach; the message names the place."""


class ChanceExhausted(EngineError):
    """A script of dice ran out: an error of the script, not of a player."""


REASONS: Final[dict[str, str]] = {
    "already_answered": "this seat has answered already",
    "already_high": "this seat is the high bidder already",
    "already_holding": "this seat holds the window already",
    "bid_above_limit": "the bid is more than this ruleset lets the seat bid",
    "bid_too_low": "the bid is too low",
    "can_still_pay": "bankruptcy is only for a debt that can not be paid by selling and mortgaging",
    "card_not_held": "no such jail card is held",
    "debt_unpayable": "the trade would leave the debt unpayable",
    "deed_improved": "buildings stand in this color group",
    "deed_mortgaged": "the deed is mortgaged",
    "deed_not_mortgaged": "the deed is not mortgaged",
    "duplicate_deed": "a deed is named twice",
    "empty_command": "nothing is named",
    "game_over": "the game is over",
    "group_incomplete": "the whole color group is needed",
    "group_mortgaged": "a deed of the color group is mortgaged",
    "high_bidder": "the high bidder can not pass",
    "in_debt": "a debtor may not build, lift or settle elsewhere until the debt is paid",
    "invalid_amount": "the amount is out of range",
    "level_limit": "no more can be built there",
    "mixed_contest": "houses and hotels are both scarce: build them one kind at a time",
    "no_buildings": "there is no such building to sell",
    "no_prompt": "no question is open to this seat",
    "no_such_deed": "that space has no deed",
    "no_such_group": "there is no such color group",
    "no_such_interrupt": "there is no such queued interrupt of this seat",
    "no_such_offer": "there is no such open offer",
    "no_such_seat": "there is no such seat",
    "not_a_bidder": "this seat takes no part in this auction",
    "not_allowed": "the ruleset of this table does not have this",
    "not_buildable": "nothing can be built on this kind of deed",
    "not_enough_cash": "there is not enough cash",
    "not_even": "the color group must stay even",
    "not_holding": "this seat holds nothing",
    "not_in_debt": "nothing is owed",
    "not_in_jail": "this seat is not in jail",
    "not_now": "not now",
    "not_owner": "the deed belongs to somebody else",
    "not_your_turn": "another seat is to act",
    "nothing_to_claim": "no rent is open to this seat",
    "one_sided": "each side of a trade must give something",
    "only_in_debt": "this ruleset lets buildings be sold and deeds be mortgaged only to pay a debt",
    "out_of_game": "this seat is out of the game",
    "roll_due": "a roll is due first",
    "same_seat": "a trade needs another seat",
    "stale": "this question has been answered or has changed",
    "table_only": "only the table itself gives this command",
    "too_many_holds": "no more holds in this turn",
    "too_many_offers": "too many offers between these seats in this turn",
    "too_many_queued": "too many queued interrupts",
    "too_few_buildings": "the bank has too few buildings",
    "transfer_fee": "the receiver could not pay the interest on the mortgaged deeds",
    "window_held": "another seat holds this window",
}
"""Each reason code with its sentence; codes never change their meaning."""
