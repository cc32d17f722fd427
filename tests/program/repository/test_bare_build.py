# SPDX-License-Identifier: MIT
"""A build without C++ or without any library has the commands that time nothing, and refuses the others."""

import os
import subprocess

import pytest

from conftest import LEVEL, SOURCE

NO_LIBRARY = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("benchmark", "PkgConfig")]
WITHOUT_LIBRARIES = {  # a command: its input, and a part of its output
    "list": (None, "Classic ray loop"),
    "verify": (None, "1 verified, 0 wrong"),
    "query": ("rook a1 0x0\n", "0x01010101010101fe\n"),
    "perft --depth 4": (None, "197281 nodes by ray_loop"),
    "export ray_loop": (None, "sliders_rook_attacks"),
}
NEEDS_LIBRARIES = ("bench", "machine", "recommend", "summarize run.jsonl.gz", "list --format json")


@pytest.fixture(scope="module", params=["C++", "libraries"])
def program(request, tmp_path_factory):
    """Runs the bench binary of a build that does not find these."""
    folder = tmp_path_factory.mktemp("bare")
    options = [f"-DCMAKE_C_COMPILER={os.environ['CC']}", "-DSLIDEBENCH_SCHEMES=^(null|ray_loop)$"]
    options += NO_LIBRARY if request.param == "libraries" else []
    environment = {**os.environ, "CXX": "no-compiler"} if request.param == "C++" else None
    configure = ["cmake", "-G", "Ninja", "-S", SOURCE, "-B", folder, *options]
    configured = subprocess.run(configure, capture_output=True, text=True, env=environment)
    assert configured.returncode == 0 and "there is no `bench`" in configured.stderr, configured.stderr
    binary = f"slidebench-{LEVEL}"
    built = subprocess.run(["cmake", "--build", folder, "--target", binary], capture_output=True, text=True)
    assert built.returncode == 0 and "warning:" not in built.stdout, built.stdout
    return lambda *arguments, **options: subprocess.run(
        [folder / binary, *arguments], capture_output=True, text=True, **options
    )


@pytest.mark.parametrize("command", WITHOUT_LIBRARIES)
def test_command_needs_no_library(command, program):
    input, expected = WITHOUT_LIBRARIES[command]
    done = program(*command.split(), input=input)
    assert (done.returncode, done.stderr) == (0, "") and expected in done.stdout, done.stderr


@pytest.mark.parametrize("command", NEEDS_LIBRARIES)
def test_command_needs_libraries(command, program):
    done = program(*command.split())
    assert (done.returncode, done.stdout) == (4, "")
    name = "JSON" if "json" in command.split() else command.split()[0]
    assert done.stderr.startswith(f"slidebench: built without libraries, there is no {name}: ")
