# SPDX-License-Identifier: MIT
"""`slidebench recommend`: its numbers are those of `summarize`; planted ties are ties; it finds a recorded run."""

import functools
import json
import math
import os
import re
import shutil
import statistics

import pytest

from conftest import BUILD, LEVEL, SOURCE, json_rows, slidebench
from injection import complains, run, slug
from result_factory import GOOD, EditedRun, read_lines, summarized, write_lines
from slidebench_tools.command import BAD_INPUT, IN_DOUBT

WITHOUT_MIX = SOURCE / "results" / "amd-epyc-zen-3" / "20261121-gcc-12-native.jsonl.gz"
PROFILES = {  # piece, workload, mode
    "nnue": ("mix-nnue", "games", "burst-L2-16"),
    "hce": ("mix-hce", "games", "throughput"),
    "perft": ("all", "games", "replay"),
    "setwise": ("all", "games", "setwise"),
    "batch": ("queen", "games", "batch"),
}
RESTRICTIONS = "", "--without avx,bmi2 --max-kib 64", "--without avx512,bmi2 --max-kib 5", "--max-kib 1"
INTERVAL = r"([\d.]+) \[([\d.]+), ([\d.]+)\]"
LINE = re.compile(
    rf"  (take|next|close|common|excluded) +(\S+)  +{INTERVAL}  +(?:1|{INTERVAL})"
    r"  +(?:\(?[-+][\d.]+ %\)?|0 %)?  +[\d.]+ (?:B|KiB|MiB)  +(.+)"
)

record_of = functools.cache(summarized)


def lines_of(text):
    """Returns [(role, scheme, cycles, ratio)] of the lines about schemes; the fastest one has no ratio."""
    found = filter(None, map(LINE.fullmatch, text.splitlines()))
    return [(m[1], m[2], [float(m[i]) for i in (3, 4, 5)], [float(m[i]) for i in (6, 7, 8) if m[i]]) for m in found]


def schemes_of(text, *roles):
    return [scheme for role, scheme, _, _ in lines_of(text) if role in roles]


def rows_of(path, profile):
    """Returns {scheme: row} of a profile's column."""
    rows = json_rows(record_of(path))
    return {row["scheme"]: row for row in rows if (row["piece"], row["workload"], row["mode"]) == PROFILES[profile]}


def recommended(path, profile, *options):
    """Returns what the command prints."""
    return slidebench("recommend", path, "--for", profile, *options).stdout


@pytest.mark.parametrize("profile", PROFILES)
def test_numbers_are_those_of_the_column(profile):
    text, rows, record = recommended(GOOD, profile), rows_of(GOOD, profile), record_of(GOOD)
    (role, best, _, _), *others = lines_of(text)
    # Schemes up to this limit are close to the fastest; without an engine's evaluation those that tie with it.
    engines = profile in ("nnue", "hce")
    limit = 1.25 if engines else 1.01
    behind = {name: row["ratio_to_best"][not engines] for name, row in rows.items() if "ratio_to_best" in row}
    assert role == "take" and behind[best] <= limit
    assert others and len(text.splitlines()) <= 18
    fastest = min(cycles[0] for _, _, cycles, _ in lines_of(text))
    for _, scheme, cycles, ratio in lines_of(text):
        assert cycles == pytest.approx(rows[scheme]["cycles"], rel=0.01)
        assert (ratio or [1])[0] == pytest.approx(cycles[0] / fastest, rel=0.05)
    for role, scheme, _, _ in others:
        assert role in ("common", "next") or (role == "close") == (behind[scheme] <= limit), scheme
    facts = {line.split()[0]: line.split(maxsplit=1)[1] for line in text.splitlines()}
    assert ("does not time their updates" in facts.get("left", "")) == (profile != "perft")
    assert re.search(r": (.*), per \w+\. \d", facts["column"])[1] == ", ".join(PROFILES[profile])
    processes = f"{record['processes_ended']} processes"
    assert facts["run"] == f"{GOOD}: {record['date'][:10]}, {record['compiler']}, level native, {processes}"
    assert facts["export"] == f"{BUILD / 'slidebench'} export {best} -o sliders.h"


