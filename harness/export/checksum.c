/* SPDX-License-Identifier: MIT
 * The self test with the oracle as its scheme. */
#include "export/checksum.h"
#include "chess/oracle.h"

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return oracle_rook(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return oracle_bishop(square, occupied);
}

#include "kernels/defaults.h"

#include "common/self_test.h" /* of what the one above defines */

uint64_t export_checksum(void)
{
    return self_test_sum();
}
