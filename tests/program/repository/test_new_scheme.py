# SPDX-License-Identifier: MIT
"""A scheme is one file and one line: its tests, rows and catalogue entry come and go with them."""

import json
import re

import pytest

import exports
from conftest import json_rows
from process import run
from source_tree import build, configure, copy_sources, folder_of

GETTERS = """
#include <stdint.h>

static uint64_t neighbours[64]; /* only to have tables */

static void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        neighbours[square] = square;
}
#define init init

static uint64_t walk(unsigned square, uint64_t occupied, int files, int ranks)
{
    uint64_t set = 0;
    int file = (int)neighbours[square] % 8 + files, rank = (int)square / 8 + ranks;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += files, rank += ranks) {
        set |= 1ull << (8 * rank + file);
        if (occupied >> (8 * rank + file) & 1)
            break;
    }
    return set;
}

static inline uint64_t rook_attacks(unsigned s, uint64_t o)
{
    return walk(s, o, 1, 0) | walk(s, o, -1, 0) | walk(s, o, 0, 1) | walk(s, o, 0, -1);
}

static inline uint64_t bishop_attacks(unsigned s, uint64_t o)
{
    return walk(s, o, 1, 1) | walk(s, o, 1, -1) | walk(s, o, -1, 1) | walk(s, o, -1, -1);
}
"""

CPP_CODE = f"""
#include "cpp_adapter.hpp"

#if defined(__x86_64__) && !defined(__SSE2__)
#error "third-party code that tests for vectors would take its slower path"
#endif

typedef uint64_t bitboard; // names that scheme.h also uses
enum {{ ROOK = 7, WHITE }};
{GETTERS}
struct cpp {{
    static constexpr size_t table_bytes = sizeof neighbours;
    static void init() {{ ::init(); }}
    static bitboard rook(unsigned square, bitboard occupied) {{ return rook_attacks(square, occupied); }}
    static bitboard bishop(unsigned square, bitboard occupied) {{ return bishop_attacks(square, occupied); }}
    static bitboard queen(unsigned square, bitboard occupied)
    {{
        return rook(square, occupied) | bishop(square, occupied);
    }}
}};
CPP_SCHEME(cpp, "Rays in C++", "the tests", "2026", "https://where.it/is", MULTIPLY_FREE)
"""


class Tree:
    """A copy of the sources, of which the floor and the new schemes are built. All tests share it: builds take long."""

    def __init__(self, folder):
        self.folder, self.built = copy_sources(folder / "tree"), folder / "it's `built` (&)"
        self.program = self.built / "slidebench"
        self.list = self.folder / "schemes" / "list.cmake"
        self.without = self.list.read_text()

    def build(self, *lines, own="", batch="ON"):
        """Builds with these lines more in the list of schemes, or with a file of one's own, or without batch builds."""
        self.list.write_text(self.without.replace("scheme(null)\n", "\n".join(["scheme(null)", *lines, ""])))
        options = f"-DSLIDEBENCH_MINE={own}", f"-DSLIDEBENCH_BATCH={batch}"
        configure(self.built, *options, schemes=("null", "mine", "mine_.*", "cpp"), source=self.folder)
        self.build_again()

    def build_again(self):
        build(self.built, "slidebench", "slidebench-native")

    def run(self, *arguments, status=0):
        return run(self.program, *arguments, status=status)

    def ctest(self, *arguments):
        return run("ctest", "--test-dir", self.built, *arguments).stdout

    def hash(self):
        """Returns the hash by which a run knows its build."""
        return self.timed()["build"]

    def timed(self):
        """Returns the record of a run as short as possible."""
        options = "--processes 1 --time 0.1 --list-length 64 --no-pin --quiet --format json"
        return json.loads(self.run(*options.split(), status=(0, 6)).stdout)

    def mentions(self):
        """Returns {new scheme: whether the catalogue lists it, its number of rows, and whether it has a test}."""
        rows = [row["scheme"] for row in json_rows(self.timed())]
        catalogue, tests = self.run("list", "--format", "csv").stdout, self.ctest("-N")
        return {
            name: (f"\n{name}," in catalogue, rows.count(name), f"verify.{name}" in tests) for name in ("mine", "cpp")
        }


@pytest.fixture(scope="module")
def tree():
    return Tree(folder_of("new_scheme"))


