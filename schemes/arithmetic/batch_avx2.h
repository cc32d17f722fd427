/* SPDX-License-Identifier: MIT
 * Four queries of hyperbola_avx2.c side by side, then united line by line, so that one vpsadbw
 * serves all four. Included once in_lanes() is defined.
 * slidebench, 2026.
 *
 * Cost for four queens: 20 vector loads, 48 vector operations. */
/* Lanes of two queries side by side. even: ranks and diagonals; odd: files and antidiagonals. */
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

#define BATCH_WIDTH  8
#define rook_batch   rooks_of_eight
#define bishop_batch bishops_of_eight
#define queen_batch  queens_of_eight
