/* SPDX-License-Identifier: MIT
 * Switch by square: one jump goes to the code of the slider's square, where every mask is a
 * constant. There each square of a ray is added if those before it are empty: a test and a
 * conditional set, no jump. Daniel Infuehr, 2019, https://github.com/Gigantua/Chess_Movegen
 * (Switch.hpp, written by a program); here the compiler generates it.
 *
 * Cost: 1 indirect jump, and up to 28 tests for a queen. No tables, but some 30 KiB of code.
 * Branchy in the square only, multiply-free. */
#include "board.h"

/* Returns the nth square of a ray in steps of `files` and `ranks`; 0 beyond the edge. */
ALWAYS_INLINE bitboard nth(unsigned square, int files, int ranks, int n)
{
    int file = (int)(square & 7) + n * files, rank = (int)(square >> 3) + n * ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0 : (bitboard)1 << (8 * rank + file);
}

#define REACH(n)                                                                                   \
    between |= nth(square, files, ranks, (n)-1);                                                   \
    if (nth(square, files, ranks, n))                                                              \
        attacks |= occupied & between ? 0 : nth(square, files, ranks, n);

ALWAYS_INLINE bitboard walk(unsigned square, int files, int ranks, bitboard occupied)
{
    bitboard attacks = nth(square, files, ranks, 1), between = 0;
    REACH(2) REACH(3) REACH(4) REACH(5) REACH(6) REACH(7) return attacks;
}

ALWAYS_INLINE bitboard rook_from(unsigned square, bitboard occupied)
{
    return walk(square, 1, 0, occupied) | walk(square, 0, 1, occupied) |
           walk(square, -1, 0, occupied) | walk(square, 0, -1, occupied);
}

ALWAYS_INLINE bitboard bishop_from(unsigned square, bitboard occupied)
{
    return walk(square, 1, 1, occupied) | walk(square, -1, 1, occupied) |
           walk(square, -1, -1, occupied) | walk(square, 1, -1, occupied);
}

ALWAYS_INLINE bitboard queen_from(unsigned square, bitboard occupied)
{
    return rook_from(square, occupied) | bishop_from(square, occupied);
}

/* The empty asm keeps the cases separate. */
#define CASE(n, attacks_from)                                                                      \
    case n:                                                                                        \
        DISTINCT_CASE(n);                                                                          \
        return attacks_from(n, occupied);
#define CASES_4(n, attacks_from)                                                                   \
    CASE(n, attacks_from)                                                                          \
    CASE((n) + 1, attacks_from) CASE((n) + 2, attacks_from) CASE((n) + 3, attacks_from)
#define CASES_16(n, attacks_from)                                                                  \
    CASES_4(n, attacks_from)                                                                       \
    CASES_4((n) + 4, attacks_from) CASES_4((n) + 8, attacks_from) CASES_4((n) + 12, attacks_from)

#define CASES_64(attacks_from)                                                                     \
    CASES_16(0, attacks_from)                                                                      \
    CASES_16(16, attacks_from) CASES_16(32, attacks_from) CASES_16(48, attacks_from)

ALWAYS_INLINE bitboard rook_attacks(unsigned square, bitboard occupied)
{
    switch (square) {
        CASES_64(rook_from)
    }
    UNREACHABLE();
}

ALWAYS_INLINE bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    switch (square) {
        CASES_64(bishop_from)
    }
    UNREACHABLE();
}

ALWAYS_INLINE bitboard queen_attacks(unsigned square, bitboard occupied)
{
    switch (square) {
        CASES_64(queen_from)
    }
    UNREACHABLE();
}
#define queen_attacks queen_attacks

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Switch by square",
    .author = "Daniel Infuehr",
    .year = "2019",
    .source = "https://github.com/Gigantua/Chess_Movegen",
    .traits = MULTIPLY_FREE,
};
