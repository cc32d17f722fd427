/* SPDX-License-Identifier: MIT
 * 32-bit magics: fancy magic without a 64-bit multiply. Each half of the relevant occupancy is
 * multiplied by a magic of its own. The top bits of the two products, xored, are the index.
 * Grant Osborne, 2006, http://www.open-aurec.com/wbforum/viewtopic.php?t=5997; later in Stockfish.
 * https://www.chessprogramming.org/Magic_Bitboards#32-bit_Magics
 *
 * Cost per piece: 5 loads (8 on 32-bit machines), 2 multiplies of 32 bits, and, xor, variable
 * shift. 800 KiB for rooks, 41 KiB for bishops, and 3 KiB of masks, magics and pointers.
 * Branchless. */
#include "magics_32.h"

#define PRODUCT_BITS 32
#include "fancy.h"

/* The magic of the board's low half is in the low half of the square's word. */
static inline size_t fancy_index(const struct magics *m, unsigned square, bitboard occupied)
{
    bitboard relevant = masked(m, square, occupied);
    uint32_t low = (uint32_t)relevant * (uint32_t)FIELD(m, square, magic);
    uint32_t high = (uint32_t)(relevant >> 32) * (uint32_t)(FIELD(m, square, magic) >> 32);
    return (low ^ high) >> FIELD(m, square, shift);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Fancy magic by two 32-bit multiplies",
    .author = "Grant Osborne",
    .year = "2006",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?t=5997",
    .traits = BRANCHLESS,
    .table_bytes = FANCY_BYTES,
    .init = init,
    .tables = {FANCY_TABLES},
};
