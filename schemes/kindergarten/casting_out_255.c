/* SPDX-License-Identifier: MIT
 * Casting out 255: a bitboard and the sum of its ranks leave the same remainder modulo 255. So do a
 * decimal number and the sum of its digits modulo 9. The bits of a diagonal never meet in that
 * sum.
 * "crystalclear", Winboard Forum, October 2011,
 * http://www.open-aurec.com/wbforum/viewtopic.php?f=4&t=51996
 * https://www.chessprogramming.org/Congruent_Modulo_Bitboards
 * Lookups on files are slidebench's: an a-file smeared along the ranks covers the diagonal a1-h8.
 * Cost: as kindergarten bitboards, but a modulo by a constant per line, which compilers turn into
 * two multiplications, one for its high half; 9.5 KiB. Branchless. */
#include "arithmetic.h"
#include "kindergarten.h"

/* The remainder is the low byte of x + x / 255, which gcc does not find in x % 255. 255 itself
 * would leave 0, but a diagonal is never full: the slider's own square is not in it. */
static inline unsigned diagonal_index(bitboard diagonal)
{
    return (unsigned)((diagonal + diagonal / 255) >> 1 & 63);
}

static inline unsigned file_index(bitboard file)
{
    return diagonal_index(((file << 8) - file) & DIAGONAL_A1H8);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Casting out 255",
    .author = "\"crystalclear\"",
    .year = "2011",
    .source = "https://www.chessprogramming.org/Congruent_Modulo_Bitboards",
    .traits = BRANCHLESS,
    .table_bytes = KINDERGARTEN_BYTES,
    .init = init,
    .tables = {KINDERGARTEN_TABLES},
};
