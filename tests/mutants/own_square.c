/* SPDX-License-Identifier: MIT
 * No fault, though it looks like one: hyperbola quintessence that does not first clear the
 * slider's own square in the occupancy. In o ^ (o - r), a bit at r itself changes nothing under
 * the mask: all stages must pass it. */
#include "arithmetic.h"

static bitboard on_line(enum line line, unsigned square, bitboard occupied)
{
    bitboard mask = computed_line(line, square), o = occupied & (mask | square_bit(square));
    bitboard up = o - 2 * square_bit(square);
    bitboard down = reversed(reversed(o) - 2 * square_bit(63 - square));
    return (up ^ down) & mask;
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return on_line(RANK_LINE, square, occupied) | on_line(FILE_LINE, square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return on_line(DIAGONAL, square, occupied) | on_line(ANTIDIAGONAL, square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "Hyperbola, own square not cleared"};
