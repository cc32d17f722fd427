# SPDX-License-Identifier: MIT
"""The texts that connect an engine with a scheme. Engines include sliders.h, a scheme as `slidebench export` writes it;
in one variant its getters count their lookups. Each engine is linked with an object that has the scheme's tables and
fills them before main()."""

COUNTED = """
#ifndef SLIDERS_COUNTED
void sliders_hook(int piece, unsigned square, uint64_t occupied); /* in the object of tables */
#define SLIDERS_COUNTED(type, name, piece)                                                         \\
    static inline type sliders_counted_##name(unsigned square, uint64_t occupied)                  \\
    {                                                                                              \\
        sliders_hook(piece, square, occupied);                                                     \\
        return sliders_##name(square, occupied);                                                   \\
    }
SLIDERS_COUNTED(uint64_t, rook_attacks, 0)
SLIDERS_COUNTED(uint64_t, bishop_attacks, 1)
SLIDERS_COUNTED(struct sliders_both, both_attacks, 2)
SLIDERS_COUNTED(uint64_t, queen_attacks, 3)
#define sliders_rook_attacks sliders_counted_rook_attacks
#define sliders_bishop_attacks sliders_counted_bishop_attacks
#define sliders_both_attacks sliders_counted_both_attacks
#define sliders_queen_attacks sliders_counted_queen_attacks
#endif
"""

COUNTER = """
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROOK, BISHOP, BOTH, QUEEN, COUNTS }; /* PIECES of trial_results.py */
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


def tables_source(counts: bool) -> str:
    """Returns the source of the object that has the tables."""
    return (
        f'#define SLIDERS_IMPLEMENTATION\n#include "sliders.h"\n{COUNTER if counts else ""}\n'
        "/* Runs before the constructors of the engine, which may look up attacks. */\n"
        "__attribute__((constructor(102))) static void fill_tables(void)\n{\n    sliders_init();\n}\n"
    )


def padding(number: int, code: int, data: int) -> str:
    """Returns the source of an object that moves what is linked after it, by bytes of code and of data."""
    name = f"sliders_padding_{number}"
    return f'__asm__(".text\\n.globl {name}\\n{name}:\\n.skip {code}\\n");\n' f"char {name}_data[{data}] = {{1}};\n"


WRAPPER = """#!/bin/sh
# Compiles with the folder of sliders.h; links with the object of tables, too, and records the command.
folder=${{0%/*}}
for word; do
    case $word in
    -[cSEMvV] | -MM | -fsyntax-only | -shared | -dump* | -print* | --version | --help)
        exec {compiler} -I"$folder/include" "$@"
        ;;
    esac
done
printf '%s\\0' {recorded} "$PWD" "$@" >"$(mktemp "$folder/commands/$(date +%s%N)-XXXXXX")"
exec {linker} -I"$folder/include" "$@" "$folder/tables.o"
"""
