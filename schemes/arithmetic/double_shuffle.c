/* SPDX-License-Identifier: MIT
 * Double bit shuffle: vpshufbitqmb selects any 64 bits of a word in any order. The first shuffle
 * gathers the eight rays into the eight bytes of a word, nearest square lowest. There x ^ (x - 1)
 * yields all rays at once, up to the first blocker. The second shuffle moves the bits back to their
 * squares. The highest bit of each byte, which no ray reaches, stops a ray without blocker, so that
 * no byte borrows from the next. No attack set is stored.
 * slidebench, 2026. Rays in the bytes of a word, all cut off by one subtraction, are 87flowers'
 * byteboards (https://87flowers.com/byteboard-attack-tables-1), in Reckless since January 2026 and
 * in Stormphrax; there a byte shuffle of the mailbox gathers them. The two bit shuffles are new.
 *
 * Cost of any piece: 2 shuffles of 64 bytes, 2 moves out of mask registers, 1 broadcast, 5
 * scalar operations; 3 cache lines per square. 8 KiB + 1 KiB. Branchless, multiply-free. */
#include "rays.h"

#if defined(__AVX512BITALG__) && defined(__AVX512BW__) && defined(__x86_64__)
#include <immintrin.h>

/* Squares, by ray and distance. */
static ALIGNED(64) uint8_t gather[64][DIRECTIONS][8];
/* Bits of the word, by square. */
static ALIGNED(64) uint8_t scatter[64][64];
static ALIGNED(64) struct lines {
    bitboard rook, bishop;
} lines[64];

/* Rays 0, 1, 4 and 5 are the rook's. Entries beyond the edge name any square and are not used. */
static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        lines[square].rook = reference_rook_attacks(square, 0);
        lines[square].bishop = reference_bishop_attacks(square, 0);
        for (enum direction direction = 0; direction < DIRECTIONS; direction++) {
            bitboard left = ray_mask(direction, square);
            for (unsigned distance = 0; left; distance++) {
                unsigned next = direction < FORWARD_DIRECTIONS ? (unsigned)trailing_zeros(left)
                                                               : 63 - (unsigned)leading_zeros(left);
                gather[square][direction][distance] = (uint8_t)next;
                scatter[square][next] = (uint8_t)(8 * direction + distance);
                left ^= square_bit(next);
            }
        }
    }
}

static inline bitboard shuffled(bitboard b, const void *places)
{
    return _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64((long long)b), _mm512_load_si512(places));
}

/* Returns every square that a ray reaches; other bits are undefined. */
static inline bitboard reached(unsigned square, bitboard occupied)
{
    bitboard rays = shuffled(occupied, gather[square]) | FILE_H;
    return shuffled(rays ^ (rays - FILE_A), scatter[square]);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return reached(square, occupied) & lines[square].rook;
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reached(square, occupied) & lines[square].bishop;
}

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    bitboard all = reached(square, occupied);
    struct both sets = {all & lines[square].rook, all & lines[square].bishop};
    return sets;
}
#define both_attacks both_attacks

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Double bit shuffle, AVX-512",
    .author = "slidebench, 87flowers",
    .year = "2026",
    .source = "https://87flowers.com/byteboard-attack-tables-1",
    .needs = "avx512bw avx512bitalg",
    .traits = BRANCHLESS | MULTIPLY_FREE | SIMD,
    .table_bytes = BYTES(sizeof gather + sizeof scatter + sizeof lines / 2,
                         sizeof gather + sizeof scatter + sizeof lines / 2,
                         sizeof gather + sizeof scatter + sizeof lines),
    .init = init,
    .tables = {TABLE(gather), TABLE(scatter), TABLE(lines)},
};
