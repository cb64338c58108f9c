"""The words of the prompt that are no commands of the game: looking, talking, the lobby. Must not know a terminal.

A word of the game always wins over these, so that a line means the same here as in a script; only a word spelled out in
full is never mistaken for the beginning of another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from client.explain import explain
from client.fitting import wrap
from client.language import WORDS, InvalidInput, Word
from client.naming import suggest


@dataclass(frozen=True)
class LocalWord:
    """A word that the client itself understands: its use and what it is for."""

    name: str
    usage: str
    about: str


_BESIDE: Final = 22  # columns of a use that has what it is for beside it
_HINT: Final = "words may be shortened; deeds go by id, its beginning, initials or space number; Enter: the default"


def _words(*words: LocalWord) -> dict[str, LocalWord]:
    return {word.name: word for word in words}


LOOKS: Final = _words(
    LocalWord("board", "board", "draw the board"),
    LocalWord("players", "players", "cash, place and deeds of everybody"),
    LocalWord("deed", "deed NAME", "one deed: price, rents, owner"),
    LocalWord("legal", "legal", "all that you may do now"),
    LocalWord("offers", "offers", "the open trade offers"),
    LocalWord("log", "log [N|/TEXT]", "the last N lines of what has happened, or those with TEXT in them"),
    LocalWord("holdings", "holdings", "who holds which deed, as a table"),
    LocalWord("dice", "dice", "how the dice have fallen"),
    LocalWord("worth", "worth", "how everybody's worth has gone"),
    LocalWord("rules", "rules", "the rules of this table in words"),
    LocalWord("fair", "fair", "what the dice of this table come from, and who has added to it"),
    LocalWord("help", "help [WORD]", "all words, or one of them"),
)
"""Words that only show something."""

TALK: Final = _words(
    LocalWord("say", "say TEXT", "say something to the table; a leading ' or \" does the same"),
    LocalWord("save", "save FILE", "write what has happened to a file, for `magnate replay` and `magnate verify`"),
    LocalWord("leave", "leave", "get up from the table"),
    LocalWord("quit", "quit", "end this program; your seat is kept"),
)
"""Words that always do something."""

LOBBY: Final = _words(
    LocalWord("ready", "ready [no]", "ready to start, or no longer"),
    LocalWord("start", "start", "start the game, as the owner"),
    LocalWord("add-bot", "add-bot [LEVEL]", "give a free seat to a bot, as the owner: random, greedy, careful or strong"),
    LocalWord("kick", "kick NAME [bar]", "free a seat, as the owner; bar: its player may not come back"),
)
"""Words of the lobby."""

TOGETHER: Final = _words(
    LocalWord("away", "away", "let the autopilot play your seat"),
    LocalWord("back", "back", "take your seat back, as any command of the game does"),
    LocalWord("propose", "propose pause|resume|autopilot SEAT|give SEAT", "call a vote of the players"),
    LocalWord("yes", "yes", "say yes in the open vote"),
    LocalWord("no", "no", "say no in the open vote"),
    LocalWord("owner", "owner SEAT", "hand the table over, as the owner"),
    LocalWord("give", "give SEAT", "open the seat of somebody who is gone, as the owner"),
    LocalWord("mute", "mute NAME", "take no offers from a player, and read nothing that it says"),
    LocalWord("unmute", "unmute NAME", "hear a player again"),
    LocalWord("end-game", "end-game", "end the game by a count, as the owner, where the rules have it"),
    LocalWord("rematch", "rematch", "after the game: play again with the same people"),
)
"""Words by which the people of a table settle things among themselves."""

LOCAL: Final = {**LOOKS, **TALK, **LOBBY, **TOGETHER}


def find_local(text: str) -> LocalWord | None:
    """The word that `text` is, or alone begins where it begins no word of the game; raises `InvalidInput`."""
    key = text.casefold()
    if key in ("?", "h"):
        return LOCAL["help"]
    if key in LOCAL:
        return LOCAL[key]
    if any(word.name.startswith(key) for word in WORDS.values()):
        return None
    begun = [word for word in LOCAL.values() if word.name.startswith(key)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise InvalidInput(f"{text} is not clear, more than one word fits", [word.name for word in begun])
    raise InvalidInput(f"there is no word {text}", suggest(text, [*WORDS, *LOCAL]))


def help_lines(text: str, width: int = 80) -> list[str]:
    """All words, or the one that `text` is, or those that it begins; raises `InvalidInput` if there is none."""
    if not text:
        return _overview(width)
    every: dict[str, Word | LocalWord] = {**WORDS, **LOCAL}
    key = text.casefold()
    found = [every[key]] if key in every else [word for name, word in every.items() if name.startswith(key)]
    if not found:
        raise InvalidInput(f"there is no word {text}", suggest(text, every))
    if len(found) == 1 and found[0].name in WORDS:
        return explain(found[0].name, width)
    return _usages(found, width)


def _overview(width: int) -> list[str]:
    chapters: dict[str, Iterable[Word | LocalWord]] = {
        "in the game": WORDS.values(),
        "to look": LOOKS.values(),
        "to talk and to go": TALK.values(),
        "in the lobby": LOBBY.values(),
        "among the players": TOGETHER.values(),
    }
    lines: list[str] = []
    for title, words in chapters.items():
        lines += [f"{title}:", *_usages(words, width)]
    return [*lines, *wrap(_HINT, width, "  ")]


def _usages(words: Iterable[Word | LocalWord], width: int) -> list[str]:
    """Each use with what it is for beside it, or below it where it is too long."""
    told = [(f"  {word.usage}", word.about) for word in words]
    beside = min(_BESIDE, max(len(usage) for usage, _ in told)) + 2
    lines: list[str] = []
    for usage, about in told:
        first, *rest = wrap(about, width - beside)
        lines += [f"{usage:<{beside}}{first}"] if len(usage) < beside - 1 else [usage, " " * beside + first]
        lines += [" " * beside + row for row in rest]
    return lines
