/* SPDX-License-Identifier: MIT
 * Fancy magic bitboards: as plain ones, but each square has its own part of one dense table, and
 * only as many index bits as relevant squares: 10 to 12 for rooks, 5 to 9 for bishops.
 * Pradu Kannan, 2006, http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=5452
 * https://www.chessprogramming.org/Magic_Bitboards#Fancy
 *
 * With INCORPORATED_SHIFT: the shift is in the top six bits of the magic, which are almost
 * redundant: one load less for one more shift, which executes beside the multiply.
 * Grant Osborne, 2008, http://www.talkchess.com/forum/viewtopic.php?t=21329
 *
 * With STRUCTS: a struct per square, the rook's and the bishop's in one cache line: a queen reads
 * one line besides the attack sets, in place of eight. mstembera, Stockfish, 2024,
 * https://github.com/official-stockfish/Stockfish/pull/5623
 *
 * With BLACK_MAGIC: black magics (see magic_fixed_shift.c) by the same tables. They compress: a
 * bishop in a corner or next to it takes one index bit less, with magics of our own. Ciekce,
 * Stormphrax, 2023, https://github.com/Ciekce/Stormphrax
 *
 * Ideas are free, code is ours: Stockfish is under GPL-3; this follows pull request 5623.
 *
 * Cost per piece: 5 loads (4 with the shift in the magic), 1 multiply, and, variable shift. 800
 * KiB for rooks, 41 KiB for bishops, and 3 KiB of masks, magics and pointers. Branchless. */
#ifdef INCORPORATED_SHIFT
#include "magics_incorporated_shift.h"
#elif defined(BLACK_MAGIC)
#include "magics_black_shift.h"
#else
#include "magics.h"
#endif

#define PRODUCT_BITS 64
#include "fancy.h"

static inline size_t fancy_index(const struct magics *m, unsigned square, bitboard occupied)
{
#ifdef INCORPORATED_SHIFT
    unsigned shift = (unsigned)(FIELD(m, square, magic) >> 58);
#else
    unsigned shift = FIELD(m, square, shift);
#endif
    return (size_t)(masked(m, square, occupied) * FIELD(m, square, magic) >> shift);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef INCORPORATED_SHIFT
    .title = "Fancy magic, shift in the magic",
    .author = "Grant Osborne",
    .year = "2008",
    .source = "http://www.talkchess.com/forum/viewtopic.php?t=21329",
#elif defined(BLACK_MAGIC)
    .title = "Black magic, each square's own shift",
    .author = "Volker Annuss, Ciekce",
    .year = "2023",
    .source = "https://github.com/Ciekce/Stormphrax",
#elif defined(STRUCTS)
    .title = "Fancy magic, a struct per square",
    .author = "mstembera",
    .year = "2024",
    .source = "https://github.com/official-stockfish/Stockfish/pull/5623",
#else
    .title = "Fancy magic bitboards",
    .author = "Pradu Kannan",
    .year = "2006",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=5452",
#endif
    .traits = BRANCHLESS,
    .table_bytes = FANCY_BYTES,
    .init = init,
    .tables = {FANCY_TABLES},
};
