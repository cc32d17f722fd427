/* SPDX-License-Identifier: MIT
 * Kindergarten bitboards: a multiplication by a constant gathers the six inner squares of a line at
 * the top of the product. Multiplying by the b-file adds all ranks together; multiplying by the
 * diagonal c2-h7 turns the a-file into a rank, upside down. Nothing carries, as no two bits meet.
 * Gerd Isenberg, 2006, from forum threads with many contributors; named in December 2006.
 * https://www.chessprogramming.org/Kindergarten_Bitboards
 * Cost: rook 1 multiplication and 2 loads, bishop 2 and 4; 9.5 KiB. Branchless. */
#include "kindergarten.h"

static inline unsigned diagonal_index(bitboard diagonal)
{
    return (unsigned)(diagonal * 0x0202020202020202u >> 58);
}

static inline unsigned file_index(bitboard file)
{
    return (unsigned)(file * C2_TO_H7 >> 58);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Kindergarten bitboards",
    .author = "Gerd Isenberg",
    .year = "2006",
    .source = "https://www.chessprogramming.org/Kindergarten_Bitboards",
    .traits = BRANCHLESS,
    .table_bytes = KINDERGARTEN_BYTES,
    .init = init,
    .tables = {KINDERGARTEN_TABLES},
};
