# SPDX-License-Identifier: MIT
"""scripts/report compares modes: invented values, those of throughput under other names, some changed."""

import pytest

from result_factory import Result, scale

for module in "pandas", "matplotlib", "jinja2":
    pytest.importorskip(module)

from slidebench_results import cpus, modes, validate
from slidebench_results.render import pages

SCHEMES = ("null", "pext", "magic_black", "magic_fancy", "slide_arithmetic", "rotated_6bit", "kogge_stone", "ray_loop")
COLUMNS = [("games", "throughput", "queen"), ("games", "burst-2048-8", "queen"), ("perft", "perft", "all")]
COLUMNS += [("games", mode, "all") for mode in ("replay", "replay-upkeep", "replay-lookups")]
FACTORS = {("burst-2048-8", "pext"): 6, ("replay-upkeep", "rotated_6bit"): 3, ("replay-lookups", "rotated_6bit"): 0.1}


def made(folder, factors=FACTORS):
    result = Result(folder, SCHEMES)
    kept = [(line, row) for line, row in result.both() if line["mode"] == "throughput"]
    result.lines, result.record["rows"] = [], []
    for workload, mode, piece in COLUMNS:
        rows = [tuple({**one, "workload": workload, "mode": mode, "piece": piece} for one in both) for both in kept]
        for line, row in rows:
            scale(line, row, factors.get((mode, line["scheme"]), 1))
            line["lookups_per_step"] = "4"
        ranked = sorted((line for line, _ in rows if line["rank_min"]), key=lambda line: float(line["cycles"]))
        for place, line in enumerate(ranked, 1):
            line["rank_min"] = line["rank_max"] = str(place)
            line["tied_with_best"] = "yes" if place == 1 else "no"
        result.lines += [line for line, _ in rows]
        result.record["rows"] += [row for _, row in rows]
    pair = validate.check_one(result.save())
    assert not pair.failed(), pair.problems
    return pages.Report([pair], result.path.parent)


@pytest.fixture(scope="module")
def groups(tmp_path_factory):
    found = made(tmp_path_factory.mktemp("modes"))
    return modes.of_setup(found.groups, found.setups[0])


def test_best_of_each_family(groups):
    names, lines = modes.families(groups)
    cells = {mode: dict(zip(names, cells)) for (_, mode, _), cells in lines}
    assert set(cells) == {mode for _, mode, _ in COLUMNS} and {
        "pext",
        "magic",
        "rotated",
        "arithmetic",
        "fills",
        "rays",
    } == set(names)
    assert cells["throughput"]["magic"][0].scheme == "magic_black"
    assert cells["throughput"]["pext"][1] and not cells["burst-2048-8"]["pext"][1] and cells["burst-2048-8"]["magic"][1]


def test_reversals_are_those_of_the_best(groups):
    found = {mode: (ordered, count, named) for (_, mode, _), ordered, count, named in modes.reversals(groups)}
    assert set(found) == {mode for _, mode, _ in COLUMNS} - {"throughput"}
    ordered, count, named = found["burst-2048-8"]
    assert (
        ordered == 15
        and count == len(named) == 3
        and all(found.a == "pext" and found.micro[0] < 1 < found.other[0] for found in named)
    )
    assert {found.b for found in named} == {"magic_black", "rotated_6bit", "slide_arithmetic"}
    assert found["perft"][1] == 0
    text = modes.reversals_text(("games", "burst-2048-8", "queen"), ordered, count, named)
    assert text.startswith(
        "**burst-2048-8** (queen, games): 3 of 15 pairs of families' best schemes that both modes order are in opposite"
        " order: `pext` / "
    )


def test_shrinkage_in_perft(groups):
    lines = modes.shrinkage(groups)
    assert len(lines) == len(SCHEMES) - 1 and lines[0][0].scheme == "pext" and lines[0][1:] == (1, 1, 1)
    assert all(micro == replay == perft for _, micro, replay, perft in lines)
    assert modes.shrinkage({}) == []


def test_shrinkage_in_old_runs(groups):
    """Their perft had six positions, a workload of another name."""
    old = {("perft-suite", *column[1:]) if column == modes.PERFT else column: group for column, group in groups.items()}
    assert modes.shrinkage(old) == modes.shrinkage(groups)
    assert cpus.uses([modes.PERFT_SUITE]) == {modes.PERFT_SUITE: "perft"}
    assert list(cpus.uses([modes.PERFT_SUITE, modes.PERFT]).values()) == ["perft", "perft of six positions"]


def test_break_even(groups, tmp_path):
    """Upkeep takes 3 times as long as a throughput lookup, 23.7 cycles; lookups take 0.1 of that."""
    (text,) = modes.break_even(groups)
    assert text.startswith("`rotated_6bit` pays +") and "It gains from " in text and text.endswith("games have 4.0.")
    factors = {("replay-upkeep", "rotated_6bit"): 3}
    never = made(tmp_path, factors)
    (text,) = modes.break_even(modes.of_setup(never.groups, never.setups[0]))
    assert text.endswith("It never gains.")
    assert list(modes.break_even({})) == []


def test_pages_compare_modes(tmp_path):
    found = made(tmp_path)
    text = found.readmes({})[f"{found.runs[0]['cpu']}/README.md"]
    assert (
        "the best of each family" in text
        and "reversals against throughput" in text
        and "from micro-benchmark to move generator" in text
    )
    assert "<h2>Modes</h2>" in found.page({}, {})
