# SPDX-License-Identifier: MIT
"""Reads tables that another script has written as Markdown."""

import re
from collections.abc import Iterable
from pathlib import Path

from slidebench_tools.command import ENVIRONMENT, Refused


def read_tables(path: Path, columns: Iterable[str]) -> dict[str, list[dict[str, str]]]:
    """Returns {heading: lines of the table below it}, each line as {column: cell}. Refuses a page without tables, and
    a table that lacks one of these columns."""
    tables = {}
    if not path.is_file():
        raise Refused(f"{path}: is missing", ENVIRONMENT)
    for heading, body in re.findall(r"^#+ (.*)\n((?:(?!#).*\n)*)", path.read_text(), re.M):
        lines = [[cell.strip(" `") for cell in line.split("|")] for line in re.findall(r"^\|(.*)\|$", body, re.M)]
        if lines:
            names, _, *rows = lines
            if missing := set(columns) - set(names):
                raise Refused(f"{path}: the table of '{heading}' lacks the column '{min(missing)}'")
            tables[heading] = [dict(zip(names, row)) for row in rows]
    if not tables:
        raise Refused(f"{path}: expected a heading and a table below it")
    return tables
