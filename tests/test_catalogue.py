# SPDX-License-Identifier: MIT
"""The catalogue: what list says, and that the page made from it is up to date."""

import csv
import io
import json
import platform
import re

import pytest

from conftest import BUILD, SOURCE
import kernel_shape

CATALOGUE = kernel_shape.schemes(BUILD / "slidebench")


def test_formats_agree(slidebench):
    rows = json.loads(slidebench("list", "--format", "json", check=0).stdout)
    assert [r["scheme"] for r in rows] == list(CATALOGUE)
    assert all(r[k] == CATALOGUE[r["scheme"]][k] for r in rows for k in r)
    table = slidebench("list", check=0).stdout
    assert all(f"\n{name} " in table for name in CATALOGUE)


def test_every_scheme_has_its_credits():
    for name, row in CATALOGUE.items():
        assert row["title"] and row["author"] and re.search(r"\d{4}", row["year"]), name
        assert re.match(r"https?://\S+$", row["source"]), name
        assert re.match(r"ok$|unsupported \(needs .+\)$", row["status"]), name


def test_families_stand_together():
    families = [row["family"] for row in CATALOGUE.values()]
    changes = sum(a != b for a, b in zip(families, families[1:]))
    assert changes + 1 == len(set(families))


def test_the_collection_is_complete_enough():
    real = [n for n, row in CATALOGUE.items() if "mock" not in row["traits"] and "twin" not in row["traits"]]
    assert len(real) >= 65


@pytest.mark.skipif(platform.machine() != "x86_64", reason="elsewhere some schemes need other instructions")
def test_the_page_is_up_to_date(slidebench):
    page = slidebench("list", "--format", "markdown", check=0).stdout
    assert (SOURCE / "schemes" / "README.md").read_text() == page, "make it anew: slidebench list --format markdown > schemes/README.md"


MEASURED = "^(null|ray_loop|classical|pext|bext_sve2)$"


def measured(slidebench, format):
    return slidebench("list", "--measure", "--schemes", MEASURED, "--format", format, check=0).stdout


def test_measures(slidebench):
    """What runs here has an init, or none, and a getter of some length; what does not has no figures."""
    rows = {r["scheme"]: r for r in csv.DictReader(io.StringIO(measured(slidebench, "csv")))}
    assert rows and list(rows) == [name for name in CATALOGUE if re.match(MEASURED, name)]
    for name, row in rows.items():
        assert all(row[k] == CATALOGUE[name][k] for k in CATALOGUE[name])
        if row["status"] != "ok":
            assert row["init_ms"] == row["init_page_faults"] == row["code_bytes"] == "", row
            continue
        assert float(row["init_ms"]) >= 0 and 0 <= int(row["code_bytes"]) < 100000
    assert rows["ray_loop"]["init_ms"] == "0.000" and rows["ray_loop"]["init_page_faults"] == "0"
    assert float(rows["classical"]["init_ms"]) > 0
    if platform.system() == "Linux":
        assert int(rows["null"]["code_bytes"]) < int(rows["ray_loop"]["code_bytes"])
    if rows["pext"]["status"] == "ok":  # its tables fill pages of their own, 4 KiB or larger
        assert 0 < int(rows["pext"]["init_page_faults"]) <= int(rows["pext"]["table_bytes"]) / 4096 + 50


def test_measures_in_all_formats(slidebench):
    """Times differ from run to run; what is a matter of the program does not."""
    rows = list(csv.DictReader(io.StringIO(measured(slidebench, "csv"))))
    records = json.loads(measured(slidebench, "json"))
    head, *lines = measured(slidebench, "table").splitlines()
    assert [r.keys() for r in records] == [r.keys() for r in rows] and len(lines) == len(rows)
    for row, record, line in zip(rows, records, lines):
        assert (record["scheme"], record["code_bytes"]) == (row["scheme"], row["code_bytes"])
        assert line.split()[0] == row["scheme"]
        assert line[: head.index("code bytes") + 10].rstrip().endswith(row["code_bytes"])
        assert line.endswith(row["status"] if row["status"] != "ok" else row["code_bytes"] + "  ")


def test_plain_lists_do_not_measure(slidebench):
    assert "init_ms" not in slidebench("list", "--format", "csv", check=0).stdout
    assert "--measure goes with the formats table, csv and json" in slidebench("list", "--measure", "--format", "markdown", check=2).stderr
