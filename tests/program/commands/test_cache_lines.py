# SPDX-License-Identifier: MIT
"""The committed counts of cache lines, which the long form counts again."""

import platform
import shutil
import subprocess

import pytest

from conftest import SOURCE
from draw import LONG


def cache_lines(page):
    """Parses a page: {scheme: [lines of rook, bishop, queen]}."""
    rows = (line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `"))
    return {name: list(map(float, lines)) for name, _, *lines, _ in rows}


@pytest.mark.skipif(not LONG or not shutil.which("clang"), reason="takes two minutes; the long form, with clang")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the pages are for x86-64")
def test_committed_cache_lines_match_a_new_count():
    """Another compiler or level may place a constant elsewhere, and another CPU supports other schemes."""
    counted = cache_lines(
        subprocess.run([SOURCE / "scripts" / "cache-lines"], capture_output=True, text=True, check=True).stdout
    )
    pages = {page.parent.name: cache_lines(page.read_text()) for page in (SOURCE / "results").glob("*/CACHE_LINES.md")}
    assert counted and counted.keys() <= set().union(*pages.values())
    for cpu, page in pages.items():
        assert page, cpu
        for scheme in page.keys() & counted.keys():
            assert page[scheme] == pytest.approx(counted[scheme], abs=1), (cpu, scheme)
