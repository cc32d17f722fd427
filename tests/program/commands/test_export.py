# SPDX-License-Identifier: MIT
"""`export`: every scheme's header compiles without a warning, passes its self test, and agrees with `query`.

The short form uses the compiler of the build. It compiles all headers in C99 and in C++14, and runs all in C99 and some
in C++14. The long form adds the other compiler, later standards, and queries and sanitizers for more schemes.
"""

import functools
import itertools
import os
import random
import re
import shutil
import struct
from collections import Counter

import pytest

from conftest import SOURCE, slidebench
import exports
from exports import CATALOGUE, DRIVER, PROGRAM, STANDARD, STRICT, SUPPORTED, UNSUPPORTED, run
from draw import LONG, draw
from injection import full_disk
from slidebench_tools.command import OUTPUT, USAGE

CC = os.environ["CC"]
VARIED = ("classical", "magic_black", "kogge_stone", "sissy_pext_2", "rotated_6bit")  # kinds of tables and views
SOME = [name for name in VARIED if name in SUPPORTED]
INTRINSICS = [name for name in SUPPORTED if "simd" in CATALOGUE[name]["traits"]]  # of which g++ itself may warn
RUN = {"c": SUPPORTED, "c++": SUPPORTED if LONG else SOME + INTRINSICS}

COMPILERS = exports.compilers() if LONG else [CC]  # CI runs the short form by each

both_languages = pytest.mark.parametrize("language", ["c", "c++"])


@functools.cache
def queries(n):
    """Returns n lines for `query`, for all pieces, and its output. Boards have all densities; on half of them the
    slider's own square is occupied."""
    rng = random.Random(17)
    words, lines = struct.unpack(f"{3 * n}Q", rng.randbytes(24 * n)), []
    for i in range(n):
        a, b, c = words[3 * i : 3 * i + 3]
        square = c & 63
        occupied = ((a, a & b, a | b)[i % 3] & ~(1 << square)) | (c >> 6 & 1) << square
        piece = ("rook", "bishop", "queen", "both")[c >> 7 & 3]
        lines.append(f"{piece} {'abcdefgh'[square & 7]}{(square >> 3) + 1} 0x{occupied:x}\n")
    text = "".join(lines)
    return text, run(PROGRAM, "query", input=text).stdout


def build(folder, schemes, language, *options, compiler=CC):
    """Compiles a program of the schemes. Returns it."""
    headers = exports.exported(schemes)
    return exports.program(folder, headers, language, *options, compiler=exports.command(headers, compiler))


@pytest.fixture(scope="module", params=["c", "c++"])
def program(request, tmp_path_factory):
    """The program of supported schemes, in one language."""
    return build(tmp_path_factory.mktemp("all"), RUN[request.param], request.param)


# ---- every scheme ----


def test_schemes_pass_their_self_tests(program):
    passed = exports.self_tests(program)
    assert passed.keys() >= {f"x_{name}" for name in SOME} and all(passed.values())


def test_before_init_self_tests_of_tables_fail(program):
    passed = exports.self_tests(program, when="early-self-test")
    headers = exports.exported(prefix.removeprefix("x_") for prefix in passed)
    assert passed == {prefix: "_IMPLEMENTATION" not in header for prefix, header in headers.items()}


STANDARDS = ("c99", "c11", "c2x", "c++14", "c++17", "c++20")
BUILDS = itertools.product(STANDARDS, exports.compilers(), ["-O0", "-O3"])


@pytest.mark.skipif(not LONG, reason="takes minutes; the long form")
@pytest.mark.parametrize(
    "standard, compiler, optimisation", draw(BUILDS, 4, "builds of all exported headers for this CPU")
)
def test_every_compiler_and_standard(tmp_path, standard, compiler, optimisation):
    language = "c++" if "+" in standard else "c"
    program = build(tmp_path, SUPPORTED, language, f"-std={standard}", optimisation, compiler=compiler)
    assert exports.self_tests(program) == {f"x_{name}": True for name in SUPPORTED}


@both_languages
@pytest.mark.parametrize("scheme", UNSUPPORTED)
def test_unsupported_scheme_compiles_for_its_target_or_ends_at_its_error(tmp_path, scheme, language):
    headers = exports.exported([scheme])
    exports.write(tmp_path, headers)
    unit = [*STANDARD[language], *STRICT, "-I", tmp_path, "-I", DRIVER, "-c", DRIVER / "main.c", "-o", os.devnull]
    done = run(CC, *exports.flags(headers), *unit, status=None)
    assert done.returncode == 0 or exports.ends_at_requirement(done, *headers.values())


