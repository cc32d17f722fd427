/* SPDX-License-Identifier: MIT
 * Positions, moves, FEN and UCI notation. */
#include "chess/position.h"
#include "chess/fen.h"
#include "chess/oracle.h"
#include "chess/uci_move.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct position read_good(const char *fen)
{
    struct position position;
    struct error error;
    if (!fen_read(&position, fen, NULL, &error))
        fail_msg("%s: %s", fen, error.text);
    return position;
}

static void assert_same(const struct position *a, const struct position *b)
{
    assert_memory_equal(a->pieces, b->pieces, sizeof a->pieces);
    assert_memory_equal(a->colours, b->colours, sizeof a->colours);
    assert_true(a->castling == b->castling);
    assert_int_equal(a->side, b->side);
    assert_int_equal(a->en_passant, b->en_passant);
    assert_int_equal(a->quiet_plies, b->quiet_plies);
    assert_int_equal(a->full_moves, b->full_moves);
}

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

static void fen_round_trip(void **state)
{
    (void)state;
    static const char *const fens[] = {
        START_FEN,
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w Kq e6 0 3",
        "8/8/8/8/8/k7/8/K7 b - - 9999 0",
        "1r1k1r1r/8/8/8/8/8/8/1R1K1R1R w FQkq - 0 1", /* Chess960: the rook on f1, not on h1 */
        "k7/8/8/8/8/8/8/7K w - - 0 9999",
    };
    char text[FEN_SIZE];
    for (size_t i = 0; i < COUNT(fens); i++) {
        struct position position = read_good(fens[i]);
        assert_string_equal(fen_write(&position, text), fens[i]);
    }
    struct position longest = read_good(
        "rnbqkbnr/1p1p1p1p/p1p1p1p1/8/1P1P1P1P/P1P1P1P1/8/RNBQKBNR "
        "b KQkq h3 0 1");
    longest.quiet_plies = longest.full_moves = UINT16_MAX;
    assert_in_range(strlen(fen_write(&longest, text)), 1, FEN_SIZE - 1);
}

static void rest_of_an_epd_line_is_returned(void **state)
{
    (void)state;
    struct position position;
    struct error error;
    const char *rest;
    static const char *const lines[][2] = {
        {"8/8/8/8/8/k7/8/K7 w - -", ""},
        {" 8/8/8/8/8/k7/8/K7\tw  -  - ", ""},
        {"8/8/8/8/8/k7/8/K7 w - - bm Kb1; id \"moves /\";", "bm Kb1; id \"moves /\";"},
        {"8/8/8/8/8/k7/8/K7 w - - 3 7 ;D1 1", ";D1 1"},
        {"8/8/8/8/8/k7/8/K7 w - - 3 7 moves a1b1", "moves a1b1"},
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        assert_true(fen_read(&position, lines[i][0], &rest, &error));
        assert_string_equal(rest, lines[i][1]);
        assert_int_equal(position.full_moves, i < 3 ? 1 : 7);
    }
}

#define KINGS "4k3/8/8/8/8/8/8/4K3 "

