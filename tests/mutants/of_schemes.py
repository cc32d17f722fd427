# SPDX-License-Identifier: MIT
"""Mutants of the schemes: lists them, and tests whether a stage of tests/mutants/stages.c detects each.

The stages are, in this order,
- `relevant`, as before each run, in code that compiles fast;
- `full`, as in `slidebench verify`, in optimised code;
- the address and undefined-behaviour sanitizers (gcc's: clang's leave out globals aligned to cache lines).
A mutant of a file that several schemes share is killed if one of eight schemes that it changes fails.

What does not change from mutant to mutant is compiled once: the harness, as a shared library, and the header of vector
intrinsics, precompiled. Timed loops are compiled only for mutants of kernels/ and in batch builds: all other mutants
change getters, which the verifier also calls one by one.
"""

import functools
import os
import platform
import re
import resource
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from operators import mutations

ROOT = Path(__file__).resolve().parent.parent.parent
CC = shlex.split(os.environ.get("CC", "cc")) + ["-std=gnu11", "-D_GNU_SOURCE", "-w"]
UNTOUCHED = {"scheme.h", "unsupported.h", "kernels/perft.h", "kernels/perft_rules.h", "kernels/replay.h"}
FOLDERS = Path(), Path("kernels"), Path("common")  # include folders, after the scheme's own
SECOND = {
    "kernels/batched.h",
    "common/batch_avx512.h",
    "arithmetic/batch_avx2.h",
    "arithmetic/board_avx2.h",
    "arithmetic/board_gfni.h",
    "arithmetic/board_pieces.h",
    "sissy/half_batch.h",
}  # used by a scheme's batch build only
# The sources that tests/mutants/stages.c is linked with, besides the scheme.
HARNESS = [
    *(f"harness/base/{name}.c" for name in ("error", "fd_io", "interrupt", "program", "subprocess", "watchdog")),
    "harness/base/write_protect.c",
    *(f"harness/chess/{name}.c" for name in ("board_text", "oracle")),
    *(f"harness/workload/{name}.c" for name in ("list", "list_memory")),
    "harness/plan/modes.c",
    *(f"harness/verify/{name}.c" for name in ("check", "verify", "verify_kernels")),
    *("schemes/target/isa.c", "schemes/registry.c", "tests/mutants/stages.c"),
]


class Scheme(NamedTuple):
    id: str
    file: str
    flags: tuple
    second: bool = False  # the batch build, under the name of the first


KEYWORDS = {"SIMD", "NO_BATCH_BUILD", "SOURCE", "DEFINE", "TWIN", "X86_FLAGS", "ARM64_FLAGS"}
ARCH = {"x86_64": "X86_FLAGS", "AMD64": "X86_FLAGS", "aarch64": "ARM64_FLAGS", "arm64": "ARM64_FLAGS"}.get(
    platform.machine()
)


@functools.cache
def schemes():
    """Returns the schemes of schemes/CMakeLists.txt, without twins and without the floor, which returns no attacks."""
    found = []
    text = (ROOT / "schemes" / "CMakeLists.txt").read_text()
    family = None
    for kind, line in re.findall(r"^(family|scheme)\((\w[^)]*)\)", text, re.M):
        if kind == "family":
            family = line
            continue
        name, *words = line.split()
        values: dict[str, list[str]] = {}
        key = ""
        for word in words:
            if word in KEYWORDS:
                key = word
                values[key] = []
            else:
                values[key].append(word)
        scalar = ["-mgeneral-regs-only"] if ARCH and "SIMD" not in values else []
        if "TWIN" not in values and name != "null":
            flags = *(f"-D{d}" for d in values.get("DEFINE", [])), *values.get(ARCH or "", [])
            first = Scheme(name, f"{family}/" + values.get("SOURCE", [name + ".c"])[0], (*flags, *scalar))
            found.append(first)
            if SECOND & made_of(first.file) > {"kernels/batched.h"}:  # only if it has code of its own for batches
                found.append(
                    Scheme(
                        f"{name}, batched",
                        first.file,
                        (*flags, "-DBATCH_BUILD", "-march=native"),
                        True,
                    )
                )
    return found