def test_only_named_instructions_are_needed(tmp_path):
    """Without -march, the compiler's target has the fewest. All other schemes compile together."""
    headers = exports.exported(CATALOGUE)
    needing = {prefix: header for prefix, header in headers.items() if exports.requirement(header)}
    for prefix, header in needing.items():
        assert "compile with -m" in exports.requirement(header)
        (tmp_path / prefix).write_text(header)
        done = run(CC, *STANDARD["c"], "-fsyntax-only", tmp_path / prefix, status=None)
        assert done.returncode == 0 or exports.ends_at_requirement(done, header), prefix
    exports.write(tmp_path, {prefix: headers[prefix] for prefix in headers.keys() - needing.keys()})
    run(CC, *STANDARD["c"], "-fsyntax-only", "-I", tmp_path, "-I", DRIVER, DRIVER / "lookups.c")


LICENCE = (SOURCE / "LICENSE").read_text()
CONDITIONS = {  # of the scheme() line: code of one variant and not of the others
    "if (blockers)": ("classical_branchy", "classical"),
    ">> 58": ("magic_incorporated_shift", "magic_fancy"),
    "_INDEX_BITS 8\n": ("rotated_8bit", "rotated_6bit"),
    "0xc3c300000000c3c3": ("magic_black_shift", "magic_fancy", "magic_incorporated_shift"),
}


def test_a_header_has_the_code_of_its_variant_alone():
    """It includes no file of ours, has one licence, and no conditions but those on the compiler and its own."""
    for prefix, header in exports.exported(CATALOGUE).items():
        code = exports.without_comments(header)
        tested = re.findall(r"^ *#(?:el)?if(?:n?def)?\b(.*)", code.replace("\\\n", ""), re.M)
        own = {name for line in tested for name in re.findall(r"[A-Za-z]\w*", re.sub(r"\b_\w+|defined", "", line))}
        known = "IMPLEMENTATION", "IS_IMPLEMENTED", "IS_TAKEN", f"{prefix[2:].upper()}_H"
        assert own <= {f"{prefix.upper()}_{name}" for name in known}, prefix
        assert header.endswith(f"\n/* {LICENCE}*/\n"), prefix
        assert '#include "' not in code and "SCHEME" not in code.replace(prefix.upper(), ""), prefix
        assert header.count("SPDX-License-Identifier") == 1, prefix
        assert max(Counter(re.findall("#include <.*>", code)).values()) == 1, prefix
    for text, schemes in CONDITIONS.items():
        assert [text in exports.export(scheme) for scheme in schemes] == [True] + [False] * (len(schemes) - 1), text


LINES = (SOURCE / "schemes" / "list.cmake").read_text()
VARIANTS = set(re.findall(r"\b[A-Z][A-Z_\d]+\b", " ".join(re.findall(r" DEFINE ([^)]*?)(?: \w+_FLAGS.*)?\)", LINES))))


def test_a_header_speaks_of_itself_alone():
    """Of no other variant, and of nothing that is only in the suite; what its reader looks for comes first."""
    assert {"COMPUTED_LINES", "FOLDED_QUEEN", "INDEX_BITS"} <= VARIANTS
    for prefix, header in exports.exported(CATALOGUE).items():
        comments = " ".join(re.findall(r"/\*.*?\*/", header, re.S))
        assert not set(re.findall(r"\w+", comments)) & {*VARIANTS, "batch", "Batches", "MIX_NNUE"}, prefix
        code = exports.without_comments(header)
        own = set(re.findall(rf"\b{prefix}_(\w+)\(", code)) - {"init"}
        assert not own & set(re.findall(r"(?<!\w)(\w+)\(", comments)), prefix
        places = [code.index(f" {prefix}_{name}(") for name in ("rook_attacks", "both_attacks", "init", "self_test")]
        assert places == sorted(places), prefix
        stated = re.search(r"^ \* Needs (.*)\. Tables: ", header, re.M)
        assert (stated[1] if stated else "").endswith(exports.requirement(header).partition(" needs ")[2]), prefix


