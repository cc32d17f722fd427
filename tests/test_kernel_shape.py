# SPDX-License-Identifier: MIT
"""The promises of every scheme and of the canaries, checked in the object code that is timed."""

import platform
import re

import pytest

from conftest import BUILD, LEVEL
import kernel_shape

CATALOGUE = kernel_shape.schemes(BUILD / f"slidebench-{LEVEL}")

pytestmark = pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="no rules for this architecture's instructions")


@pytest.mark.parametrize("scheme", CATALOGUE)
def test_traits_hold(scheme):
    if CATALOGUE[scheme]["view_bytes"] == "0":
        pytest.skip("compiled without kernels: " + CATALOGUE[scheme]["status"])
    assert kernel_shape.faults(kernel_shape.object_file(BUILD, scheme, LEVEL), CATALOGUE[scheme]["traits"]) == []


def executed(function, operation):
    """How often each loop of a function executes an operation: its instructions times the loop's rounds."""
    for i, jump in enumerate(function):
        if jump.matches("^jne") and jump.target < jump.address:
            counter = re.search(r"(?:sub +\$0x1|add +\$0xffffffff),(%\w+)", function[i - 1].text)[1]
            rounds = [before.text for before in function if before.address < jump.target and before.matches(rf"^mov +\$\w+,{counter}$")][-1]
            yield int(re.search(r"\$(\w+)", rounds)[1], 16) * sum(line.matches(operation) for line in function if jump.target <= line.address < jump.address)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the loops are read as x86-64 has them")
def test_canaries_execute_what_they_count():
    """As many operations as test_canary.c has them divided by."""
    functions, _ = kernel_shape.functions(BUILD / "harness/CMakeFiles/harness.dir/canary.c.o", re.compile("canary_read|time_"))
    assert {n for function in functions.values() for n in executed(function, "^not ")} == {24_000, 96_000}
