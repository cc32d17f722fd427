# SPDX-License-Identifier: MIT
"""A build without C++ or without any library has the commands that time nothing, and refuses the others."""

import os

import pytest

from conftest import LEVEL
from process import run
from source_tree import FAST, build, configure

NO_LIBRARY = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("benchmark", "PkgConfig")]
WITHOUT_LIBRARIES = {  # a command: its input, and a part of its output
    "list": (None, "Classic ray loop"),
    "verify": (None, "1 verified, 0 wrong"),
    "query": ("rook a1 0x0\n", "0x01010101010101fe\n"),
    "perft --depth 4": (None, "197281 nodes by ray_loop"),
    "export ray_loop": (None, "sliders_rook_attacks"),
}
NEEDS_LIBRARIES = ("bench", "machine", "recommend", "summarize run.jsonl.gz", "list --format json")


def configured(folder, *options, **more):
    """Configures a build that must lack `bench`."""
    assert "there is no `bench`" in configure(folder, FAST, *options, schemes=("null", "ray_loop"), **more)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Returns the bench binary of a build that finds no library."""
    folder = tmp_path_factory.mktemp("bare") / "it's a (build) & `more`"
    configured(folder, *NO_LIBRARY)
    assert "warning:" not in build(folder, f"slidebench-{LEVEL}")
    return folder / f"slidebench-{LEVEL}"


def test_nothing_is_timed_without_cpp(tmp_path):
    """What is built then is what is built without libraries."""
    configured(tmp_path, env={**os.environ, "CXX": "no-compiler"})


@pytest.mark.parametrize("command", WITHOUT_LIBRARIES)
def test_command_needs_no_library(command, program):
    input, expected = WITHOUT_LIBRARIES[command]
    done = run(program, *command.split(), input=input)
    assert done.stderr == "" and expected in done.stdout


@pytest.mark.parametrize("command", NEEDS_LIBRARIES)
def test_command_needs_libraries(command, program):
    done = run(program, *command.split(), status=4)
    name = "JSON" if "json" in command.split() else command.split()[0]
    assert done.stdout == "" and done.stderr.startswith(f"slidebench: built without libraries, there is no {name}: ")
