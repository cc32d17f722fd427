# SPDX-License-Identifier: MIT
"""The output of list, and the catalogue page that is made from it."""

import json
import os
import platform
import re

import pytest

from conftest import BUILD, SOURCE, schemes, slidebench
from terminal import on_terminal

CATALOGUE = schemes(BUILD / "slidebench")
WHOLE = pytest.mark.skipif(
    "SLIDEBENCH_SCHEMES:STRING=\n" not in (BUILD / "CMakeCache.txt").read_text(), reason="a build of some schemes only"
)


def test_formats_agree():
    rows = json.loads(slidebench("list", "--format", "json").stdout)
    assert [r["scheme"] for r in rows] == list(CATALOGUE)
    assert all(isinstance(r[k], int) == (k in ("view_bytes", "engine_bytes")) for r in rows for k in r)
    assert all(str(r[k]) == CATALOGUE[r["scheme"]][k] for r in rows for k in r)
    table = slidebench("list", "--schemes", ".").stdout
    assert all(f"\n{name} " in table for name in CATALOGUE)


def test_a_scheme_is_one_line_of_a_terminal():
    """Whose name is whole; 80 columns is what a terminal has that says nothing of its width."""
    status, shown, _ = on_terminal(BUILD / "slidebench", "list", stream="stdout", env=os.environ | {"NO_COLOR": "1"})
    letters, _, head, *lines, controls, export = shown.splitlines()
    names = [name for name, row in CATALOGUE.items() if not re.search("twin|control", row["traits"])]
    families = {f"{row['family']}:" for row in CATALOGUE.values()}
    assert status == 0 and max(map(len, shown.splitlines())) <= 80
    assert [line.split()[0] for line in lines if line not in families] == names
    assert len(lines) == len(names) + len(families)
    assert letters.startswith("B branchless") and head.startswith("scheme ")
    assert "controls" in controls and "export" in export


def test_table_has_what_a_scheme_needs():
    lines = slidebench("list", "--schemes", "^(pext|hyperbola)$").stdout
    assert re.search(r"^pext .*; needs bmi2; ", lines, re.M) and not re.search("^hyperbola .*needs", lines, re.M)


def test_every_scheme_has_its_credits():
    for name, row in CATALOGUE.items():
        assert row["title"] and row["author"] and re.search(r"\d{4}", row["year"]), name
        assert re.match(r"https?://\S+$", row["source"]), name
        assert re.match(r"ok$|unsupported \(needs .+\)$", row["status"]), name


@WHOLE
@pytest.mark.skipif(platform.machine() != "x86_64", reason="schemes need other instructions on other architectures")
def test_page_is_up_to_date():
    page = slidebench("list", "--format", "markdown").stdout
    assert (
        SOURCE / "results" / "catalogue.md"
    ).read_text() == page, "update it: slidebench list --format markdown > results/catalogue.md"
