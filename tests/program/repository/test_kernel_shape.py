# SPDX-License-Identifier: MIT
"""Checks every scheme's traits in the object code that is timed."""

import platform

import pytest

from conftest import BUILD, LEVEL
import kernel_shape

CATALOGUE = kernel_shape.schemes(BUILD / f"slidebench-{LEVEL}")

pytestmark = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "aarch64"), reason="no rules for this architecture's instructions"
)


@pytest.mark.parametrize("scheme", CATALOGUE)
def test_traits_hold(scheme):
    if CATALOGUE[scheme]["view_bytes"] == "0":
        pytest.skip("compiled without kernels: " + CATALOGUE[scheme]["status"])
    assert kernel_shape.faults(kernel_shape.object_file(BUILD, scheme, LEVEL), CATALOGUE[scheme]["traits"]) == []
