/* SPDX-License-Identifier: MIT
 * All 64 squares of a board at once, in AVX2. The eight sliders on a rank have eight different
 * files, diagonals and antidiagonals. So one bitboard per rank and direction serves all eight
 * sliders: it holds the squares that are behind a blocker, seen from that rank. A slider attacks
 * the other squares of its line. Attacks along ranks come from a table and are shuffled into place.
 *
 * Files: the squares of a rank that are behind a blocker are the union of the ranks in between.
 * vpshufb takes this union from single ranks and from unions of three ranks: two unions of three,
 * which may overlap, cover up to six ranks.
 * Diagonals: the union of the board moved by 1, 2, ... k steps shows on each square whether a
 * blocker is within k steps. vpshufb takes each rank from the union whose k is the number of ranks
 * in between. Squares that a shift carries round the edge are on no slider's line.
 * slidebench, 2026, after fills of eight sliders in one bitboard,
 * https://www.chessprogramming.org/Parallel_Prefix_Algorithms
 *
 * Cost for 64 queens: 185 vector operations, 56 of them shuffles, and 80 loads; 2.6 KiB. Defines
 * rook_board(), bishop_board(), queen_board(). */
#include "board_pieces.h"
#include "first_rank.h"

#include <immintrin.h>
#include <string.h>

/* Indices for vpshufb: of zero, and of the byte of behind_on_files() that has all bits set. */
enum { NOTHING = 0x80, EVERYTHING = 7 };

static ALIGNED(32) struct board_tables {
    bitboard diagonal[64], antidiagonal[64], file[8]; /* masks */

    /* Indices for vpshufb. [8][8] and [4][2][8]: the slider's rank, and the rank of the result. */
    uint8_t rank_index[64][8];          /* the file, on the square's own rank */
    uint8_t file_index[2][8][8];        /* two bytes to unite */
    uint8_t diagonal_index[6][4][2][8]; /* into each vector of behind_on_diagonals() */
} board_tables;

/* Sets the indices for rank `to` of the squares behind blockers, seen from rank `from`. */
static void init_rank(unsigned from, unsigned to)
{
    unsigned low = from < to ? from : to, between = from < to ? to - from - 1 : from - to - 1;
    uint8_t *lower = &board_tables.file_index[0][from][to],
            *upper = &board_tables.file_index[1][from][to];
    if (from == to) {
        *lower = *upper = EVERYTHING;
    } else if (between > 0) {
        unsigned united = between < 3 ? 1 : 3, unions = between < 3 ? 0 : 8;
        *lower = (uint8_t)(unions + low);
        *upper = (uint8_t)(unions + low + between - united);
        unsigned steps = between - 1, vector = from < to ? 2 - steps / 2 : 3 + steps / 2;
        board_tables.diagonal_index[vector][from / 2][from % 2][to] =
            (uint8_t)(8 * (steps % 2) + to);
    }
}

static void init_board(void)
{
    init_first_rank();
    memset(board_tables.rank_index, NOTHING, sizeof board_tables.rank_index);
    memset(board_tables.file_index, NOTHING, sizeof board_tables.file_index);
    memset(board_tables.diagonal_index, NOTHING, sizeof board_tables.diagonal_index);
    for (unsigned square = 0; square < 64; square++) {
        unsigned file = file_of(square), rank = rank_of(square);
        board_tables.diagonal[square] = line_mask(DIAGONAL, square);
        board_tables.antidiagonal[square] = line_mask(ANTIDIAGONAL, square);
        board_tables.file[file] = FILE_A << file;
        board_tables.rank_index[square][rank] = (uint8_t)file;
        init_rank(rank, file);
    }
}

enum { UPPER_HALVES = 0xcc }; /* of lanes, for vpblendd */

static inline __m256i load(const void *vector)
{
    return _mm256_load_si256(vector);
}

/* Copies eight bytes to all lanes. */
static inline __m256i spread(const void *bytes)
{
    bitboard word;
    memcpy(&word, bytes, sizeof word);
    return _mm256_set1_epi64x((long long)word);
}