@pytest.mark.parametrize("options", RESTRICTIONS)
def test_json_has_the_printed_numbers(options):
    text, found = (recommended(GOOD, "nnue", *options.split(), *more) for more in ([], ["--format", "json"]))
    record, printed = json.loads(found), lines_of(text)
    assert record["run"]["log"] == str(GOOD) and record["column"]["unit"] == "lookup"
    assert tuple(record["column"].values())[:3] == PROFILES["nnue"]
    by_scheme = {row["scheme"]: row for row in record["schemes"]}
    assert len(by_scheme) > len(printed) and record["evidence"] in " ".join(text.split())
    for role, scheme, cycles, ratio in printed:
        row = by_scheme[scheme]
        assert role == (row["role"] if row["allowed"] else "excluded")
        assert row["cycles"] == pytest.approx(cycles, rel=0.01)
        assert row["ratio"] == pytest.approx(ratio or [1, 1, 1], rel=0.006)
    assert ("excluded" in (role for role, *_ in printed)) == bool(options)


def test_path_that_is_no_utf8(tmp_path):
    path = tmp_path / os.fsdecode(b"\xff.jsonl.gz")
    shutil.copy(GOOD, path)
    log = json.loads(recommended(path, "nnue", "--format", "json"))["run"]["log"]
    assert log == f"{tmp_path}/?.jsonl.gz"


# ---- planted runs ----


@pytest.fixture
def planted(tmp_path):
    """Returns a function that saves a run in which each scheme takes a factor times the same cycles."""

    def save(processes=12, **factors):
        result = EditedRun(tmp_path, tuple(factors), columns=None)
        result.record["options"]["processes"] = processes
        del result.processes[processes:]
        for i, row in enumerate(result.record["rows"]):
            result.set_cycles(i, [10 * factors[row["scheme"]] * (1 + p / 10) for p in range(processes)])
        return result.save()

    return save


def test_planted_tie(planted):
    path = planted(pext=1, kogge_stone=1.004, classical=1.006, ray_loop=1.5)
    for profile in PROFILES:
        text = recommended(path, profile)
        assert [(role, name) for role, name, _, _ in lines_of(text)] == [
            ("take", "pext"),
            ("next", "kogge_stone"),
            ("close", "classical"),
        ]
        assert "1.006 [1.006, 1.006]" in text
        assert "95 % confidence, corrected for 3 comparisons." in text
    text = recommended(planted(hyperbola_gfni=1, hyperbola_ssse3=1.25, magic_fancy=2), "hce")
    assert schemes_of(text, "take", "close") == ["hyperbola_ssse3", "hyperbola_gfni"]
    why = r"least time with hyperbola_ssse3[.;] .* no trial had it\. .*: twice the cycles cost \d\.\d %\."
    assert re.search(why, " ".join(text.split()))
    text = " ".join(recommended(planted(hyperbola_gfni=1, hyperbola_ssse3=4, magic_fancy=8), "hce").split())
    assert "least time with hyperbola_ssse3; hyperbola_gfni should be faster, but no trial had it." in text


def test_few_processes(planted):
    path = planted(processes=5, pext=1, magic_black=1.2, kogge_stone=1.5)
    text = " ".join(recommended(path, "perft").split())
    assert "94 % confidence in each comparison of two schemes. For 95 % that all 2 of a scheme hold together, " in text
    path = planted(processes=1, pext=1, magic_black=1.2)
    assert "several processes" in complains(slidebench("recommend", path, "--for", "perft", status=None), IN_DOUBT)


# ---- what engines' trials say ----

RECORDS = (SOURCE / "results" / "engines" / "trials.def").read_text()


def lost_by(profile, allowed):
    """Returns {getter: what it lost in each trial against the best getter that is allowed, in percent}."""
    found = re.findall(rf'^GETTER\("{profile}", (\d+), "(\w+)", (.*)\)$', RECORDS, re.M)
    ratios = [(trial, name, float(ratio)) for trial, name, ratio in found if name in allowed]
    of_trial = {trial: [ratio for of, _, ratio in ratios if of == trial] for trial, _, _ in ratios}
    lost = {}
    for trial, name, ratio in ratios:
        if len(of_trial[trial]) > 1:  # else it compares nothing
            lost.setdefault(name, []).append(100 * (ratio / min(of_trial[trial]) - 1))
    return lost


