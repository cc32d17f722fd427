# SPDX-License-Identifier: MIT
"""sliders.h, which engines include: the getters of one scheme, all behind the same small functions.

One variant of it counts lookups. In C the functions are sliders_rook_attacks() and so on, in C++ those
of the namespace `sliders`. The object of tables, which each engine is linked with, fills them before main()."""

import re

PREFIX = "sliders_scheme"  # of the exported header
COUNTS = ("rook", "bishop", "both", "queen")  # the words of the file that SLIDERS_COUNTS names

COUNT = """
void sliders_hook(int piece, unsigned square, uint64_t occupied); /* in the object of tables */
"""

NOTHING = """
static inline __attribute__((always_inline)) void sliders_hook(int piece, unsigned square, uint64_t occupied)
{
    (void)piece, (void)square, (void)occupied;
}
"""

GETTERS = """
#define SLIDERS_GETTER(type, name, piece)                                                          \\
    static inline __attribute__((always_inline)) type SLIDERS_NAME(name)(unsigned square, uint64_t occupied) \\
    {                                                                                              \\
        sliders_hook(piece, square, occupied);                                                     \\
        return sliders_scheme_##name(square, occupied);                                            \\
    }
#ifdef __cplusplus
#define SLIDERS_NAME(name) name
namespace sliders
{
using both = sliders_scheme_both;
#else
#define SLIDERS_NAME(name) sliders_##name
#define sliders_both sliders_scheme_both
#endif
SLIDERS_GETTER(uint64_t, rook_attacks, 0)
SLIDERS_GETTER(uint64_t, bishop_attacks, 1)
SLIDERS_GETTER(struct sliders_scheme_both, both_attacks, 2)
SLIDERS_GETTER(uint64_t, queen_attacks, 3)
#ifdef __cplusplus
} // namespace sliders
#endif
"""

COUNTER = """
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROOK, BISHOP, BOTH, QUEEN, COUNTS };
static uint64_t unmapped[COUNTS], *counts = unmapped;

/* A rook's and a bishop's lookup in direct succession, of one square and occupancy, count as `both` alone. */
void sliders_hook(int piece, unsigned square, uint64_t occupied)
{
    static int last = QUEEN;
    static unsigned last_square;
    static uint64_t last_occupied;
    const int pair = last + piece == ROOK + BISHOP && square == last_square && occupied == last_occupied;
    counts[pair ? BOTH : piece]++;
    if (pair)
        counts[last]--;
    last = pair ? (int)QUEEN : piece;
    last_square = square;
    last_occupied = occupied;
}

__attribute__((constructor(101))) static void map_counts(void)
{
    const char *name = getenv("SLIDERS_COUNTS");
    const int file = name ? open(name, O_RDWR) : -1;
    void *mapped = file < 0 ? MAP_FAILED
                            : mmap(NULL, sizeof unmapped, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED)
        abort();
    counts = (uint64_t *)mapped;
}
"""


def header(counts: bool) -> str:
    """Returns sliders.h. It includes sliders_scheme.h, the scheme as exported with PREFIX."""
    hook = COUNT if counts else NOTHING
    return f'#ifndef SLIDERS_H\n#define SLIDERS_H\n#include "sliders_scheme.h"\n{hook}{GETTERS}\n#endif\n'


def has_own_view(exported: str) -> bool:
    """Returns whether the getters of an exported scheme take more than a bitboard."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", exported, flags=re.S)  # without comments
    return f"{PREFIX}_set_view(" in code


def tables(counts: bool) -> str:
    """Returns the source of the object of tables."""
    return (
        f'#define {PREFIX.upper()}_IMPLEMENTATION\n#include "sliders.h"\n{COUNTER if counts else ""}\n'
        "/* Runs before the constructors of the engine, which may look up attacks. */\n"
        f"__attribute__((constructor(102))) static void fill_tables(void)\n{{\n    {PREFIX}_init();\n}}\n"
    )


def padding(number: int, code: int, data: int) -> str:
    """Returns the source of an object that moves what is linked after it, by bytes of code and of data."""
    name = f"sliders_padding_{number}"
    return f'__asm__(".text\\n.globl {name}\\n{name}:\\n.skip {code}\\n");\n' f"char {name}_data[{data}] = {{1}};\n"


WRAPPER = """#!/bin/sh
# Compiles with the folder of sliders.h; links with the object of tables, too, and records the command.
for word; do
    case $word in
    -[cSEMvV] | -MM | -fsyntax-only | -shared | -dump* | -print* | --version | --help)
        exec {compiler} -I"{include}" "$@"
        ;;
    esac
done
printf '%s\\0' "{name}" "$PWD" "$@" >"$(mktemp "{commands}/$(date +%s%N)-XXXXXX")"
exec {name} -I"{include}" "$@" "{tables}"
"""
