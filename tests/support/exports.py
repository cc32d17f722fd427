# SPDX-License-Identifier: MIT
"""Exports schemes and compiles programs of their headers, around export/main.c and export/lookups.c."""

import functools
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor

from conftest import BUILD, LEVEL, SOURCE, schemes, supported
from process import run

DRIVER = SOURCE / "tests" / "support" / "export"
STANDARD = {"c": ["-x", "c", "-std=c99"], "c++": ["-x", "c++", "-std=c++14"]}
STRICT = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror".split()

PROGRAM = BUILD / f"slidebench-{LEVEL}"

CATALOGUE = {name: row for name, row in schemes(PROGRAM).items() if "mock" not in row["traits"]}
SUPPORTED = supported(CATALOGUE)
UNSUPPORTED = [name for name in CATALOGUE if name not in SUPPORTED]


def compilers():
    """Returns the compiler of the build, and the other one of gcc and clang if it is installed."""
    ours = os.environ["CC"]
    other = "gcc" if "clang" in run(ours, "--version").stdout else "clang"
    return [ours] + [other] * bool(shutil.which(other))


def prefix_of(scheme):
    """Returns the default prefix of a header: x_<scheme>, or x_<scheme>_or_<scheme>."""
    return f"x_{scheme.replace(' ', '_or_')}"


@functools.cache
def export(scheme, prefix=None):
    """Returns the header of a scheme, or of several, separated by blanks."""
    return run(PROGRAM, "export", *scheme.split(), "--prefix", prefix or prefix_of(scheme)).stdout


def exported(schemes):
    """Returns {prefix: header}, under the default prefixes."""
    schemes = list(schemes)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return {prefix_of(scheme): header for scheme, header in zip(schemes, pool.map(export, schemes))}


def requirement(header):
    """Returns the text of the header's #error for a target without its instructions; "" if it has none."""
    found = re.search(r'^#error "(\w+ needs .*)"$', header, re.M)
    return found[1] if found else ""


def ends_at_requirement(done, header):
    """Returns whether the first error of a compiler is the header's #error."""
    found = re.search(r"error: (?:#error )?\"?(.*?)\"?$", done.stderr, re.M)
    return bool(found and requirement(header) and found[1] == requirement(header))


@functools.cache
def is_known(flag, compiler):
    """Returns whether a compiler accepts a flag: an #error also names the flags of other architectures."""
    return run(compiler, flag, "-fsyntax-only", "-x", "c", os.devnull, status=None).returncode == 0


def flags(headers, compiler=os.environ["CC"]):
    """Returns the flags of the level under test, and then the flags that the #errors of the headers name, each once."""
    native = "-mcpu=native" if os.uname().machine.startswith("ppc") else "-march=native"
    named = dict.fromkeys(
        flag for header in headers.values() for flag in re.findall(r"-m[\w.+=-]+", requirement(header))
    )
    own = [flag for flag in named if is_known(flag, compiler)]
    return [native if LEVEL == "native" else f"-march={LEVEL}", *own]


def without_comments(header):
    """Returns a header with blanks for its comments: all else keeps its place."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda comment: re.sub(r"\S", " ", comment[0]), header, flags=re.S)


def entry(prefix, header):
    """Returns the scheme's entry in EXPORTED_SCHEMES."""
    code = without_comments(header)

    def declares(name):
        return f" {prefix}_{name}(" in code

    view = "VIEW" if declares("set_view") else "BITBOARD"
    pieces = "rooks", "bishops", "queens", "sliders"
    sets = ["SETWISE" if declares(f"{name}_attacks") else "NO_CODE" for name in pieces]
    return f"E({', '.join([prefix, view, *sets])})"


def write(folder, headers):
    """Writes the headers; list.h, which includes the headers; and lookups.h, which includes list.h."""
    folder.mkdir(parents=True, exist_ok=True)
    for prefix, header in headers.items():
        (folder / f"{prefix}.h").write_text(header)
    implementations = "".join(f"#define {prefix.upper()}_IMPLEMENTATION\n" for prefix in headers)
    includes = "".join(f'#include "{prefix}.h"\n' for prefix in headers)
    entries = " \\\n    ".join(entry(prefix, header) for prefix, header in headers.items())
    shutil.copy(DRIVER / "lookups.h", folder)
    (folder / "list.h").write_text(
        f"#ifdef IMPLEMENTATIONS_HERE\n{implementations}#endif\n{includes}"
        f"#define EXPORTED_SCHEMES(E) \\\n    {entries}\n"
    )


def command(headers, compiler=os.environ["CC"]):
    """Returns a compiler with the flags that the headers need."""
    return [compiler, *flags(headers, compiler)]


def compile(folder, unit, language, command, *options):
    """Compiles one unit of the driver, "main" or "lookups", without a warning. Returns the object.

    The options follow the standard of the language, strict warnings and -O1, for which gcc needs a third of the time of
    -O0. Paths are relative, so that a launcher such as ccache recognises the unit."""
    shutil.copy(DRIVER / f"{unit}.c", folder)
    launcher, made = os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "").split(), f"{unit}-{language}.o"
    words = [*launcher, *command, *STANDARD[language], *STRICT, "-O1", *options]
    run(*words, "-I.", "-c", f"{unit}.c", "-o", made, cwd=folder)
    return folder / made


def program(folder, headers, language, *options, compiler=None):
    """Compiles {prefix: header} and the driver, in two translation units. Returns the program.

    `compiler` is a command; None: the compiler of the build, with the flags of flags()."""
    write(folder, headers)
    compiler = compiler or command(headers)
    with ThreadPoolExecutor() as pool:
        objects = list(pool.map(lambda unit: compile(folder, unit, language, compiler, *options), ["main", "lookups"]))
    run(*compiler, *options, *objects, "-o", folder / "program.exe")
    return folder / "program.exe"


def self_tests(program, *emulator, when="self-test"):
    """Returns {prefix: whether its self test passed}; "early-self-test": before init()."""
    lines = run(*emulator, program, when).stdout.splitlines()
    return {prefix: verdict == "passed" for prefix, verdict in map(str.split, lines)}
