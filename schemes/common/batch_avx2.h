/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence with all four lines of a square in the lanes of one AVX2 register, for a
 * single query, and for four or eight side by side. In the rank's lane vpshufb copies the rank to
 * all bytes, and the mask keeps a diagonal of it: one bit a byte, in order. A byte swap reverses
 * that order as it does on a file. At the end vpsadbw adds the bytes up, which makes it a rank
 * again.
 * slidebench, 2026, after hyperbola_dual.c, with its three lines in a register.
 *
 * Cost for four queens: 20 vector loads, 48 vector operations; 8 KiB, two cache lines a square. */
#include "board.h"

#include <immintrin.h>

#define EACH_BIT   0x8040201008040201u /* byte i: 1 << i */
#define LOW_BYTES  0x0706050403020100u /* byte i: i */
#define HIGH_BYTES 0x0f0e0d0c0b0a0908u

enum lane { RANK_LANE, FILE_LANE, DIAGONAL_LANE, ANTIDIAGONAL_LANE, LANES };

static struct lanes {
    bitboard line[LANES], slider[LANES], swapped_slider[LANES];
    bitboard copied[LANES]; /* for vpshufb: the rank to all bytes of its lane, others as is */
} lanes[64] __attribute__((aligned(128)));

static inline void init_batch(void)
{
    for (unsigned square = 0; square < 64; square++) {
        struct lanes *l = &lanes[square];
        bitboard in_rank_lane = (bitboard)1 << 9 * file_of(square);
        l->line[RANK_LANE] = EACH_BIT & ~in_rank_lane;
        l->line[FILE_LANE] = line_mask(FILE_LINE, square);
        l->line[DIAGONAL_LANE] = line_mask(DIAGONAL, square);
        l->line[ANTIDIAGONAL_LANE] = line_mask(ANTIDIAGONAL, square);
        for (enum lane lane = RANK_LANE; lane < LANES; lane++) {
            l->slider[lane] = lane == RANK_LANE ? in_rank_lane : square_bit(square);
            l->swapped_slider[lane] = __builtin_bswap64(l->slider[lane]);
        }
        l->copied[RANK_LANE] = FILE_A * rank_of(square);
        l->copied[FILE_LANE] = l->copied[ANTIDIAGONAL_LANE] = HIGH_BYTES;
        l->copied[DIAGONAL_LANE] = LOW_BYTES;
    }
}

static inline __m256i swapped(__m256i b)
{
    const __m128i backwards = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_shuffle_epi8(b, _mm256_broadcastsi128_si256(backwards));
}

/* Returns the attacks line by line, in the rank's lane still one bit a byte. */
static inline __m256i in_lanes(unsigned square, bitboard occupied)
{
    const struct lanes *l = &lanes[square];
    __m256i line = _mm256_load_si256((const __m256i *)l->line);
    __m256i slider = _mm256_load_si256((const __m256i *)l->slider);
    __m256i swapped_slider = _mm256_load_si256((const __m256i *)l->swapped_slider);
    __m256i copied = _mm256_load_si256((const __m256i *)l->copied);
    __m256i o = _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)occupied), copied);
    o = _mm256_and_si256(o, line);
    __m256i up = _mm256_sub_epi64(o, slider);
    __m256i down = swapped(_mm256_sub_epi64(swapped(o), swapped_slider));
    return _mm256_and_si256(_mm256_xor_si256(up, down), line);
}

/* Lanes of two queries side by side: ranks and diagonals; files and antidiagonals. */
struct two {
    __m256i even, odd;
};
struct four {
    struct two ab, cd;
    __m256i square;
};

static inline struct two two_in_lanes(const uint8_t *squares, const bitboard *boards)
{
    __m256i a = in_lanes(squares[0], boards[0]), b = in_lanes(squares[1], boards[1]);
    return (struct two){_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)};
}

static inline struct four four_in_lanes(const uint8_t *squares, const bitboard *boards)
{
    return (struct four){two_in_lanes(squares, boards), two_in_lanes(squares + 2, boards + 2),
                         _mm256_cvtepu8_epi64(_mm_loadu_si32(squares))};
}

enum { LOW_HALVES = 0x20, HIGH_HALVES = 0x31 }; /* for vperm2i128 */

static inline __m256i orthogonal_sets(const struct four *f)
{
    __m256i rank = _mm256_permute2x128_si256(f->ab.even, f->cd.even, LOW_HALVES);
    __m256i file = _mm256_permute2x128_si256(f->ab.odd, f->cd.odd, LOW_HALVES);
    __m256i shift = _mm256_and_si256(f->square, _mm256_set1_epi64x(56));
    rank = _mm256_sllv_epi64(_mm256_sad_epu8(rank, _mm256_setzero_si256()), shift);
    return _mm256_or_si256(rank, file);
}

static inline __m256i diagonal_sets(const struct four *f)
{
    return _mm256_permute2x128_si256(_mm256_or_si256(f->ab.even, f->ab.odd),
                                     _mm256_or_si256(f->cd.even, f->cd.odd), HIGH_HALVES);
}

#define OF_EIGHT(pieces, lines)                                                                    \
    static inline void pieces##_of_eight(const uint8_t *squares, const bitboard *boards,           \
                                         bitboard *sets)                                           \
    {                                                                                              \
        for (unsigned i = 0; i < 8; i += 4) {                                                      \
            struct four f = four_in_lanes(squares + i, boards + i);                                \
            _mm256_storeu_si256((__m256i *)(sets + i), lines);                                     \
        }                                                                                          \
    }

OF_EIGHT(rooks, orthogonal_sets(&f))
OF_EIGHT(bishops, diagonal_sets(&f))
OF_EIGHT(queens, _mm256_or_si256(orthogonal_sets(&f), diagonal_sets(&f)))
