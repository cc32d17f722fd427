/* SPDX-License-Identifier: MIT
 * All 64 squares of a board at once. For each direction, a register holds one byte per square: the
 * occupancy of the square's line, a bit per file, or per rank for files. On these bytes hyperbola
 * quintessence yields both rays: (o - 2s) ^ reverse(reverse(o) - 2 reverse(s)). The two o cancel,
 * as lines are whole. Products with 8x8 bit matrices (GFNI) reverse bytes, and convert files to
 * bytes and back. The byte of a diagonal is copied to all ranks, where the diagonal's mask selects
 * attacks. On the square's own rank, which no diagonal needs, the rank's attacks replace the byte.
 * slidebench, 2026, after rotated bitboards, https://www.chessprogramming.org/Rotated_Bitboards
 * GF2P8AFFINEQB: Intel SDM (325462), volume 2: bit i of the product is the parity of the bits that
 * byte 7 - i of the matrix and the factor have in common.
 *
 * Cost for 64 queens: 72 instructions for the two ports of 512 bits; 2.2 KiB. Defines
 * rook_board(), bishop_board(), queen_board(). */
#include "board_pieces.h"

#include <immintrin.h>
#include <string.h>

#define EACH_BIT     0x8040201008040201u /* byte i: 1 << i; as a matrix it reverses */
#define EACH_BIT_OFF 0x0102040810204080u /* byte i: 1 << (7 - i) */

/* Truth tables of vpternlogq: a | b & c, c ? a : b. */
enum { OR_AND = 0xf8, CHOOSE = 0xe4 };

/* One byte per square, except the masks. Byte boards of files run from h to a: the product that
 * converts them to columns reverses their order. */
static ALIGNED(64) struct board_tables {
    uint8_t ahead[64], behind[64];                 /* 2s, 2 reverse(s): s = 1 << file         */
    uint8_t ahead_on_file[64], behind_on_file[64]; /* s = 1 << rank                           */
    uint8_t rank[64], transposed[64];        /* the square's rank; with file and rank swapped */
    uint8_t all_ranks[64][8];                /* the square, for each rank of its attacks      */
    uint8_t diagonal[64], antidiagonal[64];  /* byte of its line in the boards below    */
    bitboard diagonals[8], antidiagonals[8]; /* wrapped: two lines, one square a file   */
    bitboard one_file[8];                    /* FILE_A ... FILE_H                       */
    bitboard diagonal_and_rank[64];          /* masks, with the square's rank */
    bitboard bishop_and_rank[64];
} board_tables;

static void init_board(void)
{
    for (unsigned square = 0; square < 64; square++) {
        unsigned file = file_of(square), rank = rank_of(square);
        board_tables.ahead[square] = (uint8_t)(2 << file);
        board_tables.behind[square] = (uint8_t)(256 >> file);
        board_tables.ahead_on_file[square] = (uint8_t)(2 << rank);
        board_tables.behind_on_file[square] = (uint8_t)(256 >> rank);
        board_tables.rank[square] = (uint8_t)rank;
        board_tables.transposed[square] = (uint8_t)(8 * file + rank);
        board_tables.diagonal[square] = (uint8_t)(8 * ((rank - file) & 7));
        board_tables.antidiagonal[square] = (uint8_t)(8 * ((rank + file) & 7));
        board_tables.diagonals[(rank - file) & 7] |= square_bit(square);
        board_tables.antidiagonals[(rank + file) & 7] |= square_bit(square);
        board_tables.one_file[file] = FILE_A << file;
        memset(board_tables.all_ranks[square], (int)square, 8);
        bitboard own_rank = RANK_1 << 8 * rank;
        board_tables.diagonal_and_rank[square] = line_mask(DIAGONAL, square) | own_rank;
        board_tables.bishop_and_rank[square] = reference_bishop_attacks(square, 0) | own_rank;
    }
}

#define CONSTANT(name) _mm512_load_si512(board_tables.name)
#define ALL(word)      _mm512_set1_epi64((long long)(word))

static inline __m512i reversed_bytes(__m512i bytes)
{
    return _mm512_gf2p8affine_epi64_epi8(bytes, ALL(EACH_BIT), 0);
}

/* Returns the attacks along a line. They come out reversed if `o` and its reverse, and `ahead`
 * and `behind`, are exchanged. */