def test_a_header_has_every_set_wise_getter_of_its_scheme():
    for scheme, pieces in ("kogge_stone", "rb"), ("sissy_shift", "q"), ("kogge_stone_joint_avx2", "rbqs"):
        code = exports.without_comments(exports.export(scheme))
        assert {*re.findall(r" x_\w+_([rbqs])\w+s_attacks\(", code)} == {*pieces}, scheme


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="for x86")
def test_32_bits_are_named_where_they_are_missing(tmp_path):
    header = exports.export("pext")
    (tmp_path / "x_pext.h").write_text(header)
    done = run(CC, "-m32", "-march=haswell", *STANDARD["c"], "-fsyntax-only", tmp_path / "x_pext.h", status=1)
    assert exports.ends_at_requirement(done, header) and "needs x86-64 and bmi2" in done.stderr


# ---- results ----


@pytest.mark.parametrize("scheme", draw(SUPPORTED, 25, "headers with a million queries") if LONG else SOME)
def test_queries(program, scheme):
    lines, expected = queries(1_000_000 if LONG else 100_000)
    assert run(program, "query", f"x_{scheme}", input=lines).stdout == expected


@pytest.mark.parametrize("language", ["c", "c++"] if LONG else ["c"])
def test_sanitizers_find_nothing(tmp_path, language):
    options = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    if "clang" in CC:
        options.append("-fno-sanitize=function")  # needs clang's library for C++
    program = build(tmp_path, SUPPORTED if LONG else SOME, language, *options)
    assert all(exports.self_tests(program).values())
    lines, expected = queries(1000)
    for scheme in SOME:
        assert run(program, "query", f"x_{scheme}", input=lines).stdout == expected


# ---- one program ----


def copied_objects(program):
    """Returns the names of exported objects that a program has more than once. The driver's are named *_x_*."""
    symbols = [line.split() for line in run("nm", "-P", "--defined-only", program).stdout.splitlines()]
    names = [name for name, kind, *_ in symbols if kind in "bBdDrRuV" and re.search("(?<!_)x_", name)]
    assert names
    return {name for name in names if names.count(name) > 1}


def test_two_translation_units_share_one_copy_of_the_tables(program):
    assert copied_objects(program) == set()


@pytest.mark.parametrize("program", ["c"], indirect=True)
def test_tables_are_hidden(program):
    """So that a shared library reads its own, and without indirection."""
    symbols = run("readelf", "-sW", program.parent / "main-c.o").stdout
    tables = re.findall(r" OBJECT +GLOBAL +(\w+) +\d+ x_", symbols)
    assert tables and set(tables) == {"HIDDEN"}


@pytest.mark.parametrize("program", ["c"], indirect=True)
def test_implementation_in_c_serves_users_in_cpp(program, tmp_path):
    folder, command = program.parent, exports.command(exports.exported(SUPPORTED))
    users = exports.compile(folder, "lookups", "c++", command)
    run(*command, folder / "main-c.o", users, "-o", tmp_path / "program")
    assert exports.self_tests(tmp_path / "program") == {f"x_{name}": True for name in SUPPORTED}


# ---- names ----

OWN = """
#define FILE_A 1
#define EDGES edges()
#define min(a, b) ((a) < (b) ? (a) : (b))
#define ALIGNED alignas(64)
#define TABLE table[64]
typedef unsigned long long bitboard;
struct both { int table; };
enum line { RANK, FILE };
static inline int file_of(int square) { return square & 7; }
static inline bitboard square_bit(int square) { return 1ull << min(square, 63); }
"""


SYSTEM = "".join(
    f"#include <{name}.h>\n"
    for name in ["immintrin"] * (os.uname().machine == "x86_64") + ["stdbool", "stddef", "stdint", "string"]
)


def macros(flags, text):
    """Returns the names of the macros that a text defines, but for that of list.h."""
    defined = run(CC, *flags, "-dM", "-E", "-", input=text).stdout
    return set(re.findall(r"^#define (\w+)", defined, re.M)) - {"EXPORTED_SCHEMES"}


