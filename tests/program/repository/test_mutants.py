# SPDX-License-Identifier: MIT
"""Mutants of schemes and of the harness (tests/mutants): which stage detects which fault."""

import csv
import io
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from conftest import BUILD
from draw import JOBS, LONG
from process import run

MUTANTS = BUILD / "tests" / "mutants"

# The stages that detect a mutant. r: `relevant`, before each run; f: `full`, in `verify`; p: `verify --prove`.
STAGES = {
    "foreign_square": "",  # the control: correct, though it looks wrong
    "naive_union": "" if sys.byteorder == "little" else "rfp",  # test_cross.py has it on a big-endian machine
    "wrong_entry": "rfp",
    "leak_12": "fp",
    "leak_36": "p",
    "leak_bishop": "p",
    "needs_own_square": "rfp",
    "last_square": "rfp",
    "empty_board": "rfp",
    "full_board": "fp",
    "leak_crowded": "fp",
    "side_all_queens": "rfp",
    "side_first_alone": "fp",  # a set of one slider, as in `relevant`, hides it
    "side_no_queens": "fp",
    "batch_lanes": "fp",  # `bench --modes batch` runs `relevant` on its batch build, see below
    "board_square": "fp",
    "lazy": "rfp",  # it writes to its own data after init, which are write-protected in each stage
}
# Those of the proof in the short form: what other stages miss, and one fault of each kind.
PROVED = "foreign_square wrong_entry leak_bishop side_no_queens lazy".split()


def bench(program, name, *more):
    """Returns the exit status, {(scheme, mode): status, of a wrong sum "sum"}, and stderr. Without `more`, of a queen's
    throughput."""
    options = more or ("--pieces", "queen", "--modes", "throughput")
    command = f"--schemes ^({name})$ --processes 1 --time 0.1 --no-pin --format csv".split()
    done = run(MUTANTS / program, *command, *options, status=None)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    found = {(row["scheme"], row["mode"]): "sum" if "checksum" in row["reason"] else row["status"] for row in rows}
    return done.returncode, found, done.stderr


def test_relevant_detects_its_mutants():
    status, rows, stderr = bench("slidebench-mutants", "|".join(STAGES))
    detected = {name for (name, _), verdict in rows.items() if verdict in ("wrong", "crashed")}
    assert (status, len(rows)) == (1, len(STAGES)), stderr
    assert detected == {name for name in STAGES if "r" in STAGES[name]} and "sum" not in rows.values()


def test_full_detects_its_mutants():
    """Of those that it misses, which it takes long to verify, the short form has one."""
    tried = [name for name in STAGES if LONG or "f" in STAGES[name] or name == "foreign_square"]
    done = run(MUTANTS / "slidebench-mutants", "verify", "--schemes", f"^({'|'.join(tried)})$", status=1)
    found = re.findall(r"^(verified|wrong|crashed) +(\w+)", done.stdout, re.M)
    assert {name: verdict == "verified" for verdict, name in found} == {name: "f" not in STAGES[name] for name in tried}


def test_proof_detects_its_mutants():
    """A leak is unproved, and a table that is built late is wrong. unit.prove has leaks of rooks."""
    if not shutil.which("valgrind"):
        pytest.skip("no valgrind")
    stages = STAGES if LONG else {name: STAGES[name] for name in PROVED}
    only = f"^({'|'.join(stages)})$"
    done = run(MUTANTS / "slidebench-mutants", "verify", "--prove", "--jobs", JOBS, "--schemes", only, status=1)
    lines = [line.split(maxsplit=2) for line in done.stdout.splitlines()[:-1]]
    verdicts, reasons = {name: verdict for verdict, name, _ in lines}, {name: reason for _, name, reason in lines}
    proved = {name for name, verdict in verdicts.items() if verdict == "proved"}
    assert verdicts.keys() == stages.keys() and proved == {name for name in stages if "p" not in stages[name]}
    assert int(reasons["foreign_square"].split()[0]) == 2239488 + 2**15  # the additional square of its index
    assert verdicts["leak_bishop"] == "unproved"
    assert "a bishop on d4 depends on squares off its lines" in reasons["leak_bishop"]
    assert verdicts["lazy"] == "wrong" and "it wrote static data after init" in reasons["lazy"]


