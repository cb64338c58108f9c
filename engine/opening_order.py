"""The order of play out of the opening throws, as pure arithmetic on groups of tied seats. Must not throw.

A group is a tuple of seats that share a place, in seat order; the groups stand in falling order of what they threw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from engine.ids import Seat

Groups: TypeAlias = tuple[tuple[Seat, ...], ...]


def throwers(groups: Groups, every_place: bool) -> tuple[Seat, ...]:
    """The seats that have to throw again, in seat order: all tied ones, or only those for the first place."""
    tied = [group for group in (groups if every_place else groups[:1]) if len(group) > 1]
    return tuple(sorted(seat for group in tied for seat in group))


def after_round(groups: Groups, thrown: Mapping[Seat, int]) -> Groups:
    """The groups once everybody who had to has thrown: each tied group split by falling totals."""
    return tuple(part for group in groups for part in (_split(group, thrown) if group[0] in thrown else (group,)))


def _split(group: tuple[Seat, ...], thrown: Mapping[Seat, int]) -> Groups:
    totals = sorted({thrown[seat] for seat in group}, reverse=True)
    return tuple(tuple(seat for seat in group if thrown[seat] == total) for total in totals)