@both_languages
def test_file_with_names_of_its_own_and_each_scheme_under_two_prefixes(tmp_path, language):
    """One is a keyword: `class` is, class_init is none."""
    second = {f"y_{name}": exports.export(name, f"y_{name}") for name in SUPPORTED}
    headers = exports.exported(SUPPORTED) | second | {"class": exports.export("classical", "class")}
    exports.write(tmp_path, headers)
    unit = OWN + '#include "list.h"\nint main(void) { return file_of(FILE_A) != 1 || !square_bit(3); }\n'
    flags = [*exports.flags(headers), *STANDARD[language], *STRICT, "-I", tmp_path]
    run(CC, *flags, "-fsyntax-only", "-", input=unit)
    added = macros(flags, '#include "list.h"\n') - macros(flags, SYSTEM)
    assert not [name for name in added if not name.startswith(("X_", "Y_", "CLASS_"))]


@both_languages
def test_two_schemes_under_one_prefix_do_not_compile(tmp_path, language):
    for scheme in "classical", "hyperbola":
        (tmp_path / scheme).write_text(exports.export(scheme, "same"))
    command = [CC, *STANDARD[language], "-I", tmp_path, "-fsyntax-only", "-"]
    run(*command, input='#include "classical"\n#include "classical"\n')
    done = run(*command, input='#include "classical"\n#include "hyperbola"\n', status=1)
    assert done.stderr.count("error: ") == 1 and "two headers have the prefix same" in done.stderr


@both_languages
@pytest.mark.parametrize("scheme, errors", [("classical", 1), ("kogge_stone", 0)])
def test_tables_that_come_too_late_are_one_error(tmp_path, language, scheme, errors):
    """After an #include of the declarations alone. Later ones, after the tables, change nothing."""
    (tmp_path / "x.h").write_text(exports.export(scheme, "x"))
    command = [CC, *STANDARD[language], "-I.", "-fsyntax-only", "-"]
    define, include = "#define X_IMPLEMENTATION", '#include "x.h"'
    done = run(*command, input="\n".join([include, define, include, ""]), status=None, cwd=tmp_path)
    assert done.stderr.count(" error: ") == errors == done.stderr.count("define X_IMPLEMENTATION before the first") // 2
    run(*command, input="\n".join([define, include, include, ""]), cwd=tmp_path)


def test_c89_is_one_error(tmp_path):
    (tmp_path / "x.h").write_text(exports.export("classical", "x"))
    for standard in "c89", "gnu89":
        command = [CC, f"-std={standard}", "-I", tmp_path, "-fsyntax-only", "-x", "c", "-"]
        done = run(*command, input='#include "x.h"\n', status=1)
        assert done.stderr.count("error: ") == 1 and "a header in C99" in done.stderr


# ---- several schemes in one header ----

BMI2 = [name for name, row in CATALOGUE.items() if row["needs"] == "bmi2"]
CHOICE = "pext_arrays magic_black"
of_x86 = pytest.mark.skipif(
    not set(CHOICE.split()) <= CATALOGUE.keys() or os.uname().machine != "x86_64", reason="for x86, with both schemes"
)


def fast_pext():
    """Returns whether `slidebench machine` says that PEXT is fast here."""
    return bool(re.search(r"^PEXT +fast", run(PROGRAM, "machine", "--no-pin").stdout, re.M))


def chooser(tmp_path, schemes, compiler=CC, language="c"):
    """Returns a program for any CPU, which prints the scheme that a header of several has taken."""
    (tmp_path / "x.h").write_text(exports.export(schemes, "x"))
    command = [compiler, "-march=x86-64", *STANDARD[language], *STRICT, "-O2", "-I", tmp_path]
    run(*command, DRIVER / "choice.c", "-o", tmp_path / "program")
    return tmp_path / "program"


@of_x86
@both_languages
@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_program_for_any_cpu_takes_the_scheme_that_is_fast(tmp_path, compiler, language):
    """On this CPU, and on emulated ones without and with BMI2, whose PEXT is as slow as microcode."""
    program = chooser(tmp_path, CHOICE, compiler, language)
    best = "pext_arrays" if fast_pext() else "magic_black"
    assert run(program).stdout == f"none, {best}, passed\n"
    assert run(program, "magic_black").stdout == "none, taken, magic_black, passed\n"
    assert run(program, "kogge_stone").stdout == "none, refused, none, failed\n"
    if not shutil.which("qemu-x86_64"):
        pytest.skip("qemu-x86_64 is not installed")
    emulator = ["qemu-x86_64", "-cpu"]
    assert run(*emulator, "Nehalem", program).stdout == "none, magic_black, passed\n"
    assert run(*emulator, "Nehalem", program, "pext_arrays").stdout == "none, refused, none, failed\n"
    assert run(*emulator, "Haswell", program, "pext_arrays").stdout == "none, taken, pext_arrays, passed\n"


