"""What each word of the command language does, told at length for somebody who asks. Must not parse commands.

The short form, one line a word, is `client.language.WORDS`; here is what a player has to know before using the word.
"""

from __future__ import annotations

from typing import Final

from client.fitting import wrap
from client.language import parse_word

_DETAILS: Final = {
    "roll": (
        "Throws both dice, moves your token and settles where it lands; nobody can act in between.",
        "Before the game it is your throw for the order of play. After doubles it is your next throw.",
        "In jail it is a try for doubles; after the third failed throw the fine is due.",
    ),
    "end": (
        "Ends your turn. After doubles a roll is due first. Another player's hold keeps the turn from ending.",
        "Where the rules have an asset window of your own, the first `end` closes that window.",
    ),
    "buy": ("Buys the deed that you landed on at its printed price. You may sell or mortgage first to find the money.",),
    "decline": ("Leaves the deed to the bank, which auctions it at once if the rules have auctions. You may bid as well.",),
    "bid": (
        "Bids in the running auction. Everybody may bid, in any order, as long as the bid is higher.",
        "Example: bid 120",
    ),
    "pass": (
        "In an auction: you do not go higher than the bid that stands; a new bid asks you again.",
        "In a contest for the last buildings: you want none. Else: gives back your hold of the window.",
    ),
    "build": (
        "Builds houses, and after the last house the hotel, on color groups that are wholly yours and not mortgaged.",
        "All or nothing; a group has to stay even. N steps on a deed are written behind a colon, one if left out.",
        "If the bank would run short for others, they are asked first, and the last buildings may be auctioned.",
        "Example: build oriental_avenue:2 vermont_avenue:2 connecticut_avenue:2",
    ),
    "sell": (
        "Hands buildings back to the bank for half their price, evenly. A hotel becomes houses, which the bank must have.",
        "Example: sell boardwalk:2 park_place",
    ),
    "sell-group": (
        "Hands back all buildings of a group above level N at once, also where the bank lacks houses for the steps between.",
        "Example: sell-group orange 0",
    ),
    "mortgage": (
        "Turns deeds face down for the loan printed on them. No building may stand in the group; they bear no rent.",
        "Example: mortgage reading_railroad short_line",
    ),
    "lift": (
        "Pays a loan back with a tenth of interest, and the deed bears rent again.",
        "It also answers for a mortgaged deed that you have just received.",
    ),
    "keep": (
        "Pays the interest on a mortgaged deed that you have just received and leaves it mortgaged.",
        "Lifting it later costs the interest once more.",
    ),
    "pay": ("Pays the fine and leaves jail; you then throw as usual. Only before your throw.",),
    "card": ("Leaves jail by a jail card. With two cards held, name the deck. Only before your throw.",),
    "tax": ("Chooses the flat tax or a share of your worth. You choose before anything is counted, and for good.",),
    "choose": ("Takes the first or the second alternative of the card that you drew.",),
    "claim": ("Asks for all rents that are open to you. Where the rules want rents asked for, they lapse otherwise.",),
    "want": ("Says how many of the last buildings you want. More wishes than buildings lead to an auction of each.",),
    "place": ("Puts a building that you won, or were granted, on one of your deeds.",),
    "offer": (
        "Offers a trade: first what you give, then what you get. THINGS are money, deeds, chance-card and chest-card,",
        "joined by +, or `nothing`. No buildings may stand in the groups of the deeds when the trade settles.",
        "Example: offer Ann: 120+boardwalk for vermont_avenue",
    ),
    "counter": (
        "Answers an offer by another one, your side first. The old offer is closed.",
        "Example: counter 3: 200 for boardwalk",
    ),
    "accept": (
        "Accepts an offer as it stands. It settles now if a window is open, else in the next one, if it still holds then.",
    ),
    "reject": ("Refuses an offer made to you.",),
    "withdraw": ("Takes back an offer that you made.",),
    "hold": (
        "Keeps the open window, or the next one, from closing until you `pass`, so that you have time to build or trade.",
        "There are only a few holds in each turn, and they use up your own time.",
    ),
    "stop": (
        "Holds every window of these kinds for you as it opens, until you say otherwise: before others throw, after, or both.",
    ),
    "bankrupt": ("Gives up a debt that you cannot pay even by selling and mortgaging everything. You are out of the game.",),
    "resign": ("Leaves the game for good, at any time. Everything goes to whom you owe, else to the bank.",),
    "vote": ("Votes to end the game now by a count of worth, or to go on. It ends when everybody still in it wants that.",),
    "unqueue": ("Takes back a command that you sent ahead and that waits for the next window.",),
    "liquidate": (
        "Raises what you owe in the standard order: buildings evenly, then the cheapest mortgages.",
        "If that is not enough you are bankrupt.",
    ),
}


def explain(text: str, width: int = 80) -> list[str]:
    """All about the word that `text` is or alone begins; raises `InvalidInput` if there is none."""
    word = parse_word(text)
    lines = [f"{word.usage}: {word.about}"]
    for detail in _DETAILS[word.name]:
        lines += wrap(f"  {detail}", width, "  ")
    return lines
