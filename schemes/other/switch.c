/* SPDX-License-Identifier: MIT
 * Switch approach: the attacks on a line are constants in the code, to which a switch over the
 * line's occupancy jumps. There is no load to wait for, but the jump must be predicted. The
 * published code, which a program generated, jumps by square and then by a switch over the masked
 * line. Here lines are packed into a byte and attacks are unpacked again: the 8 * 64 cases of one
 * first rank serve all four lines.
 * Dann Corbit, 2006, https://www.chessprogramming.org/The_Switch_Approach
 *
 * Cost per line, of which a piece has two: 1 indirect jump and about 20 simple operations; on
 * diagonals 1 load. 1 KiB of masks, besides the jump targets. Branchy, multiply-free. */
#include "board.h"

/* Attacks of a slider at `position` of a first rank, where `inner` is the occupancy of b1 to g1.
 * A ray ends at its nearest blocker; edge squares count as blockers. */
#define BLOCKERS(inner)           ((inner) << 1 | 0x81)
#define EAST(position)            (0xff & (0xfe << (position)))
#define WEST(position)            (0xff >> (8 - (position)))
#define UP_TO_LOWEST(set)         ((set) ^ ((set)-1))
#define SMEARED(set)              SMEARED_4((set) | (set) >> 1)
#define SMEARED_4(set)            SMEARED_8((set) | (set) >> 2)
#define SMEARED_8(set)            ((set) | (set) >> 4)
#define EAST_SET(position, inner) (EAST(position) & UP_TO_LOWEST(BLOCKERS(inner) & EAST(position)))
#define WEST_SET(position, inner)                                                                  \
    (WEST(position) & ~(SMEARED(BLOCKERS(inner) & WEST(position)) >> 1))

/* The empty asm keeps the case a jump: compilers would turn the switch into a load from a table. */
#define CASE(n)                                                                                    \
    case n:                                                                                        \
        DISTINCT_CASE(n);                                                                          \
        return EAST_SET((n) / 64, (n) % 64) | WEST_SET((n) / 64, (n) % 64);
#define CASES_4(n)   CASE(n) CASE((n) + 1) CASE((n) + 2) CASE((n) + 3)
#define CASES_16(n)  CASES_4(n) CASES_4((n) + 4) CASES_4((n) + 8) CASES_4((n) + 12)
#define CASES_64(n)  CASES_16(n) CASES_16((n) + 16) CASES_16((n) + 32) CASES_16((n) + 48)
#define CASES_256(n) CASES_64(n) CASES_64((n) + 64) CASES_64((n) + 128) CASES_64((n) + 192)

ALWAYS_INLINE bitboard first_rank(bitboard position_and_inner)
{
    switch (position_and_inner) {
        CASES_256(0)
        CASES_256(256)
    }
    UNREACHABLE();
}

static ALIGNED(64) bitboard diagonals[64][LINES]; /* not ranks and files */

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = DIAGONAL; line < LINES; line++)
            diagonals[square][line] = line_mask(line, square);
}

/* Adds to the set its shifts by all sums of the three distances. */
#define OR_SHIFTED(set, shift, a, b, c) (set |= set shift a, set |= set shift b, set |= set shift c)

/* Returns a line's occupancy as that of a first rank, in the lowest byte. On files, of all
 * shifts by sums of 7, 14 and 28 only that by 7i brings bit 8i below bit 8. A diagonal has one
 * square per file. */
ALWAYS_INLINE bitboard to_first_rank(enum line line, unsigned square, bitboard set)
{
    switch (line) {
    case RANK_LINE:
        return set >> (square & 56);
    case FILE_LINE:
        set = set >> file_of(square) & FILE_A;
        OR_SHIFTED(set, >>, 7, 14, 28);
        return set;
    default:
        set &= diagonals[square][line];
        OR_SHIFTED(set, >>, 32, 16, 8);
        return set;
    }
}

ALWAYS_INLINE bitboard from_first_rank(enum line line, unsigned square, bitboard set)
{
    switch (line) {
    case RANK_LINE:
        return set << (square & 56);
    case FILE_LINE:
        OR_SHIFTED(set, <<, 7, 14, 28);
        return (set & FILE_A) << file_of(square);
    default:
        OR_SHIFTED(set, <<, 8, 16, 32);
        return set & diagonals[square][line];
    }
}

/* Computes the lines from `first` to `last`. One switch serves them all: the count is hidden
 * from the compiler, as four copies of 512 cases in every kernel compile for a minute. */
ALWAYS_INLINE void switch_lines(bitboard sets[LINES], enum line first, enum line last,
                                unsigned square, bitboard occupied)
{
    unsigned n = last - first + 1;
    HIDE_FROM_COMPILER(n);
    for (enum line line = first; line <= last; line++)
        sets[line] = (line == FILE_LINE ? rank_of(square) : file_of(square)) << 6 |
                     (to_first_rank(line, square, occupied) >> 1 & 63);
    for (unsigned line = first; line < first + n; line++)
        sets[line] = first_rank(sets[line]);
    for (enum line line = first; line <= last; line++)
        sets[line] = from_first_rank(line, square, sets[line]);
}

ALWAYS_INLINE bitboard rook_attacks(unsigned square, bitboard occupied)
{
    bitboard sets[LINES];
    switch_lines(sets, RANK_LINE, FILE_LINE, square, occupied);
    return sets[RANK_LINE] | sets[FILE_LINE];
}

ALWAYS_INLINE bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    bitboard sets[LINES];
    switch_lines(sets, DIAGONAL, ANTIDIAGONAL, square, occupied);
    return sets[DIAGONAL] | sets[ANTIDIAGONAL];
}

ALWAYS_INLINE struct both both_attacks(unsigned square, bitboard occupied)
{
    bitboard sets[LINES];
    switch_lines(sets, RANK_LINE, ANTIDIAGONAL, square, occupied);
    struct both pair = {sets[RANK_LINE] | sets[FILE_LINE], sets[DIAGONAL] | sets[ANTIDIAGONAL]};
    return pair;
}
#define both_attacks both_attacks

ALWAYS_INLINE bitboard queen_attacks(unsigned square, bitboard occupied)
{
    struct both both = both_attacks(square, occupied);
    return both.rook | both.bishop;
}
#define queen_attacks queen_attacks

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Switch over the line's occupancy",
    .author = "Dann Corbit",
    .year = "2006",
    .source = "https://www.chessprogramming.org/The_Switch_Approach",
    .traits = MULTIPLY_FREE,
    .table_bytes = BYTES(0, sizeof diagonals / 2, sizeof diagonals / 2),
    .init = init,
    .tables = {TABLE(diagonals)},
};
