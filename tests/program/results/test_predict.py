# SPDX-License-Identifier: MIT
"""scripts/predict: engines made with a planted w, and the model that is fitted on them."""

import csv
import json
import math
import random
import re
import shutil
import statistics
import subprocess
import xml.etree.ElementTree
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import SOURCE

pytest.importorskip("matplotlib")

from engines import trial_format
from engines.model import assessment, fit, known, page, published, suite, trials
from engines.model.known import Outcome
from slidebench_results.reader import load
from slidebench_results.result import Column, Figure, Result, Row, Scheme
from slidebench_tools.command import Refused

SCHEMES = ["magic_fancy", *(f"scheme_{i}" for i in range(12))]
CACHES = (49152.0, 1048576.0, 33554432.0)
LOOKUPS = {"rook": 1.3, "bishop": 1.0, "both": 2.6, "queen": 0.4}
CYCLES = 1000.0
MODEL = published.Published("nnue", "throughput", "games", 0, 0, *LOOKUPS.values(), CYCLES, 0.5, 0.3, 0.7, math.nan)
ROOK = ("rook", "games", "throughput")
COLD, HOT = ("burst-2048-8", "games"), ("throughput", "games")


def rows(mode, piece, costs, workload="games", lookups=1.0):
    """Returns one column of a suite."""
    return {(mode, workload, piece): (costs, lookups)}


def costs_of(seed, least=2, most=9):
    """Returns random cycles per scheme."""
    source = random.Random(seed)
    return {scheme: source.uniform(least, most) for scheme in SCHEMES}


def make(*tables):
    columns = {key: row for table in tables for key, row in table.items()}
    return suite.Suite("amd-epyc-zen-5, gcc 12", columns, CACHES)


def planted_rows():
    """Returns columns as in old results: no mix, and bursts of queens only."""
    tables = [rows("throughput", piece, costs_of(piece)) for piece in trial_format.PIECES]
    bursts = [rows(f"burst-{kib}-8", "queen", costs_of(kib, 10, 90)) for kib in (0, 256, 2048, 32768)]
    perft = rows("perft", "all", costs_of("perft"), "perft-suite", math.nan)
    return [*tables, *bursts, rows("replay-lookups", "all", costs_of("replay", 10, 60), lookups=3.5), perft]


@pytest.fixture(scope="module")
def planted():
    return make(*planted_rows())


def trial_of(planted, engine, w, noise=0.0, kind="nnue", lookups=LOOKUPS):
    """Returns a trial whose getters cost what the model with a planted w has, with noise in percent."""
    source = random.Random(engine)
    hot, cold = (planted.per_node(mode, kind, lookups) for mode in (HOT, COLD))
    getters = []
    for scheme in SCHEMES[1:]:
        change = (1 - w) * (hot[scheme] - hot["magic_fancy"]) + w * (cold[scheme] - cold["magic_fancy"])
        ratio = 1 + change / CYCLES + source.gauss(0, noise / 100)
        getters.append(trials.Getter(scheme, ratio, ratio - 0.002, ratio + 0.002, True))
    facts = (engine, "", kind, "amd-epyc-zen-5", "gcc-12", "magic_fancy", CYCLES, 0.003, 8, 100)
    return trials.Trial(*facts, lookups, getters)


def assess(planted, made, kind="nnue"):
    return assessment.assess(kind, made, {("amd-epyc-zen-5", "gcc-12"): planted})


# ---- the fit ----


@pytest.mark.parametrize("w", [0.1, 0.35, 0.8])
def test_planted_share_is_recovered(planted, w):
    found = assess(planted, [trial_of(planted, f"engine {i}", w, noise=0.1) for i in range(3)])
    mid, lo, hi = found.w
    assert lo <= w <= hi and lo <= mid <= hi and hi - lo < 0.2
    assert found.hot == HOT and found.engines == 3
    assert 0 < found.model.error < 0.004
    assert found.model.hits.pairs > 20 and found.model.hits.right >= 0.95 * found.model.hits.pairs
    assert found.model.spearman > 0.95 and found.model.slope == pytest.approx(1, abs=0.1)
    assert all(found.model.error < quality.error for quality in found.modes)


