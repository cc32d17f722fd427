/* SPDX-License-Identifier: MIT
 * Fixed-shift magics: fancy magic's dense table with plain magic's constant shift. If a square
 * needs fewer index bits, its magic leaves the top ones clear. The squares' parts overlap in one
 * table, where one part has gaps or the same attacks as another part.
 * Onno Garms, 2009, http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=50043
 * Volker Annuss, 2010 (800 KiB), http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=51162
 *
 * With BLACK_MAGIC: black magics. In place of masking, all irrelevant squares are set, which adds a
 * constant to the product and so shifts a part's lowest index too.
 * Volker Annuss, 2017, http://talkchess.com/forum/viewtopic.php?t=64790
 *
 * With STRUCTS: a struct per square, as in magic_fancy.c.
 * Ideas are free, code is ours: Stockfish is under GPL-3; this follows pull request 5623.
 *
 * Without BLACK_MAGIC: 694 KiB for both pieces.
 *
 * With BLACK_MAGIC: 687 KiB for both pieces.
 *
 * Cost per piece: 4 loads, 1 multiply, and (or), shift. 3 KiB of masks, magics and pointers.
 * Branchless. */
#include "board.h"

#ifdef BLACK_MAGIC
#include "magics_black.h"
#else
#include "magics_fixed_shift.h"
#endif

enum { ROOK_BITS = 12, BISHOP_BITS = 9 };

static ALIGNED(64) bitboard table[ENTRIES];

#include "magic_fields.h"

static inline size_t magic_index(const struct magics *m, unsigned square, bitboard occupied,
                                 unsigned bits)
{
    return (size_t)(masked(m, square, occupied) * FIELD(m, square, magic) >> (64 - bits));
}

static inline void fill_table(struct magics *m, struct magic_constant constant, unsigned square,
                              bitboard relevant, unsigned bits,
                              bitboard (*reference_attacks)(unsigned, bitboard))
{
    bitboard subset = 0, *attacks = table + constant.offset;
    FIELD(m, square, mask) = MASK(relevant);
    FIELD(m, square, magic) = constant.magic;
    FIELD(m, square, attacks) = attacks;
    do {
        attacks[magic_index(m, square, subset, bits)] = reference_attacks(square, subset);
        subset = next_subset(subset, relevant);
    } while (subset);
}

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        fill_table(ROOK_MAGICS, rook_magics[square], square, rook_relevant(square), ROOK_BITS,
                   reference_rook_attacks);
        fill_table(BISHOP_MAGICS, bishop_magics[square], square, bishop_relevant(square),
                   BISHOP_BITS, reference_bishop_attacks);
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    size_t index = magic_index(ROOK_MAGICS, square, occupied, ROOK_BITS);
    return FIELD(ROOK_MAGICS, square, attacks)[index];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    size_t index = magic_index(BISHOP_MAGICS, square, occupied, BISHOP_BITS);
    return FIELD(BISHOP_MAGICS, square, attacks)[index];
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#if defined(BLACK_MAGIC) && defined(STRUCTS)
    .title = "Black magic, a struct per square",
    .author = "Volker Annuss, mstembera",
    .year = "2024",
    .source = "https://github.com/official-stockfish/Stockfish/pull/5623",
#elif defined(BLACK_MAGIC)
    .title = "Black magic bitboards",
    .author = "Volker Annuss, Niklas Fiekas",
    .year = "2017",
    .source = "http://talkchess.com/forum/viewtopic.php?t=64790",
#else
    .title = "Fixed-shift magic, overlapping tables",
    .author = "Onno Garms, Volker Annuss",
    .year = "2009",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=50043",
#endif
    .traits = BRANCHLESS,
    .table_bytes = BYTES(sizeof table + sizeof magics / 2, sizeof table + sizeof magics / 2,
                         sizeof table + sizeof magics),
    .init = init,
    .tables = {TABLE(magics), TABLE(table)},
};
