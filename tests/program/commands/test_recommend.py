# SPDX-License-Identifier: MIT
"""`slidebench recommend`: on recorded runs, its numbers are those that Python computes; planted ties are ties."""

import functools
import json
import math
import re
import shutil
import statistics
import subprocess

import pytest

from conftest import BUILD, LEVEL, SOURCE, json_rows
from engines.model import published
from result_factory import Result, read_lines, summarized, write_lines

USAGE, INPUT, UNSTABLE = 2, 3, 6
RUNS = [
    SOURCE / "results" / name
    for name in (
        "amd-epyc-zen-3/20261121-gcc-12-native.jsonl.gz",
        "amd-epyc-zen-5/20261121-gcc-12-native.jsonl.gz",
        "intel-xeon-granite-rapids/20261121-gcc-12-native.jsonl.gz",
    )
]
WITHOUT_BURSTS = SOURCE / "results" / "intel-xeon-granite-rapids" / "20261121-clang-14-native.jsonl.gz"
MODELS = published.read(SOURCE / "results" / "engines" / "model.csv")
# {profile: (weight, mode, workload, piece)}
PROFILES = {
    "nnue": "model",
    "hand-made": "model",
    "perft": "model",
    "setwise": [(1, "setwise", "games", "all")],
    "batch": [(1, "batch", "games", piece) for piece in ("rook", "bishop", "queen")],
}
NEAREST_TO_L2 = {"amd-epyc-zen-3": "burst-256-8", "amd-epyc-zen-5": "burst-2048-8"}
OTHERWISE = "burst-2048-8"
LINE = re.compile(r"  (take|tied|runner-up|common) +(\S+)  +(.+?)  +([\d.]+ (?:B|KiB|MiB))(.*)")


def lines_of(text):
    """Returns [(role, scheme, cost, rest)] of the lines about schemes."""
    return [(m[1], m[2], m[3], m[5]) for m in map(LINE.fullmatch, text.splitlines()) if m]


def schemes_of(text, *roles):
    return [scheme for role, scheme, _, _ in lines_of(text) if role in roles]


def terms_of(path, profile):
    """Returns the terms of a profile on a recorded run, which has no mix, and bursts of queens only."""
    model = MODELS.get(profile)
    if not model:
        return PROFILES[profile]
    n = model.lookups
    workload = {"perft": "perft-suite"}.get(model.workload, model.workload)
    hot = [(model.hot_units, "all")] if model.hot_units else [(count, piece) for piece, count in n.items()]
    cold = n["rook"] / 2 + n["bishop"] / 2 + n["both"] + n["queen"]
    terms = [((1 - model.w) * weight, model.hot, workload, piece) for weight, piece in hot]
    terms += [(model.w * cold, NEAREST_TO_L2.get(path.parent.name, OTHERWISE), "games", "queen")]
    return [term for term in terms if term[0]]


record_of = functools.cache(summarized)


@functools.cache
def cycles_of(path):
    """Returns {names of a row: cycles of each process} of a log."""
    head, *further = read_lines(path)
    processes = [line["cycles"] for line in further if "process" in line]
    return {
        (row["scheme"], row["mode"], row["workload"], row["piece"]): [cycles[i] for cycles in processes]
        for i, row in enumerate(head["rows"])
    }


def scores(path, profile, scheme):
    """Returns the score of each process, None where a term is missing."""
    rows = {
        (key := (row["mode"], row["workload"], row["piece"])): cycles_of(path)[scheme, *key]
        for row in json_rows(record_of(path))
        if row["scheme"] == scheme and row["status"] == "ok"
    }
    terms = [(weight, rows[key]) for weight, *names in terms_of(path, profile) if (key := tuple(names))]
    return [
        None if None in values else sum(weight * value for (weight, _), value in zip(terms, values))
        for values in zip(*(cycles for _, cycles in terms))
    ]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.parent.name)
def test_numbers(slidebench, path, profile):
    text = slidebench("recommend", "--for", profile, "--result", path, check=0).stdout
    assert len(text.splitlines()) <= 15
    (_, best, cost, _), *others = lines_of(text)
    assert text.splitlines()[-1].split()[1:] == [str(BUILD / "slidebench"), "export", best, "-o", "sliders.h"]
    of_best = scores(path, profile, best)
    printed = float(cost.split()[0])
    assert printed == pytest.approx(statistics.median(x for x in of_best if x is not None), rel=0.006)
    for role, scheme, cost, _ in others:
        mid, low, high = map(float, re.fullmatch(r"([\d.]+) times \(([\d.]+) to ([\d.]+)\)", cost).groups())
        pairs = [(a, b) for a, b in zip(scores(path, profile, scheme), of_best) if None not in (a, b)]
        if len(pairs) >= 5:  # otherwise the rows' own intervals count
            assert mid == pytest.approx(statistics.median(a / b for a, b in pairs), rel=0.006)
        assert low <= mid <= high
        assert {"runner-up": low >= 1.01, "tied": low <= 1.01, "common": True}[role], scheme


