/* SPDX-License-Identifier: MIT
 * What the proof alone detects: faults that no native test can see, because they need one board in
 * 2^36, or that make a claim of the proof too strong. Each case is a scheme that can be proved,
 * with one part replaced. The proof is tried on single squares, which takes a second; this program
 * starts itself again under valgrind. tests/mutants has whole proofs. */
#include "verify/prove.c"

#include "support/test.h"

#include <unistd.h>

enum { D4 = 27, E6 = 44 };

/* ---- a scheme that can be proved ---- */

/* Never jumps on the board, so that a line is proved while all others are undefined. */
static bitboard ray(unsigned square, int files, int ranks, bitboard occupied)
{
    bitboard set = 0, open = 1;
    int file = (int)(square & 7) + files, rank = (int)(square >> 3) + ranks;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += files, rank += ranks) {
        set |= open << (8 * rank + file);
        open &= ~(occupied >> (8 * rank + file));
    }
    return set;
}

static void rook(unsigned square, const void *view, bitboard *sets)
{
    const bitboard occupied = *(const bitboard *)view;
    sets[0] = ray(square, 1, 0, occupied) | ray(square, -1, 0, occupied) |
              ray(square, 0, 1, occupied) | ray(square, 0, -1, occupied);
}

static void bishop(unsigned square, const void *view, bitboard *sets)
{
    const bitboard occupied = *(const bitboard *)view;
    sets[0] = ray(square, 1, 1, occupied) | ray(square, -1, 1, occupied) |
              ray(square, 1, -1, occupied) | ray(square, -1, -1, occupied);
}

static void both(unsigned square, const void *view, bitboard *sets)
{
    rook(square, view, &sets[0]);
    bishop(square, view, &sets[1]);
}

static bitboard rook_loop(const struct queries *queries)
{
    bitboard set;
    rook(*queries->square, queries->views, &set);
    return set;
}

static void set_board(void *view, bitboard occupied)
{
    *(bitboard *)view = occupied;
}

static void toggle(void *view, unsigned square)
{
    *(bitboard *)view ^= (bitboard)1 << square;
}

static const struct scheme right = {
    .view_bytes = sizeof(bitboard),
    .set_view = set_board,
    .toggle = toggle,
    .piece = {[ROOK].attacks = rook, [BOTH].attacks = both},
    .kernel = {[KERNEL_THROUGHPUT][ROOK] = rook_loop, [KERNEL_LATENCY][ROOK] = rook_loop},
};

/* ---- faults ---- */

#define SOME_BOARD UINT64_C(0x9e3779b97f4a7c15)

/* Returns 1 for one content of the 36 squares off a d4 queen's lines. */
static bitboard leak(unsigned square, const void *view)
{
    const bitboard off = ~(oracle_rook(D4, 0) | oracle_bishop(D4, 0) | (bitboard)1 << D4);
    return square == D4 && !((*(const bitboard *)view ^ SOME_BOARD) & off);
}

static void leak_to_e6(unsigned square, const void *view, bitboard *sets)
{
    rook(square, view, sets);
    sets[0] ^= leak(square, view) << E6;
}

/* On one of the 2^15 patterns of a rook's lines and its own square. */
static void leak_on_a_pattern(unsigned square, const void *view, bitboard *sets)
{
    const bitboard lines = oracle_rook(D4, 0) | (bitboard)1 << D4;
    rook(square, view, sets);
    if (!(*(const bitboard *)view & lines))
        sets[0] ^= leak(square, view);
}

static void jump_if(bool condition)
{
    static volatile unsigned jumps;
    if (condition)
        jumps++;
}

static void leak_by_a_jump(unsigned square, const void *view, bitboard *sets)
{
    rook(square, view, sets);
    jump_if(leak(square, view));
}

static void leak_in_bishop_of_both(unsigned square, const void *view, bitboard *sets)
{
    both(square, view, sets);
    sets[1] ^= leak(square, view);
}

static void leak_to_e6_in_both(unsigned square, const void *view, bitboard *sets)
{
    both(square, view, sets);
    sets[1] ^= leak(square, view) << E6;
}

static bitboard leak_in_loop(const struct queries *queries)
{
    return rook_loop(queries) ^ leak(*queries->square, queries->views);
}

static bitboard wrong_on_a_pattern(const struct queries *queries)
{
    const bitboard lines = oracle_rook(D4, 0) | (bitboard)1 << D4;
    return rook_loop(queries) ^ !(*(const bitboard *)queries->views & lines);
}

