/* SPDX-License-Identifier: MIT
 * Uses byte 0 of a bitboard in memory as rank 1, which is true on little-endian machines only. */
#include "board.h"

static bitboard from_bytes(bitboard occupied)
{
    const union {
        bitboard all;
        uint8_t byte[8];
    } board = {occupied};
    bitboard sum = 0;
    for (unsigned rank = 0; rank < 8; rank++)
        sum |= (bitboard)board.byte[rank] << 8 * rank;
    return sum;
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return reference_rook_attacks(square, from_bytes(occupied));
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, from_bytes(occupied));
}

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "A union that trusts the byte order"};
