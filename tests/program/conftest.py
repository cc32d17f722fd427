# SPDX-License-Identifier: MIT
"""Shares with all tests of the programs where the build is, its level, and how a program is run."""

import os
import re
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ["SLIDEBENCH_BUILD"])
SOURCE = Path(os.environ["SLIDEBENCH_SOURCE"])
LEVEL = os.environ["SLIDEBENCH_TEST_LEVEL"]  # the ISA level of the bench binary under test


def cpu_flags():
    """Returns what this CPU has, in Linux' words; nothing where no file lists them."""
    info = Path("/proc/cpuinfo")
    found = re.search("^flags.*", info.read_text(), re.MULTILINE) if info.exists() else None
    return set(found[0].split()) if found else set()


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory):
    """Keeps the user's own cache folder out of the tests."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def slidebench():
    """Runs the program with arguments; input is bytes or None. The result has stdout and stderr as text."""

    def run(*arguments, input=None, cwd=None, check=None, timeout=300):
        done = subprocess.run(
            [BUILD / "slidebench", *map(str, arguments)], input=input, capture_output=True, cwd=cwd, timeout=timeout
        )
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        if check is not None:
            assert done.returncode == check, done.stderr
        return done

    return run
