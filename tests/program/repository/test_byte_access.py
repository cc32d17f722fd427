# SPDX-License-Identifier: MIT
"""Union and shift/and variants of a scheme differ in their object code.

A compiler turns a union of a register into the shifts and ANDs that it is to be compared with. So these tests count
the byte loads of each kernel: with the union each rank's byte is loaded from memory, otherwise only the square.
"""

import platform

import pytest

from conftest import BUILD, LEVEL
import kernel_shape

CATALOGUE = kernel_shape.schemes(BUILD / f"slidebench-{LEVEL}")

# A load of one byte into a register, as objdump prints it.
BYTE_LOAD = {"x86_64": r"^movzb[lwq]\s+[^%,]*\(", "aarch64": r"^ldu?rb\s"}.get(platform.machine())

# Bytes of the occupancy that a lookup reads. A Sherwin bishop needs only ranks 2 to 7, and a Sherwin
# queen is a rook and a bishop. SISSY derives all pieces from one queen lookup.
RANK_BYTES = {
    "sherwin": {"rook": 8, "bishop": 6, "queen": 14, "both": 14},
    "sissy": {"rook": 8, "bishop": 8, "queen": 8, "both": 8},
}

pytestmark = pytest.mark.skipif(BYTE_LOAD is None, reason="no rules for this architecture's instructions")


def byte_loads(scheme):
    """Returns {kernel: the number of bytes that its loop loads}."""
    if scheme not in CATALOGUE:
        pytest.skip(f"{scheme} is not built")
    kernels, isa = kernel_shape.functions(kernel_shape.object_file(BUILD, scheme, LEVEL))
    assert len(kernels) == 14
    return {name: sum(i.matches(BYTE_LOAD) for i in kernel_shape.loop(kernel, isa)) for name, kernel in kernels.items()}


def kernels_loading(bytes_of_piece):
    modes = "throughput", "latency", "latency_occupancy"
    of_mix = sum(bytes_of_piece.values())  # one loop per piece
    mixes = {f"mix_{kind}_throughput": of_mix for kind in ("nnue", "hand_made")}
    return mixes | {f"{piece}_{mode}": count for piece, count in bytes_of_piece.items() for mode in modes}


@pytest.mark.parametrize("family", RANK_BYTES)
def test_shift_variant_loads_only_the_square(family):
    assert byte_loads(f"{family}_shift") == kernels_loading({piece: 1 for piece in RANK_BYTES[family]})


@pytest.mark.parametrize("family", RANK_BYTES)
def test_union_variant_loads_every_rank(family):
    assert byte_loads(f"{family}_union") == kernels_loading({piece: 1 + n for piece, n in RANK_BYTES[family].items()})
