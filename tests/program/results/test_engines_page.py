# SPDX-License-Identifier: MIT
"""results/engines/README.md: pairs of getters are counted as they should be, and profiles quote the page."""

import csv
import json
import math
import re

import pytest

from conftest import SOURCE
from engines import page
from engines.trial_results import BASE, CONTROL, NOT_RESOLVED, PIECES, RESOLVED, Getter, Trial, read, write
from engines_page import hits
from result_factory import GOOD
from slidebench_results import reader
from slidebench_tools.command import Refused

RESULTS = SOURCE / "results"
LOOKUPS = dict.fromkeys(PIECES, 1.0)


def trial_of(ratios, half=0.001, resolution=0.003, turn=30.0):
    """Returns a trial with these ratios, each with an interval of this half width."""
    programs = [
        Getter("magic_fancy", BASE, 1.0, 1.0, 1.0, 1000.0),
        Getter("byte copy", CONTROL, 1.001, 0.999, 1.002, 1000.0),
    ]
    programs += [
        Getter(name, RESOLVED, ratio, round(ratio - half, 5), round(ratio + half, 5), 990.0)
        for name, ratio in ratios.items()
    ]
    facts = ("engine", "1.0", "c0ffee", "nnue", "amd-epyc-zen-5", "gcc-12", "magic_fancy")
    return Trial(*facts, resolution, 8, 100, 4, turn, LOOKUPS, programs)


def save(trial, path):
    """Writes a trial; returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, trial)
    return path


# ---- pairs ----

THREE = {"pext": 1.00, "hyperbola": 0.95, "kindergarten": 1.02}


@pytest.mark.parametrize(
    "changes, costs, expected",
    [
        ({}, (2, 1, 3), (3, 3)),
        ({}, (1, 2, 3), (2, 3)),
        ({}, (2, 2, 2), (0, 3)),  # equal costs order none
        ({"resolution": 0.03}, (2, 1, 3), (2, 2)),  # pext and kindergarten differ by less
        ({"half": 0.04}, (2, 1, 3), (1, 1)),  # and less than half of both intervals
        ({"resolution": math.inf}, (2, 1, 3), (0, 0)),
        ({"half": math.nan}, (2, 1, 3), (0, 0)),
    ],
)
def test_pairs_count_if_they_are_resolved(changes, costs, expected):
    assert page.count_hits(trial_of(THREE, **changes), dict(zip(THREE, costs))) == expected


def test_only_getters_that_an_engine_would_take_count():
    costs = {"pext": 2, "hyperbola": 1, "ray_loop": 9}  # none of `own`, which is no scheme
    assert page.count_hits(trial_of({**THREE, "ray_loop": 2.0, "own": 0.5}), costs) == (1, 1)


@pytest.mark.parametrize(
    "ratios, best, lost, at_stake",
    [
        (THREE, "hyperbola", "0.0", "7.4"),
        ({**THREE, "hyperbola": 1.06}, "magic_fancy", "6.0", "6.0"),  # worse than the base
        ({**THREE, "ray_loop": 0.5}, "hyperbola", "0.0", "7.4"),  # which no engine would take
    ],
)
def test_advice_loses_what_the_best_measured_getter_gains(ratios, best, lost, at_stake):
    advice, *row = page.trial_row(trial_of(ratios), reader.load(GOOD))[6:10]
    assert advice.startswith("`hyperbola`, ") and row == [f"`{best}`", lost, at_stake]


def test_changes_of_a_getter_are_the_median_of_its_trials():
    trials = [trial_of({"pext": 1.01}), trial_of({"pext": 0.98}), trial_of({"pext": 1.05, "hyperbola": 0.9})]
    rows = list(page.getter_rows(trials, ["nnue", "hand-made"]))
    assert rows == [["`pext`", "+1.0 [-2.0, +5.0]", "-"], ["`hyperbola`", "-10.0 [-10.0, -10.0]", "-"]]


# ---- the page ----


def test_page_of_made_up_trials(tmp_path):
    """A predictor's cells are the hits of its column in the newest run of the trial's CPU and compiler."""
    run = reader.load(GOOD)
    cold = {
        row.scheme.name: row.cycles.mid for row in run.columns["mix-nnue", "games", "burst-L2-16"].rows if row.cycles
    }
    as_cold = {name: 1 + cold[name] / 1000 for name in ("pext", "hyperbola", "magic_black", "cfish_avx512")}
    engines = tmp_path / "engines"
    first = save(trial_of(as_cold), engines / "amd-epyc-zen-5" / "first.csv")
    first.with_name("second.csv").write_text(first.read_text().replace("gcc-12", "tcc-1"))
    made = page.files([run], tmp_path)["engines/README.md"]
    pairs = page.count_hits(trial_of(as_cold), cold).pairs
    assert pairs > 3 and f"| {page.COLD} | {pairs} of {pairs} |" in made and f", {pairs} of {pairs} |" in made
    assert "nan" not in made and "inf" not in made
    assert re.findall(r"^- \[trials\]\((.*)\)", made, re.M) == ["amd-epyc-zen-5/"]
    assert page.files([run], tmp_path / "empty") == {}


def test_committed_page_is_that_of_the_files_that_it_lists():
    text = (RESULTS / "engines" / "README.md").read_text()
    logs = [(RESULTS / "engines" / name).resolve() for name in re.findall(r"^- \[log\]\((.*)\)", text, re.M)]
    made = page.files([reader.load(log) for log in logs], RESULTS)
    assert made == {"engines/README.md": text}, "update it: scripts/report"


@pytest.mark.parametrize(
    "group, columns",
    [
        ("nnue", (page.COLD, page.SMALLER_TABLES)),
        ("hand-made", (page.HOT, page.COLD)),
        ("perft", (page.REPLAY, page.PERFT)),
    ],
)
def test_profiles_quote_the_page(slidebench, group, columns):
    """The pairs, and what the advice is worth in trials of the profile's group."""
    trials = [read(path) for path in sorted((RESULTS / "engines").glob("*/*.csv"))]
    trials = [trial for trial in trials if page.group_of(trial) == group]
    text = (RESULTS / "engines" / "README.md").read_text()
    rows = [row.split(" | ") for row in re.findall(rf"^\| ({group} \| .*) \|$", text, re.M)]
    worth = [row for row in rows if len(row) == 10]
    lost, at_stake = ([float(row[column]) for row in worth] for column in (8, 9))
    made = json.loads(slidebench("recommend", "--for", group, "--result", GOOD, "--format", "json", check=0).stdout)
    for quoted in (
        *("{} of {}".format(*hits(predictor, group)) for predictor in columns),
        f"In {len(worth)} trials of {len({trial.engine for trial in trials})} engines",
        *(row[1].split(", ")[-2] for row in worth),  # CPUs
        f"took {min(lost)} to {max(lost)} % longer" if max(lost) else "The first getter here was the best",
        f"{min(at_stake)} to {max(at_stake)} %",
    ):
        assert quoted in made["evidence"]


