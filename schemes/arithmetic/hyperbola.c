/* SPDX-License-Identifier: MIT
 * Hyperbola quintessence: o is the occupancy of a line without the slider r. o - r flips the
 * squares from the slider up to the next blocker, and on the board turned upside down the same
 * subtraction flips the squares below. The two o cancel, so that (o - r) ^ swap(swap(o) - swap(r))
 * is the union of both rays. A byte swap reverses lines with one square on each rank: files and diagonals,
 * but no rank. Gerd Isenberg and Aleks Peshkov, 2007, after Ryan Mack's reverse bitboards.
 * https://www.chessprogramming.org/Hyperbola_Quintessence
 *
 * Without COMPUTED_LINES: the rank comes from a table. Cost: queen 5 loads, 6 byte swaps; 2 KiB +
 * 512 B.
 *
 * With COMPUTED_LINES: nothing is loaded. Lines are computed by shifts, and attacks along the rank
 * as in Infuehr's obstruction difference (after his inline variant, 2022).
 *
 * With FOLDED_QUEEN: a queen has a getter of its own (folded_board.h).
 *
 * Branchless, multiply-free. */
#include "arithmetic.h"

#ifdef COMPUTED_LINES
#define LINE(line, square) computed_line(line, square)
#define SLIDER(square)     square_bit(square)
#define KEEP(value)

static inline bitboard attacks_on_rank(unsigned square, bitboard occupied)
{
    bitboard rank = LINE(RANK_LINE, square), o = occupied & rank;
    bitboard lower = SQUARES_BELOW(o, square), upper = o ^ lower;
    return EVALUATE_NOW((upper ^ (upper - highest(lower))) & rank);
}
#else
#include "first_rank.h"

/* The array of ranks holds the slider's bit. */
static ALIGNED(64) bitboard lines[LINES][PADDED_SQUARES];

#ifdef FOLDED_QUEEN
#include "folded_board.h"
#endif

static inline void init(void)
{
    init_first_rank();
#ifdef FOLDED_QUEEN
    init_folded_board();
#endif
    for (unsigned square = 0; square < 64; square++) {
        for (enum line line = FILE_LINE; line < LINES; line++)
            lines[line][square] = line_mask(line, square);
        lines[RANK_LINE][square] = square_bit(square);
    }
}

#define LINE(line, square) lines[line][square]
#define SLIDER(square)     lines[RANK_LINE][square]

/* gcc 12 would load a mask twice rather than keep it, and look up the rank last: on Zen 4 a queen
 * takes a tenth longer then. */
#if defined __GNUC__ && !defined __clang__
#define KEEP(value) HIDE_FROM_COMPILER(value)
#else
#define KEEP(value)
#endif

static inline bitboard attacks_on_rank(unsigned square, bitboard occupied)
{
    bitboard attacks = rank_attacks_by_index(square, occupied);
    KEEP(attacks);
    return attacks;
}
#endif

/* On the board turned upside down, the subtraction may begin on any square of the slider's rank, as
 * no other square of the line is on it. Square 63 - s is on it, and takes a single shift. */
static inline bitboard hyperbola(enum line line, unsigned square, bitboard occupied)
{
    bitboard mask = LINE(line, square);
    KEEP(mask);
    bitboard o = occupied & mask;
    bitboard up = o - SLIDER(square), down = swap_bytes(o) - (square_bit(63) >> square);
    return EVALUATE_NOW((up ^ swap_bytes(down)) & mask);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return hyperbola(FILE_LINE, square, occupied) | attacks_on_rank(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return hyperbola(DIAGONAL, square, occupied) | hyperbola(ANTIDIAGONAL, square, occupied);
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef COMPUTED_LINES
    .title = "Hyperbola quintessence, byte swap, no tables",
#elif defined(FOLDED_QUEEN)
    .title = "Hyperbola quintessence, queen on a folded board",
    .table_bytes = BYTES(sizeof lines / 2 + sizeof first_rank, sizeof lines * 3 / 4,
                         sizeof folds + sizeof first_rank),
    .init = init,
    .tables = {TABLE(lines), TABLE(first_rank), TABLE(folds)},
#else
    .title = "Hyperbola quintessence, byte swap",
    .table_bytes = BYTES(sizeof lines / 2 + sizeof first_rank, sizeof lines * 3 / 4,
                         sizeof lines + sizeof first_rank),
    .init = init,
    .tables = {TABLE(lines), TABLE(first_rank)},
#endif
#ifdef FOLDED_QUEEN
    .author = "slidebench, Gerd Isenberg, Aleks Peshkov",
    .year = "2026",
#else
    .author = "Gerd Isenberg, Aleks Peshkov",
    .year = "2007",
#endif
    .source = "https://www.chessprogramming.org/Hyperbola_Quintessence",
    .traits = BRANCHLESS | MULTIPLY_FREE,
};