def test_without_noise_the_fit_is_exact(planted):
    found = assess(planted, [trial_of(planted, f"engine {i}", 0.3) for i in range(2)])
    assert found.w == pytest.approx((0.3, 0.3, 0.3)) and found.model.error == pytest.approx(0, abs=1e-12)


def test_share_is_within_0_and_1(planted):
    assert assess(planted, [trial_of(planted, "engine", 1.4)]).w[0] == 1
    assert fit.cold_share([point._replace(measured=point.hot * 2 - point.cold) for point in some_points(planted)]) == 0


def test_engines_that_disagree_widen_the_interval_and_the_error(planted):
    alike = assess(planted, [trial_of(planted, f"engine {i}", 0.4, 0.05) for i in range(4)])
    apart = assess(planted, [trial_of(planted, f"engine {i}", w, 0.05) for i, w in enumerate((0.1, 0.3, 0.5, 0.7))])
    assert apart.w[2] - apart.w[1] > 3 * (alike.w[2] - alike.w[1])
    assert apart.model.error > 3 * alike.model.error


def some_points(planted):
    return fit.points_of(trial_of(planted, "engine", 0.4, 0.2), planted, HOT, COLD)


def test_steepness_is_the_least_absolute_deviation():
    source = random.Random(1)
    xs, ys = ([source.gauss(0, 1) for _ in range(31)] for _ in range(2))
    loss = lambda a: sum(abs(y - a * x) for x, y in zip(xs, ys))
    assert loss(fit.steepness(xs, ys)) == pytest.approx(min(loss(y / x) for x, y in zip(xs, ys)))
    assert fit.steepness([0, 0], [1, 2]) is None


def test_error_is_that_of_engines_left_out(planted):
    """The fit on the others gives each engine's predictions: another engine's w shows as error in its own."""
    points = [
        point for w in (0.2, 0.6) for point in fit.points_of(trial_of(planted, f"engine {w}", w), planted, HOT, COLD)
    ]
    predicted = fit.left_out(points, fit.model_line)
    for point, value in predicted.items():
        other = 0.6 if point.engine == "engine 0.2" else 0.2
        assert value == pytest.approx((1 - other) * point.hot + other * point.cold)
    distances = sorted(abs(value - point.measured) for point, value in predicted.items())
    assert fit.error_of(predicted) == distances[math.ceil(0.9 * len(distances)) - 1]


# ---- quality ----


