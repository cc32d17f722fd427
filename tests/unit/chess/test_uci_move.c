/* SPDX-License-Identifier: MIT */
#include "chess/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#include "support/positions.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

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
        cmocka_unit_test(moves_lead_to_their_positions),
        cmocka_unit_test(bad_moves_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
