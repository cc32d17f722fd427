# SPDX-License-Identifier: MIT
"""results/engines: what trials answer, the page of made-up trials and the records that recommend quotes."""

import dataclasses
import math
import re

import pytest

from conftest import SOURCE
from engines import figures
from engines.trial.engine_trial import verdict
from engines.trial_results import BASE, COPY, NOT_RESOLVED, OWN, RESOLVED, Getter, Trial, read_trial, write_trial
from result_factory import EditedRun
from slidebench_results import reader, uses
from slidebench_results.report import engines_page, rules
from slidebench_results.report.outcomes import Outcome, read_outcomes
from slidebench_tools.command import Refused

RESULTS = SOURCE / "results"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The recorded run, as if today's program had made it."""
    return reader.load(EditedRun(tmp_path_factory.mktemp("run"), None, None).save())


def trial_of(ratios, half=0.001, resolution=0.003, turn=30.0):
    """Returns a trial with these ratios, each with an interval of this half width."""
    programs = [Getter("magic_fancy", BASE, 1.0, 1.0, 1.0), Getter("copy 1", COPY, 1.001, 0.999, 1.002)]
    programs += [
        Getter(name, RESOLVED, ratio, round(ratio - half, 5), round(ratio + half, 5)) for name, ratio in ratios.items()
    ]
    facts = ("engine", "1.0", "c0ffee", "nnue", "amd-epyc-zen-4", "gcc-12", "2026-11-26", "magic_fancy", 1000.0)
    return Trial(*facts, resolution, 0.004, 0.005, turn, 24, 12, 4, 1.0, 1.0, 1.0, 1.0, programs)


def save(trial, path):
    """Writes a trial; returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_trial(path, trial)
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
    assert figures.count_hits(trial_of(THREE, **changes), dict(zip(THREE, costs))) == expected


def test_only_getters_that_an_engine_would_take_count():
    costs = {"pext": 2, "hyperbola": 1, "ray_loop": 9, "own": 0}
    assert figures.count_hits(trial_of({**THREE, "ray_loop": 2.0, OWN: 0.5}), costs) == (1, 1)
    assert figures.best_of(trial_of({**THREE, "ray_loop": 0.5, OWN: 0.5})).name == "hyperbola"


def test_loss_has_the_interval_of_both_getters():
    _, pext, best = trial_of({"pext": 1.0, "hyperbola": 0.8}, half=0.005).getters
    assert figures.loss(pext, best) == pytest.approx(25)
    relative = math.hypot(0.005 / 1.0, 0.005 / 0.8)  # of the ratio of both, which is 1.25
    assert figures.half_interval_of_loss(pext, best) == pytest.approx(125 * relative, rel=1e-3)


@pytest.mark.parametrize("own, keeps", [(0.952, True), (0.94, True), (1.0, False)])
def test_verdict_on_own_getters(own, keeps):
    found = verdict(trial_of({"pext": 0.952, "hyperbola": 0.95, OWN: own}))
    assert found.startswith("Keep the engine's own getters" if keeps else "Change to hyperbola: ")


def test_trials_of_other_engines_decide(run):
    """In the column sissy_shift is far slower than hyperbola_dual."""
    own = trial_of({"hyperbola_dual": 0.9, "hyperbola_gfni": 1.0, "sissy_shift": 0.8})
    other = trial_of({"hyperbola_dual": 1.0, "hyperbola_gfni": 0.9, "sissy_shift": 0.8})
    apart = dataclasses.replace(other, engine="another")
    taken = [rules.advised_getter(own, {own: run, one: run}).name for one in (other, apart)]
    assert taken == ["hyperbola_dual", "sissy_shift"]  # no other engine: the fastest in the column
    assert rules.advice_losses({own: run, apart: run}) == pytest.approx([0, 0])
    twice = dataclasses.replace(trial_of({"hyperbola_dual": 1.0, "hyperbola_gfni": 0.9}), engine="third")
    assert rules.advised_getter(own, {own: run, apart: run, twice: run}).name == "hyperbola_gfni"  # more had it


def test_evidence_is_the_line_through_the_trials(run):
    """Engines that take the column's cycles to the power 0.05, with one getter 2 % more."""
    costs = rules.costs_of(run, uses.NNUE_COLD)
    names = ("magic_fancy", "hyperbola_dual", "hyperbola_gfni", "sissy_shift", "pext", "hyperbola")
    as_column = {name: (costs[name] / costs["magic_fancy"]) ** 0.05 for name in names[1:]}
    found = rules.evidence_of({trial_of(as_column): run}, "nnue")
    assert found.exponent == pytest.approx(0.05) and found.trials == dict.fromkeys(names, 1)
    assert list(found.residual.values()) == pytest.approx([0] * len(names), abs=1e-9)
    found = rules.evidence_of({trial_of(as_column | {"pext": 1.02 * as_column["pext"]}): run}, "nnue")
    assert max(found.residual, key=found.residual.get) == "pext"


