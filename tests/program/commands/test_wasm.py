# SPDX-License-Identifier: MIT
"""scripts/wasm: exported headers return the native sets in WebAssembly, and the page has their times."""

import re
import shutil
import subprocess

import pytest

from conftest import BUILD, SOURCE

SCRIPT = SOURCE / "scripts" / "wasm"


@pytest.mark.skipif(not all(map(shutil.which, ("clang", "wasm-ld", "node"))), reason="needs clang, lld and nodejs")
def test_page():
    words = [SCRIPT, "--build", BUILD, "--rounds", "1", "--schemes", "^(hyperbola|kindergarten|pext|ray_loop)$"]
    page = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"^\| `(\w+)` \| [\d.]+ (?:Ki)?B(?: \| [\d.]+){5} \|$", page, re.M)
    assert sorted(rows) == ["hyperbola", "kindergarten", "ray_loop"]  # PEXT is no instruction of WebAssembly
    assert "3 schemes passed their self tests" in page


def test_missing_program(tmp_path):
    done = subprocess.run([SCRIPT, "--build", tmp_path], capture_output=True, text=True)
    assert (
        done.returncode == 4 and done.stderr == f"wasm: {tmp_path}/slidebench is missing: run ./scripts/bench first\n"
    )
