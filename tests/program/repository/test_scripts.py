# SPDX-License-Identifier: MIT
"""Scripts that build and start: each failure is one line with status 4, and progress appears on a terminal only.

The scripts run in a copy with few sources, which is built in a moment.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from conftest import SOURCE
from process import run, script
from slidebench_results import reader
from terminal import on_terminal

NOBODY = 65534
FAILED = "slidebench: the build failed: see all output in build/native/build.log"
CMAKE_LISTS = """
cmake_minimum_required(VERSION 3.20)
project(small LANGUAGES NONE)
configure_file(program slidebench COPYONLY)
foreach(i RANGE 1 40)
  add_custom_command(OUTPUT step${i} COMMAND touch step${i})
  list(APPEND steps step${i})
endforeach()
add_custom_target(slidebench ALL DEPENDS ${steps})
"""
PYTHON_SCRIPTS = "check-results compare engine-trial limits make-corpus repeatability report resolution"
PYTHON_SCRIPTS = [*(f"scripts/{name}" for name in PYTHON_SCRIPTS.split())]


@pytest.fixture
def tree(monkeypatch):
    """The small tree, in a folder that every user can reach."""
    for variable in "CC", "CXX":  # they name the folder of the build
        monkeypatch.delenv(variable, raising=False)
    with tempfile.TemporaryDirectory(prefix="slidebench-scripts-") as folder:
        made = Path(folder) / "a (tree) & more"
        shutil.copytree(SOURCE / "scripts", made / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
        (made / "schemes").mkdir()
        shutil.copy(SOURCE / "schemes" / "list.cmake", made / "schemes")
        (made / "CMakeLists.txt").write_text(CMAKE_LISTS)
        script(made / "program", 'echo "timed: $*"')
        Path(folder).chmod(0o755)
        yield made


# ---- building ----


def test_bench_builds(tree):
    done = run("scripts/bench", "--preset", "quick", "it's", cwd=tree)
    assert done.stdout == "timed: bench --out results --preset quick it's\n"
    assert re.fullmatch("slidebench: building in build/native for the first time\n", done.stderr)
    assert run(tree / "scripts" / "bench").stderr == ""
    for place in ("--resume", "x.json"), ("--quiet", "--resume=x.json"), ("--out", "x"):
        assert run(tree / "scripts" / "bench", *place).stdout == f"timed: bench {' '.join(place)}\n"


@pytest.mark.parametrize("asked", ["--full", "--resume=x.json", "--modes throughput,batch", "--modes=board"])
def test_batch_builds_are_made_once_they_are_asked_for(tree, asked):
    cache = tree / "build" / "native" / "CMakeCache.txt"
    for arguments, expected in ("--modes latency", "OFF"), (asked, "ON"), ("", "ON"):
        run(tree / "scripts" / "bench", *arguments.split())
        assert re.findall("^SLIDEBENCH_BATCH:.*=(.*)", cache.read_text(), re.M) == [expected]


def test_files_are_those_of_the_folder_of_the_call(tree, tmp_path):
    """Of --positions, --resume, --out; results of other runs are those of the tree."""
    (tree / "program").write_text('#!/bin/sh\necho "$PWD: $*"\n')
    for options, more in ((), ["--out", f"{tree}/results"]), (("--out", "x"), []):
        done = run(tree / "scripts" / "bench", *options, cwd=tmp_path)
        assert done.stdout == f"{tmp_path}: {' '.join(['bench', *more, *options])}\n"


def test_own_getters_come_first(tree):
    for options in ("--quiet", "--mine", "x.c"), ("--mine=x.c",):
        assert "--mine comes first" in run(tree / "scripts" / "bench", *options, status=4).stderr


def test_help_needs_no_build(tree):
    (usage,) = re.findall("^usage: .*", run(tree / "scripts" / "bench", "--help").stdout, re.M)
    assert usage.startswith("usage: scripts/bench [options") and not (tree / "build").exists()
    run(tree / "scripts" / "bench")
    assert run("scripts/bench", "--help", cwd=tree).stdout == "timed: bench --out results --help\n"


def test_failed_build(tree):
    broken = "add_custom_target(broken COMMAND sh -c 'seq 1000 && exit 1')\nadd_dependencies(slidebench broken)\n"
    (tree / "CMakeLists.txt").write_text(CMAKE_LISTS + broken)
    done = run(tree / "scripts" / "bench", status=4)
    *shown, last = done.stderr.splitlines()[1:]
    assert last == FAILED and "1000" in shown and len(shown) == 30
    assert (tree / "build" / "native" / "build.log").read_text().count("\n") > 1000


@pytest.mark.parametrize("name", [*'[]$;#"\\', "\n."])
def test_path_that_cmake_cannot_build_in(tree, name):
    done = run(tree.rename(tree.parent / name) / "scripts" / "bench", status=4)
    assert done.stderr.startswith("slidebench: CMake cannot build in /")
    assert done.stderr.count("\n") == 1 + name.count("\n")


def test_compiler_with_options(tree):
    done = run(tree / "scripts" / "bench", env={**os.environ, "CC": "env cc -O1"})
    assert done.stdout.startswith("timed:") and (tree / "build" / "native-env-cc--O1" / "slidebench").exists()


def test_export_builds_the_schemes_that_it_names(tree):
    """Wherever they stand among the options."""
    assert run(tree / "scripts" / "export", "-o", "x.h", "pext", "--prefix", "mine", "kogge_stone").stdout == (
        "timed: export -o x.h pext --prefix mine kogge_stone\n"
    )
    cache = (tree / "build" / "export" / "CMakeCache.txt").read_text()
    pattern = re.search(r"^SLIDEBENCH_SCHEMES:\w+=(.*)$", cache, re.M)[1]
    assert {"pext", "kogge_stone"} <= set(pattern.strip("^()$").split("|"))


def test_export_builds_nothing_for_an_unknown_scheme(tree):
    done = run(tree / "scripts" / "export", "pexd", status=2)
    assert done.stderr == "slidebench: export: expected a scheme: schemes/list.cmake has all\n"
    assert not (tree / "build").exists()


def start(*command):
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.parametrize("name, folder", [("bench", "native"), ("export", "export")])
def test_second_build_waits(tree, name, folder):
    """Until the first one has built, or has exported, for which it needs the program."""
    waits = f"cd '{tree}' && touch started && for i in $(seq 3000); do [ -e go ] && exit; sleep 0.01; done"
    if name == "export":
        script(tree / "program", waits)
    else:
        script(tree / "waits", waits)
        target = "add_custom_target(waits COMMAND ../../waits)\nadd_dependencies(slidebench waits)\n"
        (tree / "CMakeLists.txt").write_text(CMAKE_LISTS + target)
    command = tree / "scripts" / name, *(["pext"] if name == "export" else [])
    first = start(*command)
    while not (tree / "started").exists():
        assert first.poll() is None
        time.sleep(0.01)
    second = start(*command)
    line = second.stderr.readline()
    assert line.startswith("slidebench: another build runs in ")
    assert line.endswith(f"build/{folder}, pid {first.pid}: waiting until it ends\n")
    (tree / "go").touch()
    assert [first.wait(60), second.wait(60)] == [0, 0]


def test_others_may_build_during_a_run(tree):
    script(tree / "program", "echo timed; read line; exit 0")
    first = start(tree / "scripts" / "bench")
    assert first.stdout.readline() == "timed\n"
    assert run(tree / "scripts" / "bench", stdin=subprocess.DEVNULL).stdout == "timed\n"
    first.communicate("\n", timeout=60)


def test_system_without_flock(tree, tmp_path):
    for folder in os.environ["PATH"].split(":"):
        for tool in Path(folder).glob("*"):
            if tool.name != "flock" and not (tmp_path / tool.name).is_symlink():
                (tmp_path / tool.name).symlink_to(tool)
    done = run(tree / "scripts" / "bench", env={**os.environ, "PATH": str(tmp_path)})
    assert done.stdout.startswith("timed:") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["bench", "cache-lines", "package", "test"])
def test_tree_of_another_user(tree, name):
    """Is refused before anything is installed: git is missing."""
    script(tree.parent / "git", "exit 1")
    how = {"env": {**os.environ, "PATH": f"{tree.parent}:{os.environ['PATH']}"}}
    if os.geteuid() == 0:
        how |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    else:
        tree.chmod(0o555)
    done = run(tree / "scripts" / name, status=4, cwd="/", **how)
    tree.chmod(0o755)
    (line,) = done.stderr.splitlines()
    assert line.startswith("slidebench: cannot write to build/") and f"cp -r '{tree}'" in line


@pytest.mark.parametrize("kept", [True, False])
def test_copied_tree_is_rebuilt(tree, kept):
    run(tree / "scripts" / "bench")
    copy = shutil.copytree(tree, tree.parent / "copy")
    if not kept:
        shutil.rmtree(tree)
    done = run(copy / "scripts" / "bench")
    assert done.stderr == f"slidebench: build/native was built for {tree}: rebuilding it\n"
    assert done.stdout.startswith("timed:") and run(copy / "scripts" / "bench").stderr == ""


def test_script_finds_its_tree(tree):
    """Through links, and whatever CDPATH is: a tree that it finds is built."""
    run(tree / "scripts" / "bench")
    link, start, other = (tree.parent / name for name in ("link", "start", "other"))
    link.symlink_to(tree)
    start.symlink_to(tree / "scripts" / "bench")
    (other / "scripts").mkdir(parents=True)
    for command in link / "scripts" / "bench", start, "scripts/bench":
        done = run(command, cwd=tree, env={**os.environ, "CDPATH": str(other)})
        assert done.stderr == "" and done.stdout.startswith("timed:")


def test_terminal_shows_progress_of_the_build(tree):
    """In one line, as Ninja has it."""
    environment = {**os.environ, "TERM": "xterm"}
    status, seen, printed = on_terminal(tree / "scripts" / "bench", env=environment)
    assert status == 0 and printed.startswith("timed:")
    assert "[40/40]" in seen and seen.count("\n") == 1


def test_terminal_shows_a_failed_build(tree):
    (tree / "CMakeLists.txt").write_text(CMAKE_LISTS.replace("touch step${i}", "false"))
    status, seen, _ = on_terminal(tree / "scripts" / "bench")
    assert status == 4 and "FAILED: " in seen and seen.endswith("slidebench: the build failed\r\n")


@pytest.mark.skipif(not shutil.which("git"), reason="no git")
def test_lint(tree):
    """Reads all scripts of the shell, also those with a dot in their path. A linter that cannot work is a fault."""
    for tool in "clang-format", "black", "mypy":
        script(tree.parent / tool, "")
    script(tree.parent / "shellcheck", 'echo "$*" >../read')
    script(tree.parent / "flake8", "echo bad configuration >&2; exit 1")
    (tree / ".ci").mkdir()
    script(tree / ".ci" / "run", "")
    run("git", "init", cwd=tree)
    environment = {**os.environ, "PATH": f"{tree.parent}:{os.environ['PATH']}"}
    assert run(tree / "scripts" / "lint", env=environment, status=1).stdout == "bad configuration\n"
    assert {".ci/run", "scripts/bench", "scripts/build.sh"} <= {*(tree.parent / "read").read_text().split()}


# ---- Python ----


@pytest.fixture
def bare(tmp_path):
    """The environment of a system with a shell and nothing else."""
    for tool in "sh dirname readlink".split():
        (tmp_path / tool).symlink_to(shutil.which(tool))
    return {"PATH": str(tmp_path)}


@pytest.mark.parametrize("python", [None, "exit 1"], ids=["none", "old"])
def test_no_python(tree, bare, python):
    starter = tree / "scripts" / "with-python"
    starter.write_text(starter.read_text().replace("/usr/bin/python3", "/nowhere/python3"))
    if python:
        script(Path(bare["PATH"]) / "python3", python)
    done = run(tree / "scripts" / "report", "--help", status=4, env=bare)
    assert done.stdout == "" and done.stderr.count("\n") == 1
    assert "report: no Python 3.10" in done.stderr and "apt-get install python3" in done.stderr


@pytest.mark.parametrize("path", PYTHON_SCRIPTS)
def test_help_needs_no_package(tmp_path, path):
    for module in "matplotlib", "jinja2", "markupsafe":
        (tmp_path / f"{module}.py").write_text("raise ImportError('not here')\n")
    link = tmp_path / "a link"
    link.symlink_to(SOURCE / path)
    done = run(link, "--help", env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONOPTIMIZE": "2"})
    assert done.stdout.startswith("usage: ") and "Exit status: 0" in done.stdout and done.stderr == ""


def test_program_of_a_native_build_reads_logs(tmp_path, monkeypatch):
    """Not one of build/asan, which is slow, or of build/s390x."""
    monkeypatch.delenv("SLIDEBENCH_BUILD")
    monkeypatch.setattr(reader, "BUILD", tmp_path)
    for name in "asan", "native-gcc-12":
        (tmp_path / name).mkdir()
        script(tmp_path / name / "slidebench", "exit 0")
    assert reader.find_program() == tmp_path / "native-gcc-12" / "slidebench"


def test_program_for_another_machine(tmp_path):
    """As build/s390x has one: it cannot read logs here, which is no fault of the output. It is found in any folder."""
    (tmp_path / "slidebench").write_bytes(b"\x7fELF of another machine")
    (tmp_path / "slidebench").chmod(0o755)
    environment = {**os.environ, "SLIDEBENCH_BUILD": "."}
    done = run(SOURCE / "scripts" / "compare", RESULT, RESULT, env=environment, cwd=tmp_path, status=4)
    assert done.stderr == f"compare: {tmp_path}/slidebench: Exec format error\n"


# ---- input and output ----

RESULT = SOURCE / "results" / "intel-xeon-granite-rapids" / "20261121-gcc-12-native.jsonl.gz"
EMPTY = {"check-results": 4, "compare": 3, "repeatability": 4, "report": 4, "limits": 3}  # a folder, and the status


@pytest.mark.parametrize("name", EMPTY)
def test_folder_without_results(tmp_path, name):
    (tmp_path / "empty").mkdir()
    more = {"compare": [RESULT], "report": ["--out", tmp_path / "out"]}.get(name, [])
    done = run(SOURCE / "scripts" / name, *more, tmp_path / "empty", status=EMPTY[name])
    assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize("content", [None, b"\xff\n", b"[" * 100000], ids=["missing", "bytes", "deep"])
def test_bad_log(tmp_path, content):
    """One program reads for all."""
    if content:
        (tmp_path / RESULT.name).write_bytes(content)
    done = run(SOURCE / "scripts" / "compare", RESULT, tmp_path / RESULT.name, status=3)
    assert done.stderr.count("\n") == 1, done.stderr


def test_wrong_usage_is_one_printable_line():
    done = run(SOURCE / "scripts" / "compare", "\x1b[2J", "--time", 5000 * "x", status=2)
    assert done.stderr.startswith("compare: argument --time: invalid choice: 'xxx") and done.stderr.count("\n") == 1
    assert len(done.stderr) < 2100
    done = run(SOURCE / "scripts" / "limits", RESULT, "--mcpu", "\x1b\udcff", status=2)
    assert done.stderr.endswith(": unknown CPU ??\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_killed_script_leaves_no_process(tmp_path, number):
    script(tmp_path / "slidebench", f": >'{tmp_path}/started'\nsleep 1\nexit 3")
    environment = {**os.environ, "SLIDEBENCH_BUILD": str(tmp_path)}
    command = [SOURCE / "scripts" / "repeatability", *3 * [RESULT]]
    heard = lambda: signal.signal(number, signal.SIG_DFL)  # also if nohup runs the tests
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, preexec_fn=heard) as process:
        while not (tmp_path / "started").exists():
            time.sleep(0.01)
        process.send_signal(number)
        assert process.communicate(timeout=60) == (None, b"") and process.returncode == 130


UNWRITABLE = {">/dev/full": "standard output: No space left on device", ">&-": "standard output is closed"}


@pytest.mark.parametrize("output", UNWRITABLE)
def test_output_that_cannot_be_written(output):
    """All scripts begin by the same function."""
    command = [SOURCE / "scripts" / "compare", "--csv", RESULT, RESULT]
    done = run("sh", "-c", f'"$0" "$@" {output}', *command, status=5)
    assert done.stderr == f"compare: {UNWRITABLE[output]}\n"


@pytest.mark.parametrize("errors", ["2>/dev/full", "2>&-"])
def test_message_that_cannot_be_printed(errors):
    assert run("sh", "-c", f'"$0" {errors}', SOURCE / "scripts" / "compare", status=2).stdout == ""


def test_error_of_another_file_is_not_blamed_on_standard_output():
    """An error of a write, other than one of open(), has no file's name."""
    main = "lambda: command.Path('/dev/full').write_text('text')"
    code = f"from slidebench_tools import command; command.run({main})"
    done = run(sys.executable, "-c", code, env={**os.environ, "PYTHONPATH": SOURCE / "scripts"}, status=5)
    assert done.stderr == "-c: No space left on device\n"


def test_reader_that_closes_early():
    command = [SOURCE / "scripts" / "compare", "--csv", RESULT, RESULT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
