/* SPDX-License-Identifier: MIT
 * Correct for single queries. The fault is in the batch build: two lanes of a batch are
 * exchanged, which no sum shows; or one square of a board is computed on an empty one. */
#include "board.h"

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return reference_rook_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

#if defined BATCH_BUILD && defined LANES
#define BATCH_WIDTH 4
static inline void rook_batch(const uint8_t *squares, const bitboard *occupied, bitboard *sets)
{
    for (unsigned i = 0; i < BATCH_WIDTH; i++)
        sets[i ^ (i < 2)] = rook_attacks(squares[i], occupied[i]);
}
#define rook_batch rook_batch
#elif defined BATCH_BUILD
static inline void bishop_board(bitboard occupied, bitboard *sets)
{
    for (unsigned square = 0; square < 64; square++)
        sets[square] = bishop_attacks(square, square == 27 ? 0 : occupied); /* d4 */
}
#define bishop_board bishop_board
#endif

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "Batches or boards with a fault"};
