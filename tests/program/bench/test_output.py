# SPDX-License-Identifier: MIT
"""Full disks, closed pipes, unusable folders, removed logs: one clear line, and the status is 5."""

import os
import re
import shutil
import signal
import subprocess

import pytest

from injection import POSITION, UNSTABLE, bench_binary, complains, files, full_disk
from injection import interrupted, run, short, slug, started
from result_factory import SUFFIX, EditedRun, read_lines, summarized
from terminal import on_terminal
from slidebench_tools.command import OUTPUT

FULL = "slidebench: standard output: (No space left on device|write error)"
ONE = ("--schemes", "^ray_loop$")


def closed_pipe():
    """Returns the end of a pipe that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    return write


def into(path, *arguments, status=OUTPUT, **more):
    """Runs the program with a file, or the number of an open one, for its output."""
    with open(path, "w") as out:
        return run(*arguments, stdout=out, status=status, **more)


@pytest.mark.parametrize("format", ["table", "json"])
def test_full_disk_at_stdout_is_reported(format, tmp_path):
    done = into("/dev/full", *short(*ONE, "--out", tmp_path), "--format", format)
    assert re.fullmatch(FULL, done.stderr.splitlines()[-1])
    assert not summarized(*files(tmp_path))["partial"]


OTHERS = "list", "list --format json", "show --scheme ray_loop --square d4", "verify --schemes ^null$", "--version"
OTHERS += "--help", "query", "machine --no-pin", "export classical", "queries --list-length 9999"


@pytest.mark.parametrize("command", OTHERS)
def test_full_disk_of_other_commands_is_reported(command):
    done = into("/dev/full", *command.split(), input="queen d4 0x0\n" * 9999)
    assert re.fullmatch(f"{FULL}\n", done.stderr)


@pytest.mark.parametrize("arguments", [("list",), ("queries", "--list-length", "65536")], ids=" ".join)
def test_closed_pipe_ends_the_program(arguments):
    """SIGPIPE kills it; if the signal is ignored, the status is 5."""

    def run_into_closed_pipe(handler):
        ignore = {"restore_signals": False, "preexec_fn": lambda: signal.signal(signal.SIGPIPE, handler)}
        return into(closed_pipe(), *arguments, status=None, **ignore)

    assert run_into_closed_pipe(signal.SIG_DFL).returncode == -signal.SIGPIPE
    ignored = run_into_closed_pipe(signal.SIG_IGN)
    assert ignored.returncode == OUTPUT
    assert ignored.stderr.startswith("slidebench: standard output: ") and ignored.stderr.count("\n") == 1


def test_closed_pipe_of_bench_does_not_lose_the_result(tmp_path):
    done = into(closed_pipe(), *short(*ONE, "--out", tmp_path))
    assert "standard output: Broken pipe" in done.stderr and not summarized(*files(tmp_path))["partial"]


@pytest.mark.parametrize("streams", [(0,), (1,), (0, 1, 2)])
def test_closed_standard_streams_are_not_reused(streams, tmp_path):
    """Otherwise output would go into another file that has the number of the stream."""
    close = lambda: [os.close(fd) for fd in streams]
    expected = OUTPUT if 1 in streams else UNSTABLE
    run(*short(*ONE, "--out", tmp_path), stdin=subprocess.DEVNULL, preexec_fn=close, status=expected)
    assert not summarized(*files(tmp_path))["partial"]


def test_unusable_folders_are_refused(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "dangling").symlink_to("nowhere/at/all")
    for out in "file", "file/below", "dangling", "/proc/results", "x" * 300, "./" * 3000:
        complains(run(*short(*ONE, "--out", out), cwd=tmp_path), OUTPUT)
    assert files(tmp_path) == [tmp_path / "file"]


def test_read_only_folder_is_refused_before_timing(tmp_path):
    """Of ten minutes. Root may write everywhere but into a read-only file system."""
    mounted = os.geteuid() == 0
    tmp_path.chmod(0o555)
    mount = ["mount", "-t", "tmpfs", "-o", "ro", "none", tmp_path]
    if mounted and subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mount is not permitted here")
    try:
        complains(run("bench", *ONE, "--time", "600", "--out", tmp_path), OUTPUT)
    finally:
        if mounted:
            subprocess.run(["umount", tmp_path], check=True)


def test_folders_and_names(tmp_path):
    """Missing folders are created. The second run of a day gets another name, and leaves the first one as it is."""
    out = tmp_path / "a" / "b"
    folder = out / slug()
    for number in range(1, 4):
        before = {path: path.read_bytes() for path in files(tmp_path)}
        run(*short(*ONE, "--out", f"{out}/"), status=UNSTABLE)
        (path,) = {*files(tmp_path)} - before.keys()
        assert path.parent == folder and all(old.read_bytes() == data for old, data in before.items())
        level = re.fullmatch(rf"20\d{{6}}-(?:gcc|clang)-\d+-(.*?)(-{number})?{SUFFIX}", path.name)
        assert level[1] == bench_binary().name.removeprefix("slidebench-") and bool(level[2]) == (number > 1)


@pytest.mark.parametrize("inject", ["fsync:1:28", "fsync:2:5", "fsync:3:28"])
def test_disk_error_is_reported_and_the_table_printed(inject, tmp_path):
    """Of the first line before timing, of another one after it; the lines before remain."""
    done = run(*short(*ONE, "--out", tmp_path), inject=inject)
    assert done.returncode == OUTPUT and done.stderr.count("\n") == 1, done.stderr
    assert "cannot append to this log: " in done.stderr
    line = int(inject.split(":")[1])
    assert ("ray_loop" in done.stdout) == (line > 1)
    assert [len(read_lines(path)) for path in files(tmp_path)] == [line - 1] * (line > 2), "a log without a process"


def test_log_that_cannot_be_locked_is_removed(tmp_path):
    """As on some network file systems, where flock() fails."""
    done = run(*short(*ONE, "--out", tmp_path), inject="flock:1:37")
    assert "cannot lock this file: No locks available" in complains(done, OUTPUT) and files(tmp_path) == []


@pytest.mark.parametrize("handler", [signal.SIG_IGN, signal.SIG_DFL])
def test_file_size_limit_is_reported(handler, tmp_path):
    """It neither kills nor leaves a file without a line."""
    done = run(*short(*ONE, "--out", tmp_path), **full_disk(100, handler))
    assert "cannot append to this log: File too large" in complains(done, OUTPUT) and files(tmp_path) == []


def replace(path):
    os.replace(shutil.copy(path, f"{path}-copy"), path)


def append(path):
    with open(path, "a") as file:
        file.write("more")


SPOILED = {  # what somebody does to the log -> what the program says, and the files that remain
    "removed": (lambda path: shutil.rmtree(path.parent), "the log was removed", 0),
    "appended to": (append, "another program has appended to this log", 1),
    "cut off": (lambda path: os.truncate(path, 9), "another program has cut off this log", 1),
    "replaced": (replace, "the log was removed", 1),
}


@pytest.mark.parametrize("how", SPOILED)
def test_spoiled_log_is_reported_and_the_table_printed(how, tmp_path):
    spoil, text, left = SPOILED[how]
    process = started(*short(*ONE, "--out", tmp_path, time=0.5))
    (path,) = files(tmp_path)
    spoil(path)
    table, err = process.communicate(timeout=60)
    assert process.returncode == OUTPUT and "ray_loop" in table and len(files(tmp_path)) == left
    assert re.fullmatch(f"slidebench: {re.escape(str(path))}: {text}\n", err), err


def test_progress_uses_one_line():
    """It is overwritten, and deleted at the end. test_progress.c and test_run_plan.c have its words."""
    plan = "--no-pin --workloads random --list-length 64 --pieces queen --processes 2 --time 0.5 --positions".split()
    status, shown, _ = on_terminal(bench_binary(), *ONE, *plan, POSITION)
    assert status in UNSTABLE
    first, *others = filter(None, shown.split("\r\x1b[K"))
    assert first.startswith("verifying: 0 %, ray_loop")
    assert any(re.match(r"timing( again)?: \d+ %, \d+ s left, process \d", part) for part in others), others
    assert shown.endswith("\r\x1b[K") == (status == 0)


def test_long_run_prints_its_duration():
    """Also without a terminal, but not with --quiet. test_progress.c tests the lines of each minute."""
    options = "--workloads random --list-length 64 --pieces queen --modes throughput --no-pin --processes 1 --time 600"
    plan, end = interrupted(*ONE, *options.split()).splitlines()
    busy = r" \(core undisturbed \d+ % of the time\)(, 7 min on a quiet machine; --modes throughput times fewer rows)?"
    assert re.fullmatch(rf"timing 1 row in 1 process: about [\d.]+ (min|h)({busy})?", plan)
    assert end.startswith("slidebench: interrupted before")
    assert interrupted(*ONE, *options.split(), "--quiet") == f"{end}\n"


def test_previous_logs_are_read_only(tmp_path):
    """A previous one with a better core makes this run unstable; other files are ignored."""
    better = EditedRun(tmp_path / "[a]*")  # special characters of a shell
    better.move_to(slug())
    for line in better.processes:
        line["reference_ipc"] = 8
    data = {better.save(): better.path.read_bytes()}
    for number, text in enumerate((b"", b"\0\xff", b"[1]", b'{"format": 4}\n', b"\x1f\x8b\x08")):
        data[better.path.with_name(f"{number}{SUFFIX}")] = text
    for path, text in data.items():
        path.write_bytes(text)
    done = run(*short(*ONE, "--out", better.folder))
    assert done.returncode == 6 and len(files(tmp_path)) == len(data) + 1
    busy = "undisturbed samples" in done.stdout
    assert busy or "8.00 in previous runs" in done.stdout
    assert all(path.read_bytes() == text for path, text in data.items())


def test_positions_that_cannot_be_copied_are_reported():
    text = "cannot copy the positions to a temporary file: "
    done = run("bench", "--positions", "-", input=POSITION.read_text(), inject="tmpfile:1:28")
    assert f"{text}No space left on device" in complains(done, 4)
    done = run("bench", "--positions", "-", input="# a comment\n" * 99999, **full_disk(100))
    assert f"{text}File too large" in complains(done, 4)
