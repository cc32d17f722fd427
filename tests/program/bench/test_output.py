# SPDX-License-Identifier: MIT
"""Full disks, closed pipes, unusable folders: the whole result is saved or nothing, and the status is 5."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from injection import UNSTABLE, bench_binary, complains, folder, run, short, wait_until, workers
from terminal import on_terminal

OUTPUT = 5
ONE = ("--schemes", "^ray_loop$")


def limit_files(size):
    """Limits the size of files, like a full disk or a quota. Counts of a coverage build are discarded."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    os.environ.update(GCOV_PREFIX="/dev/null", GCOV_ERROR_FILE="/dev/null")


def files(path):
    return [p for p in path.rglob("*") if p.is_file()]


def into(path, *arguments):
    with open(path, "w") as out:
        return subprocess.run([bench_binary(), *map(str, arguments)], stdout=out, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("format", ["table", "csv", "markdown", "json"])
@pytest.mark.parametrize("command", ["list", "bench"])
def test_full_disk_at_stdout_is_reported(command, format, tmp_path):
    more = short(*ONE, "--out", tmp_path) if command == "bench" else ()
    done = into("/dev/full", command, *more, "--format", format)
    assert done.returncode == OUTPUT
    assert done.stderr.splitlines()[-1] in (
        "slidebench: standard output: No space left on device",
        "slidebench: standard output: write error",
    )
    if command == "bench":
        assert sorted(p.suffix for p in files(tmp_path)) == [".csv", ".json"], "the result is not saved"


@pytest.mark.parametrize(
    "command",
    [
        ("show", "--scheme", "ray_loop", "--square", "d4"),
        ("verify", "--schemes", "^null$"),
        ("--version",),
        ("queries", "--list-length", "9999"),
    ],
    ids=" ".join,
)
def test_full_disk_of_other_commands_is_reported(command):
    done = into("/dev/full", *command)
    assert (
        done.returncode == OUTPUT
        and done.stderr.startswith("slidebench: standard output: ")
        and done.stderr.count("\n") == 1
    )


def test_full_disk_of_query_is_reported():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [bench_binary(), "query"], input=b"queen d4 0x0\n" * 9999, stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode == OUTPUT


@pytest.mark.parametrize("arguments", [("list",), ("queries", "--list-length", "65536")], ids=" ".join)
def test_closed_pipe_ends_the_program(arguments):
    """SIGPIPE kills it; if the signal is ignored, the status is 5."""

    def run_into_closed_pipe(handler):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(
            [bench_binary(), *arguments],
            stdout=write,
            stderr=subprocess.PIPE,
            text=True,
            restore_signals=False,
            preexec_fn=lambda: signal.signal(signal.SIGPIPE, handler),
        )
        os.close(write)
        return done

    assert run_into_closed_pipe(signal.SIG_DFL).returncode == -signal.SIGPIPE
    ignored = run_into_closed_pipe(signal.SIG_IGN)
    assert (
        ignored.returncode == OUTPUT
        and ignored.stderr.startswith("slidebench: standard output: ")
        and ignored.stderr.count("\n") == 1
    )


def test_closed_pipe_of_bench_does_not_lose_the_result(tmp_path):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [bench_binary(), *map(str, short(*ONE, "--out", tmp_path))], stdout=write, stderr=subprocess.PIPE, text=True
    )
    os.close(write)
    assert done.returncode == OUTPUT and "standard output: Broken pipe" in done.stderr
    assert len(files(tmp_path)) == 2


@pytest.mark.parametrize("streams", [(0,), (1,), (0, 1), (0, 1, 2)])
def test_closed_standard_streams_are_not_reused(streams, tmp_path):
    """Otherwise output would go into another file that has the number of the stream."""

    def close():
        for fd in streams:
            os.close(fd)

    done = subprocess.run(
        [bench_binary(), *map(str, short(*ONE, "--out", tmp_path))],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=close,
    )
    assert done.returncode == OUTPUT if 1 in streams else done.returncode in UNSTABLE, done.stderr
    (csv_file,), (json_file,) = tmp_path.rglob("*.csv"), tmp_path.rglob("*.json")
    assert csv_file.read_text().startswith("cpu,microarchitecture,level,") and json.load(json_file.open())["columns"]