@functools.cache
def made_of(file):
    """Returns the file and the headers of schemes/ that it includes, except those that the verifier does not run: the
    contract, and what test_perft and test_kernels test."""
    text = (ROOT / "schemes" / file).read_text()
    folders = Path(file).parent, *FOLDERS
    headers = {
        str(next(folder / name for folder in folders if (ROOT / "schemes" / folder / name).exists()))
        for name in re.findall(r'^#include "(\w+\.h)"', text, re.M)
    }
    return {file}.union(*map(made_of, headers - UNTOUCHED))


@functools.cache
def changed_by(file):
    """Returns the schemes that a mutant of the file changes, ordered so that the first TRIED are from all families."""
    candidates = [
        scheme for scheme in schemes() if file in made_of(scheme.file) and (scheme.second or file not in SECOND)
    ]
    step = -(-len(candidates) // TRIED)
    return [candidate for i in range(step) for candidate in candidates[i::step]]


# ---- testing a mutant ----

COMPILE = [
    *CC,
    "-DSCHEME=scheme_mutant",
    '-DSCHEME_NAME="mutant"',
    '-DSCHEME_FAMILY="mutants"',
    "-DSCHEME_TWIN=NULL",
    *(f"-I{Path('schemes', folder)}" for folder in FOLDERS),
    "-c",
]
SANITIZE = "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DNO_WRITE_PROTECT"


class Trial(NamedTuple):
    name: str  # of the harness's library
    options: tuple  # of the compiler
    stage: str  # of tests/mutants/stages.c
    seconds: int  # CPU limit; a correct scheme needs a tenth, and a mutant may never end


# The cheapest first: it takes a tenth of the second's time, and kills four of five mutants. Without optimisation (-O0)
# gcc takes 17 s for switch_square, whose inlined functions it keeps whole; with -Og less than one.
TRIED = 8  # schemes per mutant of a shared header: all would take minutes
KILLED = ("relevant", "full", "sanitizers", "crash")
TRIALS = [
    Trial("plain", ("-Og",), "relevant", 1),
    Trial("plain", ("-O2",), "all", 10),
    Trial("sanitizers", SANITIZE, "relevant", 10),
]


# Replaces kernels/single_query.h where GETTERS_ONLY is defined.
GETTERS = """#define SCHEME_KERNELS .attacks_of_side = SIDE_GETTER, .piece = {\\
    [ROOK] = {.attacks = rook_getter, .attacks_of_set = rooks_getter},\\
    [BISHOP] = {.attacks = bishop_getter, .attacks_of_set = bishops_getter},\\
    [QUEEN] = {.attacks = queen_getter, .attacks_of_set = queens_getter}, [BOTH] = {.attacks = both_getter}}
"""


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **options)


def open_work_folder(folder):
    """Makes a folder for this process. "right" and "mutant" hold schemes/ without the code that the verifier does
    not run, which is half of the compiler's work."""
    os.chdir(tempfile.mkdtemp(dir=folder))
    for copy in "right", "mutant":
        shutil.copytree(ROOT / "schemes", f"{copy}/schemes")
        kernels = Path(copy, "schemes", "kernels")
        kernels.joinpath("perft.h").write_text("#define perft_run NULL\n#define all_perft NULL\n")
        kernels.joinpath("replay.h").write_text(
            "".join(f"#define all_{mode} NULL\n" for mode in ("replay", "upkeep", "lookups"))
        )
        single = kernels / "single_query.h"
        single.write_text(f"#ifdef GETTERS_ONLY\n{GETTERS}#else\n{single.read_text()}#endif\n")


def header_of(scheme, trial):
    """Returns the name of the header that is precompiled for schemes with the same flags."""
    return (
        "_".join([trial.name, trial.options[0], *(flag for flag in scheme.flags if not flag.startswith("-D"))]) + ".h"
    )


