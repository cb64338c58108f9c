"""A bot at the table of a server: what it says to what the client's model knows. Must not send anything."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

from client.bots import Bot, BotFault, BotName, BotView, checked, describe_fault, load_bot
from client.errors import ClientError
from client.model import Model
from engine.commands import SeatCommand

Policy: TypeAlias = Callable[[Model], SeatCommand | None]
"""What to do now, asked or unasked; `None`: wait."""


class BotFailed(ClientError):
    """A bot of somebody's own has raised an exception, or said what is no command."""


def bot_policy(name: BotName, seed: int | None = None) -> Policy:
    """What the bot of this name says; `seed` fixes what it draws. The policy raises `BotFailed`; loading `BotFault`."""
    salt = random.SystemRandom().getrandbits(64) if seed is None else seed
    bot, chance = load_bot(name, salt)(), random.Random(salt)

    def decide(model: Model) -> SeatCommand | None:
        if model.state is None or model.seat is None:
            return None
        return _decide(name, bot, BotView(model.state.copy(), model.seat, chance), model)

    return decide


def level_policy(level: str, seed: int | None = None) -> Policy:
    """The same for one of the levels."""
    return bot_policy(BotName(level), seed)


def _decide(name: BotName, bot: Bot, view: BotView, model: Model) -> SeatCommand | None:
    try:
        return checked(bot.decide(view, model.question()))
    except BotFault as fault:
        raise BotFailed(f"{name}: {fault}") from None
    except Exception as error:
        if name.file is None:
            raise
        raise BotFailed(describe_fault(error, name.file)) from error
