/* SPDX-License-Identifier: MIT
 * Folding hash: each of the four lines of a square has a small magic. All squares off the line are
 * set, and the board is folded into 32 bits. The top six bits of the product with the line's magic
 * are the index. All lines share one table, in which their 64 slots overlap where they are unused.
 * Daniel Infuehr, 2022, https://github.com/Gigantua/Chess_Movegen, FoldingHash.hpp: 47 KiB, after
 * two trillion candidates on a GPU. The magics and offsets here are found by init().
 *
 * Cost per line, of which a piece has two: 4 loads, 1 multiply of 32 bits, or, 2 shifts, xor, 1
 * times 3. 78 KiB for all pieces, and 5 KiB of masks, magics and pointers.
 * Branchless. */
#include "board.h"

#include <string.h>

enum { SLOTS = 64, ENTRIES = 9964 }; /* exactly as many as init() needs */

static ALIGNED(64) bitboard table[ENTRIES];

static ALIGNED(64) struct line_fold {
    bitboard others[PADDED_SQUARES]; /* all squares except the line's relevant ones */
    const bitboard *slots[PADDED_SQUARES];
    uint32_t magic[PADDED_SQUARES];
} folds[LINES];

static inline uint32_t slot_index(const struct line_fold *fold, unsigned square, bitboard occupied)
{
    bitboard seen = occupied | fold->others[square];
    return ((uint32_t)(seen >> 32) ^ (uint32_t)seen * 3) * fold->magic[square] >> 26;
}

/* xorshift32 (G. Marsaglia, 2003). */
static inline uint32_t random_bits(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Fills the slots. Returns false if occupancies with different attacks collide. */
static inline bool fill_slots(bitboard slots[SLOTS], const struct line_fold *fold, enum line line,
                              unsigned square)
{
    bitboard relevant = ~fold->others[square], subset = 0;
    memset(slots, 0, SLOTS * sizeof *slots);
    do {
        bitboard *slot = &slots[slot_index(fold, square, subset)],
                 attacks = reference_line_attacks(line, square, subset);
        if (*slot && *slot != attacks)
            return false;
        *slot = attacks;
        subset = next_subset(subset, relevant);
    } while (subset);
    return true;
}

/* Copies the slots to the first offset where all used ones meet empty or equal entries. */
static const bitboard *place_slots(const bitboard slots[SLOTS])
{
    for (bitboard *start = table + 1;; start++) {
        unsigned i = 0;
        while (i < SLOTS && (!slots[i] || !start[i] || slots[i] == start[i]))
            i++;
        if (i < SLOTS)
            continue;
        for (i = 0; i < SLOTS; i++)
            start[i] |= slots[i];
        return start;
    }
}

static inline void init(void)
{
    uint32_t state = 1;
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = 0; line < LINES; line++) {
            struct line_fold *fold = &folds[line];
            bitboard slots[SLOTS];
            fold->others[square] = ~relevant_on_line(line, square);
            /* The first entry is empty, for a corner's empty line. */
            fold->slots[square] = table;
            if (!line_mask(line, square))
                continue;
            do /* sparse magics succeed most often */
                fold->magic[square] = random_bits(&state) & random_bits(&state);
            while (!fill_slots(slots, fold, line, square));
            fold->slots[square] = place_slots(slots);
        }
}

static inline bitboard attacks_on_line(enum line line, unsigned square, bitboard occupied)
{
    return folds[line].slots[square][slot_index(&folds[line], square, occupied)];
}

#include "line_getters.h"

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Folding hash: a 32-bit magic per line",
    .author = "Daniel Infuehr",
    .year = "2022",
    .source = "https://github.com/Gigantua/Chess_Movegen",
    .traits = BRANCHLESS,
    .table_bytes = BYTES(sizeof table + sizeof folds / 2, sizeof table + sizeof folds / 2,
                         sizeof table + sizeof folds),
    .init = init,
    .tables = {TABLE(folds), TABLE(table)},
};
