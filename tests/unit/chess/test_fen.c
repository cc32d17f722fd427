/* SPDX-License-Identifier: MIT */
#include "chess/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "support/positions.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fen_round_trip),
        cmocka_unit_test(rest_of_an_epd_line_is_returned),
        cmocka_unit_test(bad_fens_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
