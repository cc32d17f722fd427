/* SPDX-License-Identifier: MIT
 * Folding hash: each of the four lines of a square has a small magic of its own. All squares off
 * the line are set, the board is folded into 32 bits, and the top six bits of the product with the
 * line's factor index one table, in which the lines' 64 slots overlap where they are not used.
 * Daniel Inführ, 2022, https://github.com/Gigantua/Chess_Movegen, FoldingHash.hpp: 47 KiB, after
 * two trillion candidates on a GPU. The factors and offsets here are found by init().
 *
 * Cost per line, of which a piece has two: 4 loads, 1 multiply of 32 bits, or, 2 shifts, xor, 1
 * times 3. 78 KiB for all pieces, 4 KiB. Branchless. */
#include "board.h"

#include <string.h>

enum { SLOTS = 64, ENTRIES = 9964 }; /* just as many as init() needs */

struct fold {
    bitboard others; /* all squares but the line's relevant ones */
    uint32_t factor, offset;
};

static struct fold folds[64][LINES] __attribute__((aligned(64))); /* a square to a cache line */
static bitboard table[ENTRIES] __attribute__((aligned(64)));

static inline uint32_t slot(const struct fold *fold, bitboard occupied)
{
    bitboard seen = occupied | fold->others;
    return ((uint32_t)(seen >> 32) ^ (uint32_t)seen * 3) * fold->factor >> 26;
}

/* xorshift32 (G. Marsaglia, 2003). */
static uint32_t random_bits(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Fills the slots, as long as occupancies with different attacks do not meet in one. */
static bool fill(bitboard slots[SLOTS], const struct fold *fold, enum line line, unsigned square)
{
    bitboard relevant = ~fold->others, subset = 0;
    memset(slots, 0, SLOTS * sizeof *slots);
    do {
        bitboard *at = &slots[slot(fold, subset)], attacks = line_attacks(line, square, subset);
        if (*at && *at != attacks)
            return false;
        *at = attacks;
        subset = next_subset(subset, relevant);
    } while (subset);
    return true;
}

/* Puts the slots where first all used ones meet empty or equal entries, and returns the offset. */
static uint32_t place(const bitboard slots[SLOTS])
{
    for (uint32_t offset = 1;; offset++) {
        unsigned i = 0;
        while (i < SLOTS && (!slots[i] || !table[offset + i] || slots[i] == table[offset + i]))
            i++;
        if (i < SLOTS)
            continue;
        for (i = 0; i < SLOTS; i++)
            table[offset + i] |= slots[i];
        return offset;
    }
}

static void init(void)
{
    uint32_t state = 1;
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++) {
            struct fold *fold = &folds[square][line];
            bitboard slots[SLOTS];
            fold->others = ~relevant_on_line(line, square);
            if (!line_mask(line, square))
                continue; /* a corner: factor and offset stay 0 and lead to entry 0, which stays empty */
            do
                fold->factor = random_bits(&state) & random_bits(&state); /* sparse ones do best */
            while (!fill(slots, fold, line, square));
            fold->offset = place(slots);
        }
}

static inline bitboard on_line(enum line line, unsigned square, bitboard occupied)
{
    const struct fold *fold = &folds[square][line];
    return table[fold->offset + slot(fold, occupied)];
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return on_line(RANK_LINE, square, occupied) | on_line(FILE_LINE, square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return on_line(DIAGONAL, square, occupied) | on_line(ANTIDIAGONAL, square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Folding hash: a 32-bit magic per line",
    .author = "Daniel Inführ",
    .year = "2022",
    .source = "https://github.com/Gigantua/Chess_Movegen",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(sizeof table + sizeof folds / 2, sizeof table + sizeof folds / 2,
                         sizeof table + sizeof folds),
    .init = init,
};