def test_spearman():
    assert fit.spearman([1, 2, 3, 4], [10, 20, 30, 40]) == 1
    assert fit.spearman([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    assert fit.spearman([1, 2, 2, 4], [1, 3, 2, 4]) == pytest.approx(0.9486833)  # with a tie
    assert math.isnan(fit.spearman([1, 1], [1, 2]))


def test_sign_hits_count_resolved_pairs_only(planted):
    trial = trial_of(planted, "engine", 0.4)
    ratios = {"scheme_0": 1.05, "scheme_1": 1.055, "scheme_2": 0.97}  # the first two differ by less than 1 %
    points = [
        fit.Point("engine", trial, trials.Getter(name, ratio, ratio - 0.001, ratio + 0.001, True), ratio - 1, 0, 0)
        for name, ratio in ratios.items()
    ]
    assert fit.sign_hits(dict(zip(points, (0.05, 0.06, -0.03)))) == (5, 5)  # two pairs, and three with the base
    assert fit.sign_hits(dict(zip(points, (-0.05, 0.06, -0.03)))) == (3, 5)
    wide = [point._replace(getter=replace(point.getter, lo=0.9, hi=1.1)) for point in points]
    assert fit.sign_hits(dict(zip(wide, (0.05, 0.06, -0.03)))).pairs == 0


# ---- results of the suite ----


def test_old_results_have_no_mix_and_bursts_of_queens(planted):
    hot, cold = (planted.per_node(mode, "nnue", LOOKUPS) for mode in (HOT, COLD))
    by_piece = {piece: costs_of(piece)["scheme_1"] for piece in trial_format.PIECES}
    assert hot["scheme_1"] == pytest.approx(sum(LOOKUPS[piece] * by_piece[piece] for piece in trial_format.PIECES))
    assert cold["scheme_1"] == pytest.approx((1.3 / 2 + 1.0 / 2 + 2.6 + 0.4) * costs_of(2048, 10, 90)["scheme_1"])
    assert planted.cold("nnue") == COLD  # of 256, 2048 and 32768 KiB, with an L2 cache of 1 MiB


def test_burst_of_the_mix_comes_before_those_of_pieces():
    bursts = [rows(f"burst-{size}-16", "mix-nnue", costs_of(size)) for size in ("L1", "L2", "L3")]
    with_mix = make(*planted_rows(), *bursts)
    assert with_mix.cold("nnue") == ("burst-L2-16", "games") and with_mix.cold("perft") == COLD
    found = with_mix.per_node(with_mix.cold("nnue"), "nnue", LOOKUPS)
    assert found["scheme_1"] == pytest.approx(sum(LOOKUPS.values()) * costs_of("L2")["scheme_1"])


def test_perft_has_one_workload():
    six, many = (rows("perft", "all", costs_of(name), name, math.nan) for name in ("perft-suite", "perft"))
    for tables, seed in (([six], "perft-suite"), ([six, many], "perft")):
        found = make(*tables).per_node(("perft", "perft"), "perft", LOOKUPS)
        assert found["scheme_1"] == pytest.approx(7.9 / suite.PERFT_LOOKUPS * costs_of(seed)["scheme_1"])


def test_mix_comes_before_its_pieces():
    with_mix = make(*planted_rows(), rows("throughput", "mix-nnue", costs_of("mix")))
    total = sum(LOOKUPS.values())
    assert with_mix.per_node(HOT, "nnue", LOOKUPS)["scheme_1"] == pytest.approx(total * costs_of("mix")["scheme_1"])
    assert with_mix.per_node(HOT, "hand-made", LOOKUPS) == make(*planted_rows()).per_node(HOT, "hand-made", LOOKUPS)


@pytest.mark.parametrize(
    "names, nearest",
    [
        (["burst-L1-8", "burst-0.5L2-8", "burst-L2-8", "burst-16L2-8"], "burst-L2-8"),
        (["burst-0-8", "burst-700-8", "burst-4096-8"], "burst-700-8"),
        (["burst-1024-8", "burst-code-256-8", "burst-L3-8"], "burst-1024-8"),
    ],
)
def test_cold_burst_is_the_nearest_to_l2(names, nearest):
    assert make(*(rows(name, "queen", costs_of(1)) for name in names)).cold("nnue") == (nearest, "games")


def test_mode_of_all_pieces_is_scaled_to_the_lookups_of_a_node(planted):
    found = planted.per_node(("replay-lookups", "games"), "nnue", LOOKUPS)
    assert found["scheme_1"] == pytest.approx(7.9 / 3.5 * costs_of("replay", 10, 60)["scheme_1"])


def test_getters_without_rows_are_left_out(planted):
    rooks = costs_of("rook")
    del rooks["scheme_3"]
    trial = trial_of(planted, "engine", 0.3)
    points = fit.points_of(trial, make(*planted_rows(), rows("throughput", "rook", rooks)), HOT, COLD)
    assert "scheme_3" not in [point.getter.name for point in points] and len(points) == len(SCHEMES) - 2


def run(date, processes, columns, partial=False, checksums={}, **options):
    """Returns a result of Zen 5 with {key: cycles of pext}."""
    known = {"list_length": 65536, "seed": 1, "custom_positions": False, "huge_pages": False, "no_warmup": False}
    machine = {"slug": "amd-epyc-zen-5", "l1d_bytes": 49152, "l2_bytes": None, "l3_bytes": 33554432}
    record = {"date": date, "processes_ended": processes, "partial": partial, "options": known | options}
    record |= {"machine": machine, "compiler": "gcc 12.2.0", "level": "native"}
    made = {}
    for key, cycles in columns.items():
        every = [
            ("pext", "ok", "", ()),
            ("bext", "unsupported", "", ()),
            ("copy", "ok", "pext", ()),
            ("null", "ok", "", ("mock",)),
        ]
        made[key] = Column(*key, {"checksum": checksums.get(key, "1"), "lookups_per_step": 1.0}, [], {}, [])
        made[key].rows.extend(row_of(*facts, cycles) for facts in every)
    return Result(Path(date), record, {}, made)


def row_of(name, status, twin, traits, cycles):
    scheme = Scheme(name, "", "", "", "", "", "", frozenset(traits), twin, {}, 0)
    measured = Figure(cycles, None, None) if status == "ok" else None
    return Row(scheme, status, "", measured, measured, None, None, False)


@pytest.mark.parametrize(
    "others, expected",
    [
        ([], 3),
        ([run("2026-02", 5, {ROOK: 4})], 3),  # too few processes
        ([run("2026-02", 12, {ROOK: 4}, partial=True)], 3),
        ([run("2026-02", 12, {ROOK: 4}, list_length=64)], 3),  # not comparable
        ([run("2026-02", 12, {ROOK: 4})], 4),
        ([run("2026-02", 12, {("rook", "games", "latency"): 4})], 3),  # another column
        ([run("2026-02", 5, {ROOK: 4}, checksums={ROOK: "2"})], 4),  # other queries: the newest count
    ],
)
def test_newest_complete_run_of_a_column_counts(others, expected):
    found = suite.of_results([run("2026-01", 12, {ROOK: 3}), *others])["amd-epyc-zen-5", "gcc-12"]
    assert found.columns["throughput", "games", "rook"] == ({"pext": expected}, 1.0)
    assert found.cache_bytes == (49152, suite.USUAL_L2_BYTES, 33554432)


# ---- too little ----


def test_too_few_getters_are_no_engine(planted):
    trial = trial_of(planted, "engine", 0.3)
    few = replace(trial, getters=trial.getters[:2])
    assert assess(planted, [few]) is None and assess(planted, []) is None
    assert assess(planted, [replace(trial, cpu="unknown")]) is None
    assert assess(planted, [trial], "perft") is None


def test_one_engine_has_no_error(planted):
    found = assess(planted, [trial_of(planted, "engine", 0.3, 0.1)])
    assert math.isnan(found.model.error) and math.isnan(found.published.error) and found.published.engines == 1
    assert "One engine only" in "\n".join(page.modes(found)) and "nine of ten" not in "\n".join(page.summary([found]))


def test_simpler_hot_mode_is_taken_if_it_errs_hardly_more(planted):
    trial = trial_of(planted, "engine", 0.3)
    copy = make(*planted_rows(), *(rows("latency", piece, costs_of(piece)) for piece in trial_format.PIECES))
    assert assess(copy, [trial]).hot == HOT
    other = make(
        *planted_rows(), *(rows("throughput", piece, costs_of(piece), "search") for piece in trial_format.PIECES)
    )
    assert assess(other, [trial]).hot == HOT
    swapped = {"throughput": "latency", "latency": "throughput"}
    table = [{(swapped.get(mode, mode), *key): row} for one in planted_rows() for (mode, *key), row in one.items()]
    noise = [rows("throughput", piece, costs_of(f"noise {piece}")) for piece in trial_format.PIECES]
    assert assess(make(*table, *noise), [trial]).hot == ("latency", "games")


def test_getters_of_unknown_interval_and_trials_of_unknown_resolution(planted, tmp_path):
    trial = trial_of(planted, "engine", 0.3)
    unknown = trials.Getter("scheme_11", 1.2, math.nan, math.nan, False)
    path = save(replace(trial, getters=[*trial.getters[:-1], unknown], resolution=math.nan), tmp_path)
    path.write_text(path.read_text().replace("nan", ""))
    found = trials.read(path)
    assert found.resolution == math.inf and math.isnan(found.getters[-1].lo)
    assert "scheme_11" not in [point.getter.name for point in fit.points_of(found, planted, HOT, COLD)]
    assert assess(planted, [found]).model.hits.pairs == 0
    text = "\n".join(page.measured([found]))
    assert "| `scheme_11` | - |" in text and "inf" not in text and "nan" not in text


def test_page_prints_that_nothing_is_resolved(planted):
    trial = trial_of(planted, "engine", 0.3)
    noisy = replace(trial, resolution=0.5)
    assert "Not resolved" in "\n".join(page.modes(assess(planted, [noisy])))


# ---- published outcomes ----


def outcome(effect, measure="speed %", **changes):
    made = Outcome("Engine #1", "https://example.org", "nnue", "a CPU", "", "magic_fancy", "scheme_1", measure, effect)
    return made._replace(**changes)


def test_outcome_is_predicted_with_the_interval_of_the_share(planted):
    mid, lo, hi = known.predict(outcome((1, 0.5, 1.5)), MODEL, planted)
    ends = [planted.per_node(mode, "nnue", LOOKUPS) for mode in (HOT, COLD)]
    change = [costs["scheme_1"] - costs["magic_fancy"] for costs in ends]
    speed = lambda w: 100 * (CYCLES / (CYCLES + (1 - w) * change[0] + w * change[1]) - 1)
    assert mid == pytest.approx(speed(0.5)) and sorted([lo, hi]) == pytest.approx(sorted([speed(0.3), speed(0.7)]))
    wider = known.predict(outcome((1, 0.5, 1.5)), replace(MODEL, error=0.01), planted)
    assert wider == pytest.approx((mid, lo - 1, hi + 1))
    assert known.predict(outcome((1, 0.5, 1.5), new="absent"), MODEL, planted) is None
    assert known.predict(outcome((1, 0.5, 1.5), slug="intel"), MODEL, planted) is None


@pytest.mark.parametrize(
    "effect, predicted, verdict",
    [
        ((3, 2, 4), (1, 0.5, 2), "right"),
        ((-3, math.nan, math.nan), (1, 0.5, 2), "wrong"),
        ((-3, -4, -2), (-1, -2, 0.1), "not resolved by the prediction"),
        ((1, -1, 3), (1, 0.5, 2), "not resolved by the measurement"),
    ],
)
def test_verdict(effect, predicted, verdict):
    assert known.verdict(outcome(effect), predicted) == verdict


def test_committed_outcomes_and_model_are_well_formed():
    folder = SOURCE / "results" / "engines"
    outcomes, models = known.read(folder / "known_outcomes.csv"), published.read(folder / "model.csv")
    assert len(outcomes) > 8 and all(one.source.startswith("https://") for one in outcomes)
    assert published.text_of(models) == (folder / "model.csv").read_text()
    schemes = set(re.findall(r"^scheme\((\w+)", (SOURCE / "schemes" / "CMakeLists.txt").read_text(), re.M))
    assert {one.old for one in outcomes} | {one.new for one in outcomes} <= schemes


# ---- files ----


def lines_of(trial):
    """Returns the lines of a result's CSV."""
    facts = [trial.engine, "1.0", trial.commit, trial.kind, trial.cpu, trial.compiler, trial.base]
    after = [trial.resolution, trial.blocks, trial.rounds, 4, *trial.lookups.values()]
    yield [*facts, trial.base, "base", 1, 1, 1, trial.cycles, *after]
    yield [*facts, "byte copy", "control", 1.001, 0.999, 1.002, trial.cycles, *after]
    for getter in trial.getters:
        numbers = [f"{value:.6f}" for value in (getter.ratio, getter.lo, getter.hi, getter.ratio * trial.cycles)]
        yield [*facts, getter.name, "resolved" if getter.resolved else "not resolved", *numbers, *after]


def save(trial, folder):
    path = folder / "engines" / trial.cpu / f"{trial.engine}-1.0-{trial.kind}-{trial.compiler}.csv".replace(" ", "-")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([trial_format.COLUMNS, *lines_of(trial)])
    return path


def test_file_is_read_as_written(planted, tmp_path):
    trial = trial_of(planted, "engine", 0.3)
    (found,) = trials.read_all(save(trial, tmp_path).parent.parent)
    assert found.engine == "engine 1.0" and found.lookups == trial.lookups and found.cycles == trial.cycles
    assert [getter.name for getter in found.getters] == SCHEMES[1:]
    assert [getter.ratio for getter in found.getters] == pytest.approx([g.ratio for g in trial.getters], abs=1e-6)


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("engine,version", "engine,edition", ":1: expected the columns"),
        (",nnue,", ",fast,", ":2: expected a kind"),
        (",base,1,", ",best,1,", ":2: expected a kind"),
        ("base,1,1,1,1000.0", "base,1,1,1,many", ":2: cycles_per_node is 'many'"),
        ("base,1,1,1,1000.0", "base,1,1,1,0", ":2: expected cycles_per_node"),
        ("base,1,1,1", "base,1,2,1", ":2: expected ratio_lo <= ratio"),
        ("magic_fancy,base", "magic_fancy,control", "0 lines with the status base"),
    ],
)
def test_bad_file_is_refused(planted, tmp_path, old, new, expected):
    path = save(trial_of(planted, "engine", 0.3), tmp_path)
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(Refused) as refused:
        trials.read_all(tmp_path / "engines")
    assert str(path) in str(refused.value) and expected in str(refused.value) and refused.value.status == 3


