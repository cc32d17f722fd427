# SPDX-License-Identifier: MIT
"""Exports schemes and compiles programs of their headers, around export/main.c and export/lookups.c."""

import functools
import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from conftest import BUILD, LEVEL, SOURCE
import kernel_shape

DRIVER = SOURCE / "tests" / "support" / "export"
SUFFIX = {"c": ".h", "c++": ".hpp"}
STANDARD = {"c": ["-x", "c", "-std=c11"], "c++": ["-x", "c++", "-std=c++17"]}
STRICT = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror".split()

# A copy outside of the tree: in the tree, export reads all recorded results, for tenths of a second.
FOLDER = tempfile.TemporaryDirectory(prefix="slidebench-export-")
PROGRAM = shutil.copy(BUILD / f"slidebench-{LEVEL}", FOLDER.name)

CATALOGUE = {name: row for name, row in kernel_shape.schemes(PROGRAM).items() if "mock" not in row["traits"]}
SUPPORTED = [name for name, row in CATALOGUE.items() if row["status"] == "ok"]
UNSUPPORTED = [name for name in CATALOGUE if name not in SUPPORTED]


def compilers():
    """Returns the compiler of the build, and the other one of gcc and clang if it is installed."""
    ours = os.environ["CC"]
    other = "gcc" if "clang" in run(ours, "--version").stdout else "clang"
    return [ours] + [other] * bool(shutil.which(other))


def run(*command, input=None, status=0):
    """Runs a program with text for input and output, and checks its status; None: any."""
    done = subprocess.run(list(map(str, command)), input=input, capture_output=True, text=True, cwd=FOLDER.name)
    assert status is None or done.returncode == status, (done.stdout + done.stderr)[:4000]
    return done


@functools.cache
def export(scheme, language="c", prefix=None, *options):
    """Returns the header of a scheme. Its default prefix is x_<scheme>, as a scheme may have a keyword's name."""
    prefix = prefix or f"x_{scheme}"
    return run(PROGRAM, "export", scheme, "--lang", language, "--prefix", prefix, *options).stdout


def exported(schemes, language="c", *options):
    """Returns {prefix: header}, under the default prefixes."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        headers = pool.map(lambda scheme: export(scheme, language, None, *options), schemes)
        return {f"x_{scheme}": header for scheme, header in zip(schemes, headers)}


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
    """Returns whether a compiler accepts a flag: an #error also names those of other architectures."""
    return run(compiler, flag, "-fsyntax-only", "-x", "c", os.devnull, status=None).returncode == 0


def flags(headers, compiler=os.environ["CC"]):
    """Returns the flags that the #errors of the headers name, each once, after those of the level under test."""
    native = "-mcpu=native" if os.uname().machine.startswith("ppc") else "-march=native"
    named = dict.fromkeys(
        flag for header in headers.values() for flag in re.findall(r"-m[\w.+=-]+", requirement(header))
    )
    own = [flag for flag in named if is_known(flag, compiler)]
    return [native if LEVEL == "native" else f"-march={LEVEL}", *own]


def without_comments(header):
    """Returns a header with blanks for its comments: all else keeps its place."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda comment: re.sub(r"\S", " ", comment[0]), header, flags=re.S)


def entry(prefix, header, language):
    """Returns the scheme's entry in EXPORTED_SCHEMES."""
    code = without_comments(header)

    def declares(name):
        return re.search(rf"\b{name if language == 'c++' else f'{prefix}_{name}'}\(", code)

    view = "VIEW" if declares("set_view") else "BITBOARD"
    sets = ["SETWISE" if declares(f"{piece}s_attacks") else "SINGLE" for piece in ("rook", "bishop", "queen")]
    side = "JOINT" if declares("sliders_attacks") else "NOT_JOINT"
    return f"E({', '.join([prefix, view, *sets, side])})"


def write(folder, headers, language):
    """Writes the headers and list.h, which includes them."""
    folder.mkdir(parents=True, exist_ok=True)
    includes, implementations = [], []
    for prefix, header in headers.items():
        (folder / (prefix + SUFFIX[language])).write_text(header)
        includes.append(f'#include "{prefix}{SUFFIX[language]}"\n')
        implementations.append(f"#define {prefix.upper()}_IMPLEMENTATION\n")
    entries = " \\\n    ".join(entry(prefix, header, language) for prefix, header in headers.items())
    here = f"#ifdef IMPLEMENTATIONS_HERE\n{''.join(implementations)}#endif\n" if language == "c" else ""
    (folder / "list.h").write_text(f"{here}{''.join(includes)}#define EXPORTED_SCHEMES(E) \\\n    {entries}\n")


def program(folder, headers, language, *options, compiler=None):
    """Compiles {prefix: header} and the driver without a warning, in two translation units. Returns the program.

    The options follow -O1. A compiler is a command; without one it is the build's, with the flags of flags()."""
    write(folder, headers, language)
    command = compiler or [os.environ["CC"], *flags(headers)]

    def compile(unit):
        made = folder / f"{unit}.o"
        folders = ["-I", folder, "-I", DRIVER]
        run(*command, *STANDARD[language], *STRICT, "-O1", *options, *folders, "-c", DRIVER / f"{unit}.c", "-o", made)
        return made

    with ThreadPoolExecutor() as pool:
        objects = list(pool.map(compile, ["main", "lookups"]))
    run(*command, *options, *objects, "-o", folder / "program")
    return folder / "program"


def self_tests(program, *emulator):
    """Returns {prefix: whether its self test passed}."""
    lines = run(*emulator, program, "self-test").stdout.splitlines()
    return {prefix: verdict == "passed" for prefix, verdict in map(str.split, lines)}
