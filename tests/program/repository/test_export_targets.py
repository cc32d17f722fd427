# SPDX-License-Identifier: MIT
"""Exported headers on other architectures: they compile without a warning and pass their self tests under QEMU.

A scheme whose instructions the target lacks ends at its #error. The short form is big-endian s390x with the schemes
that depend on byte order or word size; the long form draws from all targets, compilers and
languages, with all schemes.
"""

import itertools
import os
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

import exports
from exports import CATALOGUE, STANDARD, SUFFIX, run
from draw import LONG, draw

SHORT = {"rotated_indices", "sherwin_union", "sissy_union", "kindergarten_wegner32", "magic_32", "sissy_pext_2"}
SCHEMES = CATALOGUE if LONG else [name for name in CATALOGUE if name in SHORT]

# The emulator, and flags for all instructions that some scheme needs.
TARGETS = {
    "s390x-linux-gnu": ("qemu-s390x -cpu max", ""),
    "powerpc64-linux-gnu": ("qemu-ppc64", ""),
    "aarch64-linux-gnu": ("qemu-aarch64 -cpu max", "-march=armv8-a+crc+sve2-bitperm"),
    "arm-linux-gnueabihf": ("qemu-arm -cpu max", ""),
    "i686-linux-gnu": ("qemu-i386 -cpu max", "-msse2"),
    "riscv64-linux-gnu": ("qemu-riscv64", ""),
}


def compilers(target):
    """Returns {name: command} of the target's compilers; clang uses gcc's libraries."""
    return {"gcc": [f"{target}-gcc"], "clang": ["clang", f"--target={target}"]}


def compiles(command, folder, prefix, header, language):
    """Returns whether a header compiles; if not, its only error must be the #error of its requirement."""
    file = folder / (prefix + SUFFIX[language])
    file.write_text(header)
    done = run(*command, *STANDARD[language], "-fsyntax-only", file, status=None)
    assert done.returncode == 0 or exports.ends_at_requirement(done, header), done.stderr
    return done.returncode == 0


BUILDS = draw(
    itertools.product(TARGETS, ("gcc", "clang"), ("c", "c++")), 5, "builds of all exported headers for other CPUs"
)


@pytest.mark.parametrize("target, compiler, language", BUILDS if LONG else [("s390x-linux-gnu", "gcc", "c")])
def test_self_tests_pass_on_the_target(tmp_path, target, compiler, language):
    emulator, flags = (text.split() for text in TARGETS[target])
    command = compilers(target)[compiler] + flags
    for needed in (f"{target}-gcc", emulator[0], command[0]):
        if not shutil.which(needed):
            pytest.skip(f"{needed} is not installed")
    if run(*command, *STANDARD[language], "-fsyntax-only", os.devnull, status=None).returncode:
        pytest.skip(f"{command[0]} for {target} does not compile {language}")
    headers = exports.exported(SCHEMES, language)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda pair: compiles(command, tmp_path, *pair, language), headers.items())
        headers = {prefix: header for (prefix, header), done in zip(headers.items(), results) if done}
    program = exports.program(tmp_path, headers, language, "-static", compiler=command)
    assert exports.self_tests(program, *emulator) == dict.fromkeys(headers, True)
    assert "x_sissy_pext_2" not in headers
    if target.startswith("aarch64"):
        of_arm = {"x_hyperbola_rbit", "x_hyperbola_neon", "x_hyperbola_sve", "x_bext_sve2", "x_crc32"}
        assert of_arm & {f"x_{name}" for name in SCHEMES} <= set(headers)