/* Writes the squares behind blockers on files, seen from each rank. */
static inline void behind_on_files(bitboard occupied, __m256i *behind)
{
    /* Ranks 2 to 8, then a full rank; in the upper half of each lane the unions of three. */
    __m256i one = _mm256_set1_epi64x((long long)(occupied >> 8 | RANK_8));
    __m256i two = _mm256_or_si256(one, _mm256_srli_epi64(one, 8));
    __m256i three = _mm256_or_si256(two, _mm256_srli_epi64(one, 16));
    __m256i ranks = _mm256_blend_epi32(one, three, UPPER_HALVES);
    for (unsigned i = 0; i < 2; i++)
        behind[i] =
            _mm256_or_si256(_mm256_shuffle_epi8(ranks, load(board_tables.file_index[0][4 * i])),
                            _mm256_shuffle_epi8(ranks, load(board_tables.file_index[1][4 * i])));
}

static inline __m256i moved(bool up, __m256i boards, __m256i shifts)
{
    return up ? _mm256_sllv_epi64(boards, shifts) : _mm256_srlv_epi64(boards, shifts);
}

/* Writes three vectors: blockers within 1 and 2 steps, within 3 and 4, within 5 and 6. The lower
 * lane is for diagonals, the upper for antidiagonals. */
static inline void blockers_within(bool up, __m256i board, __m256i *steps)
{
    const __m256i step = _mm256_set_epi64x(7, 7, 9, 9), two_steps = _mm256_add_epi64(step, step);
    __m256i one = moved(up, board, step), two = _mm256_or_si256(one, moved(up, board, two_steps));
    steps[0] = _mm256_blend_epi32(one, two, UPPER_HALVES);
    steps[1] = _mm256_or_si256(two, moved(up, steps[0], two_steps));
    steps[2] = _mm256_or_si256(two, moved(up, steps[1], two_steps));
}

/* Writes the squares behind blockers on diagonals and antidiagonals, two ranks per vector. From
 * ranks 1 and 2, up to six ranks are in between upwards and none downwards; from ranks 3 and 4, up
 * to four and two; and so on. So three successive vectors of `steps` suffice for two ranks. */
static inline void behind_on_diagonals(bitboard occupied, __m256i *behind)
{
    __m256i board = _mm256_set1_epi64x((long long)occupied), up[3], down[3];
    blockers_within(true, board, up);
    blockers_within(false, board, down);
    const __m256i steps[] = {up[2], up[1], up[0], down[0], down[1], down[2]};
    for (unsigned i = 0; i < 4; i++) {
        behind[i] = _mm256_setzero_si256();
        for (unsigned j = i; j < i + 3; j++) {
            __m128i lane = _mm_load_si128((const __m128i *)board_tables.diagonal_index[j][i]);
            __m256i ranks = _mm256_shuffle_epi8(steps[j], _mm256_broadcastsi128_si256(lane));
            behind[i] = _mm256_or_si256(behind[i], ranks);
        }
    }
}

static inline __m256i with_line(__m256i sets, const bitboard *masks, __m256i behind)
{
    return _mm256_or_si256(sets, _mm256_andnot_si256(behind, load(masks)));
}

static inline __attribute__((always_inline)) void board_attacks(unsigned lines, bitboard occupied,
                                                                bitboard *sets)
{
    __m256i files[2], diagonals[4];
    if (lines & ORTHOGONAL_LINES)
        behind_on_files(occupied, files);
    if (lines & DIAGONAL_LINES)
        behind_on_diagonals(occupied, diagonals);

#pragma GCC unroll 8 /* gcc 12 does not by itself */
    for (unsigned rank = 0; rank < 8; rank++) {
        __m256i row = spread(first_rank + 4 * (occupied >> 8 * rank & 0x7e));
        __m256i file = spread((const bitboard *)files + rank);
        const bitboard *two_ranks = (const bitboard *)(diagonals + rank / 2);
        __m256i diagonal = spread(two_ranks + rank % 2);
        __m256i antidiagonal = spread(two_ranks + 2 + rank % 2);
        for (unsigned square = 8 * rank; square < 8 * rank + 8; square += 4) {
            __m256i all = _mm256_setzero_si256();
            if (lines & ORTHOGONAL_LINES) {
                all = _mm256_shuffle_epi8(row, load(board_tables.rank_index[square]));
                all = with_line(all, board_tables.file + square % 8, file);
            }
            if (lines & DIAGONAL_LINES) {
                all = with_line(all, board_tables.diagonal + square, diagonal);
                all = with_line(all, board_tables.antidiagonal + square, antidiagonal);
            }
            _mm256_storeu_si256((__m256i *)(sets + square), all);
        }
    }
}
