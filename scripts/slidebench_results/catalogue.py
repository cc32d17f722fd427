# SPDX-License-Identifier: MIT
"""What is known of each scheme, from the page that `slidebench list --format markdown` prints: results/catalogue.md."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent.parent / "results" / "catalogue.md"


def read(page=PAGE):
    """{scheme: {"family", "title", "traits": set, "needs", "source"}} in table order; a twin has the trait "twin"."""
    schemes, columns = {}, None
    for line in page.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| scheme |"):
            columns = cells
        elif columns and (name := re.fullmatch(r"`(\w+)`", cells[0])):
            row = dict(zip(columns, cells))
            traits, _, original = row["traits"].partition("twin of ")
            schemes[name[1]] = {
                "family": row["family"], "title": row["what"], "needs": row["needs"],
                "traits": set(traits.split()) | ({"twin"} if original else set()), "source": re.search(r"\((.*)\)", cells[-1])[1],
            }  # fmt: skip
    return schemes