def test_pairs_have_both_differences():
    found = figures.differences_of_pairs(trial_of({"pext": 0.5}), {"pext": 3, "magic_fancy": 2})
    assert found == [(1.5, -50)]


# ---- the page ----


def test_page_of_made_up_trials(tmp_path, run):
    """A predictor's cells are the hits of its column in the newest run of the trial's CPU and compiler."""
    cold = {
        row.scheme.name: row.cycles.mid for row in run.columns["mix-nnue", "games", "burst-L2-16"].rows if row.cycles
    }
    as_cold = {name: 1 + cold[name] / 1000 for name in ("pext", "hyperbola", "magic_black", "cfish_avx512")}
    engines = tmp_path / "engines"
    first = save(trial_of(as_cold), engines / "amd-epyc-zen-4" / "first.csv")
    first.with_name("second.csv").write_text(first.read_text().replace("gcc-12", "tcc-1"))
    save(trial_of({"pext": 0.5}, turn=2.0), first.with_name("third.csv"))
    made = engines_page.files([run], tmp_path)
    text, records = made["engines/README.md"], made["engines/trials.def"]
    right, pairs = figures.count_hits(trial_of(as_cold), cold)
    assert pairs > 3 and re.search(rf"^\| NNUE cold \| .* \| {right} of {pairs} \|$", text, re.M)
    assert "nan" not in text + records and "inf" not in text + records
    assert re.findall(r"^- \[the trials on .*\]\((.*)\)", text, re.M) == ["amd-epyc-zen-4/"]
    stake = f"{100 * (max(as_cold.values()) - 1):.1f}"
    assert f'KIND("nnue", "amd-epyc-zen-4", 1, 1, {stake}, ' in records
    assert f'GETTER("nnue", 0, "pext", {as_cold["pext"]:.4f})\n' in records
    assert 'GETTER("nnue", 1' not in records  # neither the one without a result nor the short one
    assert engines_page.files([run], tmp_path / "empty") == {}


# ---- files ----


def test_committed_outcomes_are_well_formed():
    outcomes = read_outcomes(RESULTS / "engines" / "known_outcomes.csv")
    schemes = set(re.findall(r"^scheme\((\w+)", (SOURCE / "schemes" / "list.cmake").read_text(), re.M))
    assert len(outcomes) > 8 and all(one.source.startswith("https://") for one in outcomes)
    assert {one.old for one in outcomes} | {one.new for one in outcomes} <= schemes


@pytest.mark.parametrize(
    "new, kind, effect, ends, expected",
    [
        ("hyperbola_dual", "nnue", "3", ("", ""), "right"),
        ("hyperbola_dual", "nnue", "-1", ("", ""), "wrong"),
        ("hyperbola_dual", "nnue", "0.7", ("-0.4", "1.9"), "open"),
        ("pext", "perft", "3", ("1", "5"), "right"),
        ("hyperbola", "hce", "-20", ("-30", "-10"), "right"),
        ("hyperbola", "hce", "20", ("10", "30"), "wrong"),
    ],
)
def test_results_foretell_outcomes(run, new, kind, effect, ends, expected):
    outcome = Outcome("", "", "", kind, "", "magic_fancy", new, "speed %", effect, *ends)
    ratios, word = engines_page.foretold(outcome, [run])
    assert word == expected and re.fullmatch(r"[\d.]+ to [\d.]+", ratios)
    for nothing_to_compare in {"old": "unknown"}, {"cpu": "Zen 2 (slow PEXT)"}:
        assert engines_page.foretold(dataclasses.replace(outcome, **nothing_to_compare), [run]) == ("-", "open")


@pytest.mark.parametrize("half, resolution", [(0.001, 0.003), (math.nan, math.inf)])
def test_trial_is_read_as_written(tmp_path, half, resolution):
    """Unknown ones are empty in the file: of programs that are not resolved, and of the resolution."""
    trial = trial_of(THREE, resolution=resolution)
    trial.programs.append(Getter("unknown", NOT_RESOLVED, 1.0, 1 - half, 1 + half))
    found = read_trial(save(trial, tmp_path / "trial.csv"))
    assert repr(found) == repr(trial) and (found.name, found.cycles_per_node) == ("engine 1.0", 1000)


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("engine,version", "engine,edition", ":1: expected the columns"),
        (",nnue,", ",fast,", ":2: kind is 'fast', expected nnue"),
        (",base,1.", ",best,1.", ":2: status is 'best', expected base"),
        (",1000.00,", ",many,", ":2: cycles_per_node is 'many'"),
        (",1000.00,", ",0,", ":2: cycles_per_node is '0', expected 1 or more"),
        ("base,1.00000,1.00000", "base,1.00000,2.00000", ":2: expected 0 < ratio_lo <= ratio"),
        ("magic_fancy,base", "magic_fancy,copy", "0 lines with the status base"),
    ],
)
def test_bad_trial_is_refused(tmp_path, old, new, expected):
    path = save(trial_of(THREE), tmp_path / "trial.csv")
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(Refused) as refused:
        read_trial(path)
    assert str(path) in str(refused.value) and expected in str(refused.value) and refused.value.status == 3
