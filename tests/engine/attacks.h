/* SPDX-License-Identifier: MIT
 * Attack sets. Bit = square: a1 = 0, h1 = 7, h8 = 63. A set contains the first blocker of each
 * ray. */
#ifndef ATTACKS_H
#define ATTACKS_H

#include <stdint.h>

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H (FILE_A << 7)
#define RANK_1 UINT64_C(0xff)

static inline uint64_t bit(int square)
{
    return UINT64_C(1) << square;
}

/* Undefined for an empty set. */
static inline int first_square(uint64_t set)
{
    return __builtin_ctzll(set);
}

static inline int pop_square(uint64_t *set)
{
    const int square = first_square(*set);
    *set &= *set - 1;
    return square;
}

static inline int count(uint64_t set)
{
    return __builtin_popcountll(set);
}

static inline uint64_t ray(int square, int files, int ranks, uint64_t occupied)
{
    uint64_t set = 0;
    int file = square % 8 + files, rank = square / 8 + ranks;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        set |= bit(8 * rank + file);
        if (set & occupied)
            break;
        file += files;
        rank += ranks;
    }
    return set;
}

/* The getters of sliding pieces: trial.toml replaces the bodies of these three. */
static inline uint64_t bishop_attacks_of(int square, uint64_t occupied)
{
    return ray(square, 1, 1, occupied) | ray(square, 1, -1, occupied) |
           ray(square, -1, 1, occupied) | ray(square, -1, -1, occupied);
}

static inline uint64_t rook_attacks_of(int square, uint64_t occupied)
{
    return ray(square, 1, 0, occupied) | ray(square, -1, 0, occupied) |
           ray(square, 0, 1, occupied) | ray(square, 0, -1, occupied);
}

static inline uint64_t queen_attacks_of(int square, uint64_t occupied)
{
    return rook_attacks_of(square, occupied) | bishop_attacks_of(square, occupied);
}

static inline uint64_t west(uint64_t set)
{
    return set >> 1 & ~FILE_H;
}

static inline uint64_t east(uint64_t set)
{
    return set << 1 & ~FILE_A;
}

static inline uint64_t knights_attacks(uint64_t knights)
{
    const uint64_t near = west(knights) | east(knights);
    const uint64_t far = west(west(knights)) | east(east(knights));
    return near << 16 | near >> 16 | far << 8 | far >> 8;
}

static inline uint64_t king_attacks(uint64_t king)
{
    const uint64_t rank = west(king) | king | east(king);
    return (rank | rank << 8 | rank >> 8) ^ king;
}

static inline uint64_t pawns_attacks(uint64_t pawns, int colour)
{
    const uint64_t sides = west(pawns) | east(pawns);
    return colour ? sides >> 8 : sides << 8;
}

#endif
