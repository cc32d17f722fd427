# SPDX-License-Identifier: MIT
"""The headers of magic numbers are what make-magics prints. `black-shift` is left out: it takes a minute."""

import pytest

from conftest import BUILD, SOURCE
from process import run

HEADERS = {"plain": "magics.h", "32-bit": "magics_32.h", "incorporated-shift": "magics_incorporated_shift.h"}


@pytest.mark.parametrize("kind", HEADERS)
def test_header_is_what_the_program_prints(kind):
    assert run(BUILD / "harness" / "make-magics", kind).stdout == (SOURCE / "schemes/magic" / HEADERS[kind]).read_text()