@functools.cache
def intrinsics(scheme, trial):
    """Returns the options that include vector intrinsics, precompiled by the first process that needs them."""
    if not any("#include <immintrin.h>" in (ROOT / "schemes" / file).read_text() for file in made_of(scheme.file)):
        return []
    header = Path("..", header_of(scheme, trial)).resolve()
    if not Path(f"{header}.gch").exists():
        flags = [flag for flag in scheme.flags if not flag.startswith("-D")]
        if run(*CC, *trial.options, *flags, "-x", "c-header", header, "-o", "header.gch").returncode:
            return []  # not x86
        os.replace("header.gch", f"{header}.gch")
    return ["-include", header]


def compile_scheme(copy, scheme, trial, getters_only):
    """Returns the object file's bytes; None if it does not compile."""
    options = *trial.options, *["-DGETTERS_ONLY"] * getters_only, *scheme.flags, *intrinsics(scheme, trial)
    done = run(*COMPILE, *options, f"schemes/{scheme.file}", "-o", "scheme.o", cwd=copy)
    return Path(copy, "scheme.o").read_bytes() if done.returncode == 0 else None


def detected_by(copy, trial):
    """Returns the stage that detected a fault in the scheme compiled last; "" if none; None if it cannot run here."""
    harness = Path("..", f"{trial.name}.so").resolve()
    if run(*CC, *trial.options, "-Wl,-z,now", f"{copy}/scheme.o", harness, "-o", "program").returncode:
        return "compiler"
    limit = trial.seconds, trial.seconds
    done = run("./program", trial.stage, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit))
    words = done.stdout.split()
    if words[1:2] == ["absent"]:
        return None
    if done.returncode == 0:
        return ""
    return trial.name if trial.name != "plain" else words[1] if len(words) > 1 else "crash"


@functools.cache
def original(scheme, trial, getters_only):
    """Returns the object file of the unmutated scheme; None if this machine cannot run it."""
    code = compile_scheme("right", scheme, TRIALS[trial], getters_only)
    found = detected_by("right", TRIALS[trial]) if code else "compiler"
    if found:
        raise RuntimeError(f"{scheme.id} fails unmutated: {found}")
    return code if found == "" else None


def outcome(mutant, known):
    """Returns the stage that kills the mutant in one of the schemes, or its other fate. A mutant listed as equivalent
    must survive the first stage only: whole trials of survivors take half of the time."""
    path = Path("mutant", mutant.file)
    path.write_text(mutant.mutated)
    left, end = changed_by(mutant.file.removeprefix("schemes/")), "absent"
    try:
        for i, trial in enumerate(TRIALS[:1] if known else TRIALS):
            changed = []
            for scheme in left:
                getters_only = not scheme.second and path.parent.name != "kernels"
                right = original(scheme, i, getters_only)
                if right is None:
                    continue
                code = compile_scheme("mutant", scheme, trial, getters_only)
                if code is None:
                    return "compiler"
                if code == right:
                    end = "same"
                elif found := detected_by("mutant", trial):
                    return found
                else:
                    changed.append(scheme)
                if len(changed) == TRIED:
                    break
            left = changed
    finally:
        shutil.copy(Path("right", mutant.file), path)
    return "survived" if left else end


def files():
    return {f"schemes/{file}" for scheme in schemes() for file in made_of(scheme.file)}


def mutants(file):
    return mutations(ROOT / file, file)


def prepare(folder):
    """Compiles the shared library that all mutants are linked with. Writes the headers to precompile."""
    for scheme in schemes():
        for trial in TRIALS:
            (folder / header_of(scheme, trial)).write_text("#include <immintrin.h>\n")
    (folder / "schemes.def").write_text("SCHEME_LINE(mutant)\n")
    for trial in TRIALS[1:]:
        options = *trial.options, "-shared", "-fPIC", f"-I{folder}", "-Ischemes", "-Iharness"
        done = run(*CC, *options, *HARNESS, "-o", folder / f"{trial.name}.so", cwd=ROOT)
        if done.returncode:
            raise RuntimeError(done.stderr)
