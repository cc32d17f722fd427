# SPDX-License-Identifier: MIT
"""The committed counts of cache lines, which the long form counts again."""

import platform
import shutil

import pytest

from conftest import SOURCE
from draw import LONG
from process import run


def cache_lines(page):
    """Parses a page: {scheme: [lines of rook, bishop, queen]}."""
    rows = (line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `"))
    return {name: list(map(float, lines)) for name, _, *lines, _ in rows}


@pytest.mark.skipif(not LONG or not shutil.which("clang"), reason="takes two minutes; the long form, with clang")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the page is for x86-64")
def test_committed_cache_lines_match_a_new_count():
    """Another compiler or level may place a constant elsewhere, and another CPU supports other schemes."""
    counted = cache_lines(run(SOURCE / "scripts" / "cache-lines").stdout)
    page = cache_lines((SOURCE / "results" / "CACHE_LINES.md").read_text())
    assert counted and counted.keys() <= page.keys()
    for scheme, lines in counted.items():
        assert page[scheme] == pytest.approx(lines, abs=1), scheme
