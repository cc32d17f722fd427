/* SPDX-License-Identifier: MIT
 * Collapsed files and ranks, or kindergarten bitboards without multiplication: three shift-and-or
 * steps fold a line into one byte.
 * Urban Koistinen, rec.games.chess.computer, October 1997; Piotr Cichy for kindergarten bitboards,
 * CCC, August 2009, http://www.talkchess.com/forum/viewtopic.php?t=29296
 * https://www.chessprogramming.org/Occupancy_of_any_Line
 * Cost: rook 2 loads, bishop 4, and 8 operations per line to fold; 9.5 KiB. Branchless,
 * multiply-free. */
#include "kindergarten.h"

static inline unsigned diagonal_index(bitboard diagonal)
{
    uint32_t folded = (uint32_t)(diagonal | diagonal >> 32);
    folded |= folded >> 16;
    folded |= folded >> 8;
    return folded >> 1 & 63;
}

/* Four ranks down and four files over, then two and two, then one and one. */
static inline unsigned file_index(bitboard file)
{
    uint32_t folded = (uint32_t)(file | file >> 28);
    folded |= folded >> 14;
    folded |= folded >> 7;
    return folded >> 1 & 63;
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Collapsed files (multiply-free kindergarten)",
    .author = "Urban Koistinen; Piotr Cichy",
    .year = "1997; 2009",
    .source = "https://www.chessprogramming.org/Occupancy_of_any_Line",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = KINDERGARTEN_BYTES,
    .init = init,
    .tables = {KINDERGARTEN_TABLES},
};
