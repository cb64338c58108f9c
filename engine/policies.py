"""The policies by name: who plays for the bots of a server, in simulations, and for people who are away. Must not play itself.

Every policy is a pair of pure functions of the state, and always legal. They are listed from the weakest to the strongest.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.aimless import Choice, answer_at_random, interrupt_at_random
from engine.greedy import greedy, greedy_interrupt
from engine.policy import careful, careful_interrupt
from engine.strong import strong, strong_interrupt


class Policy(NamedTuple):
    """A way to play.

    `answer` is what to say to an open prompt; None only in a window that another seat holds, where one waits; raises
    `IllegalCommand` if the seat is asked nothing. `interrupt` is what to do unasked, for instance about an offer; mostly None.
    """

    answer: Choice
    interrupt: Choice


def random_policy(salt: int = 0) -> Policy:
    """The random policy; each `salt` makes another player of it."""
    return Policy(answer_at_random(salt), interrupt_at_random(salt))


POLICIES: Final[dict[str, Policy]] = {
    "random": random_policy(),
    "greedy": Policy(greedy, greedy_interrupt),
    "careful": Policy(careful, careful_interrupt),
    "strong": Policy(strong, strong_interrupt),
}
