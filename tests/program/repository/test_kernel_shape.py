# SPDX-License-Identifier: MIT
"""Checks every scheme's traits in the object code that is timed, and there the difference of a union from shifts."""

import collections
import functools
import platform
import re

import pytest

from conftest import BUILD, LEVEL, schemes
from slidebench_tools import object_code
from slidebench_tools.object_code import ISAS, Instruction, loop, object_file

# As objdump prints them: what MULTIPLY_FREE of schemes/scheme.h forbids, and what it allows.
FORBIDDEN = {
    "x86-64": [
        *("mul %rcx", "imul %rcx,%rax", "imul $0x5,%rcx,%rax", "mulx %rax,%rcx,%rdx", "div %rcx", "idiv %ecx"),
        *("pmuludq %xmm1,%xmm0", "vpmuldq %ymm1,%ymm0,%ymm0", "vpmullw %xmm1,%xmm0,%xmm0", "pmulld %xmm1,%xmm0"),
        *("vpmullq %zmm1,%zmm0,%zmm0", "pmulhuw %xmm1,%xmm0", "vpmulhrsw %ymm1,%ymm0,%ymm0"),
        *("pmaddwd %xmm1,%xmm0", "vpmaddubsw %ymm1,%ymm0,%ymm0", "vpmadd52luq %zmm1,%zmm0,%zmm2"),
        *("vpdpbusd %zmm1,%zmm0,%zmm2", "pclmulqdq $0x0,%xmm1,%xmm0", "vpclmulqdq $0x11,%zmm1,%zmm0,%zmm2"),
        *("gf2p8mulb %xmm1,%xmm0", "vgf2p8mulb %ymm1,%ymm0,%ymm0", "mulsd %xmm1,%xmm0", "vmulpd %ymm1,%ymm0,%ymm0"),
        *("divps %xmm1,%xmm0", "vfmadd231sd %xmm1,%xmm0,%xmm2", "fmul %st(1),%st", "dpps $0xff,%xmm1,%xmm0"),
    ],
    "aarch64": [
        *("mul x0, x1, x2", "madd x0, x1, x2, x3", "msub x0, x1, x2, x3", "mneg x0, x1, x2", "umulh x0, x1, x2"),
        *("smulh x0, x1, x2", "smull x0, w1, w2", "umaddl x0, w1, w2, x3", "umnegl x0, w1, w2", "udiv x0, x1, x2"),
        *("sdiv w0, w1, w2", "mul v0.4s, v1.4s, v2.4s", "mla v0.4s, v1.4s, v2.4s", "umlal v0.2d, v1.2s, v2.2s"),
        *("sqdmulh v0.4s, v1.4s, v2.4s", "pmul v0.8b, v1.8b, v2.8b", "pmull v0.1q, v1.1d, v2.1d"),
        *("pmull2 v0.1q, v1.2d, v2.2d", "pmullb z0.d, z1.s, z2.s", "udot v0.4s, v1.16b, v2.16b", "fmul d0, d1, d2"),
        *("fmadd d0, d1, d2, d3", "fmla v0.2d, v1.2d, v2.2d", "fdiv d0, d1, d2", "mad z0.d, p0/m, z1.d, z2.d"),
        "smmla v0.4s, v1.16b, v2.16b",
    ],
}
ALLOWED = {
    "x86-64": [
        *("crc32q %rcx,%rax", "gf2p8affineqb $0x0,%xmm1,%xmm0", "vgf2p8affineinvqb $0x0,%zmm1,%zmm0,%zmm2"),
        *("pext %rax,%rcx,%rdx", "pdep %rax,%rcx,%rdx", "lea (%rax,%rax,8),%rcx", "shl $0x3,%rax", "bswap %rax"),
        *("vpmultishiftqb %zmm1,%zmm0,%zmm2", "vpshufbitqmb %zmm1,%zmm0,%k1", "psadbw %xmm1,%xmm0"),
        *("pmovmskb %xmm0,%eax", "vpopcntq %zmm1,%zmm0", "fnop", "vpminuq %zmm1,%zmm0,%zmm2"),
    ],
    "aarch64": [
        *("crc32cx w0, w1, x2", "bext z0.d, z1.d, z2.d", "bdep z0.d, z1.d, z2.d", "rbit x0, x1", "mov x0, x1"),
        *("add x0, x1, x2, lsl #3", "sub x0, x1, x2", "umov x0, v0.d[0]", "movi v0.2d, #0", "sminv b0, v1.16b"),
    ],
}

CATALOGUE = schemes(BUILD / f"slidebench-{LEVEL}")

pytestmark = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "aarch64"), reason="no rules for this architecture's instructions"
)