static inline __m512i along(__m512i o, __m512i reversed_o, __m512i ahead, __m512i behind)
{
    return _mm512_xor_si512(_mm512_sub_epi8(o, ahead),
                            reversed_bytes(_mm512_sub_epi8(reversed_o, behind)));
}

/* Adds up the eight ranks of a line, which puts its squares side by side: no bits meet. */
static inline __m512i along_diagonal(__m512i board, __m512i lines, __m512i line_of)
{
    __m512i sums = _mm512_sad_epu8(_mm512_and_si512(board, lines), _mm512_setzero_si512());
    __m512i o = _mm512_permutexvar_epi8(line_of, sums);
    return along(o, reversed_bytes(o), CONSTANT(ahead), CONSTANT(behind));
}

/* Returns the columns of each eight bytes: byte i, from its last bit to its first, is bit i of the
 * eight bytes, from the last byte to the first. */
static inline __m512i columns(__m512i bytes)
{
    return _mm512_gf2p8affine_epi64_epi8(ALL(EACH_BIT), bytes, 0);
}

/* Copies one word to all lanes, which the load ports do. Kept in a register: in a product, clang
 * 14 computes a wrong address for an operand that it broadcasts from memory. */
static inline __m512i spread(const bitboard *word)
{
    __m512i all = ALL(*word);
    __asm__("" : "+v"(all));
    return all;
}

static inline __attribute__((always_inline)) void board_attacks(unsigned lines, bitboard occupied,
                                                                bitboard *sets)
{
    _Alignas(64) bitboard file_columns[8];
    __m512i board = ALL(occupied), diagonal = board, antidiagonal = board,
            on_rank = _mm512_setzero_si512();
    if (lines & DIAGONAL_LINES) {
        diagonal = along_diagonal(board, CONSTANT(diagonals), CONSTANT(diagonal));
        antidiagonal = along_diagonal(board, CONSTANT(antidiagonals), CONSTANT(antidiagonal));
    }
    if (lines & ORTHOGONAL_LINES) {
        __m512i o = _mm512_shuffle_epi8(board, CONSTANT(rank));
        on_rank = along(o, reversed_bytes(o), CONSTANT(ahead), CONSTANT(behind));
        on_rank = _mm512_permutexvar_epi8(CONSTANT(transposed), on_rank);
        __m512i h_to_a = ALL(EACH_BIT_OFF), turned = ALL(swap_bytes(occupied));
        __m512i on_file = along(_mm512_gf2p8affine_epi64_epi8(h_to_a, turned, 0),
                                _mm512_gf2p8affine_epi64_epi8(h_to_a, board, 0),
                                CONSTANT(ahead_on_file), CONSTANT(behind_on_file));
        _mm512_store_si512(file_columns, columns(on_file));
    }

    /* Forces the words to be read from memory, not extracted from the register that they were
     * stored from. */
    __asm__("" : "+m"(file_columns));
    for (unsigned rank = 0; rank < 8; rank++) {
        __m512i all = on_rank;
        if (lines & DIAGONAL_LINES) {
            __m512i all_ranks = _mm512_load_si512(board_tables.all_ranks + 8 * rank);
            /* Hidden from clang, which makes slow code of a constant mask. */
            __mmask64 others = ~(FILE_A << rank);
            __asm__("" : "+k"(others));
            __m512i d = _mm512_mask_permutexvar_epi8(on_rank, others, all_ranks, diagonal);
            __m512i a = _mm512_permutexvar_epi8(all_ranks, antidiagonal);
            d = _mm512_ternarylogic_epi64(
                d, a, _mm512_load_si512(board_tables.diagonal_and_rank + 8 * rank), CHOOSE);
            all = _mm512_and_si512(d, _mm512_load_si512(board_tables.bishop_and_rank + 8 * rank));
        } else
            all = _mm512_and_si512(on_rank, ALL(RANK_1 << 8 * rank));
        if (lines & ORTHOGONAL_LINES) {
            __m512i file = spread(&file_columns[rank]);
            all = _mm512_ternarylogic_epi64(all, file, CONSTANT(one_file), OR_AND);
        }
        _mm512_storeu_si512(sets + 8 * rank, all);
    }
}
