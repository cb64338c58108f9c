"""Names for the small integers of the game; must hold nothing but names.

Seats, spaces and amounts are plain integers at run time: the engine indexes flat lists with them in its innermost loops,
and a wrapper call there was measured at a fifth of a turn.
"""

from typing import Final, TypeAlias

Seat: TypeAlias = int
"""A place at the table, counted from 0 in seat order; `BANK` and `TABLE` are no seats."""

SpaceIndex: TypeAlias = int
"""A space of the board, counted clockwise from 0."""

BANK: Final[Seat] = -1
"""Payer, payee, creditor or owner when that is the bank."""

TABLE: Final[Seat] = -2
"""The actor of commands that the table itself gives: time-outs, expiry, the end of time."""

HOTEL: Final[int] = 5
"""The level of a deed with a hotel; 1 to 4 are houses, 0 is bare."""
