/* SPDX-License-Identifier: MIT
 * Bob-Mike: Michael Sherwin's union of two classical getters of Robert Hyatt. The squares beyond
 * all blockers are united and removed from the empty-board set by one exclusive or. CCC, 19
 * November 2021,
 * https://www.talkchess.com/forum3/viewtopic.php?f=7&t=78693; ported and timed by Daniel Infuehr,
 * https://github.com/Gigantua/Chess_Movegen (Boblookup.hpp).
 *
 * Without NO_SENTINEL: each ray mask has a sentinel on h8 or a1, so that every scan finds a
 * blocker.
 *
 * With NO_SENTINEL: the count of zeros of an empty ray is 64, and the entry 64 is empty (Infuehr,
 * 2022, Boblookup_advanced.hpp). On x86 this needs lzcnt and tzcnt: for an empty ray the result of
 * the older scans is undefined.
 *
 * Cost of a queen: 17 loads, 8 scans, 8.5 to 8.6 KiB; of a rook or bishop 9 loads, 4 scans, 4.5
 * KiB. Branchless, multiply-free. */
#include "arithmetic.h"
#include "rays.h"

#ifdef NO_SENTINEL
#if (defined(__x86_64__) || defined(__i386__)) && !(defined(__LZCNT__) && defined(__BMI__))
#error "bob_mike_advanced needs lzcnt bmi1: compile with -mlzcnt -mbmi"
#endif
#define SLOTS         65
#define SENTINEL(bit) 0
#define FIRST_SCAN(x) ((x) ? trailing_zeros(x) : 64)
#define LAST_SCAN(x)  ((x) ? leading_zeros(x) : 64)
#else
#define SLOTS         64
#define SENTINEL(bit) (bit)
#define FIRST_SCAN(x) trailing_zeros(x)
#define LAST_SCAN(x)  leading_zeros(x)
#endif

static ALIGNED(64) struct rays {
    bitboard blockers[DIRECTIONS]; /* the ray, with its sentinel */
} square_rays[64];
static ALIGNED(64) bitboard beyond[DIRECTIONS][SLOTS]; /* by ray_slot() */
static ALIGNED(64) struct empty_board {
    bitboard rook, bishop, queen;
} empty_board[64];

static inline void init(void)
{
    for (unsigned square = 0; square < 64; square++) {
        for (enum direction direction = 0; direction < DIRECTIONS; direction++) {
            bitboard mask = ray_mask(direction, square);
            bitboard sentinel = SENTINEL(direction < FORWARD_DIRECTIONS ? BIT_H8 : BIT_A1);
            square_rays[square].blockers[direction] = mask | sentinel;
            beyond[direction][ray_slot(direction, square)] = mask;
        }
        empty_board[square].rook = reference_rook_attacks(square, 0);
        empty_board[square].bishop = reference_bishop_attacks(square, 0);
        empty_board[square].queen = empty_board[square].rook | empty_board[square].bishop;
    }
}

static inline bitboard beyond_first(enum direction direction, unsigned square, bitboard occupied)
{
    bitboard blockers = square_rays[square].blockers[direction] & occupied;
    return beyond[direction][FIRST_SCAN(blockers)];
}

static inline bitboard beyond_last(enum direction direction, unsigned square, bitboard occupied)
{
    bitboard blockers = square_rays[square].blockers[direction] & occupied;
    return beyond[direction][LAST_SCAN(blockers)];
}

static inline bitboard hidden_from_rook(unsigned square, bitboard occupied)
{
    return beyond_first(EAST, square, occupied) | beyond_first(NORTH, square, occupied) |
           beyond_last(WEST, square, occupied) | beyond_last(SOUTH, square, occupied);
}

static inline bitboard hidden_from_bishop(unsigned square, bitboard occupied)
{
    return beyond_first(NORTH_EAST, square, occupied) | beyond_first(NORTH_WEST, square, occupied) |
           beyond_last(SOUTH_WEST, square, occupied) | beyond_last(SOUTH_EAST, square, occupied);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    occupied |= SENTINEL(BIT_A1 | BIT_H8);
    return empty_board[square].rook ^ hidden_from_rook(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    occupied |= SENTINEL(BIT_A1 | BIT_H8);
    return empty_board[square].bishop ^ hidden_from_bishop(square, occupied);
}

/* In pairs of rays: otherwise compilers load all eight rays first, which is a fifth slower. */
static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    occupied |= SENTINEL(BIT_A1 | BIT_H8);
    return empty_board[square].queen ^ (EVALUATE_NOW(beyond_first(EAST, square, occupied) |
                                                     beyond_first(NORTH, square, occupied)) |
                                        EVALUATE_NOW(beyond_last(WEST, square, occupied) |
                                                     beyond_last(SOUTH, square, occupied)) |
                                        EVALUATE_NOW(beyond_first(NORTH_EAST, square, occupied) |
                                                     beyond_first(NORTH_WEST, square, occupied)) |
                                        EVALUATE_NOW(beyond_last(SOUTH_WEST, square, occupied) |
                                                     beyond_last(SOUTH_EAST, square, occupied)));
}
#define queen_attacks queen_attacks

#define ALL_BYTES  (sizeof square_rays + sizeof beyond)
#define LINE_BYTES (sizeof empty_board / 3)
#define HALF_BYTES (ALL_BYTES / 2 + LINE_BYTES)
#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef NO_SENTINEL
    .title = "Bob-Mike advanced: a scan of nothing is 64",
    .author = "Robert Hyatt, Michael Sherwin, Daniel Infuehr",
    .year = "2022",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=79078&start=50",
#if defined(__x86_64__) || defined(__i386__)
    .needs = "lzcnt bmi1",
#endif
#else
    .title = "Bob-Mike: rays with sentinel",
    .author = "Robert Hyatt, Michael Sherwin",
    .year = "2021",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=78693",
#endif
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(HALF_BYTES, HALF_BYTES, ALL_BYTES + LINE_BYTES),
    .init = init,
    .tables = {TABLE(square_rays), TABLE(beyond), TABLE(empty_board)},
};
