/* SPDX-License-Identifier: MIT
 * Exploding bitboards: attacks spread from the slider along all rays at once, one ring of squares
 * per step. A multiplication of the outermost ring, the front, by a sum of four powers of two moves
 * each of its squares in all four directions. Squares off the slider's lines are masked off, and
 * occupied squares stop. Harald Lüßen, 2006, for Elephant.
 * https://www.chessprogramming.org/Exploding_Bitboards
 * Published for h1 = 0, a1 = 7; on this board the same arithmetic is its mirror image. The original
 * has a switch over eight kinds of squares. Here tables replace it, except for the number of steps.
 * Cost: 3 to 6 multiplications for a rook or a bishop; 3.5 KiB + 512 B. The number of steps depends
 * on the square: branchy. */
#include "first_rank.h"

/* One step in all directions, with the front shifted down by 8 squares, or by 9 for a bishop. */
#define ROOK_STEP   (1u | 1u << 7 | 1u << 9 | 1u << 16)
#define BISHOP_STEP (1u | 1u << 2 | 1u << 16 | 1u << 18)

static ALIGNED(64) struct rook_tables {
    bitboard lines[PADDED_SQUARES];
    bitboard neighbours[PADDED_SQUARES]; /* the ring next to the slider */

    /* lines, without the square to which the first step from the g-file wraps */
    bitboard first_lines[PADDED_SQUARES];

    /* the square that receives the carry from its left; see rook_attacks() */
    bitboard carry[PADDED_SQUARES];

    uint32_t step[PADDED_SQUARES];
    uint8_t steps[PADDED_SQUARES];
} rook_tables;

static ALIGNED(64) struct bishop_tables {
    bitboard lines[PADDED_SQUARES], neighbours[PADDED_SQUARES];
    uint8_t steps[PADDED_SQUARES];
} bishop_tables;

/* Returns the steps to the end of the longest ray, not counting the first ring. */
static inline unsigned steps_from(unsigned square, int files, int ranks)
{
    unsigned steps = 0;
    for (int turn = 0; turn < 4; turn++) { /* by 90 degrees */
        unsigned length = (unsigned)count_bits(reference_ray(square, files, ranks, 0));
        if (length > steps)
            steps = length;
        int was = files;
        files = -ranks;
        ranks = was;
    }
    return steps - 1;
}

static inline void init(void)
{
    init_first_rank();
    for (unsigned square = 0; square < 64; square++) {
        unsigned file = file_of(square);
        rook_tables.lines[square] = reference_rook_attacks(square, 0);
        rook_tables.neighbours[square] = reference_rook_attacks(square, ~(bitboard)0);
        rook_tables.first_lines[square] =
            rook_tables.lines[square] & ~(file == 6 ? square_bit(square - 6) : 0);
        rook_tables.carry[square] = rank_of(square) < 7 ? square_bit(square + 3) : 0;
        rook_tables.step[square] = file == 0   ? ROOK_STEP & ~(1u << 7)
                                   : file == 7 ? ROOK_STEP & ~(1u << 9)
                                               : ROOK_STEP;
        rook_tables.steps[square] = (uint8_t)steps_from(square, 0, 1);
        bishop_tables.lines[square] = reference_bishop_attacks(square, 0);
        bishop_tables.neighbours[square] = reference_bishop_attacks(square, ~(bitboard)0);
        bishop_tables.steps[square] = (uint8_t)steps_from(square, 1, 1);
    }
}

static inline void rook_step(bitboard *reached, bitboard *before, bitboard *front, bitboard lines,
                             bitboard occupied)
{
    *front &= ~occupied & ~*before;
    *before = *reached;
    *front = (*front >> 8) * ROOK_STEP & lines;
    *reached |= *front;
}

/* In the first step all neighbours can move back onto the slider. Four of them carry into the
 * square two to the right, which is in the front already. So it carries on into the third, from
 * which the carry is moved back. Squares reached before do not move again. Rank 1 is lost in the
 * shift and is looked up. The steps that all squares need come first and need no branch. */
static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    bitboard lines = rook_tables.lines[square], reached = rook_tables.neighbours[square],
             before = reached;
    unsigned steps = rook_tables.steps[square];
    bitboard front = ((reached & ~occupied) >> 8) * rook_tables.step[square];
    front = (front - ((front & rook_tables.carry[square]) >> 1)) & rook_tables.first_lines[square];
    reached |= front;
    rook_step(&reached, &before, &front, lines, occupied);
    rook_step(&reached, &before, &front, lines, occupied);
    if (steps > 3) {
        rook_step(&reached, &before, &front, lines, occupied);
        if (steps > 4) {
            rook_step(&reached, &before, &front, lines, occupied);
            if (steps > 5)
                rook_step(&reached, &before, &front, lines, occupied);
        }
    }
    return square < 8 ? reached | rank_attacks_by_index(square, occupied) : reached;
}

static inline void bishop_step(bitboard *reached, bitboard *front, bitboard lines,
                               bitboard occupied)
{
    *front = ((*front & ~occupied) >> 9) * BISHOP_STEP & lines;
    *reached |= *front;
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    bitboard lines = bishop_tables.lines[square], reached = bishop_tables.neighbours[square],
             front = reached;
    unsigned steps = bishop_tables.steps[square];
    bishop_step(&reached, &front, lines, occupied);
    bishop_step(&reached, &front, lines, occupied);
    bishop_step(&reached, &front, lines, occupied);
    if (steps > 3) {
        bishop_step(&reached, &front, lines, occupied);
        if (steps > 4) {
            bishop_step(&reached, &front, lines, occupied);
            if (steps > 5)
                bishop_step(&reached, &front, lines, occupied);
        }
    }
    return reached;
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Exploding bitboards",
    .author = "Harald Lüßen",
    .year = "2006",
    .source = "https://www.chessprogramming.org/Exploding_Bitboards",
    .table_bytes = BYTES(sizeof rook_tables + sizeof first_rank, sizeof bishop_tables,
                         sizeof rook_tables + sizeof first_rank + sizeof bishop_tables),
    .init = init,
    .tables = {TABLE(rook_tables), TABLE(bishop_tables), TABLE(first_rank)},
};