def test_trust_is_that_of_the_model(slidebench):
    for profile, model in MODELS.items():
        text = slidebench("recommend", "--for", profile, "--result", RUNS[1], check=0).stdout
        (line,) = (line for line in text.splitlines() if line.split()[0] == "trust")
        assert f"{100 * model.w:.0f} %" in line and ("no engine measured" in line) == (not model.engines)
        assert ("left out" in line) == (not math.isnan(model.error))
        made = json.loads(
            slidebench("recommend", "--for", profile, "--result", RUNS[1], "--format", "json", check=0).stdout
        )
        assert made["engine_model"]["w"] == pytest.approx(model.w)
        assert made["weights_assumed"] == (not model.engines)


@pytest.mark.parametrize(
    "options, allowed",
    [
        (["--max-kib", "16"], lambda scheme: int(scheme["table_bytes"]) <= 16384),
        (["--without", "bmi2"], lambda scheme: "bmi2" not in scheme["needs"]),
        (["--without", "avx,bmi2"], lambda scheme: not re.search("avx|bmi2", scheme["needs"])),
        (["--no-multiply"], lambda scheme: "multiply-free" in scheme["traits"]),
    ],
    ids=lambda value: "-".join(value).strip("-") if isinstance(value, list) else "",
)
def test_limits(slidebench, options, allowed):
    catalogue = {row["scheme"]: row for row in json.loads(slidebench("list", "--format", "json", check=0).stdout)}
    for profile in PROFILES:
        text = slidebench("recommend", "--for", profile, "--result", RUNS[1], *options, check=0).stdout
        assert "by the options" in text
        for name in schemes_of(text, "take", "tied", "runner-up"):
            assert allowed(catalogue[name]), (name, profile)


def test_incremental_schemes_only_where_updates_are_timed(slidebench):
    for profile in PROFILES:
        text = slidebench("recommend", "--for", profile, "--result", RUNS[1], check=0).stdout
        assert ("incremental" in text) == (profile != "perft")


# ---- planted runs ----


@pytest.fixture
def planted(tmp_path):
    """Returns a function that saves a run in which each scheme takes a factor times the same cycles."""

    def save(processes=12, **factors):
        result = Result(tmp_path, tuple(factors), columns=None)
        result.record["options"]["processes"] = processes
        del result.processes[processes:]
        for i, row in enumerate(result.record["rows"]):
            result.set_cycles(i, [10 * factors[row["scheme"]] * (1 + p / 10) for p in range(processes)])
        return result.save()

    return save


def test_planted_tie(slidebench, planted):
    path = planted(pext=1, magic_black=1.005, kogge_stone=1.5)
    for profile in PROFILES:
        text = slidebench("recommend", "--for", profile, "--result", path, check=0).stdout
        assert [(role, name) for role, name, _, _ in lines_of(text)] == [
            ("take", "pext"),
            ("tied", "magic_black"),
            ("runner-up", "kogge_stone"),
        ]
        assert "1.50 times (1.50 to 1.50)" in text


def test_common_scheme_is_a_comparison_even_if_it_is_excluded(slidebench, planted):
    path = planted(pext=1, magic_black=1.2, kogge_stone=1.5)
    text = slidebench("recommend", "--for", "perft", "--result", path, "--max-kib", "1", check=0).stdout
    assert [line[:3] for line in lines_of(text)[1:]] == [("common", "pext", "0.667 times (0.667 to 0.667)")]
    text = slidebench("recommend", "--for", "perft", "--result", path, "--without", "bmi2", check=0).stdout
    assert schemes_of(text, "take", "runner-up", "common") == ["magic_black", "kogge_stone"]


def test_mocks_and_twins_are_no_recommendation(slidebench, planted):
    path = planted(null=0.1, classical_twin=0.995, classical=1, pext=2)
    text = slidebench("recommend", "--for", "setwise", "--result", path, check=0).stdout
    assert schemes_of(text, "take", "runner-up") == ["classical", "pext"]


def test_few_processes(slidebench, planted):
    path = planted(processes=5, pext=1, magic_black=1.2, kogge_stone=1.5)
    assert "below 95 %" in slidebench("recommend", "--for", "perft", "--result", path, check=0).stdout
    path = planted(processes=4, pext=1, magic_black=1.2)
    done = slidebench("recommend", "--for", "perft", "--result", path, check=UNSTABLE)
    assert done.stdout == "" and "5 processes" in done.stderr