@of_x86
def test_the_first_of_three_is_taken_if_the_cpu_has_all_that_it_needs(tmp_path):
    names = "hyperbola_gfni", "hyperbola_ssse3", "magic_black"
    program = chooser(tmp_path, " ".join(names))
    first = next(name for name in names if name in SUPPORTED)
    assert run(program).stdout == f"none, {first}, passed\n"
    if shutil.which("qemu-x86_64"):  # AVX2 without GFNI, SSSE3 without either, none
        for cpu, name in ("Haswell", names[1]), ("Nehalem", names[1]), ("qemu64", names[2]):
            assert run("qemu-x86_64", "-cpu", cpu, program).stdout == f"none, {name}, passed\n"


@of_x86
def test_what_follows_a_header_is_compiled_as_before(tmp_path):
    (tmp_path / "x.h").write_text(exports.export("hyperbola_avx2 magic_black", "x"))
    after = '#include "x.h"\n#ifdef __AVX2__\n#error "compiled for AVX2"\n#endif\n'
    run(CC, "-march=x86-64", *STANDARD["c"], "-I", tmp_path, "-fsyntax-only", "-", input=after)


def test_a_header_credits_each_of_its_schemes():
    header = exports.export(CHOICE, "x")
    for name in CHOICE.split():
        row = CATALOGUE[name]
        assert f"{name}: {row['title']}.\n * By {row['author']}, {row['year']}: {row['source']}\n" in header


CHOOSABLE = [
    name
    for name, row in CATALOGUE.items()
    if row["view_bytes"] == "8" and re.match("(?!neon|sve)[a-z]", row["needs"])
    if name not in ("bob_mike_advanced", "cfish_avx512")  # they test the compiler's flags
]


@of_x86
@both_languages
@pytest.mark.parametrize("compiler", COMPILERS)
def test_each_scheme_can_be_chosen(tmp_path, compiler, language):
    schemes = [name for name in CHOOSABLE if LONG or name in ("pext_arrays", "sissy_pext_2", "hyperbola_avx2", "crc32")]
    headers = exports.exported(f"{name} magic_black" for name in schemes)
    program = exports.program(tmp_path, headers, language, compiler=[compiler, "-march=x86-64"])
    assert exports.self_tests(program) == dict.fromkeys(headers, True)
    lines, expected = queries(1000)
    assert all(run(program, "query", prefix, input=lines).stdout == expected for prefix in headers)


# ---- the self test can fail ----


def faulty(scheme, count):
    """Returns {prefix: header}, each with one bit flipped in one constant of the code that is not 0, as padding is."""
    headers = {}
    for i in range(count):
        prefix = f"x_{scheme}_{i}"
        header = exports.export(scheme, prefix)
        constants = re.finditer(r"0x(?!0{16})([0-9a-f]{16})", exports.without_comments(header))
        constant = random.Random(i).choice(list(constants))
        flipped = f"{int(constant[1], 16) ^ 1 << 33:016x}"
        headers[prefix] = header[: constant.start(1)] + flipped + header[constant.end(1) :]
    return headers


def test_self_test_detects_one_wrong_bit(tmp_path):
    """In masks, magic factors, and in the expected checksum."""
    headers = {}
    for scheme in "kogge_stone", "kindergarten", "magic_black":
        headers |= faulty(scheme, 5)
    assert exports.self_tests(exports.program(tmp_path, headers, "c")) == dict.fromkeys(headers, False)


def test_self_test_detects_a_toggle_that_does_nothing(tmp_path):
    """Of a scheme whose set_view() does without it."""
    header, prefix = exports.export("reverse_bitboards"), "x_reverse_bitboards"
    without = re.sub(rf"( {prefix}_toggle\(.*\)\n\{{\n)", r"\1    return;\n", header)
    assert without != header
    assert exports.self_tests(exports.program(tmp_path, {prefix: without}, "c")) == {prefix: False}


# ---- the README ----