LOOPS = ["skips_one", "rounding"]
CPU = Path("/proc/cpuinfo")
if CPU.exists() and re.search("^flags(?=.* avx2 ).* xgetbv1 ", CPU.read_text(), re.M):
    LOOPS.append("upper_halves")  # Intel before Skylake cannot report them
ALONE = ["direction_flag"]  # no code of the C library may follow it, such as the preparation of another row


@pytest.mark.parametrize("faults", [LOOPS, ALONE], ids=" ".join)
def test_wrong_timed_loops_are_detected(faults):
    """The verification before them cannot see them. The state of the CPU is restored for the rows that follow."""
    if faults == ALONE and os.uname().machine != "x86_64":
        pytest.skip("this CPU has no direction flag")
    loops = {f"loop_{fault}" for fault in faults}
    status, rows, stderr = bench("slidebench-mutants", f"foreign_square|{'|'.join(loops)}")
    assert {name for (name, _), found in rows.items() if found == "sum"} == loops, stderr
    assert status == 1 and rows["foreign_square", "throughput"] in ("ok", "unstable")


def test_faults_of_batched_modes_affect_only_their_rows():
    both = "batch_lanes|board_square"
    status, rows, stderr = bench("slidebench-mutants", both, "--pieces", "rook", "--modes", "batch,board,latency")
    verified = run(MUTANTS / "slidebench-mutants", "verify", "--schemes", both, status=1).stdout
    faults = ("batch_lanes", "batch", "set of a batch"), ("board_square", "board", "set of a board on d4")
    for name, mode, what in faults:
        assert (status, rows[name, mode]) == (1, "wrong") and f"{name}: wrong {what}" in stderr
        assert rows[name, "latency"] in ("ok", "unstable") and f"{name}: wrong {what}" in verified


def test_coarse_clock_is_refused():
    """test_environment.py has one that is stopped, test_cores.c canaries that are constant."""
    status, rows, stderr = bench("slidebench-coarse-clock", "foreign_square")
    assert (status, rows) == (4, {}) and "clock" in stderr


def wrong_controls(fault):
    """Returns the controls that a run with this fault measures wrong. Canaries, checksums and twins do not show it."""
    schemes = "^(null.*|ray_loop|classical|classical_twin)$"
    options = f"--schemes {schemes} --pieces queen --modes throughput,latency --time 0.2 --format json".split()
    program = MUTANTS / f"slidebench-biased-{fault}" if fault else BUILD / "slidebench"
    done = run(program, "bench", *options, status=None)
    columns = json.loads(done.stdout)["columns"]
    for column in columns:
        assert all(abs(twin["ratio"][0] - 1) < 0.1 for twin in column["twins"])
    read = [each for column in columns for each in column["controls"]]
    assert len(read) == 7, read
    return {each["scheme"] for each in read if each["wrong"]}


def test_controls_are_right_without_a_fault():
    assert wrong_controls(None) == set()


@pytest.mark.parametrize("fault", ["drops_slow", "counts_canary"])
def test_controls_detect_biased_samples(fault):
    """In one of a few runs: on a busy machine an interval may be wide enough to contain the truth, too."""
    runs = (wrong_controls(fault) for _ in range(4))
    assert any("null_by_turns" in wrong if fault == "drops_slow" else wrong for wrong in runs)


@pytest.mark.skipif(not LONG, reason="takes a minute; the long form")
def test_endless_init_is_ended():
    status, rows, _ = bench("slidebench-mutants", "sleeps")
    assert (status, rows["sleeps", "throughput"]) == (1, "crashed")
