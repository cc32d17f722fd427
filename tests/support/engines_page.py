# SPDX-License-Identifier: MIT
"""Reads the table of predictors of results/engines/README.md."""

from conftest import SOURCE

PAGE = SOURCE / "results" / "engines" / "README.md"


def hits(predictor, group):
    """Returns how many pairs a predictor orders as measured, and how many there are, in the trials of a group."""
    head, _, *lines = PAGE.read_text().partition("| predictor | ")[2].splitlines()
    (line,) = (line for line in lines if line.startswith(f"| {predictor} | "))
    cells = dict(zip(head.removesuffix(" |").split(" | "), line.removesuffix(" |").split(" | ")[1:]))
    right, pairs = map(int, cells[group].split(" of "))
    return right, pairs
