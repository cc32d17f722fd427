/* SPDX-License-Identifier: MIT
 * Obstruction difference for eight queries at once: one query per lane, line by line. The masks
 * come from registers, which have room for the 8 or 15 masks of a direction.
 * slidebench, 2026; see obstruction_difference_avx512.c.
 *
 * Cost for eight queens: 38 operations for the two ports of 512 bits; 512 bytes. */
#include "board.h"

#include <immintrin.h>

/* Lines with the slider's square: ranks by rank, files by file, diagonals by rank minus file and
 * antidiagonals by rank plus file, both modulo 16. Ranks and files need only 8 entries. */
static ALIGNED(64) bitboard line_masks[LINES][16];

static inline void init_batch(void)
{
    for (unsigned square = 0; square < 64; square++) {
        unsigned file = file_of(square), rank = rank_of(square);
        const unsigned places[LINES] = {rank, file, (rank - file) & 15, rank + file};
        for (enum line line = 0; line < LINES; line++)
            line_masks[line][places[line]] = line_mask(line, square) | square_bit(square);
    }
}

/* Truth tables of vpternlogq; the first operand is the highest bit of the index. */
enum { AND_ANDNOT = 0x40, XOR_AND = 0x28, AND3 = 0x80 };

struct eight_queries {
    __m512i square, slider, below, occupied;
};

static inline struct eight_queries load_queries(const uint8_t *squares, const bitboard *boards)
{
    __m512i square = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)squares));
    __m512i slider = _mm512_sllv_epi64(_mm512_set1_epi64(1), square);
    return (struct eight_queries){square, slider, _mm512_add_epi64(slider, _mm512_set1_epi64(-1)),
                                  _mm512_andnot_si512(slider, _mm512_loadu_si512(boards))};
}

/* Returns the squares from blocker to blocker, including both and the slider. */
static inline __m512i line_attacks_x8(const struct eight_queries *queries, enum line line,
                                      __m512i place)
{
    const __m512i *table = (const __m512i *)line_masks[line];
    __m512i mask = line < DIAGONAL ? _mm512_permutexvar_epi64(place, table[0])
                                   : _mm512_permutex2var_epi64(table[0], place, table[1]);
    __m512i upper = _mm512_ternarylogic_epi64(queries->occupied, mask, queries->below, AND_ANDNOT);
    __m512i lower = _mm512_ternarylogic_epi64(queries->occupied, mask, queries->below, AND3);
    __m512i minus_highest =
        _mm512_srav_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64(lower));
    return _mm512_ternarylogic_epi64(upper, _mm512_add_epi64(upper, minus_highest), mask, XOR_AND);
}

static inline __m512i orthogonal_x8(const struct eight_queries *queries)
{
    return _mm512_or_si512(
        line_attacks_x8(queries, RANK_LINE, _mm512_srli_epi64(queries->square, 3)),
        line_attacks_x8(queries, FILE_LINE, queries->square));
}

static inline __m512i diagonal_x8(const struct eight_queries *queries)
{
    __m512i rank = _mm512_srli_epi64(queries->square, 3);
    __m512i file = _mm512_and_si512(queries->square, _mm512_set1_epi64(7));
    return _mm512_or_si512(line_attacks_x8(queries, DIAGONAL, _mm512_sub_epi64(rank, file)),
                           line_attacks_x8(queries, ANTIDIAGONAL, _mm512_add_epi64(rank, file)));
}

#define ATTACKS_X8(piece, lines)                                                                   \
    static inline void piece##_attacks_x8(const uint8_t *squares, const bitboard *boards,          \
                                          bitboard *sets)                                          \
    {                                                                                              \
        struct eight_queries queries = load_queries(squares, boards);                              \
        _mm512_storeu_si512(sets, _mm512_andnot_si512(queries.slider, lines));                     \
    }

ATTACKS_X8(rook, orthogonal_x8(&queries))
ATTACKS_X8(bishop, diagonal_x8(&queries))
ATTACKS_X8(queen, _mm512_or_si512(orthogonal_x8(&queries), diagonal_x8(&queries)))
