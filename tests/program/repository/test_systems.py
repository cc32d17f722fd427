# SPDX-License-Identifier: MIT
"""Other systems, each in a root of its own: newer compilers, 32 bits, another C library.

scripts/install-deps installs what a build needs there. Programs and unit tests are built without a warning, and list,
verify, queries, query, perft and export print what they print here. The roots are kept for the next run, in
SLIDEBENCH_ROOTS or in the build folder. Needs SLIDEBENCH_LONG=1, root, and a mirror of Debian.
"""

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

import process
from conftest import BUILD
from draw import LONG, draw, note_result
from source_tree import copy_sources

pytestmark = [
    pytest.mark.skipif(not LONG, reason="long"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can change the root"),
    pytest.mark.skipif(not shutil.which("debootstrap", path="/usr/sbin:/usr/bin"), reason="no debootstrap here"),
]
ROOTS = Path(os.environ.get("SLIDEBENCH_ROOTS", BUILD / "roots"))
RELEASES = {"debian13": ("trixie", "amd64"), "testing": ("testing", "amd64"), "i386": ("trixie", "i386")}
SYSTEMS = [(name, compiler) for name in RELEASES for compiler in ("gcc", "clang")] + [("debian13", "musl-gcc")]
DRAWN = draw(SYSTEMS, 1, "systems and compilers")
EXTRAS = "ccache", "clang", "libcmocka-dev", "musl-tools"  # packages, besides those of scripts/install-deps
OLD_LISTS = "-o Acquire::Check-Valid-Until=false"  # of a mirror that is weeks behind
CXX = {"gcc": "g++", "clang": "clang++"}
# Debian's libraries, but those of C, were made for another C library than musl.
C_ALONE = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("PkgConfig", "benchmark")]
QUERIES = "queries", "--list-length", "2000", "--workloads", "games,random:60", "--seed", "7"
PERFT = "perft", "--depth", "4"
EXPORTED = "hyperbola", "magic_black"


def run(*command, **more):
    return process.run(*command, merged=True, **more).stdout


def native(*arguments, **more):
    return run(BUILD / "slidebench", *arguments, **more)


class System:
    """A system in a folder. Its processes have an environment of their own."""

    def __init__(self, folder):
        self.folder = folder
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", os.cpu_count())
        self.enter = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={folder}/proc", "chroot", folder, "env"]
        self.enter += ["-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive"]
        self.enter += [f"CMAKE_BUILD_PARALLEL_LEVEL={jobs}"]

    def run(self, *command, **more):
        return run(*self.enter, *command, **more)


def bootstrap(folder, release, architecture):
    """Makes a minimal Debian in a folder, or skips the test."""
    partial = folder.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.parent.mkdir(parents=True, exist_ok=True)
    command = ["debootstrap", f"--arch={architecture}", "--variant=minbase", release, partial]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        pytest.skip(f"debootstrap fails: {done.stdout.splitlines()[-1]}")
    partial.rename(folder)


@cache
def prepare(name):
    """Returns a system with the sources in /src and the current packages that the builds need."""
    folder = ROOTS / name
    if not folder.exists():
        bootstrap(folder, *RELEASES[name])
    system = System(folder)
    shutil.copy("/etc/resolv.conf", folder / "etc")
    for old in "src", "build":
        shutil.rmtree(folder / old, ignore_errors=True)
    copy_sources(folder / "src")
    # A mirror that is being updated fails for hours. A root of an earlier run has all packages.
    update = f"apt-get update -q {OLD_LISTS} && apt-get full-upgrade -q -y"
    if system.run("sh", "-c", f"{{ {update}; }} || echo failed").endswith("\nfailed\n"):
        note_result(f"{name}: packages of an earlier day, as the mirror failed")
    system.run("/src/scripts/install-deps", "--yes")
    system.run("apt-get", "install", "-q", "-y", "--no-install-recommends", *EXTRAS)
    return system


def build(system, compiler):
    """Builds programs and unit tests, by ccache for the next run. Returns a function that runs the program."""
    options = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
    options += [f"-DCMAKE_C_COMPILER={compiler}", "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"]
    options += [f"-DCMAKE_CXX_COMPILER={CXX[compiler]}"] if compiler in CXX else C_ALONE
    folder = f"/build/{compiler}"
    system.run("cmake", "-G", "Ninja", "-S", "/src", "-B", folder, *options)
    assert "warning:" not in system.run("cmake", "--build", folder)

    def program(*arguments, **more):
        return system.run(f"{folder}/slidebench", *arguments, **more)

    return program


def schemes(program):
    return [line.partition(",")[0] for line in program("list", "--format", "csv").splitlines()]


def header(program, scheme):
    """Returns the exported header without its first comment, whose figures come from results on the machine."""
    return program("export", scheme).partition("*/")[2]


@pytest.mark.parametrize("name, compiler", SYSTEMS)
def test_system_gives_the_native_results(name, compiler):
    if (name, compiler) not in DRAWN:
        pytest.skip("not drawn")
    program = build(prepare(name), compiler)
    text = program("verify")
    verified = re.findall("^verified .*", text, re.M)
    note_result(f"{name}, {program('--version').split(', ')[-1].strip()}: {len(verified)} schemes verified, no warning")
    assert len(verified) >= 70 and not re.search("^wrong", text, re.M)
    signatures = re.findall("signature .*", native("verify", "--schemes", "^sherwin_union$"))
    assert set(re.findall("signature .*", text)) == set(signatures)
    assert schemes(program) == schemes(native)
    queries = native(*QUERIES)
    assert program(*QUERIES) == queries
    assert program("query", input=queries) == native("query", input=queries)
    assert program(*PERFT).split()[:2] == native(*PERFT).split()[:2]  # what follows has the scheme and its time
    for scheme in EXPORTED:
        assert header(program, scheme) == header(native, scheme)
