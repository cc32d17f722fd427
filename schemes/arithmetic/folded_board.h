/* SPDX-License-Identifier: MIT
 * A queen's attacks on a folded board, on which all rays run upwards except the two of the rank:
 *
 *     byte 0: the slider's rank    1 to r: the ranks below, nearest first    r + 1 to 7: above
 *
 * One subtraction serves both rays of a line, as one ray is in bytes 1 to r and the other above
 * them. The last square of each ray in the lower part counts as occupied, so that the ray never
 * borrows from the upper part. A line's result is o ^ (o - starts), and one exclusive or serves all
 * lines. Two byte swaps replace six of hyperbola quintessence, and the rank needs no shifts.
 * slidebench, 2026.
 *
 * Cost: 13 loads, 2 byte swaps; 4 KiB and first_rank. A scheme that includes this calls
 * init_folded_board() after init_first_rank(). */
#include "arithmetic.h"
#include "first_rank.h"

/* Masks on the folded board, except `above`. */
static ALIGNED(64) struct folded_board {
    bitboard lines[LINES - FILE_LINE][PADDED_SQUARES];
    bitboard minus_starts[PADDED_SQUARES]; /* minus bit 8, if a rank is below, and bit 8r + 8 */
    bitboard above[PADDED_SQUARES];        /* all ranks above the slider's */
    bitboard ends[PADDED_SQUARES];         /* last squares of the rays in the lower part */
    bitboard all_lines[PADDED_SQUARES];
    const uint8_t *ranks[PADDED_SQUARES]; /* first_rank, from the slider's file on */
} folds;

/* Turns the slider's rank and the ranks below it upside down. */
static inline bitboard turned(unsigned square, bitboard b)
{
    return swap_bytes(b << (~square & 56));
}

static inline void init_folded_board(void)
{
    for (unsigned square = 0; square < 64; square++) {
        bitboard below = square_bit(square & 56) - 1, above = ~(bitboard)0xff << (square & 56);
        bitboard ends = 0, all_lines = 0;
        folds.above[square] = above;
        for (enum line line = FILE_LINE; line < LINES; line++) {
            bitboard mask = line_mask(line, square), lower = mask & below;
            all_lines |= mask = turned(square, mask) | (mask & above);
            folds.lines[line - FILE_LINE][square] = mask;
            ends |= lower & -lower;
        }
        folds.all_lines[square] = all_lines;
        folds.ends[square] = turned(square, ends);
        folds.minus_starts[square] = below ? above - 0x100 : above;
        folds.ranks[square] = first_rank + file_of(square);
    }
}

/* Returns o - starts on a line. The mask is hidden from gcc, which would load it twice. */
static inline bitboard subtracted(enum line line, unsigned square, bitboard o,
                                  bitboard minus_starts)
{
    bitboard mask = folds.lines[line - FILE_LINE][square];
    HIDE_FROM_COMPILER(mask);
    return ((o & mask) + minus_starts) & mask;
}

/* Reads `starts` first: loaded just before its use, it made a query a third of a cycle slower. */
static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    bitboard starts = folds.minus_starts[square], above = folds.above[square];
    bitboard o = EVALUATE_NOW(turned(square, occupied) | folds.ends[square] | (occupied & above));
    bitboard rank = folds.ranks[square][4 * (o & 0x7e)];
    bitboard attacks = EVALUATE_NOW(subtracted(FILE_LINE, square, o, starts));
    attacks = EVALUATE_NOW(attacks | subtracted(DIAGONAL, square, o, starts));
    attacks = EVALUATE_NOW(attacks | subtracted(ANTIDIAGONAL, square, o, starts));
    attacks ^= o & folds.all_lines[square];
    attacks |= rank;
    return turned(square, attacks) | (attacks & above);
}
#define queen_attacks queen_attacks
