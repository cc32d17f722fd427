# SPDX-License-Identifier: MIT
"""A killed run loses at most one process, and --resume continues it, as any other run."""

import csv
import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import BUILD, json_rows
from injection import UNSTABLE, bench_binary, complains, folder, gate_errors, run, short, wait_until, workers
from draw import LONG

INTERRUPTED, OUTPUT = 130, 5
PROCESSES = 4
RUN = (
    "bench",
    *"--list-length 64 --workloads random --pieces queen --modes throughput --time 0.3 --no-pin".split(),
    "--schemes",
    "^(ray_loop|magic_fancy)$",
    "--processes",
    PROCESSES,
)

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find the timing processes")


def start(out, *more):
    command = [bench_binary(), *map(str, (*RUN, "--out", out, *more))]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def files(out, pattern="*"):
    return sorted(p for p in out.rglob(pattern) if p.is_file())


def partial(out):
    """Returns the .json of the only partial result."""
    (path,) = files(out, "*-partial*.json")
    return path


def series(path, name="process_cycles"):
    """Returns {row: a value of each process}."""
    return {
        tuple(row[k] for k in ("scheme", "workload", "piece", "mode")): row.get(name)
        for row in json_rows(json.loads(path.read_text()))
    }


def assert_continues(before, path):
    """Asserts that a result begins with the samples that a run had {row: of each process}, and counts none twice."""
    samples = series(path, "process_samples")
    assert samples.keys() == before.keys()
    assert all(samples[row][: len(old)] == old for row, old in before.items())
    totals = [int(line["samples_total"]) for line in csv.DictReader(path.with_suffix(".csv").open())]
    assert totals == [sum(of_row) for of_row in samples.values()]


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """Returns the .json of a partial result: the run was killed after its second process."""
    out = tmp_path_factory.mktemp("killed")
    process = start(out)
    wait_until(
        lambda: files(out, "*-partial.json") and json.loads(partial(out).read_text())["processes_ended"] == 2, process
    )
    process.kill()
    process.communicate()
    return partial(out)


@pytest.fixture
def copy(killed, tmp_path):
    """Returns the .json of a copy of that result."""
    for path in killed.parent.iterdir():
        target = tmp_path / killed.parent.name / path.name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(path.read_bytes())
    return tmp_path / killed.parent.name / killed.name


def test_killed_run_keeps_ended_processes(killed):
    assert [p.suffix for p in files(killed.parent)] == [".csv", ".json"] and gate_errors(killed) == []
    record = json.loads(killed.read_text())
    assert record["partial"] and record["processes_ended"] == 2 and record["options"]["processes"] == PROCESSES
    assert all(len(row["process_cycles"]) == len(row["process_samples"]) == 2 for row in json_rows(record))


def test_resumed_run_is_complete(copy):
    before, samples, date = series(copy), series(copy, "process_samples"), json.loads(copy.read_text())["date"]
    done = run("bench", "--resume", copy, "--format", "table")
    assert done.returncode in UNSTABLE, done.stderr
    whole = Path(str(copy).replace("-partial", ""))
    assert files(copy.parent) == [whole.with_suffix(".csv"), whole] and gate_errors(whole) == []
    record, after = json.loads(whole.read_text()), series(whole)
    assert not record["partial"] and record["resumed_after"] == [2] and record["processes_ended"] >= PROCESSES
    assert record["date"] == date
    for row, cycles in before.items():
        if after[row]:  # empty if the row is unstable
            assert after[row][:2] == cycles and len(after[row]) == record["processes_ended"]
    assert "resumed after 2" in done.stdout
    assert_continues(samples, whole)


SAMPLES = [40, 30]  # of the two processes in finished()


def finished(path, lacking=None):
    """Makes of a partial result that of two processes in all, where one scheme may lack samples. Returns its path."""
    record = json.loads(path.read_text())
    record["partial"], record["options"]["processes"], record["options"]["arguments"][-1] = False, 2, "2"
    for row in (row for column in record["columns"] for row in column["rows"]):
        lacks = row["scheme"] == lacking
        row.update(process_cycles=[None, None] if lacks else [9, 9], process_ns=[None, None] if lacks else [3, 3])
        row.update(process_ghz=[3, 3], process_samples=SAMPLES, process_undisturbed=[2, 2] if lacks else [20, 20])
        if lacks:
            row.update(status="unstable", reason="0 of 2 processes had 15 undisturbed samples", in_doubt=True)
        else:
            row.pop("status", None), row.pop("reason", None), row.pop("in_doubt", None)
    whole = path.with_name(path.name.replace("-partial", ""))
    whole.write_text(json.dumps(record))
    path.with_suffix(".csv").rename(whole.with_suffix(".csv"))
    path.unlink()
    return whole