static const char *const bad_fens[][2] = {
    {"", "0 fields, expected the 4 of an EPD or the 6 of a FEN"},
    {"4k3/8/8/8/8/8/8/4K3", "1 fields, expected"},
    {KINGS "w", "2 fields, expected"},
    {KINGS "w -", "3 fields, expected"},
    {KINGS "w - - 0", "5 fields, expected"},
    {KINGS "w - - @", "'@' after the position"},
    {KINGS "w - - 0 1 2", "'2' after the position"},
    {"8/8/8/8/8/8/4K3 w - -", "has 7 ranks, expected 8"},
    {"4k3/8/8/8/8/8/8/4K3/8 w - -", "has 9 ranks, expected 8"},
    {"4k3/8/7/8/8/8/8/4K3 w - -", "rank 6 has 7 squares, expected 8"},
    {"4k3/8/44p/8/8/8/8/4K3 w - -", "rank 6 has 9 squares, expected 8"},
    {"4k3//8/8/8/8/8/4K3 w - -", "rank 7 has 0 squares, expected 8"},
    {"4k3/8/8/8/8/8/8/4K3p w - -", "rank 1 has 9 squares, expected 8"},
    {"4k3/8/8/7x/8/8/8/4K3 w - -", "'x' on rank 5, expected a piece of PNBRQKpnbrqk"},
    {"4k3/8/8/0p7/8/8/8/4K3 w - -", "'0' on rank 5"},
    {"4k3/8/8/9/8/8/8/4K3 w - -", "'9' on rank 5"},
    {"8/8/8/8/8/8/8/4K3 w - -", "Black has 0 kings, expected 1"},
    {"4k3/8/8/8/8/8/8/K3K3 w - -", "White has 2 kings, expected 1"},
    {"4k3/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 w - -", "White has 17 pieces, expected at most 16"},
    {"4k2P/8/8/8/8/8/8/4K3 w - -", "a pawn on rank 8"},
    {"4k3/8/8/8/8/8/8/p3K3 w - -", "a pawn on rank 1"},
    {KINGS "W - -", "side to move is 'W', expected 'w' or 'b'"},
    {KINGS "wb - -", "side to move is 'wb'"},
    {"4k3/8/8/8/8/8/4R3/4K3 w - -", "Black is in check though it is not to move"},
    {"4k3/3P4/8/8/8/8/8/4K3 w - -", "Black is in check"},
    {"8/8/8/8/8/8/4k3/4K3 b - -", "White is in check"},
    {KINGS "w x -", "castling rights are 'x', expected '-' or some of KQkq"},
    {"4k3/8/8/8/8/8/8/4K2R w KK -", "castling rights are 'KK'"},
    {"4k3/8/8/8/8/8/8/4K2R w K- -", "castling rights are 'K-'"},
    {KINGS "w Q -", "castling right 'Q', expected a king of White on rank 1 and a rook there"},
    {"7r/3k4/8/8/8/8/8/4K3 w k -", "castling right 'k', expected a king of Black on rank 8"},
    {"4k2R/8/8/8/8/8/8/4K3 b k -", "castling right 'k'"},
    {"4k3/8/8/8/8/8/8/R3K3 w K -", "castling right 'K'"},
    {"4k3/8/8/8/8/8/8/4K2R w Q -", "castling right 'Q'"},
    {"4k3/8/8/8/8/8/8/4K2R w G -", "castling right 'G'"},
    {"4k3/8/8/8/8/8/8/4K2R w KH -", "castling rights are 'KH', expected at most one"},
    {"4k3/8/8/8/8/8/8/4K1RR w GH -", "castling rights are 'GH', expected at most one"},
    {"4k3/8/8/8/8/8/8/4K2R w I -", "castling rights are 'I', expected"},
    {KINGS "w - e", "en passant square is 'e', expected '-' or the rank-6 square"},
    {KINGS "w - e6", "en passant square is 'e6'"},
    {KINGS "w - i6", "en passant square is 'i6'"},
    {"4k3/8/8/8/4P3/8/8/4K3 w - e3", "rank-6 square that a pawn of Black may just have"},
    {"4k3/8/8/8/4P3/8/8/4K3 b - e4", "rank-3 square that a pawn of White may just have"},
    {"4k3/8/8/8/4P3/8/4N3/4K3 b - e3", "en passant square is 'e3'"},
    {"4k3/8/8/8/4P3/4N3/8/4K3 b - e3", "en passant square is 'e3'"},
    {"4k3/8/8/8/4p3/8/8/4K3 b - e3", "en passant square is 'e3'"},
    {KINGS "w - - -1 1", "halfmove clock is '-1', expected 0 to 9999"},
    {KINGS "w - - 10000 1", "halfmove clock is '10000', expected 0 to 9999"},
    {KINGS "w - - 99999999999999999999 1", "halfmove clock is '99999999999999999999'"},
    {KINGS "w - - 0 1x", "fullmove number is '1x', expected 0 to 9999"},
    {KINGS "w - - 0 moves", "fullmove number is 'moves'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - \x1b[2J", "byte 0x1b, expected printable ASCII"},
    {"\xff", "byte 0xff, expected printable ASCII"},
};

static void bad_fens_are_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad_fens); i++) {
        struct position position;
        struct error error = {STATUS_OK, ""};
        if (fen_read(&position, bad_fens[i][0], NULL, &error))
            fail_msg("accepted: %s", bad_fens[i][0]);
        assert_int_equal(error.status, STATUS_INPUT);
        if (!strstr(error.text, bad_fens[i][1]))
            fail_msg("%s: got \"%s\", not \"%s\"", bad_fens[i][0], error.text, bad_fens[i][1]);
    }
    /* Long fields are quoted in part. */
    char *endless = malloc(100001);
    memset(endless, 'x', 100000);
    endless[100000] = 0;
    struct position position;
    struct error error;
    assert_false(fen_read(&position, endless, NULL, &error));
    assert_non_null(strstr(error.text, "has 1 ranks, expected 8"));
    free(endless);
}