PLANTED_CPU, PLANTED_RUN, PLANTED_W = "amd-epyc-zen-5", "20261121-gcc-12-native.jsonl.gz", 0.3
PLANTED_SCHEMES = "pext pext_pdep magic_black hyperbola_dual hyperbola cfish_avx2 kogge_stone sissy_pext_2".split()


def predict(results):
    return subprocess.run([SOURCE / "scripts" / "predict", "--results", results], capture_output=True, text=True)


def planted_getter(columns, name):
    """Returns a getter of an engine that spends PLANTED_W of its lookups on cold caches."""

    def more(mode, weights):
        cycles = lambda piece, scheme: columns[piece, "games", mode].row(scheme).cycles.mid
        return sum(weight * (cycles(piece, name) - cycles(piece, "magic_fancy")) for piece, weight in weights.items())

    hot, cold = more("throughput", LOOKUPS), more("burst-2048-8", {"queen": 4.15})
    ratio = 1 + ((1 - PLANTED_W) * hot + PLANTED_W * cold) / CYCLES
    return trials.Getter(name, ratio, ratio - 0.002, ratio + 0.002, True)


@pytest.fixture(scope="module")
def predicted(tmp_path_factory):
    """The folder that scripts/predict fills, from a recorded run and three engines made from it."""
    results = tmp_path_factory.mktemp("predict") / "results"
    log = results / PLANTED_CPU / PLANTED_RUN
    log.parent.mkdir(parents=True)
    shutil.copy(SOURCE / "results" / PLANTED_CPU / PLANTED_RUN, log)
    (results / "engines").mkdir()
    for name in "model.csv", "known_outcomes.csv":
        shutil.copy(SOURCE / "results" / "engines" / name, results / "engines")
    getters = [planted_getter(load(log).columns, name) for name in PLANTED_SCHEMES]
    for engine in "first", "second", "third":
        facts = (engine, "abc", "nnue", PLANTED_CPU, "gcc-12", "magic_fancy", CYCLES, 0.003, 8, 100)
        save(trials.Trial(*facts, LOOKUPS, getters), results)
    assert predict(results).returncode == 0
    return results