def test_finished_run_gets_as_many_processes_again(copy):
    """Also if it is killed meanwhile. The old result remains, and the new one has another name."""
    whole = finished(copy)
    old, before = whole.read_bytes(), series(whole, "process_samples")
    extended = subprocess.Popen([bench_binary(), "bench", "--resume", whole], stdout=subprocess.DEVNULL)
    wait_until(lambda: files(whole.parent, "*-partial.json"), extended)
    extended.kill()
    extended.communicate()
    path = partial(whole.parent)
    assert json.loads(path.read_text())["processes_ended"] == 3
    done = run("bench", "--resume", path)
    assert done.returncode in UNSTABLE, done.stderr
    new = whole.with_name(f"{whole.stem}-2.json")
    assert files(whole.parent, "*.json") == [new, whole] and whole.read_bytes() == old and gate_errors(new) == []
    record = json.loads(new.read_text())
    assert (record["partial"], record["resumed_after"], record["options"]["processes"]) == (False, [2, 3], PROCESSES)
    assert_continues(before, new)
    assert all(all(of_row[2:PROCESSES]) for of_row in series(new, "process_samples").values())


def test_only_rows_that_lack_samples_are_timed(copy):
    """As after status 6."""
    whole = finished(copy, lacking="ray_loop")
    old, before = whole.read_bytes(), series(whole, "process_samples")
    done = run("bench", "--resume", whole)
    assert done.returncode in UNSTABLE and "about" not in done.stderr, done.stderr
    new = whole.with_name(f"{whole.stem}-2.json")
    assert files(whole.parent, "*.json") == [new, whole] and whole.read_bytes() == old
    assert json.loads(new.read_text())["options"]["processes"] == 2
    assert_continues(before, new)
    for row, of_row in series(new, "process_samples").items():
        assert 3 <= len(of_row) <= 4 and (all(of_row) if row[0] == "ray_loop" else not any(of_row[2:])), row


