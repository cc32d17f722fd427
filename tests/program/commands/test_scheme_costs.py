# SPDX-License-Identifier: MIT
"""`list --costs`: the cost of each scheme's init and its code size. The long form also counts cache lines."""

import csv
import io
import json
import platform
import shutil
import subprocess
import time

import pytest

from conftest import BUILD, SOURCE
from injection import complains, run
from draw import LONG


COSTED = "^(null|ray_loop|classical|pext|bext_sve2)$"


def costs(slidebench, format):
    return slidebench("list", "--costs", "--schemes", COSTED, "--format", format, check=0).stdout


def by_name(text):
    return {r["scheme"]: r for r in csv.DictReader(io.StringIO(text))}


def test_costs_are_measured(slidebench):
    """Supported schemes have costs, unsupported ones have empty fields."""
    began = time.monotonic()
    rows = by_name(costs(slidebench, "csv"))
    ms = 1000 * (time.monotonic() - began)
    assert sum(float(row["init_ms"] or 0) for row in rows.values()) < ms
    plain = by_name(slidebench("list", "--schemes", COSTED, "--format", "csv", check=0).stdout)
    assert rows and list(rows) == list(plain)
    for name, row in rows.items():
        assert all(row[k] == plain[name][k] for k in plain[name])
        if row["status"] != "ok":
            assert row["init_ms"] == row["init_page_faults"] == row["code_bytes"] == "", row
            continue
        assert float(row["init_ms"]) >= 0 and 0 <= int(row["code_bytes"]) < 100000
    assert rows["ray_loop"]["init_ms"] == "0.000" and rows["ray_loop"]["init_page_faults"] == "0"
    assert float(rows["classical"]["init_ms"]) > 0
    if platform.system() == "Linux":
        assert int(rows["null"]["code_bytes"]) < int(rows["ray_loop"]["code_bytes"])
    if rows["pext"]["status"] == "ok":  # its tables fill whole pages, of 4 KiB or more
        assert 0 < int(rows["pext"]["init_page_faults"]) <= int(rows["pext"]["table_bytes"]) / 4096 + 50


def test_all_formats_have_the_same_costs(slidebench):
    """Times differ between runs; other values are equal in all formats."""
    rows = list(csv.DictReader(io.StringIO(costs(slidebench, "csv"))))
    records = json.loads(costs(slidebench, "json"))
    head, *lines = costs(slidebench, "table").splitlines()
    assert [r.keys() for r in records] == [r.keys() for r in rows] and len(lines) == len(rows)
    for row, record, line in zip(rows, records, lines):
        assert (record["scheme"], record["code_bytes"]) == (row["scheme"], row["code_bytes"])
        assert line.split()[0] == row["scheme"]
        assert line[: head.index("code bytes") + 10].rstrip().endswith(row["code_bytes"])
        assert line.endswith(row["status"] if row["status"] != "ok" else row["code_bytes"] + "  ")


def test_list_without_the_option_has_no_costs(slidebench):
    assert "init_ms" not in slidebench("list", "--format", "csv", check=0).stdout
    assert (
        "--costs cannot be combined with --format markdown"
        in slidebench("list", "--costs", "--format", "markdown", check=2).stderr
    )


def test_missing_child_process_is_an_error(slidebench):
    for kind in "csv", "json":
        done = run("list", "--costs", "--schemes", "^classical$", "--format", kind, inject="fork:1:11")
        assert (
            done.returncode == 4 and done.stderr == "slidebench: no child process: Resource temporarily unavailable\n"
        )


def test_crash_in_init_is_an_error():
    done = run("list", "--costs", "--schemes", "crash_in_init", "--format", "json", binary=BUILD / "slidebench-failing")
    assert "init of crash_in_init: killed by signal 11" in complains(done, 4)


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
