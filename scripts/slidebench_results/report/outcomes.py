# SPDX-License-Identifier: MIT
"""Published outcomes: changes of getters that engines' authors measured, in results/engines/known_outcomes.csv."""

from dataclasses import dataclass, fields
from pathlib import Path

from engines.trial_results import read_csv
from slidebench_results import uses


@dataclass(frozen=True)
class Outcome:
    """A line of the file. If the effect is positive, the new getter is better."""

    change: str
    date: str
    source: str
    kind: str  # of engine
    cpu: str
    old: str
    new: str
    measure: str  # "speed %", "time %", "Elo"; "sign": only the direction is known
    effect: str
    lo: str  # of its interval, "": unknown
    hi: str

    @property
    def use(self) -> str:
        """The use whose column should foretell it."""
        return uses.COLUMN_OF_KIND[self.kind]

    @property
    def sign(self) -> int:
        """1: the new getter is better, -1: it is worse, 0: the interval contains 0."""
        return (float(self.lo or self.effect) > 0) - (float(self.hi or self.effect) < 0)

    @property
    def slow_pext(self) -> bool:
        """Whether the author's CPU has PEXT as microcode."""
        return "slow PEXT" in self.cpu


COLUMNS = [field.name for field in fields(Outcome)]


def read_outcomes(path: Path) -> list[Outcome]:
    """Returns the outcomes of a file, none if it does not exist; refuses other columns."""
    return [Outcome(**line) for line in read_csv(path, COLUMNS)] if path.exists() else []