functions = functools.cache(object_code.functions)  # most files are read twice


def faults(path, traits):
    """Returns the instructions in the kernels that the traits forbid: ["rook_latency: multiply: imul ..."]."""
    kernels, isa = functions(path)
    if len(kernels) != 14:
        return [f"expected the 14 kernels, found {sorted(kernels)}"]
    found = []
    for name, kernel in kernels.items():
        body = loop(kernel, isa)

        def forbid(what, pattern, allowed=0, where=body):
            hits = [i for i in where if i.matches(pattern)]
            if len(hits) > allowed:
                found.append(f"{name}: {what}: {hits[-1].text}")

        forbid("call", isa.call, where=kernel)
        if "multiply-free" in traits:
            forbid("multiply", isa.multiply)
        if "branchless" in traits:
            loops = 5 if name.startswith("mix_") else 1  # a mix has one of constant length per piece
            forbid("conditional jump", isa.conditional, allowed=loops)
            forbid("indirect jump", isa.indirect)
        if "simd" not in traits:
            forbid("vector register", isa.vector, where=kernel)
    return found


@pytest.mark.parametrize("scheme", CATALOGUE)
def test_traits_hold(scheme):
    """Without the trait multiply-free it multiplies: otherwise pages would compare it with those that do not."""
    if CATALOGUE[scheme]["view_bytes"] == "0":
        pytest.skip("compiled without kernels: " + CATALOGUE[scheme]["status"])
    file, traits = object_file(BUILD, scheme, LEVEL), CATALOGUE[scheme]["traits"]
    assert faults(file, traits) == []
    multiplies = any(": multiply: " in fault for fault in faults(file, "multiply-free simd"))
    assert multiplies == ("multiply-free" not in traits)


@pytest.mark.parametrize("kernel", ["queen_latency", "queen_throughput"])
@pytest.mark.parametrize("scheme, cycles", [("null_plus_10", 10), ("null_plus_12", 12), ("null_plus_20", 20)])
def test_delays_of_controls(scheme, cycles, kernel):
    """Each cycle is an XOR of one register with another one, always the same, so that it waits for the one before."""
    kernels, isa = functions(object_file(BUILD, scheme, LEVEL))
    texts = collections.Counter(each.text for each in loop(kernels[kernel], isa))
    (delay, count), *_ = texts.most_common()
    operation, *registers = re.split(r"[\s,]+", delay)
    assert (operation, count) in (("xor", cycles), ("eor", cycles)) and len(set(registers)) == 2, delay


# ---- unions ----

# A load of one byte into a register, as objdump prints it.
BYTE_LOAD = {"x86_64": r"^movzb[lwq]\s+[^%,]*\(", "aarch64": r"^ldu?rb\s"}.get(platform.machine())
# Bytes of the occupancy that a lookup reads. A Sherwin bishop needs only ranks 2 to 7, and a Sherwin
# queen is a rook and a bishop. SISSY derives all pieces from one queen lookup.
RANK_BYTES = {
    "sherwin": {"rook": 8, "bishop": 6, "queen": 14, "both": 14},
    "sissy": {"rook": 8, "bishop": 8, "queen": 8, "both": 8},
}


@pytest.mark.parametrize("variant", ["union", "shift"])
@pytest.mark.parametrize("family", RANK_BYTES)
def test_union_loads_every_rank(family, variant):
    """A compiler turns a union of a register into the shifts and ANDs of the other variant. So the union's board is in
    memory, each rank's byte is loaded from there, and otherwise only the square."""
    scheme = f"{family}_{variant}"
    if scheme not in CATALOGUE:
        pytest.skip(f"{scheme} is not built")
    kernels, isa = functions(object_file(BUILD, scheme, LEVEL))
    loads = {name: sum(i.matches(BYTE_LOAD) for i in loop(kernel, isa)) for name, kernel in kernels.items()}
    of_piece = {piece: 1 + n * (variant == "union") for piece, n in RANK_BYTES[family].items()}
    modes = "throughput", "latency", "latency_occupancy"
    expected = {f"{piece}_{mode}": n for piece, n in of_piece.items() for mode in modes}
    of_mix = sum(of_piece.values())  # one loop per piece
    assert loads == expected | dict.fromkeys(("mix_nnue_throughput", "mix_hce_throughput"), of_mix)


@pytest.mark.parametrize("isa", FORBIDDEN)
def test_definition_of_multiply_free(isa):
    for texts, multiplies in (FORBIDDEN[isa], True), (ALLOWED[isa], False):
        assert [text for text in texts if Instruction(0, text).matches(ISAS[isa].multiply) != multiplies] == []
