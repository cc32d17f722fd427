# SPDX-License-Identifier: MIT
"""A scheme is one file and one line: its tests, rows and catalogue entry come and go with them."""

import os
import shutil
import subprocess

import pytest

import exports
from source_tree import copy_sources


CPP_CODE = """
#include "cpp_adapter.hpp"

#if defined(__x86_64__) && !defined(__SSE2__)
#error "third-party code that tests for vectors would take its slower path"
#endif

typedef uint64_t bitboard; // names that scheme.h also uses
enum { ROOK = 7, WHITE };

static bitboard ray(int file, int rank, int files, int ranks, bitboard occupied)
{
    bitboard attacks = 0;
    while ((file += files, rank += ranks, (file | rank) >= 0 && file < 8 && rank < 8)) {
        attacks |= bitboard(1) << (8 * rank + file);
        if (occupied & attacks)
            break;
    }
    return attacks;
}

struct mine {
    static constexpr size_t table_bytes = 0;
    static void init() {}
    static bitboard star(int s, int a, int b, bitboard o)
    {
        int f = s % 8, r = s / 8;
        return ray(f, r, a, b, o) | ray(f, r, -a, -b, o) | ray(f, r, -b, a, o) | ray(f, r, b, -a, o);
    }
    static bitboard rook(unsigned square, bitboard occupied) { return star(int(square), 1, 0, occupied); }
    static bitboard bishop(unsigned square, bitboard occupied) { return star(int(square), 1, 1, occupied); }
    static bitboard queen(unsigned square, bitboard occupied)
    {
        return rook(square, occupied) | bishop(square, occupied);
    }
};
CPP_SCHEME(mine, "Rays in C++", "the tests", "2026", "https://where.it/is", MULTIPLY_FREE)
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the sources, to be built with the floor and the new scheme only."""
    copy = tmp_path_factory.mktemp("tree") / "slidebench"
    copy_sources(copy)
    return copy


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def build(tree):
    environment = f"-DCMAKE_C_COMPILER={os.environ['CC']}"
    status, text = run(
        "cmake", "-G", "Ninja", "-S", ".", "-B", "b", environment, "-DSLIDEBENCH_SCHEMES=^(null|mine)$", cwd=tree
    )
    assert status == 0, text
    status, text = run("cmake", "--build", "b", "--target", "slidebench", "--target", "slidebench-native", cwd=tree)
    assert status == 0, text


def mentions(tree):
    """Returns whether the catalogue lists the scheme, its number of rows, and whether it has a test."""
    catalogue = run("b/slidebench", "list", "--format", "csv", cwd=tree)[1]
    rows = run("b/slidebench", "--time", "0.2", "--format", "csv", cwd=tree)[1]
    tests = run("ctest", "--test-dir", "b", "-N", cwd=tree)[1]
    return "\nmine," in catalogue, rows.count(",mine,"), "verify.mine" in tests


def exports_at_once(tree, folder):
    """Returns whether the header of the new scheme compiles without a warning and passes its self test."""
    status, header = run("b/slidebench", "export", "mine", "--prefix", "mine", cwd=tree)
    assert status == 0, header
    programs = [exports.program(folder / language, {"mine": header}, language) for language in ("c", "c++")]
    return all(exports.self_tests(program) == {"mine": True} for program in programs)


def test_add_and_remove(tree, tmp_path):
    lines = tree / "schemes" / "CMakeLists.txt"
    before = lines.read_text()
    build(tree)
    assert mentions(tree) == (False, 0, False)

    shutil.copy(tree / "schemes" / "EXAMPLE.c", tree / "schemes" / "floor" / "mine.c")
    lines.write_text(before.replace("scheme(null)\n", "scheme(null)\nscheme(mine)\n"))
    build(tree)
    assert mentions(tree) == (True, 3 * 2, True)
    status, text = run("ctest", "--test-dir", "b", "-R", "^verify.mine$", cwd=tree)
    assert status == 0 and "100% tests passed" in text
    assert exports_at_once(tree, tmp_path)

    (tree / "schemes" / "floor" / "mine.c").unlink()
    (tree / "schemes" / "floor" / "mine.cpp").write_text(CPP_CODE)
    lines.write_text(before.replace("scheme(null)\n", "scheme(null)\nscheme(mine SOURCE mine.cpp)\n"))
    build(tree)
    assert mentions(tree) == (True, 3 * 2, True)
    status, text = run("ctest", "--test-dir", "b", "-R", "^verify.mine$", cwd=tree)
    assert status == 0 and "100% tests passed" in text
    _, symbols = run("nm", "b/schemes/CMakeFiles/scheme-mine-native.dir/floor/mine.cpp.o", cwd=tree)
    assert (
        " t _ZN11cpp_schemes" in symbols and " W _ZN11cpp_schemes" not in symbols
    )  # weak symbols: the linker would merge two schemes' kernels
    status, text = run("b/slidebench", "perft", "--scheme", "mine", cwd=tree)
    assert status == 2 and "mine has no move generator" in text
    status, text = run("b/slidebench", "export", "mine", cwd=tree)
    assert (status, text) == (4, "slidebench: mine has no source in C\n")

    (tree / "schemes" / "floor" / "mine.cpp").unlink()
    lines.write_text(before)
    build(tree)
    assert mentions(tree) == (False, 0, False)
