# SPDX-License-Identifier: MIT
"""Exported headers on other architectures, systems and compilers compile without a warning and pass their self tests.

A scheme whose instructions the target lacks ends at its #error. The short form is big-endian s390x with the schemes
that depend on byte order or word size; the long form draws from all targets, compilers and
languages, with all schemes.
"""

import itertools
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

import exports
from exports import CATALOGUE, STANDARD, run
from draw import LONG, draw

SHORT = {"rotated_indices", "sherwin_union", "sissy_union", "kindergarten_wegner32", "magic_32", "sissy_pext_2"}
CHOICE = "sissy_pext_2 magic_32"
SCHEMES = [name for name in CATALOGUE if LONG or name in SHORT] + [CHOICE] * (set(CHOICE.split()) <= CATALOGUE.keys())

# The emulator, and flags for all instructions that some scheme needs.
TARGETS = {
    "s390x-linux-gnu": ("qemu-s390x -cpu max", ""),
    "powerpc64-linux-gnu": ("qemu-ppc64", ""),
    "aarch64-linux-gnu": ("qemu-aarch64 -cpu max", "-march=armv8-a+crc+sve2-bitperm"),
    "arm-linux-gnueabihf": ("qemu-arm -cpu max", ""),
    "i686-linux-gnu": ("qemu-i386 -cpu max", "-msse2"),
    "riscv64-linux-gnu": ("qemu-riscv64", ""),
    "x86_64-w64-mingw32": ("wine", "-mbmi2"),
}


def command_of(compiler, target):
    """Returns gcc or clang for a target; clang uses gcc's libraries, and misses those for Windows."""
    gcc = f"{target}-gcc"
    if compiler == "gcc":
        return [gcc]
    libraries = os.path.dirname(run(gcc, "-print-libgcc-file-name").stdout)
    return ["clang", f"--target={target}", f"-L{libraries}", "-Wno-unused-command-line-argument"]


def compiles(command, folder, prefix, header, language):
    """Returns whether a header compiles; if not, its only error must be the #error of its requirement."""
    (folder / f"{prefix}.h").write_text(header)
    unit = f'#include "{prefix}.h"\n'
    done = run(*command, *STANDARD[language], "-I", folder, "-fsyntax-only", "-", input=unit, status=None)
    assert done.returncode == 0 or exports.ends_at_requirement(done, header), done.stderr
    return done.returncode == 0


def compiling(command, folder, language):
    """Returns the headers that compile for a target."""
    headers = exports.exported(SCHEMES)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda pair: compiles(command, folder, *pair, language), headers.items())
        return {prefix: header for (prefix, header), done in zip(headers.items(), results) if done}


BUILDS = draw(
    itertools.product(TARGETS, ("gcc", "clang"), ("c", "c++")), 5, "builds of all exported headers for other CPUs"
)
BUILDS_HERE = BUILDS if LONG else [("s390x-linux-gnu", "gcc", "c"), ("x86_64-w64-mingw32", "gcc", "c++")]


@pytest.mark.parametrize("target, compiler, language", BUILDS_HERE)
def test_self_tests_pass_on_the_target(tmp_path, target, compiler, language):
    emulator, flags = (text.split() for text in TARGETS[target])
    for needed in (f"{target}-gcc", emulator[0], compiler):
        if not shutil.which(needed):
            pytest.skip(f"{needed} is not installed")
    command = command_of(compiler, target) + flags
    if run(*command, *STANDARD[language], "-fsyntax-only", os.devnull, status=None).returncode:
        pytest.skip(f"{command[0]} for {target} does not compile {language}")
    headers = compiling(command, tmp_path, language)
    program = exports.program(tmp_path, headers, language, "-static", compiler=command)
    assert exports.self_tests(program, *emulator) == dict.fromkeys(headers, True)
    assert ("x_sissy_pext_2" in headers) == ("-mbmi2" in flags)
    if target.startswith("aarch64"):
        of_arm = {"x_hyperbola_rbit", "x_hyperbola_neon", "x_hyperbola_sve", "x_bext_sve2", "x_crc32"}
        assert of_arm & {f"x_{name}" for name in SCHEMES} <= set(headers)


def msvc(folder):
    """Returns a command for MSVC's ABI and dialect: with this target clang defines _MSC_VER and no __GNUC__. It takes
    the headers of the C library from the folder."""
    functions = "void *memset(void *object, int byte, size_t n); int strcmp(const char *a, const char *b);"
    (folder / "inttypes.h").write_text("#include <stdint.h>\n")
    (folder / "string.h").write_text(
        f'#include <stddef.h>\n#ifdef __cplusplus\nextern "C" {{ {functions} }}\n#else\n{functions}\n#endif\n'
    )
    return ["clang", "--target=x86_64-pc-windows-msvc", "-fms-compatibility", "-ffreestanding", "-I", folder]


GNU = re.compile(r"\b(__builtin_\w+|__attribute__|__asm__|__extension__|__?typeof\w*)\b|\(\{")


@pytest.mark.skipif(not shutil.which("clang"), reason="clang is not installed")
@pytest.mark.parametrize("language", ["c", "c++"])
def test_dialect_of_msvc(tmp_path, language):
    """None of a header's own lines has an extension of GNU C after preprocessing, when clang hides that it is clang."""
    command = msvc(tmp_path)
    own_words = "-Wno-language-extension-token"  # __forceinline
    headers = compiling([*command, *exports.STRICT, own_words], tmp_path, language)
    plain = {prefix for prefix, text in exports.exported(SCHEMES).items() if not exports.requirement(text)}
    assert plain <= set(headers)
    for prefix in headers:
        text = run(*command, "-U__clang__", *STANDARD[language], "-E", tmp_path / f"{prefix}.h").stdout
        own = re.findall(rf'^# \d+ "[^"]*{prefix}\.h".*\n((?:[^#].*\n|\n)*)', text, re.M)
        assert own and not GNU.findall("".join(own))


def symbols(object, *options):
    """Returns the names of an object's external symbols."""
    return {line.split()[0] for line in run("llvm-nm", "-P", "-g", *options, object).stdout.splitlines()}


@pytest.mark.skipif(not shutil.which("llvm-nm"), reason="clang or llvm-nm is not installed")
def test_names_for_msvc_are_those_of_c(tmp_path):
    """An implementation in C has the tables that a user in C++ looks for: MSVC's ABI has the type in a C++ name."""
    command = [*msvc(tmp_path), *exports.flags(exports.exported(SCHEMES), "clang")]
    headers = compiling(command, tmp_path, "c++")
    exports.write(tmp_path, headers)
    (tmp_path / "main.c").write_text('#define IMPLEMENTATIONS_HERE\n#include "list.h"\n')
    for unit, language in (tmp_path / "main.c", "c"), (exports.DRIVER / "lookups.c", "c++"):
        run(*command, *STANDARD[language], "-O1", "-I", exports.DRIVER, "-c", unit, "-o", tmp_path / f"{language}.o")
    tables, used = symbols(tmp_path / "c.o", "--defined-only"), symbols(tmp_path / "c++.o", "--undefined-only")
    used = {name for name in used if "x_" in name}
    assert used and used <= tables
