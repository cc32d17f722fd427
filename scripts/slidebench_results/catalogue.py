# SPDX-License-Identifier: MIT
"""Reads results/catalogue.csv, what `slidebench list --format csv` prints of each scheme."""

import csv
from pathlib import Path
from typing import NamedTuple

CATALOGUE = Path(__file__).resolve().parent.parent.parent / "results" / "catalogue.csv"


class Scheme(NamedTuple):
    """The facts about a scheme that hold on every machine."""

    family: str
    title: str
    needs: str | None  # ISA words; None: the scheme is not in the catalogue
    traits: frozenset[str]  # a twin has the trait "twin"
    source: str


UNKNOWN = Scheme("", "", None, frozenset(), "")


def read(path: Path = CATALOGUE) -> dict[str, Scheme]:
    """Returns all schemes by name, in table order."""
    with open(path, newline="") as file:
        return {row["scheme"]: scheme_of(row) for row in csv.DictReader(file)}


def scheme_of(row: dict[str, str]) -> Scheme:
    """Returns a line of the catalogue as a Scheme."""
    traits, _, original = row["traits"].partition("twin of ")
    words = frozenset(traits.split()) | ({"twin"} if original else set())
    return Scheme(row["family"], row["title"], row["needs"], words, row["source"])