@pytest.mark.parametrize("options", RESTRICTIONS)
@pytest.mark.parametrize("profile", PROFILES)
def test_evidence_is_that_of_the_getters_that_are_named(profile, options):
    found = json.loads(recommended(GOOD, profile, *options.split(), "--format", "json"))
    text = found["evidence"]
    kind = re.search(rf'^KIND\("{profile}", "(.*)", (.*)\)$', RECORDS, re.M)
    if not kind:
        assert text == "No engine of this kind was tried."
        return
    trials, engines, stake, exponent = kind[2].split(", ")
    assert re.search(rf"The {trials} trials? replaced the getters of {engines} engines?, on {kind[1]}\.$", text)
    assert f"The worst getter of all cost an engine up to {stake} %." in text
    lost = lost_by(profile, {one["scheme"] for one in found["schemes"] if one["allowed"]})
    taken = found["schemes"][0]["scheme"]
    assert (f"No trial had {taken} and another allowed getter." in text) == (taken not in lost)
    if taken in lost:
        name, count, most = re.search(r"With (\w+) .* in (\d+) trials?, and ([\d.]+) % at most", text).groups()
        assert (name, int(count)) == (taken, len(lost[taken]))
        assert float(most) == pytest.approx(max(lost[taken]), abs=0.06)
    tried = re.findall(rf'^TRIED\("{profile}", "(\w+)", (\d+), (.*)\)$', RECORDS, re.M)
    cycles = {one["scheme"]: one["cycles"][0] for one in found["schemes"] if one["allowed"]}
    times = {
        name: (-int(count), float(exponent) * math.log(cycles[name]) + float(residual))
        for name, count, residual in tried
        if name in cycles
    }
    assert taken == min(times, key=times.get, default=taken)
    if taken not in times:
        assert cycles[taken] == min(cycles.values())
    for one in found["schemes"]:
        if {taken, one["scheme"]} <= times.keys():
            assert one["engine"] == pytest.approx(math.exp(times[one["scheme"]][1] - times[taken][1]), abs=1e-3)
    for one in found["schemes"]:
        if one["scheme"] in lost:
            assert one["lost"] == pytest.approx(statistics.fmean(lost[one["scheme"]]), abs=1e-4)


# ---- bad input ----


def test_missing_rows_name_the_command_that_measures_them(tmp_path):
    line = complains(slidebench("recommend", WITHOUT_MIX, status=None), BAD_INPUT)
    command = re.search(r"`.*/slidebench (bench .*)`", line)[1].split()
    assert "no rows of burst-L2-16 (mix-nnue, games)" in line and command[-2:] == ["--out", "results"]
    slidebench(*command[:-1], tmp_path, "--help")  # the options are valid


# ---- without a log ----


@pytest.fixture
def alone(tmp_path):
    """Returns a function that runs the command without options outside the tree, whose results it would find."""
    program = shutil.copy(BUILD / f"slidebench-{LEVEL}", tmp_path)
    return lambda: run("recommend", binary=program, cwd=tmp_path)


def test_recorded_run_of_this_cpu_and_build_is_found(alone, tmp_path):
    cpu = slug()
    level, compiler = re.search(r"level (\S+), (.*)", slidebench("--version").stdout).groups()
    assert "results of this CPU, compiler and level: no rows of burst-L2-16" in complains(alone(), BAD_INPUT)
    head, *lines = read_lines(GOOD)
    head["machine"]["slug"] = cpu
    head |= {"level": level, "compiler": compiler}
    newer = head | {"date": "2026-11-28T00:00:00Z"}
    others = {
        "of-one-process": [newer, lines[0]],
        "of-another-compiler": [newer | {"compiler": "tcc 1.0"}, *lines],
        "of-another-level": [newer | {"level": "another-level"}, *lines],
        "of-another-cpu": [newer | {"machine": head["machine"] | {"slug": "another-cpu"}}, *lines],
    }
    older = head | {"date": "2026-11-26T00:00:00Z"}
    for newest, second in ("a", "b"), ("b", "a"):  # whichever is read last
        for name, log in {newest: [head, *lines], second: [older, *lines], **others}.items():
            write_lines(tmp_path / "results" / cpu / f"{name}.jsonl.gz", log)
        here = alone()
        assert (here.returncode, here.stderr) == (0, "")
        assert f"results/{cpu}/{newest}.jsonl.gz: 2026-11-27, {compiler}, level {level}, 14 processes" in here.stdout