def test_run_can_be_resumed_twice(copy):
    first = subprocess.Popen(
        [bench_binary(), "bench", "--resume", copy], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until(lambda: json.loads(copy.read_text())["processes_ended"] == 3, first)
    first.terminate()
    _, err = first.communicate()
    assert first.returncode == INTERRUPTED and f"continue with --resume {copy}" in err
    assert run("bench", "--resume", copy).returncode in UNSTABLE
    assert json.loads(files(copy.parent, "*.json")[0].read_text())["resumed_after"] == [2, 3]


def test_crashed_scheme_stays_excluded(tmp_path):
    """The reason is kept as well."""
    binary = BUILD / "slidebench-failing"
    command = [
        binary,
        *map(str, short("--schemes", "^(well|crash_in_loop)$", "--modes", "throughput", "--out", tmp_path)),
    ]
    command[command.index("--processes") + 1] = "3"
    command[command.index("--time") + 1] = "0.3"
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until(lambda: files(tmp_path, "*-partial.json"), process)
    process.kill()
    process.communicate()
    done = run("bench", "--resume", partial(tmp_path), "--positions", folder()[1] / "position", binary=binary)
    assert done.returncode == 1 and "crashed" in done.stdout and "killed by signal 11" in done.stdout


def edit(path, change):
    record = json.loads(path.read_text())
    change(record)
    path.write_text(json.dumps(record))


def first(record):
    """Returns the first row."""
    return record["columns"][0]["rows"][0]


DAMAGES = {  # a change of the record -> the text of the message
    "another format": (
        lambda r: r.update(format=1),
        "its format is 1, expected 3",
    ),
    "no number of processes": (lambda r: r.pop("processes_ended"), "processes_ended, "),
    "too many processes": (
        lambda r: r.update(processes_ended=10**9),
        "processes_ended, ",
    ),
    "an impossible IPC": (
        lambda r: r.update(canary_ipc_reference=99),
        "or a canary_ipc_reference is missing or impossible",
    ),
    "no date": (lambda r: r.update(date="yesterday"), "date is not a UTC time"),
    "another CPU": (lambda r: r["machine"].update(slug="z80"), "its CPU is z80"),
    "another compiler": (lambda r: r.update(compiler="tcc 1"), "its compiler is tcc 1"),
    "another program": (lambda r: r.update(commit="0" * 12), "its commit is 000000000000"),
    "an unknown scheme": (
        lambda r: first(r).update(scheme="none_such"),
        "column 1: scheme none_such is none of schemes",
    ),
    "a duplicate row": (lambda r: r["columns"][0]["rows"].append(first(r)), "occurs twice"),
    "a missing process": (lambda r: first(r)["process_ns"].pop(), "a value of a process is missing"),
    "a negative time": (
        lambda r: first(r)["process_cycles"].__setitem__(1, -1),
        "a value of a process is missing or impossible",
    ),
    "more clean samples than samples": (
        lambda r: first(r)["process_undisturbed"].__setitem__(0, 10**7),
        "a value of a process is missing",
    ),
    "text instead of a number": (
        lambda r: first(r)["process_ghz"].__setitem__(0, "4"),
        "a value of a process is missing",
    ),
    "other queries": (lambda r: r["columns"][0].update(checksum="0" * 16), "the checksum differs"),
    "an argument that is not text": (
        lambda r: r["options"]["arguments"].append(7),
        "options.arguments contains an element that is not a string",
    ),
    "an argument that changes the output": (
        lambda r: r["options"]["arguments"].extend(["--out", "/tmp"]),
        "options.arguments are not options of a run",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_result_is_refused(damage, copy):
    change, text = DAMAGES[damage]
    edit(copy, change)
    before = copy.read_bytes()
    assert text in complains(run("bench", "--resume", copy), 3)
    assert copy.read_bytes() == before and len(files(copy.parent)) == 2


def test_other_files_are_refused(tmp_path, copy):
    assert "No such file" in complains(run("bench", "--resume", tmp_path / "none.json"), 3)
    copy.write_text("{\n\n}x")
    assert f"{copy}:3: " in complains(run("bench", "--resume", copy), 3)
    complains(run("bench", "--resume", tmp_path), 3)


def test_other_options_are_refused(copy):
    for more in ("--full",), ("--processes", "9"), ("--out", "x"), ("--benchmark_filter=x",):
        assert "--resume can be combined with" in complains(run("bench", "--resume", copy, *more), 2)
    assert "built-in games" in complains(run("bench", "--resume", copy, "--positions", folder()[1] / "position"), 2)


# ---- killed at any moment ----

SIGNALS = {"TERM": signal.SIGTERM, "HUP": signal.SIGHUP, "KILL": signal.SIGKILL}


@pytest.mark.parametrize("number", range(20 if LONG else 3))
@pytest.mark.parametrize("how", SIGNALS)
def test_killed_at_a_random_moment(how, number, tmp_path):
    """At most one process is lost, no file is truncated, and the resumed run is complete."""
    process, moment = start(tmp_path), random.Random(f"{how}{number}").uniform(0, 4)
    time.sleep(moment)
    begun = len(workers(process)) + (
        json.loads(partial(tmp_path).read_text())["processes_ended"] if files(tmp_path, "*-partial.json") else 0
    )
    os.killpg(process.pid, SIGNALS[how])
    process.communicate(timeout=60)
    found = files(tmp_path)
    if process.returncode in UNSTABLE or not any("-partial" in p.name for p in found):
        return  # the run had ended, or its first process had not
    path = partial(tmp_path)
    assert begun - json.loads(path.read_text())["processes_ended"] <= 1
    assert gate_errors(path) == []
    assert how == "KILL" or all(not p.name.startswith(".") for p in found), "a temporary file is left"
    before = series(path, "process_samples")
    done = run("bench", "--resume", path)
    assert done.returncode in UNSTABLE, done.stderr
    assert gate_errors(tmp_path) == [] and not files(tmp_path, "*-partial*")
    assert_continues(before, *files(tmp_path, "*.json"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
@pytest.mark.parametrize("number", range(20 if LONG else 2))
def test_disk_full_at_a_random_moment(number, tmp_path, monkeypatch):
    """The run continues, prints its table and saves the complete result in the cache folder."""
    disk, cache = tmp_path / "disk", tmp_path / "cache"
    disk.mkdir(), cache.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", disk], capture_output=True).returncode:
        pytest.skip("mount is not permitted here")
    try:
        monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
        process = start(disk)
        time.sleep(random.Random(number).uniform(0.5, 2.5))
        with open(disk / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(b"x" * 512)
            except OSError:
                pass
        out, err = process.communicate(timeout=60)
        if process.returncode in UNSTABLE:
            return  # the run had ended
        assert process.returncode == OUTPUT and "ray_loop" in out, err
        assert err.splitlines()[-1].startswith(f"slidebench: {disk}") and f"; saved {cache}/slidebench/results/" in err
        (saved,) = files(cache, "*.json")
        assert gate_errors(saved) == [] and len(json_rows(json.loads(saved.read_text()))) == 2
        assert all(not p.name.startswith(".") for p in files(disk)), "a temporary file is left"
    finally:
        subprocess.run(["umount", disk], check=True)
