# SPDX-License-Identifier: MIT
"""Reads the table of predictors of results/engines/README.md."""

from conftest import SOURCE

PAGE = SOURCE / "results" / "engines" / "README.md"


def hits(predictor, *engines):
    """Returns how many pairs a predictor orders as measured, and how many there are, of the trials whose headings begin
    with these; each names one."""
    head, _, *lines = PAGE.read_text().partition("| predictor | ")[2].splitlines()
    (line,) = (line for line in lines if line.startswith(f"| {predictor} | "))
    cells = zip(head.split(" | "), line.split(" | ")[1:])
    found = [cell.replace("**", "").split() for name, cell in cells if name.startswith(engines)]
    assert len(found) == len(engines)
    return sum(int(cell[0]) for cell in found), sum(int(cell[2]) for cell in found)
