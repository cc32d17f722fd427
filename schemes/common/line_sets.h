/* SPDX-License-Identifier: MIT
 * Tables and getters of schemes that look up complete attack sets by line, square and a key of six
 * bits, and that differ only in how they compute the key. A file includes this and then defines
 *
 *     size_t line_key(enum line line, unsigned square, bitboard occupied)
 *
 * The key is below 64, and different for all occupancies of the line's relevant squares. No other
 * square may change the key, except the slider's own. Lookups pass a constant line.
 *
 * The line is the first index and the square the second, so that a rook reads one half of the table
 * and a bishop the other half. If all sets of a square were side by side, a rook would use only
 * every other KiB of the table, and so only half of a first-level cache. */
#include "board.h"

/* One struct, so that there is one base address. An array of masks for each line saves three
 * instructions, compared with a square's masks side by side, and keeps unused masks uncached. */
static ALIGNED(64) struct line_tables {
    bitboard relevant[LINES][PADDED_SQUARES]; /* squares that can shorten a ray */
    bitboard sets[LINES * 64 * 64];           /* [line][square][line_key()] */
} lines;

/* Bytes of tables for lookups that mask `masked` lines and find the sets of `found` lines. */
#define LINE_BYTES(masked, found) (64 * sizeof(bitboard) * ((masked) + 64 * (found)))

static inline size_t line_key(enum line line, unsigned square, bitboard occupied);

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++) {
            bitboard relevant = relevant_on_line(line, square);
            lines.relevant[line][square] = relevant;
            bitboard keyed = relevant | square_bit(square), subset = 0;
            do
                lines.sets[64 * (64 * line + square) + line_key(line, square, subset)] =
                    reference_line_attacks(line, square, subset);
            while ((subset = next_subset(subset, keyed)));
        }
}

/* Returns the attacks on one line. All lines of a square share the pointer: without the barrier gcc
 * would compute an index for each line. */
static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    const bitboard *sets = lines.sets + 64 * (size_t)square;
    HIDE_FROM_COMPILER(sets);
    return sets[64 * 64 * line + line_key(line, square, occupied)];
}

#include "line_getters.h"