def test_add_and_remove(tree, tmp_path):
    """The example in C, without its credits, and a scheme in C++."""
    floor, example = (tree.folder / "schemes" / name for name in ("floor", "EXAMPLE.c"))
    (floor / "mine.c").write_text(re.sub(r"^    \.(author|year|source) = .*\n", "", example.read_text(), flags=re.M))
    (floor / "cpp.cpp").write_text(CPP_CODE)
    tree.build("scheme(mine)", "scheme(cpp SOURCE cpp.cpp)")
    assert tree.mentions() == dict.fromkeys(("mine", "cpp"), (True, 3 * 2, True))
    for form in "table", "csv", "markdown", "json":
        listed = tree.run("list", "--schemes", "^mine$", "--format", form).stdout
        assert "mine" in listed and "null" not in listed, form
    with_both = tree.hash()
    assert "100% tests passed, 0 tests failed out of 2" in tree.ctest("-R", "^verify.(mine|cpp)$")

    header = tree.run("export", "mine", "--prefix", "mine").stdout
    for language in "c", "c++":
        assert exports.self_tests(exports.program(tmp_path / language, {"mine": header}, language)) == {"mine": True}
    # Weak symbols: the linker would merge two schemes' kernels.
    symbols = run("nm", tree.built / "schemes/CMakeFiles/scheme-cpp-native.dir/floor/cpp.cpp.o").stdout
    assert " t _ZN11cpp_schemes" in symbols and " W _ZN11cpp_schemes" not in symbols
    assert tree.run("perft", "--scheme", "cpp", "--depth", "3").stdout == "8902 nodes by cpp\n"
    assert tree.run("export", "cpp", status=4).stderr == "slidebench: cpp has no source in C\n"

    (floor / "mine.c").unlink()
    (floor / "cpp.cpp").unlink()
    tree.build()
    assert tree.mentions() == dict.fromkeys(("mine", "cpp"), (False, 0, False)) and tree.hash() != with_both


def test_build_is_known_by_its_objects(tree):
    """Those of the harness, too. The same objects have the same hash again."""
    tree.build()
    before, canary = tree.hash(), tree.folder / "harness/timing/canary.c"
    text = canary.read_text()
    canary.write_text(f"{text}\nconst char more[] = {{1}};\n")
    tree.build_again()
    changed = tree.hash()
    canary.write_text(text)
    tree.build_again()
    assert changed != before == tree.hash()


def test_batch_builds_can_be_left_out(tree):
    """The hash remains, so that a run goes on in a program that has them. Modes that need them are refused."""
    tree.build()
    before = tree.hash()
    tree.build(batch="OFF")
    assert tree.hash() == before
    line = tree.run("bench", "--modes", "throughput,batch", status=4).stderr
    assert "--modes: batch is not in this program; `scripts/bench --modes batch` builds it, or cmake with -D" in line


# ---- getters of one's own, which no list has ----


def test_own_getters(tree, tmp_path):
    """They are verified and timed as `mine`; a wrong set is named with its square; C++ serves as well."""
    own = tmp_path / "own.c"
    own.write_text(GETTERS)
    tree.build(own=own)
    assert "1 verified, 0 wrong" in tree.run("verify", "--schemes", "mine").stdout
    queens = "--processes 3 --time 0.2 --pieces queen --modes throughput --no-pin"
    table = tree.run(*queens.split(), status=(0, 6)).stdout
    assert re.search(r"^ +1 mine +0 B ", table, re.M) and "\nmine, queen warm: the best\n" in table

    own.write_text(GETTERS.replace("walk(s, o, -1, -1)", "0"))
    tree.build(own=own)
    assert re.search(r"mine: wrong bishop on [a-h][1-8]", tree.run("verify", "--schemes", "mine", status=1).stdout)
    timed = tree.run(*"--processes 1 --time 0.1 --pieces bishop --modes throughput --no-pin".split(), status=1)
    assert re.search(r"^wrong: mine games bishop throughput: bishop on [a-h][1-8]", timed.stdout, re.M)

    plus = tmp_path / "own.cpp"
    plus.write_text("#include <cstdint>\nusing std::uint64_t;\n" + GETTERS)
    tree.build(own=plus)
    assert "1 verified, 0 wrong" in tree.run("verify", "--schemes", "mine").stdout
