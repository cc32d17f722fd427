/* SPDX-License-Identifier: MIT
 * Tables and getters of titboards. A scheme includes this header, and then defines
 *
 *     void init_lines(void)
 *     unsigned ternary_number(enum line line, unsigned square, bitboard side)
 *     const bitboard *targets_of(enum line line, unsigned square)
 *
 * ternary_number() converts a side's pieces on a line to ternary digits 0 and 1. The slider's own
 * square has no digit. targets_of() returns the address of targets[square][line]. */
#include "board.h"

enum { NUMBERS = 2187 }; /* 3 to the power of 7 */

/* The contract has no colours: here the two sides are two fixed halves of the squares. */
typedef struct view {
    bitboard side[2];
} view;
#define view view

#define SECOND_SIDE UINT64_C(0x33cc33cc33cc33cc) /* some squares of every line, and not all */

/* Squares that a slider of the side with digit 1 can move to. The other side's digit is 2. */
static ALIGNED(64) bitboard targets[64][LINES][NUMBERS];

static inline void init_lines(void);
static inline unsigned ternary_number(enum line line, unsigned square, bitboard side);
static inline const bitboard *targets_of(enum line line, unsigned square);

static inline void set_view(view *v, bitboard occupied)
{
    v->side[0] = occupied & ~SECOND_SIDE;
    v->side[1] = occupied & SECOND_SIDE;
}

static inline void toggle(view *v, unsigned square)
{
    v->side[SECOND_SIDE >> square & 1] ^= square_bit(square);
}

/* Returns the number whose digits are the bits of `byte`, without the one at `own`. */
static inline uint16_t in_ternary(unsigned byte, unsigned own)
{
    unsigned number = 0;
    for (unsigned bit = 8; bit--;)
        if (bit != own)
            number = 3 * number + (byte >> bit & 1);
    return (uint16_t)number;
}

static inline void init(void)
{
    init_lines();
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = RANK_LINE; line < LINES; line++) {
            bitboard others = line_mask(line, square), ours = 0, theirs = 0;
            do
                do {
                    unsigned number = ternary_number(line, square, ours);
                    number += 2 * ternary_number(line, square, theirs);
                    targets[square][line][number] =
                        reference_line_attacks(line, square, ours | theirs) & ~ours;
                } while ((theirs = next_subset(theirs, others & ~ours)));
            while ((ours = next_subset(ours, others)));
        }
}

/* Whoever owns the piece that ends a ray, the other side captures it. */
static inline bitboard attacks_on_line(enum line line, unsigned square, const view *v)
{
    unsigned first = ternary_number(line, square, v->side[0]);
    unsigned second = ternary_number(line, square, v->side[1]);
    const bitboard *line_targets = targets_of(line, square);
    return line_targets[first + 2 * second] | line_targets[second + 2 * first];
}

static inline bitboard rook_attacks(unsigned square, const view *v)
{
    return attacks_on_line(RANK_LINE, square, v) | attacks_on_line(FILE_LINE, square, v);
}

static inline bitboard bishop_attacks(unsigned square, const view *v)
{
    return attacks_on_line(DIAGONAL, square, v) | attacks_on_line(ANTIDIAGONAL, square, v);
}