def test_command_finds_the_planted_share(predicted):
    nnue = published.read(predicted / "engines" / "model.csv")["nnue"]
    assert nnue.w == pytest.approx(PLANTED_W, abs=0.01) and nnue.engines == 3


def test_command_keeps_models_without_a_trial(predicted):
    models = [published.read(folder / "engines" / "model.csv") for folder in (predicted, SOURCE / "results")]
    new, old = (published.text_of(model).splitlines()[-1] for model in models)
    assert new == old and new.startswith("perft,")


def test_command_writes_page_and_picture(predicted):
    text = (predicted / "engines" / "README.md").read_text()
    assert len(text) < 30000 and "Stockfish #6845" in text and "first 1.0" in text
    xml.etree.ElementTree.parse(predicted / "engines" / "prediction.svg")


def test_command_refuses_a_bad_result(predicted, tmp_path):
    results = shutil.copytree(predicted, tmp_path / "results")
    (results / PLANTED_CPU / PLANTED_RUN).write_text("{}\n")
    done = predict(results)
    assert done.returncode == 3 and done.stderr.count("\n") == 1 and "expected 4: a log" in done.stderr


def test_committed_page_is_made_from_the_results_that_it_lists(tmp_path):
    """A result that is added later does not make the page stale: only the listed files are read."""
    engines = tmp_path / "engines"
    page = (SOURCE / "results" / "engines" / "README.md").read_text()
    listed = [Path(name) for name in re.findall(r"^- \[(\S+)\]", page.split("## Made from")[1], re.M)]
    others = [Path("engines", name) for name in ("known_outcomes.csv", "model.csv")]
    for name in [*listed, *others]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).symlink_to(SOURCE / "results" / name)
    made = tmp_path / "made"
    subprocess.run([SOURCE / "scripts" / "predict", "--results", tmp_path, "--out", made], check=True)
    assert (made / "README.md").read_text() == page
    assert (made / "model.csv").read_text() == (engines / "model.csv").read_text()


