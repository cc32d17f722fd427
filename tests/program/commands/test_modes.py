# SPDX-License-Identifier: MIT
"""The comparison of modes in scripts/report. The results are copies of throughput rows, some of them scaled."""

import sys

import pytest

from conftest import SOURCE
from result_factory import Result, scale

for module in "pandas", "matplotlib", "jinja2":
    pytest.importorskip(module)
sys.path.insert(0, str(SOURCE / "scripts" / "slidebench_results"))

import modes
import report
from pair import Pair

SCHEMES = ("null", "pext", "magic_black", "magic_fancy", "slide_arithmetic", "rotated_6bit", "kogge_stone", "ray_loop")
GROUPS = [("games", "throughput", "queen"), ("games", "burst-2048-8", "queen"), ("standard", "perft", "all")]
GROUPS += [("games", mode, "all") for mode in ("replay", "replay-upkeep", "replay-lookups")]
FACTORS = {("burst-2048-8", "pext"): 6, ("replay-upkeep", "rotated_6bit"): 3, ("replay-lookups", "rotated_6bit"): 0.1}


def made(folder, factors=FACTORS):
    result = Result(folder, SCHEMES)
    kept = [(line, row) for line, row in zip(result.lines, result.record["rows"]) if line["mode"] == "throughput"]
    result.lines, result.record["rows"] = [], []
    for workload, mode, piece in GROUPS:
        rows = [tuple({**one, "workload": workload, "mode": mode, "piece": piece} for one in both) for both in kept]
        for line, row in rows:
            scale(line, row, factors.get((mode, line["scheme"]), 1))
            line["lookups"] = "4"
        ranked = sorted((line for line, _ in rows if line["rank"]), key=lambda line: float(line["cycles"]))
        for place, line in enumerate(ranked, 1):
            line["rank"] = line["rank_last"] = str(place)
            line["tied_with_best"] = "yes" if place == 1 else "no"
        result.lines += [line for line, _ in rows]
        result.record["rows"] += [row for _, row in rows]
    pair = Pair(result.save())
    assert not pair.failed(), pair.problems
    return report.Report([pair], result.path.parent)


@pytest.fixture(scope="module")
def groups(tmp_path_factory):
    found = made(tmp_path_factory.mktemp("modes"))
    return modes.of_setup(found.groups, found.setups[0])


def test_best_of_each_family(groups):
    names, lines = modes.families(groups)
    cells = {mode: dict(zip(names, cells)) for (_, mode, _), cells in lines}
    assert set(cells) == {mode for _, mode, _ in GROUPS} and {
        "pext",
        "magic",
        "rotated",
        "arithmetic",
        "fills",
        "rays",
    } == set(names)
    assert cells["throughput"]["magic"][0].scheme == "magic_black"
    assert cells["throughput"]["pext"][1] and not cells["burst-2048-8"]["pext"][1] and cells["burst-2048-8"]["magic"][1]


def test_overtakings_compare_the_best_of_each_family(groups):
    found = {mode: (told, flipped, flips) for (_, mode, _), told, flipped, flips in modes.overtakings(groups)}
    assert set(found) == {mode for _, mode, _ in GROUPS} - {"throughput"}
    told, flipped, flips = found["burst-2048-8"]
    assert (
        told == 15
        and flipped == len(flips) == 3
        and all(flip.a == "pext" and flip.here[0] < 1 < flip.there[0] for flip in flips)
    )
    assert {flip.b for flip in flips} == {"magic_black", "rotated_6bit", "slide_arithmetic"}
    assert found["perft"][1] == 0
    text = modes.overtaking_text(("games", "burst-2048-8", "queen"), told, flipped, flips)
    assert text.startswith(
        "**burst-2048-8** (queen, games): of 15 pairs of families' best that both tell apart, 3 are in opposite order: `pext` / "
    )


def test_shrinkage_in_perft(groups):
    lines = modes.shrinkage(groups)
    assert len(lines) == len(SCHEMES) - 1 and lines[0][0].scheme == "pext" and lines[0][1:] == (1, 1, 1)
    assert all(micro == replay == perft for _, micro, replay, perft in lines)
    assert modes.shrinkage({}) == []


def test_break_even(groups, tmp_path):
    """Upkeep takes 3 times as long as a throughput lookup of 23.7 cycles, lookups 0.1 times."""
    (text,) = modes.break_even(groups)
    assert text.startswith("`rotated_6bit` pays +") and "it gains from " in text and text.endswith("games have 4.0.")
    factors = {("replay-upkeep", "rotated_6bit"): 3}
    never = made(tmp_path, factors)
    (text,) = modes.break_even(modes.of_setup(never.groups, never.setups[0]))
    assert text.endswith("it never gains.")
    assert list(modes.break_even({})) == []


def test_pages_contain_the_comparison(tmp_path):
    found = made(tmp_path)
    text = found.readmes({})[f"{found.runs[0]['cpu']}/README.md"]
    assert (
        "the best of each family" in text
        and "what changes against throughput" in text
        and "from micro-benchmark to move generator" in text
    )
    assert "<h2>Modes</h2>" in found.page({}, {})
