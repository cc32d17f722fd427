/* SPDX-License-Identifier: MIT
 * Legal moves and the oracle. */
#include "chess/position.h"
#include "chess/oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#include "support/positions.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* https://www.chessprogramming.org/Perft_Results, the first six positions. */
static const struct {
    const char *fen;
    unsigned depth;
    uint64_t leaves;
} perfts[] = {
    {START_FEN, 5, 4865609},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422333},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
};

static uint64_t count(struct position *position, unsigned depth)
{
    chess_move moves[MAX_MOVES];
    size_t n = legal_moves(position, &oracle_sliders, moves);
    if (depth == 1)
        return n;
    uint64_t leaves = 0;
    for (size_t i = 0; i < n; i++) {
        struct undo undo = make_move(position, moves[i]);
        leaves += count(position, depth - 1);
        unmake_move(position, moves[i], &undo);
    }
    return leaves;
}

static void perft_has_the_published_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(perfts); i++) {
        struct position position = read_good(perfts[i].fen), before = position;
        assert_int_equal(count(&position, perfts[i].depth), perfts[i].leaves);
        assert_same(&position, &before);
    }
}

/* Checks all sequences of three plies: pieces never overlap, the FEN is complete, and unmaking
 * restores the position. */
static void walk(struct position *position, unsigned depth)
{
    chess_move moves[MAX_MOVES];
    size_t n = depth ? legal_moves(position, &oracle_sliders, moves) : 0;
    for (size_t i = 0; i < n; i++) {
        struct position before = *position;
        struct undo undo = make_move(position, moves[i]);
        bitboard sum = 0, all = 0;
        for (unsigned kind = 0; kind < PIECE_KINDS; kind++) {
            sum += position->pieces[kind];
            all |= position->pieces[kind];
        }
        assert_true(sum == all && all == position_occupied(position));
        assert_true((position->colours[WHITE] & position->colours[BLACK]) == 0);
        char fen[FEN_SIZE];
        struct position again = read_good(fen_write(position, fen));
        assert_same(&again, position);
        walk(position, depth - 1);
        unmake_move(position, moves[i], &undo);
        assert_same(position, &before);
    }
}

static void unmaking_restores_the_position(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(perfts); i++) {
        struct position position = read_good(perfts[i].fen);
        walk(&position, 2);
    }
}

/* The move generator takes all slider attacks from its callbacks, with their context. */
static bitboard counted(const void *context, unsigned square, bitboard occupied)
{
    (void)square, (void)occupied;
    ++**(unsigned *const *)context;
    return 0;
}

static void getters_are_those_passed(void **state)
{
    (void)state;
    unsigned calls = 0, *counter = &calls;
    struct sliders none = {counted, counted, &counter};
    struct position position = read_good("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    chess_move moves[MAX_MOVES];
    assert_int_equal(legal_moves(&position, &none, moves), 5); /* only those of the king */
    assert_int_not_equal(calls, 0);
}

static void oracle_knows_some_sets(void **state)
{
    (void)state;
    assert_true(oracle_rook(0, 0) == 0x01010101010101feu);
    assert_true(oracle_bishop(0, 0) == 0x8040201008040200u);
    bitboard d4 = (bitboard)1 << 27, blockers = 0x0008000022000800u; /* d7 b4 f4 d2 */
    assert_true(oracle_rook(27, blockers) == 0x0008080836080800u);
    assert_true(oracle_rook(27, blockers | d4) == 0x0008080836080800u);
    assert_true(oracle_bishop(27, ~(bitboard)0) == 0x0000001400140000u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_has_the_published_counts),
        cmocka_unit_test(unmaking_restores_the_position),
        cmocka_unit_test(getters_are_those_passed),
        cmocka_unit_test(oracle_knows_some_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
