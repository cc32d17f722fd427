# SPDX-License-Identifier: MIT
"""scripts/repeatability on made runs, and the figures that results/TRUST.md takes from it."""

import re
from pathlib import Path

import pytest

from conftest import SOURCE

from slidebench_results import reader, repeatability
from slidebench_results.result import Column, Figure, Result, Row, Scheme


def scheme(name, twin="", traits=("branchless",), engine_bytes=0):
    return Scheme(name, *[""] * 6, list(traits), {}, engine_bytes, twin)


SCHEMES = [scheme("a", engine_bytes=65536), scheme("b"), scheme("c", traits=()), scheme("a_twin", "a")]


def run(name, times, twins=(), cpu="cpu", checksum="1"):
    """Returns a run of one column: {scheme: cycles}, in which a difference of 5 % is resolved. Half of each interval is
    1 % of the value."""
    machine = {"slug": cpu}
    rows = []
    for one in SCHEMES:
        cycles = times[one.name]
        rank = [1 + sum(other < limit for other in times.values()) for limit in (cycles / 1.05, cycles * 1.05)]
        rank = (rank[0], max(rank[0], rank[1] - 1))
        figure = Figure(cycles, 0.99 * cycles, 1.01 * cycles)
        rows.append(Row(one, "ok", "", figure, figure, None, rank, False))
    of_twins = [{"scheme": "a_twin", "ratio": ratio, "apart": apart} for *ratio, apart in twins]
    values = {"checksum": checksum, "twins": of_twins}
    column = Column("queen", "games", "throughput", values, rows, {}, [])
    record = {"machine": machine, "compiler": "gcc 12.2.0", "level": "native", "processes_ended": 12}
    record["rules"] = {"margin": 0.01}
    schemes = {one.name: one for one in SCHEMES}
    return Result(Path(name), record, schemes, {column.key: column})


TIMES = {"a": 1.0, "b": 2.0, "c": 3.0, "a_twin": 1.0}


@pytest.fixture
def printed(monkeypatch, capsys):
    """Returns a function that runs the command on results, and returns its output."""

    def main(*results):
        monkeypatch.setattr(reader, "load_all", lambda _: list(results))
        monkeypatch.setattr("sys.argv", ["repeatability", "log"])
        assert repeatability.main() == 0
        return capsys.readouterr().out

    return main


def test_twins_and_intervals_of_one_result(printed):
    twins = [(1.001, 0.999, 1.002, False), (0.98, 0.97, 0.985, True), (1.003, 1.002, 1.004, False)]
    text = printed(run("one", TIMES, twins))
    assert "twins: 1 of 3 verdicts wrong; 2 intervals do not contain 1" in text
    assert "medians differ by 0.30%, nine tenths by 2.02%, all by 2.02% at most" in text
    assert "intervals of cpu/one, 12 processes: 64 KiB of tables and more 1.00% (1.0%), branchy 1.00% (1.0%)" in text
    assert "order" not in text


def test_order_of_two_runs(printed):
    text = printed(run("one", TIMES), run("two", {**TIMES, "b": 3.0, "c": 2.0}))
    assert "cpu, gcc 12, native: 2 runs" in text and "twins: none" in text
    assert "order: 1 of 5 rankings that both resolve are contradicted" in text
    assert "run to run: medians differ by 20.27%, nine tenths by 40.55%, all by 40.55% at most" in text
    assert "at most; the intervals of 2 of 4 rows do not meet within the margin" in text
    same = printed(run("one", TIMES), run("two", {**TIMES, "b": 1.9}))
    assert "order: 0 of 5 rankings" in same and "of 1 of 4 rows" in same
    assert "of 0 of 4 rows" in printed(run("one", TIMES), run("two", {**TIMES, "b": 1.945}))  # clear by 0.8 %


@pytest.mark.parametrize("other, expected", [({"cpu": "other"}, ""), ({"checksum": "2"}, "no column in common")])
def test_only_runs_of_the_same_queries_are_compared(printed, other, expected):
    text = printed(run("one", TIMES), run("two", {**TIMES, "b": 0.5}, **other))
    assert "contradicted" not in text and expected in text


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