def test_program_of_the_readme(tmp_path):
    text = (SOURCE / "README.md").read_text()
    section = re.search(r"^## Take it home$(.*?)^## ", text, re.M | re.S)[1]
    program = re.search(r"^```c\n(.*?)^```$", section, re.M | re.S)[1]
    scheme, *options = re.search(r"export (\w+ .*?-o sliders\.h)", section)[1].split()
    assert '#include "sliders.h"' in program and program.count("\n") <= 15
    if scheme not in SUPPORTED:
        pytest.skip(f"{scheme} is not supported here, or not part of this build")
    run("env", "-C", tmp_path, PROGRAM, "export", scheme, *options)
    (tmp_path / "example.c").write_text(program)
    flags = exports.flags({"sliders": (tmp_path / "sliders.h").read_text()})
    run(CC, *STANDARD["c"], *STRICT, *flags, tmp_path / "example.c", "-o", tmp_path / "example")
    occupied, attacks = re.search(r"sliders_queen_attacks\(27, (0x[0-9a-f]+)\) != (0x[0-9a-f]+);", program).groups()
    assert run(PROGRAM, "query", input=f"queen d4 {occupied}\n").stdout == f"{attacks}\n"
    run(tmp_path / "example")


# ---- options and bad input ----


NO_PREFIX = "--prefix: '{}' cannot begin names; expected letters, digits and '_', and a letter first"
BAD_PREFIXES = ["", "9x", "a-b", "a b", "_a", "\u00e9"]

# Arguments, exit status, and the line on standard error as a regular expression. test_options.c has others.
BAD = [
    (["classical", "hyperbola"], USAGE, "classical runs on any CPU; no header would choose hyperbola after it"),
    (["pext", "pext"], USAGE, "pext is given twice"),
    (["classical", "classical"], USAGE, "classical is given twice"),
    (["pext", "pext_arrays"], USAGE, "pext_arrays needs bmi2; expected a last scheme for any CPU"),
    (["pext", "rotated_8bit"], USAGE, "rotated_8bit has a view of its own; a header can only have it alone"),
    (
        ["bob_mike_advanced", "pext"],
        USAGE,
        "bob_mike_advanced tests the compiler's flags; a header can only have it alone",
    ),
    (["hyperbola_neon", "pext"], USAGE, "hyperbola_neon needs neon; a header chooses by instructions of x86"),
    (["pext"] * 9, USAGE, "export: more than 8 schemes"),
    (["null"], USAGE, "null has no attack sets"),
    *[(["classical", "--prefix", prefix], USAGE, re.escape(NO_PREFIX.format(prefix))) for prefix in BAD_PREFIXES],
    (["classical", "-o", "missing/folder.h"], OUTPUT, "missing/folder.h: No such file or directory"),
    (["classical", "-o", "."], OUTPUT, "[.]: (Is a directory|Device or resource busy)"),
]


@pytest.mark.parametrize("arguments, status, line", BAD, ids=lambda value: str(value))
def test_bad_input_is_one_line_and_no_file(tmp_path, arguments, status, line):
    out = [] if "-o" in arguments else ["-o", "out.h"]
    done = slidebench("export", *arguments, *out, cwd=tmp_path, status=status)
    assert re.fullmatch(f"slidebench: {line}\n", done.stderr)
    assert done.stdout == "" and list(tmp_path.iterdir()) == []


def test_devices_and_links_remain(tmp_path):
    text = exports.export("classical", "sliders")
    (tmp_path / "full").symlink_to("/dev/full")
    assert slidebench("export", "classical", "-o", tmp_path / "full", status=OUTPUT).stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [tmp_path / "full"] and (tmp_path / "full").is_char_device()
    for out in "-", "/dev/stdout":
        assert slidebench("export", "classical", "-o", out, cwd=tmp_path).stdout == text
    assert len(list(tmp_path.iterdir())) == 1
    (tmp_path / "link.h").symlink_to("header.h")
    (tmp_path / "header.h").write_text("before")
    slidebench("export", "classical", "-o", "link.h", cwd=tmp_path)
    assert (tmp_path / "link.h").is_symlink() and (tmp_path / "header.h").read_text() == text


def test_full_disk_that_only_closing_shows_is_reported(tmp_path):
    """The last part of a file is written when it is closed."""
    size = len(exports.export("classical", "sliders"))
    done = run(PROGRAM, "export", "classical", "-o", tmp_path / "x.h", status=OUTPUT, **full_disk(size - 1))
    assert done.stderr == f"slidebench: {tmp_path}/x.h: File too large\n"