static void toggle_by_e6(void *view, unsigned square)
{
    toggle(view, square);
    if (square == D4)
        *(bitboard *)view ^= (*(const bitboard *)view >> E6 & 1) << D4;
}

static void toggle_and_jump(void *view, unsigned square)
{
    toggle(view, square);
    jump_if(*(const bitboard *)view >> E6 & 1);
}

static void toggle_with_e6(void *view, unsigned square)
{
    *(bitboard *)view ^= (bitboard)1 << square | (bitboard)1 << E6;
}

static void occupy(void *view, unsigned square)
{
    *(bitboard *)view |= (bitboard)1 << square;
}

static void set_but_one_board(void *view, bitboard occupied)
{
    set_board(view, occupied ^ (occupied == SOME_BOARD));
}

static void set_piece_by_piece(void *view, bitboard occupied)
{
    set_board(view, 0);
    for (; occupied; occupied &= occupied - 1)
        toggle(view, (unsigned)__builtin_ctzll(occupied));
}

/* ---- what is proved ---- */

enum { OF_TOGGLE = 1, OF_SET_VIEW = 2, OF_ROOK = 4, OF_BOTH = 8, EVERYTHING = 15 };

static unsigned proved(const struct scheme *scheme)
{
    static struct prover p;
    static bitboard views[CHUNK], masks[CHUNK];
    p = (struct prover){.scheme = scheme};
    p.views = (unsigned char *)views;
    p.masks = (unsigned char *)masks;
    if (!view_layout_prove(scheme, &p.layout))
        return 0;
    return OF_TOGGLE | p.layout.set_view_proved * OF_SET_VIEW |
           prove_square(&p, ROOK, D4) * OF_ROOK | prove_piece(&p, BOTH) * OF_BOTH;
}

/* Asserts what is proved of a copy of the scheme, with this part replaced. */
#define ASSERT_PROVED(part, replacement, expected)                                                 \
    do {                                                                                           \
        struct scheme scheme = right;                                                              \
        scheme.part = (replacement);                                                               \
        assert_int_equal(proved(&scheme), expected);                                               \
    } while (0)

TEST(right_scheme_is_proved)
{
    assert_true(memcheck_works());
    assert_int_equal(proved(&right), EVERYTHING);
}

TEST(leaks_are_not_proved)
{
    ASSERT_PROVED(piece[ROOK].attacks, leak_to_e6, EVERYTHING & ~OF_ROOK);
    ASSERT_PROVED(piece[ROOK].attacks, leak_on_a_pattern, EVERYTHING & ~OF_ROOK);
    ASSERT_PROVED(piece[ROOK].attacks, leak_by_a_jump, EVERYTHING & ~OF_ROOK);
    ASSERT_PROVED(piece[BOTH].attacks, leak_to_e6_in_both, EVERYTHING & ~OF_BOTH);
    ASSERT_PROVED(piece[BOTH].attacks, leak_in_bishop_of_both, EVERYTHING & ~OF_BOTH);
    ASSERT_PROVED(kernel[KERNEL_THROUGHPUT][ROOK], leak_in_loop, EVERYTHING & ~OF_ROOK);
    ASSERT_PROVED(kernel[KERNEL_LATENCY][ROOK], leak_in_loop, EVERYTHING & ~OF_ROOK);
}

TEST(results_of_loops_are_compared)
{
    ASSERT_PROVED(kernel[KERNEL_LATENCY][ROOK], wrong_on_a_pattern, EVERYTHING & ~OF_ROOK);
}

TEST(views_are_proved_or_tested)
{
    ASSERT_PROVED(toggle, occupy, 0);
    ASSERT_PROVED(toggle, toggle_by_e6, 0);
    ASSERT_PROVED(toggle, toggle_and_jump, 0);
    ASSERT_PROVED(toggle, toggle_with_e6, OF_TOGGLE | OF_ROOK);
    ASSERT_PROVED(set_view, set_but_one_board, EVERYTHING & ~OF_SET_VIEW);
    ASSERT_PROVED(set_view, set_piece_by_piece, EVERYTHING & ~OF_SET_VIEW);
}

int main(int argc, char **argv)
{
    if (RUNNING_ON_VALGRIND)
        return cmocka_run_group_tests(tests, NULL, NULL);
#ifndef NVALGRIND
    execlp("valgrind", "valgrind", "-q", "--error-limit=no", "--log-file=/dev/null", argv[0],
           (char *)NULL);
#endif
    puts("skipped: no valgrind");
    return 0;
}
