# SPDX-License-Identifier: MIT
"""Mutants of schemes and of the harness (tests/mutants): which stage detects which fault."""

import csv
import io
import os
import shutil
import subprocess
import sys

import pytest

from of_schemes import HARNESS

from conftest import BUILD, SOURCE, cpu_flags
from draw import ALL, JOBS, LONG, SEED, note_result

MUTANTS = BUILD / "tests" / "mutants"

# The stages that detect a mutant. r: `relevant`, before each run; f: `full`, in `verify`; p: `verify --prove`.
STAGES = {
    "own_square": "",  # control: correct, though it looks wrong
    "wrong_entry": "rfp",
    "leak_1": "rfp",  # one of the few boards of `relevant` happens to detect it
    "leak_12": "fp",
    "leak_36": "p",
    "leak_2": "rfp",
    "fill_wraps": "rfp",
    "needs_own_square": "rfp",
    "edge_dropped": "rfp",
    "last_square": "rfp",
    "scan_wrong_end": "rfp",
    "stale_cache": "rfp",  # `relevant` too write-protects a scheme's data, and goes through the subsets in Gray order
    "empty_board": "rfp",
    "full_board": "fp",
    "edge_in_mask": "rfp",
    "attacks_own_square": "rfp",
    "leak_crowded": "fp",
    "side_all_queens": "rfp",
    "side_first_alone": "fp",  # a set of one slider, as in `relevant`, hides it
    "side_no_queens": "fp",
    "batch_lanes": "fp",  # `bench --modes batch` runs `relevant` on its batch build, see below
    "board_square": "fp",
    "lazy": "rfp",  # as stale_cache: it writes to its own data after init, which are write-protected
}


def run(program, *arguments, timeout=300, **options):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, **options)


@pytest.mark.parametrize("stage", ["relevant", "full"])
def test_stages_detect_their_mutants(stage):
    done = run(MUTANTS / "stages", stage, *STAGES)
    assert done.returncode == 1 and done.stderr == ""
    found = {line.split()[0]: line.split()[1] for line in done.stdout.splitlines()}
    assert found == {name: stage if stage[0] in stages else "right" for name, stages in STAGES.items()}


def test_proof_detects_its_mutants():
    if not shutil.which("valgrind"):
        pytest.skip("no valgrind")
    done = run(MUTANTS / "slidebench-mutants", "verify", "--prove", "--schemes", f"^({'|'.join(STAGES)})$")
    found = {line.split()[1]: line.split()[0] for line in done.stdout.splitlines()[:-1]}
    assert done.returncode == 1
    assert {name: found[name] == "proved" for name in STAGES} == {
        name: "p" not in stages for name, stages in STAGES.items()
    }, done.stdout


def bench(program, name):
    """Returns the exit status, the status of the row, and stderr."""
    done = run(
        MUTANTS / program,
        "--schemes",
        f"^{name}$",
        "--pieces",
        "queen",
        "--modes",
        "throughput",
        "--processes",
        2,
        "--time",
        0.1,
        "--format",
        "csv",
    )
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    return done.returncode, rows[0]["status"] if rows else "", done.stderr


@pytest.mark.parametrize("name", ["constant", "skips_one", "rounding", "direction_flag", "upper_halves"])
def test_wrong_timed_loops_are_detected(name):
    assert run(MUTANTS / "stages", "relevant", f"loop_{name}").returncode == 0, "not detectable by the verifier"
    status, row, stderr = bench("slidebench-mutants", f"loop_{name}")
    if row.startswith("unsupported") or name in ("direction_flag", "upper_halves") and os.uname().machine != "x86_64":
        pytest.skip("this CPU does not have this state")
    if name == "upper_halves" and "xgetbv1" not in cpu_flags():
        pytest.skip("no XGETBV1 (Intel before Skylake): the registers in use cannot be read")
    assert (status, row) == (1, "wrong"), stderr


@pytest.mark.parametrize(
    "name, mode, what", [("batch_lanes", "batch", "set of a batch"), ("board_square", "board", "set of a board on d4")]
)
def test_faults_of_batched_modes_affect_only_their_rows(name, mode, what):
    done = run(
        MUTANTS / "slidebench-mutants",
        "--schemes",
        f"^{name}$",
        "--pieces",
        "rook",
        "--modes",
        f"{mode},latency",
        "--processes",
        1,
        "--time",
        0.1,
        "--format",
        "csv",
    )
    status = {row["mode"]: row["status"] for row in csv.DictReader(io.StringIO(done.stdout))}
    assert (done.returncode, status.pop(mode)) == (1, "wrong") and f"{name}: wrong {what}" in done.stderr
    assert status["latency"] in ("ok", "unstable")
    assert f"wrong {what}" in run(MUTANTS / "slidebench-mutants", "verify", "--schemes", name).stdout


