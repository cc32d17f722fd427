/* SPDX-License-Identifier: MIT
 * Complete attack sets by line, square and six bits: tables and getters of the schemes that differ
 * only in how they compute these six bits. A file includes this and then defines
 *
 *     size_t line_key(enum line line, unsigned square, bitboard occupied)
 *
 * which is below 64 and different for all occupancies of the line's relevant squares. Of the other
 * squares, only the slider's own may change it. Lookups call it with a constant line.
 *
 * The line comes before the square: a rook reads one half of the table and a bishop the other
 * half. With all sets of a square side by side a rook would leave every other KiB unused, and so
 * half of a first-level cache. */
#include "board.h"

/* One struct, and so one base address. Arrays of masks take three instructions fewer than a
 * square's masks side by side. Masks of lines that need none stay out of the cache. */
static ALIGNED(64) struct line_tables {
    bitboard relevant[LINES][PADDED_SQUARES]; /* squares that can shorten a ray */
    bitboard sets[LINES * 64 * 64];           /* [line][square][line_key()] */
} lines;

/* Bytes that a lookup reads if it masks so many lines, and finds the sets of so many. */
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

/* Returns the attacks on one line. All lines of a square share the pointer; without the barrier gcc
 * would compute an index for each. */
static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    const bitboard *sets = lines.sets + 64 * (size_t)square;
    HIDE_FROM_COMPILER(sets);
    return sets[64 * 64 * line + line_key(line, square, occupied)];
}

#include "line_getters.h"