def test_unusable_folders_are_refused(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "dangling").symlink_to("nowhere/at/all")
    for out in (
        tmp_path / "file",
        tmp_path / "file" / "below",
        tmp_path / "dangling",
        "/proc/results",
        "x" * 300,
        "./" * 3000,
    ):
        complains(run(*short(*ONE, "--out", out), cwd=tmp_path), OUTPUT)
    assert files(tmp_path) == [tmp_path / "file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_folder_is_refused(tmp_path):
    tmp_path.chmod(0o555)
    complains(run(*short(*ONE, "--out", tmp_path)), OUTPUT)


def test_missing_folders_are_created(tmp_path):
    assert run(*short(*ONE, "--out", tmp_path / "a" / "b" / "")).returncode in UNSTABLE
    assert len(files(tmp_path / "a" / "b")) == 2


@pytest.mark.parametrize("inject", ["fsync:1+:28", "fsync:2+:28", "fsync:3+:5", "link:1+:13", "link:2+:28"])
def test_disk_error_at_the_end_leaves_no_file(inject, tmp_path):
    done = run(*short(*ONE, "--out", tmp_path), inject=inject)
    assert done.returncode == OUTPUT and "cannot save the result: " in done.stderr and files(tmp_path) == []


@pytest.mark.parametrize("limit", [0, 100, 1500])  # the last is enough for the CSV, but not for the JSON
def test_file_size_limit_leaves_no_file(limit, tmp_path):
    done = run(
        *short("--schemes", "^null$", "--modes", "latency", "--out", tmp_path),
        preexec_fn=lambda: limit_files(limit),
        restore_signals=False,
    )
    assert (
        done.returncode == OUTPUT and "cannot save the result: File too large" in done.stderr and files(tmp_path) == []
    )


def test_file_size_limit_does_not_kill(tmp_path):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = run(*short(*ONE, "--out", tmp_path), preexec_fn=limit, restore_signals=False)
    assert done.returncode == OUTPUT and "ray_loop" in done.stdout and files(tmp_path) == []


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find the timing process")
def test_removed_folder_is_replaced(tmp_path):
    """It is created again; if a file has its name, the result goes to the cache folder. The table is printed."""
    for has_file in False, True:
        out = tmp_path / str(has_file)
        arguments = [*short(*ONE, "--out", out)]
        arguments[arguments.index("--time") + 1] = 1
        process = subprocess.Popen(
            [bench_binary(), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        wait_until(lambda: workers(process), process)
        shutil.rmtree(out)
        if has_file:
            out.write_text("")
        table, err = process.communicate(timeout=60)
        assert "ray_loop" in table, err
        if has_file:
            assert (
                process.returncode == OUTPUT
                and "cannot create this folder" in err
                and f"; saved {os.environ['XDG_CACHE_HOME']}/slidebench/results/" in err
            )
        else:
            assert process.returncode in UNSTABLE and len(files(out)) == 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_full_file_system_leaves_no_file(tmp_path):
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "none", tmp_path], capture_output=True).returncode:
        pytest.skip("mount is not permitted here")
    try:
        done = run(*short(*ONE, "--out", tmp_path))
        assert done.returncode == OUTPUT and files(tmp_path) == []
        assert "No space left on device" in done.stderr
    finally:
        subprocess.run(["umount", tmp_path], check=True)


@pytest.mark.parametrize("number", [1, 95], ids=["EPERM", "EOPNOTSUPP"])
def test_file_system_without_hard_links_replaces_nothing(number, tmp_path):
    """exFAT and many network file systems have no hard links."""
    for count in 1, 2, 3:
        assert run(*short(*ONE, "--out", tmp_path), inject=f"link:1+:{number}").returncode in UNSTABLE
        stems = sorted(p.stem for p in files(tmp_path) if p.suffix == ".csv")
        assert len(files(tmp_path)) == 2 * count and stems == sorted(
            p.stem for p in files(tmp_path) if p.suffix == ".json"
        )
        assert all(p.stat().st_size for p in files(tmp_path))
    assert stems[1] == stems[0] + "-2" and stems[2] == stems[0] + "-3"
    files(tmp_path)[0].parent.joinpath(stems[2] + ".csv").unlink()
    assert (
        run(*short(*ONE, "--out", tmp_path), inject=f"link:1+:{number}").returncode in UNSTABLE
    ), "an incomplete pair is replaced"
    assert sorted(p.stem for p in files(tmp_path) if p.suffix == ".csv") == [*stems[:2], stems[0] + "-4"]


def test_progress_uses_one_line():
    """It is overwritten, and deleted at the end."""
    plan = "--workloads random --list-length 64 --pieces queen --processes 2 --time 0.5 --positions".split()
    status, shown, _ = on_terminal(bench_binary(), *ONE, *plan, folder()[1] / "position")
    assert status in UNSTABLE
    parts = [part for part in shown.split("\r\x1b[K") if part]
    assert parts[0].startswith("verifying: 0 %, ray_loop")
    timing = [part for part in parts if re.match("timing( again)?:", part)]
    rows = r"process \d of 2 has measured [0-2] of 2 rows|process \d, for [12] of 2 rows"
    assert timing and all(
        re.match(rf"[a-z ]*: \d+ %(, \d+ s left)?, ({rows})(, core undisturbed \d+ % of the time)?$", part)
        for part in timing
    ), parts
    assert any("s left" in part for part in timing) and shown.endswith("\r\x1b[K") == (status == 0)


LONG_RUN = (
    "bench",
    *ONE,
    *"--workloads random --list-length 64 --pieces queen --modes throughput --processes 1 --time 600".split(),
)


def stderr_of_a_long_run(*more):
    """Returns what a run of ten minutes prints until its rows are timed; it is then interrupted."""
    process = subprocess.Popen(
        [bench_binary(), *LONG_RUN, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until(lambda: workers(process), process)
    process.terminate()
    return process.communicate()[1].splitlines(), process.returncode


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find the timing process")
def test_long_run_prints_its_duration():
    """Also without a terminal, but not with --quiet. test_progress.c tests the lines of each minute."""
    (plan, end), status = stderr_of_a_long_run()
    busy = r" \(core undisturbed \d+ % of the time\)(, 7 min on a quiet machine; --modes throughput times fewer rows)?"
    assert re.fullmatch(rf"timing 1 row in 1 process: about (7 min|[\d.]+ (min|h){busy})", plan)
    assert end.startswith("slidebench: interrupted before") and status == 130
    assert stderr_of_a_long_run("--quiet") == ([end], 130)


def test_previous_results_are_read_only(tmp_path):
    """A previous result with a better core makes this run unstable; other files are ignored."""
    machine = run("machine").stdout.splitlines()[0].split()[-1]
    tmp_path = tmp_path / "[a]*"  # special characters of a shell
    (tmp_path / machine).mkdir(parents=True)
    junk = {
        "a.json": b"",
        "b.json": b"\0\xff",
        "c.json": b"[1]",
        "d.json": b'{"canary_ipc_reference": "x"}',
        "e.json": b'{"canary_ipc_reference": 1e999}',
        "f.json": b'{"canary_ipc_reference": 99}',
    }
    for name, text in junk.items():
        (tmp_path / machine / name).write_bytes(text)
    (tmp_path / machine / "better.json").write_text('{"canary_ipc_reference": 8.0}')
    done = run(*short(*ONE, "--out", tmp_path))
    assert done.returncode == 6 and len(files(tmp_path)) == len(junk) + 3
    assert (
        "8.00 in previous runs" in done.stdout or "undisturbed samples" in done.stdout
    )  # the latter on a busy machine
    assert all((tmp_path / machine / name).read_bytes() == text for name, text in junk.items())


def test_positions_that_cannot_be_copied_are_reported(tmp_path):
    done = run(
        *short(*ONE)[:-4], "--positions", "-", inject="tmpfile:1:28", input=(folder()[1] / "position").read_text()
    )
    assert "cannot copy the positions to a temporary file: No space left on device" in complains(done, 4)
    done = run(
        "bench",
        "--positions",
        "-",
        input="# a comment\n" * 99999,
        preexec_fn=lambda: limit_files(100),
        restore_signals=False,
    )
    assert "cannot copy the positions to a temporary file: File too large" in complains(done, 4)
