"""The table of phases: which rules hold while a frame is on top of the stack."""

from __future__ import annotations

from typing import Any, Final

from engine import frames as f
from engine.phases.auction import AuctionPhase
from engine.phases.base import Phase
from engine.phases.choices import CardChoicePhase, TaxChoicePhase
from engine.phases.contest import ContestPhase
from engine.phases.debt import DebtPhase
from engine.phases.opening import OpeningPhase
from engine.phases.purchase import PurchasePhase
from engine.phases.step import DeparturePhase, EstatePhase, SettlementPhase, StepPhase
from engine.phases.transfer import TransferPhase
from engine.phases.window import WindowPhase


class GameOverPhase(Phase[f.GameOver]):
    """The standing is final; nothing is legal any more."""


PHASES: Final[dict[type[f.Frame], Phase[Any]]] = {
    f.OpeningRoll: OpeningPhase(),
    f.Window: WindowPhase(),
    f.Step: StepPhase(),
    f.Settlement: SettlementPhase(),
    f.Departure: DeparturePhase(),
    f.Purchase: PurchasePhase(),
    f.Auction: AuctionPhase(),
    f.Debt: DebtPhase(),
    f.CardChoice: CardChoicePhase(),
    f.TaxChoice: TaxChoicePhase(),
    f.MortgageTransfer: TransferPhase(),
    f.Estate: EstatePhase(),
    f.BuildContest: ContestPhase(),
    f.GameOver: GameOverPhase(),
}