# ---- files ----


def test_committed_outcomes_are_well_formed():
    with (RESULTS / "engines" / "known_outcomes.csv").open(newline="") as file:
        outcomes = list(csv.DictReader(file))
    schemes = set(re.findall(r"^scheme\((\w+)", (SOURCE / "schemes" / "CMakeLists.txt").read_text(), re.M))
    assert len(outcomes) > 8 and all(one["source"].startswith("https://") for one in outcomes)
    assert {one["old"] for one in outcomes} | {one["new"] for one in outcomes} <= schemes


@pytest.mark.parametrize(
    "new, kind, effect, ends, expected",
    [
        ("hyperbola_dual", "nnue", "3", ("", ""), "right"),
        ("hyperbola_dual", "nnue", "-1", ("", ""), "**wrong**"),
        ("hyperbola_dual", "nnue", "0.7", ("-0.4", "1.9"), ""),
        ("pext", "perft", "3", ("1", "5"), "right"),
        ("hyperbola", "hand-made", "-20", ("-30", "-10"), "right"),
        ("hyperbola", "hand-made", "20", ("10", "30"), "**wrong**"),
    ],
)
def test_results_foretell_outcomes(new, kind, effect, ends, expected):
    line = {"old": "magic_fancy", "new": new, "kind": kind, "effect": effect, "lo": ends[0], "hi": ends[1]}
    ratios, _, word = page.here(line, [reader.load(GOOD)]).partition(": ")
    assert word == expected and re.fullmatch(r"[\d.]+ to [\d.]+", ratios)
    assert page.here({**line, "old": "unknown"}, [reader.load(GOOD)]) == "-"


def test_outcomes_with_other_columns_are_refused(tmp_path):
    (tmp_path / "known_outcomes.csv").write_text("change,effect\n")
    with pytest.raises(Refused, match="known_outcomes.csv:1: expected the columns"):
        list(page.outcomes(tmp_path / "known_outcomes.csv", []))


@pytest.mark.parametrize("half, resolution", [(0.001, 0.003), (math.nan, math.inf)])
def test_trial_is_read_as_written(tmp_path, half, resolution):
    """Unknown ones are empty in the file: of programs that are not resolved, and of the resolution."""
    trial = trial_of(THREE, resolution=resolution)
    trial.programs.append(Getter("unknown", NOT_RESOLVED, 1.0, 1 - half, 1 + half, math.nan))
    found = read(save(trial, tmp_path / "trial.csv"))
    assert repr(found) == repr(trial) and (found.name, found.cycles) == ("engine 1.0", 1000)


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("engine,version", "engine,edition", ":1: expected the columns"),
        (",nnue,", ",fast,", ":2: expected a kind"),
        (",base,1.", ",best,1.", ":2: expected a kind"),
        (",1000.00,", ",many,", ":2: cycles_per_node is 'many'"),
        (",1000.00,", ",0,", ":2: expected cycles_per_node"),
        ("base,1.00000,1.00000", "base,1.00000,2.00000", ":2: expected ratio_lo <= ratio"),
        ("magic_fancy,base", "magic_fancy,control", "0 lines with the status base"),
    ],
)
def test_bad_trial_is_refused(tmp_path, old, new, expected):
    path = save(trial_of(THREE), tmp_path / "trial.csv")
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(Refused) as refused:
        read(path)
    assert str(path) in str(refused.value) and expected in str(refused.value) and refused.value.status == 3
