# SPDX-License-Identifier: MIT
"""scripts/repeatability: the figures that results/TRUST.md takes from it, and which runs it compares."""

import re

import process
from conftest import SOURCE
from result_factory import EditedRun
from slidebench_results import repeatability


def test_runs_of_the_same_queries_are_compared(tmp_path):
    """And of the same CPU. Times that differ clearly are counted, in either direction."""
    one, other = EditedRun(tmp_path / "one"), EditedRun(tmp_path / "other")
    printed = lambda: process.run(SOURCE / "scripts" / "repeatability", one.save(), other.save()).stdout
    assert "the intervals of 0 of 4 rows" in printed()
    other.scale({"pext": 1.1, "magic_black": 0.9})
    assert "the intervals of 4 of 4 rows" in printed()
    for column in other.record["columns"]:
        column["checksum"] = 16 * "0"
    assert "the runs have no column in common" in printed()
    other.move_to("another-cpu")
    assert "order: " not in printed()


def test_quantile_is_not_exceeded_by_its_share():
    assert [repeatability.quantile([*range(1, n + 1)], 0.9) for n in (9, 10, 11)] == [9, 9, 10]


def test_figures_of_the_page(monkeypatch, capsys):
    """The page has the figures of the results that it names; results of other days do not change them."""
    text = (SOURCE / "results" / "TRUST.md").read_text()
    assert "scripts/repeatability results/*/2026112[12]-*.jsonl.gz" in text
    results = map(str, sorted((SOURCE / "results").glob("*/2026112[12]-*.jsonl.gz")))
    monkeypatch.setattr("sys.argv", ["repeatability", *results])
    assert repeatability.main() == 0
    output = capsys.readouterr().out.replace("%", " %")
    wrong, of, without = re.search(r"(\d+) of (\d+) verdicts wrong; (\d+) intervals", output).groups()
    apart = re.search(r"differ by ([\d.]+ %), nine tenths by ([\d.]+ %), all by ([\d.]+ %)", output).groups()
    for part in f"| {of} comparisons", f"{wrong} find a difference", f"{without} intervals", *apart:
        assert part in text, output
    own = re.search(r"zen-5/20261122-gcc.*", output)[0]
    large, branchy, small = re.findall(r"[\d.]+ % \([\d.]+ %\)", own)
    assert f"under 64 KiB {small}, of 64 KiB and more {large}, branchy {branchy}" in text, output
    assert re.search(r"order: ([\d,]+ of [\d,]+ rankings) that both resolve", output)[1] in text, output
    apart = re.search(r"run to run: medians differ by ([\d.]+ %), nine tenths by ([\d.]+ %)", output).groups()
    assert "medians differ by {}, nine tenths by {}".format(*apart) in text, output
