# SPDX-License-Identifier: MIT
"""Copies of the source tree, for tests that change it, and builds of their own."""

import os
import shutil

from conftest import BUILD, SOURCE
from draw import LONG
from process import printed

# Options that halve the time of a build: no debug information and no further links. In the short form also kernels with
# -O1, and no batch builds, because gcc does not vectorise at -O1.
FAST = ["-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O2", "-DSLIDEBENCH_LINKS=0"]
FAST += [] if LONG else ["-DSLIDEBENCH_KERNEL_OPT=-O1", "-DSLIDEBENCH_BATCH=OFF"]


def folder_of(name):
    """Returns a folder for builds of a test: below this build, so that ccache finds the objects of earlier clones."""
    folder = BUILD / "tests" / (f"{name}-long" if LONG else name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def copy_sources(folder):
    """Copies all that a build reads: of the results, those of engines. Returns the folder."""
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("build", ".git", "results"))
    shutil.copytree(SOURCE / "results" / "engines", folder / "results" / "engines")
    return folder


def configure(folder, *options, schemes, source=SOURCE):
    """Configures a build of schemes by the compiler of the tests or of a toolchain. Returns what CMake prints."""
    words = ["cmake", "-G", "Ninja", "-S", source, "-B", folder, *FAST]
    words.append(f"-DSLIDEBENCH_SCHEMES=^({'|'.join(sorted(schemes))})$")
    if "--toolchain" not in options:
        words.append(f"-DCMAKE_C_COMPILER={os.environ['CC']}")
    return printed(*words, *options)


def build(folder, *targets):
    """Builds targets of a configured folder. Returns what the compiler prints."""
    return printed("cmake", "--build", folder, "--target", *targets)