def test_correct_loop_passes():
    assert bench("slidebench-mutants", "own_square")[0] in (0, 6)


def test_still_clock_is_refused():
    status, row, stderr = bench("slidebench-still-clock", "own_square")
    assert (status, row) == (4, "") and "clock" in stderr


def test_coarse_clock_is_refused():
    status, row, stderr = bench("slidebench-coarse-clock", "own_square")
    assert (status, row) == (4, "") and "clock" in stderr


def test_constant_canaries_are_refused():
    status, row, stderr = bench("slidebench-blind", "own_square")
    assert (status, row) == (4, "") and "equal to the last digit" in stderr


def build_stages(folder, compiler, source, *options):
    """Builds stages.c with one scheme. Returns its path, or None if it does not compile."""
    (folder / "schemes.def").write_text("SCHEME_LINE(mutant)\n")
    identity = [
        "-DSCHEME=scheme_mutant",
        '-DSCHEME_NAME="mutant"',
        '-DSCHEME_FAMILY="mutants"',
        "-DSCHEME_TWIN=NULL",
        "-DNO_WRITE_PROTECT",
    ]  # no write protection: it does not work in static programs or with sanitizers
    command = [
        *compiler,
        "-O1",
        "-w",
        "-std=gnu11",
        "-D_GNU_SOURCE",
        *identity,
        *options,
        f"-I{folder}",
        "-Ischemes",
        "-Ischemes/kernels",
        "-Ischemes/common",
        "-Iharness",
        *HARNESS,
        source,
        "-o",
        folder / "stages",
    ]
    return folder / "stages" if run(*command, cwd=SOURCE).returncode == 0 else None


@pytest.mark.parametrize("fault", ["PAST_ITS_END", "NONE"])
def test_sanitizers_detect_a_write_past_a_table(tmp_path, fault):
    compiler = os.environ["CC"].split()
    if "clang" in compiler[0]:
        pytest.skip("clang's AddressSanitizer does not check globals aligned to cache lines, such as tables")
    stages = build_stages(
        tmp_path,
        compiler,
        "tests/mutants/wrong_table.c",
        f"-D{fault}",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    )
    if not stages:
        pytest.skip("this compiler has no sanitizers")
    done = run(stages, "relevant")
    assert ("global-buffer-overflow" in done.stderr) == (done.returncode == 1) == (fault == "PAST_ITS_END"), done.stderr


@pytest.mark.parametrize(
    "source, options, right",
    [("tests/mutants/naive_union.c", [], False), ("schemes/sissy/sissy.c", ["-DBYTES_FROM_MEMORY"], True)],
)
def test_byte_order_mutant_fails_on_a_big_endian_machine(tmp_path, source, options, right):
    if not shutil.which("s390x-linux-gnu-gcc") or not shutil.which("qemu-s390x"):
        pytest.skip("no gcc-s390x-linux-gnu, or no qemu-user")
    stages = build_stages(tmp_path, ["s390x-linux-gnu-gcc", "-static"], source, *options)
    assert run("qemu-s390x", stages, "relevant").returncode == (not right)
    if not right:
        assert run(MUTANTS / "stages", "full", "naive_union").returncode == 0 or sys.byteorder == "big"


@pytest.mark.skipif(not LONG, reason="takes a minute; the long form")
def test_endless_init_is_ended():
    status, row, _ = bench("slidebench-mutants", "sleeps")
    assert (status, row) == (1, "crashed")


SAMPLES = {
    "schemes": ["--sample", "40", "schemes/fills/dumb7.c", "schemes/fills/kogge_stone.c", "schemes/pext/pext.c"],
    "harness": [
        "--sample",
        "30",
        "harness/analysis/samples.c",
        "harness/output/csv.c",
        "harness/base/stats.c",
    ],
    "all-schemes": ["-j", str(JOBS), *([] if ALL else ["--sample", "650", "--seed", str(SEED)]), "schemes"],
    "all-harness": ["-j", str(JOBS), *([] if ALL else ["--sample", "350", "--seed", str(SEED)]), "harness"],
}
TAKES_MINUTES = pytest.mark.skipif(not LONG, reason="takes minutes; the long form")


@pytest.mark.parametrize(
    "sample",
    [
        "schemes",
        "harness",
        pytest.param("all-schemes", marks=TAKES_MINUTES),
        pytest.param("all-harness", marks=TAKES_MINUTES),
    ],
)
def test_no_mutant_survives(sample):
    if sample.startswith("all") and "clang" in os.environ["CC"]:
        pytest.skip("clang's AddressSanitizer does not check globals aligned to cache lines, such as tables")
    done = run(SOURCE / "tests" / "mutants" / "mutation-test", *SAMPLES[sample], timeout=None)
    assert done.returncode == 0, done.stdout + done.stderr
    note_result(f"mutants of {sample}, {done.stdout.splitlines()[-1]}")