/* Plays moves in UCI notation, and compares with hand-written FENs. */
static void moves_lead_to_their_positions(void **state)
{
    (void)state;
    static const char *const games[][3] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"},
        {"rk2r3/4p3/8/8/8/8/4P3/RK2R3 w KQkq - 0 1", "b1e1",
         "rk2r3/4p3/8/8/8/8/4P3/R4RK1 b kq - 1 1"},
        {"rk2r3/4p3/8/8/8/8/4P3/RK2R3 b KQkq - 0 1", "b8a8",
         "2krr3/4p3/8/8/8/8/4P3/RK2R3 w KQ - 1 2"},
        {"4k3/8/8/8/8/8/8/RRK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/R1KR4 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RKR b - - 1 1"},
        {"5krr/8/8/8/8/8/8/4K3 b g - 0 1", "f8g8", "5rkr/8/8/8/8/8/8/4K3 w - - 1 2"},
        {START_FEN, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"},
        {"3rk3/4P3/8/8/8/8/8/4K3 w - - 5 9", "e7d8n", "3Nk3/8/8/8/8/8/8/4K3 b - - 0 9"},
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        struct position position = read_good(games[i][0]), before = position;
        struct error error;
        chess_move move;
        char text[FEN_SIZE];
        assert_true(move_read(&move, &position, games[i][1], &error));
        assert_string_equal(move_write(&before, move, text), games[i][1]);
        struct undo undo = make_move(&position, move);
        assert_string_equal(fen_write(&position, text), games[i][2]);
        unmake_move(&position, move, &undo);
        assert_same(&position, &before);
    }
}

static void bad_moves_are_errors(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {START_FEN, "e2e5", "illegal move e2e5, expected a legal one in " START_FEN},
        {START_FEN, "e7e5", "illegal move e7e5"},
        {START_FEN, "e2e4q", "illegal move e2e4q"},
        {START_FEN, "", "'' is not a move in UCI notation, expected one like e2e4 or e7e8q"},
        {START_FEN, "e2", "'e2' is not a move"},
        {START_FEN, "Nf3", "'Nf3' is not a move"},
        {START_FEN, "O-O", "'O-O' is not a move"},
        {START_FEN, "0000", "'0000' is not a move"},
        {START_FEN, "e2e9", "'e2e9' is not a move"},
        {START_FEN, "i2e4", "'i2e4' is not a move"},
        {START_FEN, "e2e4k", "'e2e4k' is not a move"},
        {START_FEN, "e2e4qq", "'e2e4qq' is not a move"},
        {START_FEN, "e2\x80", "byte 0x80"},
        {"7k/P7/8/8/8/8/8/K7 w - -", "a7a8", "illegal move a7a8"},
        {"7k/P7/8/8/8/8/8/K7 w - -", "a7a8Q", "'a7a8Q' is not a move"},
        /* en passant exposes the king to the rook; castling crosses an attacked square */
        {"8/8/8/8/k2Pp2R/8/8/K7 b - d3 0 1", "e4d3", "illegal move e4d3"},
        {"4k3/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "e1c1", "illegal move e1c1"},
        {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "illegal move e1g1"},
        /* Chess960: castling exposes the king to a rook behind its own; a piece blocks the rook */
        {"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1b1", "illegal move d1b1"},
        {"4k3/8/8/8/8/8/8/RN1K4 w A - 0 1", "d1a1", "illegal move d1a1"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct position position = read_good(cases[i][0]);
        struct error error = {STATUS_OK, ""};
        chess_move move;
        if (move_read(&move, &position, cases[i][1], &error))
            fail_msg("accepted: %s", cases[i][1]);
        assert_int_equal(error.status, STATUS_INPUT);
        if (!strstr(error.text, cases[i][2]))
            fail_msg("%s: got \"%s\", not \"%s\"", cases[i][1], error.text, cases[i][2]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_has_the_published_counts),
        cmocka_unit_test(unmaking_restores_the_position),
        cmocka_unit_test(getters_are_those_passed),
        cmocka_unit_test(oracle_knows_some_sets),
        cmocka_unit_test(fen_round_trip),
        cmocka_unit_test(rest_of_an_epd_line_is_returned),
        cmocka_unit_test(bad_fens_are_errors),
        cmocka_unit_test(moves_lead_to_their_positions),
        cmocka_unit_test(bad_moves_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
