/* SPDX-License-Identifier: MIT
 * A table by packed relevant occupancy, with one fault each in its builder or in its lookup. */
#include "board.h"

#include <unistd.h>

static bitboard table[2][64][4096] __attribute__((aligned(64)));

static bitboard relevant(unsigned piece, unsigned square)
{
    return piece ? bishop_relevant(square) : rook_relevant(square);
}

static void fill_square(unsigned piece, unsigned square)
{
    bitboard mask = relevant(piece, square), subset = 0;
    do
        table[piece][square][pext_portable(subset, mask)] =
            piece ? reference_bishop_attacks(square, subset)
                  : reference_rook_attacks(square, subset);
    while ((subset = next_subset(subset, mask)));
}

static void fill(void)
{
    for (unsigned square = 0; square < 64; square++) {
#ifdef LAST_SQUARE /* off by one */
        if (square == 63)
            break;
#endif
        fill_square(0, square);
        fill_square(1, square);
    }
}

static void init(void)
{
#if defined LAZY
    return;
#elif defined SLEEPS
    for (;;)
        pause();
#endif
    fill();
#if defined WRONG_ENTRY /* one of 102,400 */
    table[0][0][4095] ^= square_bit(2);
#endif
}

static inline bitboard look_up(unsigned piece, unsigned square, bitboard occupied)
{
    bitboard mask = relevant(piece, square);
#if defined LAZY /* correct, but its first lookup costs what init() should */
    static bool filled;
    if (!filled)
        fill();
    filled = true;
#endif
    return table[piece][square][pext_portable(occupied, mask) % 4096];
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return look_up(0, square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return look_up(1, square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {SCHEME_CODE, .title = "A table with a fault", .init = init};