def test_json_has_the_printed_numbers(slidebench):
    command = ("recommend", "--for", "hand-made", "--result", RUNS[0])
    text, made = slidebench(*command, check=0).stdout, slidebench(*command, "--format", "json", check=0).stdout
    record = json.loads(made)
    expected = {(mode, piece): weight for weight, mode, _, piece in terms_of(RUNS[0], "hand-made")}
    found = {(term["mode"], term["piece"]): term["weight"] for term in record["weights"]}
    assert found == pytest.approx(expected, rel=1e-4)
    by_scheme = {row["scheme"]: row for row in record["schemes"]}
    for role, scheme, cost, _ in lines_of(text):
        row = by_scheme[scheme]
        assert row["role"] == role
        numbers = (row["cycles"],) if role == "take" else (row["ratio"], row["ratio_ci_low"], row["ratio_ci_high"])
        assert [float(x) for x in re.findall(r"[\d.]+", cost)] == pytest.approx(numbers, rel=0.006)


# ---- bad input ----


def refused(slidebench, status, *arguments):
    """Runs the command, which fails with one line, and returns that line."""
    done = slidebench("recommend", *arguments, check=status)
    assert done.stdout == "" and done.stderr.count("\n") == 1
    return done.stderr


def test_missing_rows_name_the_command_that_measures_them(slidebench, tmp_path):
    line = refused(slidebench, INPUT, "--result", WITHOUT_BURSTS)
    command = re.search(r"`slidebench (bench .*)`", line)[1].split()
    assert "no rows of throughput (both, games)" in line and "burst-2048-" in line
    assert command[-2:] == ["--out", "results"]
    slidebench(*command[:-1], tmp_path, "--help", check=0)  # the options are valid


@pytest.mark.parametrize("text", ["\x1b[2J", "a\nb", "*/ int x;", "\u00fc"])
def test_names_are_plain_text(slidebench, planted, text):
    path = planted(pext=1, magic_black=2)
    for name in '"gcc 12.2.0"', '"AMD EPYC"':
        bad = path.with_name("bad")
        write_lines(bad, json.loads(json.dumps(read_lines(path)).replace(name, json.dumps(text))))
        line = refused(slidebench, INPUT, "--for", "perft", "--result", bad)
        assert "non-ASCII character" in line or "control character" in line


@pytest.mark.parametrize(
    "arguments",
    [
        ("--for", "chess"),
        ("--max-kib", "-1"),
        ("--max-kib", "1.5"),
        ("--without", "mips"),
        ("--without", "bmi2,"),
        ("--result", ""),
        ("--time", "1"),
        ("--format", "csv"),
        ("--result", RUNS[1], "--max-kib", "0", "--without", "bmi2,avx", "--no-multiply", "--for"),
    ],
)
def test_bad_options(slidebench, arguments):
    refused(slidebench, USAGE, *arguments)


def test_limits_that_exclude_all_schemes(slidebench, planted):
    path = planted(pext=1, magic_black=1.2)
    line = refused(slidebench, USAGE, "--for", "perft", "--result", path, "--max-kib", "1")
    assert "all 2 schemes" in line


# ---- without --result ----


def test_run_is_timed_once(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = shutil.copy(BUILD / f"slidebench-{LEVEL}", tmp_path)  # outside the tree, whose results it would find
    for time in "first", "second":
        done = subprocess.run([program, "recommend", "--for", "perft"], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode in (0, UNSTABLE), done.stderr  # the machine may be busy
        assert ("timing it" in done.stderr) == (time == "first")
        assert len(list(tmp_path.glob("slidebench/results/*/*.jsonl.gz"))) == 1


def test_recorded_run_of_this_cpu_is_found(slidebench, tmp_path, monkeypatch):
    slug = re.search(r"name in results +(\S+)", slidebench("machine", check=0).stdout)[1]
    folder = tmp_path / "results" / slug
    folder.mkdir(parents=True)
    lines = read_lines(RUNS[1])
    lines[0]["machine"]["slug"] = slug
    write_lines(folder / "run.jsonl.gz", lines)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = shutil.copy(BUILD / f"slidebench-{LEVEL}", tmp_path)  # outside the tree, whose results it would find
    recommend = [program, "recommend"]
    here = subprocess.run(recommend, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert here.stderr == ""
    assert here.stdout == subprocess.check_output([*recommend, "--result", RUNS[1]], text=True)