@pytest.mark.parametrize("kind", ["nnue", "hand-made"])
@pytest.mark.parametrize(
    "path", sorted((SOURCE / "results").glob("*/*.jsonl.gz")), ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_cycles_of_a_node_are_those_of_recommend(slidebench, path, kind):
    """The program has the model in C. It takes the median of the processes' sums, Python the sum of their medians."""
    model = published.read(SOURCE / "results" / "engines" / "model.csv")[kind]
    result = load(path)
    if result.record["partial"]:
        pytest.skip("rows of an interrupted run have few processes, whose sums and medians differ")
    (one,) = suite.of_results([result]).values()
    hot = one.per_node((model.hot, model.workload), kind, model.lookups)
    burst = one.cold(kind)
    if not burst:
        pytest.skip("this result has no burst of these pieces")
    cold = one.per_node(burst, kind, model.lookups)
    done = slidebench("recommend", "--for", kind, "--result", path, "--format", "json")
    ratios = []
    for scheme in json.loads(done.stdout)["schemes"]:
        of_node = (1 - model.w) * hot[scheme["scheme"]] + model.w * cold[scheme["scheme"]]
        ratios.append(scheme["cycles"] / of_node)
    assert len(ratios) > 50
    assert statistics.median(ratios) == pytest.approx(1, rel=0.001)
    assert ratios == pytest.approx([1] * len(ratios), rel=0.05)
