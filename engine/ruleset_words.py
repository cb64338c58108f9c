"""A ruleset in plain words, for people who are about to play it; must not decide what a switch does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.switches import SWITCHES, Ruleset, SwitchValue, render

_Words = str | Mapping[object, str]

_WORDS: Final[dict[str, _Words]] = {
    "board": "the game is played on the board {}",
    "edition": {
        "default": "the board has the amounts and decks of its usual edition",
        None: "the board has the amounts and decks of its edition {}",
    },
    "max_players": "at most {} players take part",
    "max_rounds": {
        0: "no number of rounds ends the game by itself",
        None: "after {} rounds the game ends and worth is counted",
    },
    "starting_cash": "every seat starts with {}",
    "go_salary": "landing on or passing GO pays {}",
    "go_exact": {
        1: "landing exactly on GO pays the salary once, like passing it",
        2: "landing exactly on GO pays the salary twice",
    },
    "first_lap": {
        "buy": "deeds may be bought from the first roll on",
        "wait": "a seat neither buys nor bids before it has passed GO once",
    },
    "deal_deeds": {
        0: "no deeds are dealt at the start",
        1: "one deed is dealt at random to every seat at the start",
        None: "{} deeds are dealt at random to every seat at the start",
    },
    "deal_price": {
        True: "a deed dealt at the start is paid for at its price",
        False: "a deed dealt at the start costs nothing",
    },
    "turn_order": {
        "seat": "the highest opening roll begins, then turns go round by seat",
        "opening_roll": "turns go by falling opening rolls",
    },
    "card_draw": {
        "deck": "cards come from a shuffled deck and go back under it",
        "random": "each card drawn is any card that nobody holds, at random",
    },
    "asset_window": {
        "between_steps": "everybody may build, sell, mortgage and trade before a roll and after a landing is settled",
        "own_turn": "only the seat to move may build, sell, mortgage and trade: once per roll, after the purchase and "
        "before rent, tax or card is settled",
    },
    "liquidation": {
        "any_window": "buildings may be sold and deeds mortgaged whenever such commands are open",
        "debt_only": "buildings may be sold and deeds mortgaged only to pay a debt, not for a purchase or a bid",
    },
    "auctions": {
        True: "a deed that is not bought is auctioned at once",
        False: "a deed that is not bought stays with the bank",
    },
    "auction_opening": "the first bid for a deed is at least {}",
    "auction_increment": "each bid is at least {} above the last",
    "auction_bid_limit": {
        "cash": "nobody may bid more than the cash in hand",
        "liquidation": "nobody may bid more than cash and what selling and mortgaging would bring",
        "none": "any bid is accepted, and a winner who can not pay goes bankrupt",
    },
    "bid_extension": "each bid sets an auction's clock back to {} seconds",
    "rent_claim": {
        "automatic": "rent is collected without asking",
        "before_next_roll": "an owner must ask for rent before the next player rolls",
        "before_second_roll": "an owner must ask for rent before the second player after the lander rolls",
    },
    "rent_claim_seconds": "where rent must be asked for, the next roll waits {} seconds for the owner",
    "rent_in_jail": {
        True: "an owner in jail collects rent",
        False: "an owner in jail collects no rent",
    },
    "group_rent_with_mortgage": {
        True: "a bare lot of a full color group earns double rent even if another lot of it is mortgaged",
        False: "a bare lot of a full color group earns double rent only while no lot of it is mortgaged",
    },
    "utility_roll": {
        "arriving": "the rent of a utility goes by the roll that led there",
        "fresh": "the rent of a utility goes by a new roll",
    },
    "income_tax": {
        "flat": "income tax is the amount on the space",
        "choice": "income tax is the amount on the space or a share of one's worth, chosen before it is counted",
    },
    "free_parking": {
        "nothing": "Free Parking pays nothing",
        "pot": "taxes, fines and card payments to the bank collect on Free Parking for the next who lands there",
        "fixed": "landing on Free Parking pays a fixed sum",
    },
    "free_parking_amount": "the fixed sum of Free Parking, where it is paid, is {}",
    "jail_fine": "leaving jail costs {}",
    "jail_doubles_roll_again": {
        False: "doubles that lead out of jail give no further roll",
        True: "doubles that lead out of jail give a further roll",
    },
    "jail_card_after_third_roll": {
        False: "a jail card is used before rolling, not after the third failed roll",
        True: "a jail card may still be used after the third failed roll",
    },
    "even_build": {
        True: "a color group is built and sold evenly",
        False: "the lots of a color group may be built and sold unevenly",
    },
    "hotel_after": {
        4: "a hotel follows four houses",
        3: "a hotel follows three houses",
    },
    "direct_hotel": {
        False: "a hotel can not be built while the houses before it are missing",
        True: "a group may be raised straight to hotels when the bank has hotels but too few houses",
    },
    "building_stock": {
        "limited": "the bank's houses and hotels can run out",
        "unlimited": "the bank's houses and hotels never run out",
    },
    "houses": "where they are limited, the bank has {} houses",
    "hotels": "where they are limited, the bank has {} hotels",
    "building_shortage": {
        "auction": "buildings that several seats want and the bank is short of are auctioned",
        "first_come": "the bank's last buildings go to whoever asks first",
    },
    "building_auction_opening": {
        10: "the first bid for a building is at least 10",
        "lowest_deed": "the first bid for a building is at least the lowest building cost of the lots in question",
        "own_deed": "the first bid for a building is at least the building cost of the bidder's own lot",
    },
    "mortgage_transfer": {
        "interest_now": "who receives a mortgaged deed pays the interest at once, or lifts it",
        "none": "who receives a mortgaged deed pays nothing until lifting it",
    },
    "interest_rounding": {
        "up": "mortgage interest is rounded up",
        "down": "mortgage interest is rounded down",
        "nearest": "mortgage interest is rounded to the nearest whole, halves up",
    },
    "one_sided_trades": {
        False: "in a trade each side must give something",
        True: "a trade may be a gift",
    },
    "bank_bankruptcy": {
        "auction": "the deeds of a seat bankrupt to the bank are auctioned, free of mortgages",
        "return": "the deeds of a seat bankrupt to the bank go back to the bank, free of mortgages",
    },
    "multi_creditor": {
        "sequential": "who can not pay everybody pays in seat order, and goes bankrupt to the first left unpaid",
        "split": "who can not pay everybody shares out the cash, and the deeds fall to the bank",
    },
    "early_end": {
        "off": "the game goes on until one player is left",
        "vote": "the game ends early with a count of worth if every player agrees",
        "host": "the host may end the game early with a count of worth",
        "time": "the game ends with a count of worth after a set time",
        "rounds": "the game ends with a count of worth after a set number of rounds",
        "bankruptcies": "the game ends with a count of worth once a set number of seats is out",
    },
    "early_end_value": "the set number for an early end, in minutes, rounds or seats out, is {}",
}


def wordings(switch: str) -> Mapping[object, str]:
    """The words for each value of a switch; under `None` those for every other value, which is to be filled in at `{}`."""
    words = _WORDS[switch]
    return {None: words} if isinstance(words, str) else words


def changes(ruleset: Ruleset) -> dict[str, SwitchValue]:
    """The switches that stand otherwise than in the preset `official`: as overrides on it they make the same ruleset."""
    official = Ruleset()
    pairs = ((switch, getattr(ruleset, switch)) for switch in SWITCHES)
    return {switch: value for switch, value in pairs if value != getattr(official, switch)}


def differences(ruleset: Ruleset) -> list[str]:
    """What this ruleset does otherwise than the preset `official`, one sentence a switch."""
    return [_sentence(ruleset, switch) for switch in changes(ruleset)]


def explain(ruleset: Ruleset) -> list[str]:
    """The whole ruleset, one sentence a switch: first what differs from the preset `official`, then the rest."""
    changed = changes(ruleset)
    return differences(ruleset) + [_sentence(ruleset, switch) for switch in SWITCHES if switch not in changed]


def _sentence(ruleset: Ruleset, switch: str) -> str:
    value = getattr(ruleset, switch)
    words = wordings(switch)
    sentence = words[value] if value in words else words[None]
    return f"{switch} = {render(value)}: {sentence.format(render(value))}"
