/* SPDX-License-Identifier: MIT
 * Uses byte 0 of a bitboard in memory as rank 1, which is true on little-endian machines only. */
#include "board.h"

typedef union {
    bitboard occupied;
    uint8_t byte[8];
} view;
#define view view

static inline void set_view(view *v, bitboard occupied)
{
    v->occupied = occupied;
}

static inline void toggle(view *v, unsigned square)
{
    v->occupied ^= square_bit(square);
}

static bitboard read(const view *v)
{
    bitboard occupied = 0;
    for (unsigned rank = 0; rank < 8; rank++)
        occupied |= (bitboard)v->byte[rank] << 8 * rank;
    return occupied;
}

static inline bitboard rook_attacks(unsigned square, const view *v)
{
    return reference_rook_attacks(square, read(v));
}

static inline bitboard bishop_attacks(unsigned square, const view *v)
{
    return reference_bishop_attacks(square, read(v));
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "A union that trusts the byte order",
    .author = "slidebench",
    .year = "2026",
    .source = "none",
};
