/* SPDX-License-Identifier: MIT
 * Positions and moves as text. */
#include "chess/notation.h"
#include "support/positions.h"

TEST(fen_round_trip)
{
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
    read_good("k7/8/8/8/8/8/8/7K w - - 0 1;D1 3"); /* as in suites of perft */
    struct position longest = read_good(
        "rnbqkbnr/1p1p1p1p/p1p1p1p1/8/1P1P1P1P/P1P1P1P1/8/RNBQKBNR "
        "b KQkq h3 0 1");
    longest.halfmove_clock = longest.fullmove_number = UINT16_MAX;
    assert_in_range(strlen(fen_write(&longest, text)), 1, FEN_SIZE - 1);
}

#define KINGS "4k3/8/8/8/8/8/8/4K3 "

static const char *const bad_fens[][2] = {
    {"", "0 fields, expected the 4 of an EPD or the 6 of a FEN"},
    {"4k3/8/8/8/8/8/8/4K3", "1 field, expected"},
    {KINGS "w", "2 fields, expected"},
    {KINGS "w - - 0", "5 fields, expected"},
    {KINGS "w - - @", "'@' after the position"},
    {KINGS "w - - 0 1 2", "'2' after the position"},
    {"8/8/8/8/8/8/4K3 w - -", "has 7 ranks, expected 8"},
    {"4k3/8/8/8/8/8/8/4K3/8 w - -", "has 9 ranks, expected 8"},
    {"4k3/8/7/8/8/8/8/4K3 w - -", "rank 6 has 7 squares, expected 8"},
    {"4k3/8/44p/8/8/8/8/4K3 w - -", "rank 6 has 9 squares, expected 8"},
    {"4k3/8/1/8/8/8/8/4K3 w - -", "rank 6 has 1 square, expected 8"},
    {"4k3//8/8/8/8/8/4K3 w - -", "rank 7 has 0 squares, expected 8"},
    {"4k3/8/8/8/8/8/8/4K3p w - -", "rank 1 has 9 squares, expected 8"},
    {"4k3/8/8/7x/8/8/8/4K3 w - -", "'x' on rank 5, expected a piece of PNBRQKpnbrqk"},
    {"4k3/8/8/0p7/8/8/8/4K3 w - -", "'0' on rank 5"},
    {"8/8/8/8/8/8/8/4K3 w - -", "Black has 0 kings, expected 1"},
    {"4k3/8/8/8/8/8/8/K3K3 w - -", "White has 2 kings, expected 1"},
    {"4k3/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 w - -", "White has 17 pieces, expected at most 16"},
    {"4k2P/8/8/8/8/8/8/4K3 w - -", "a pawn on rank 8"},
    {"4k3/8/8/8/8/8/8/p3K3 w - -", "a pawn on rank 1"},
    {KINGS "W - -", "side to move is 'W', expected 'w' or 'b'"},
    {"4k3/8/8/8/8/8/4R3/4K3 w - -", "Black is in check though it is not to move"},
    {"8/8/8/8/8/8/4k3/4K3 b - -", "White is in check"},
    {KINGS "w x -", "castling rights are 'x', expected '-' or some of KQkq"},
    {"4k3/8/8/8/8/8/8/4K2R w KK -", "castling rights are 'KK'"},
    {"4k3/8/8/8/8/8/8/4K2R w Kk - 0 1", "castling right 'k'"},
    {KINGS "w Q -", "castling right 'Q', expected a king of White on rank 1 and a rook there"},
    {"7r/3k4/8/8/8/8/8/4K3 w k -", "castling right 'k', expected a king of Black on rank 8"},
    {"4k3/8/8/8/8/8/8/R3K3 w K -", "castling right 'K'"},
    {"4k3/8/8/8/8/8/8/4K2R w KH -", "castling rights are 'KH', expected at most one"},
    {"4k3/8/8/8/8/8/8/4K1RR w GH -", "castling rights are 'GH', expected at most one"},
    {"4k3/8/8/8/8/8/8/4K2R w I -", "castling rights are 'I', expected"},
    {KINGS "w - e", "en passant square is 'e', expected '-' or the rank-6 square"},
    {"rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKBNR w KQkq e6", "en passant square is 'e6'"},
    {"4k3/8/8/8/4P3/8/8/4K3 w - e3", "rank-6 square that a pawn of Black may just have"},
    {"4k3/8/8/8/4P3/8/8/4K3 b - e4", "rank-3 square that a pawn of White may just have"},
    {"4k3/8/8/8/4P3/8/4N3/4K3 b - e3", "en passant square is 'e3'"},
    {"4k3/8/8/8/4P3/4N3/8/4K3 b - e3", "en passant square is 'e3'"},
    {"4k3/8/8/8/4p3/8/8/4K3 b - e3", "en passant square is 'e3'"},
    {KINGS "w - - -1 1", "halfmove clock is '-1', expected 0 to 9999"},
    {KINGS "w - - 99999999999999999999 1", "halfmove clock is '99999999999999999999'"},
    {KINGS "w - - 0 1x", "fullmove number is '1x', expected 0 to 9999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - \x1b[2J", "byte 0x1b, expected printable ASCII"},
};

TEST(bad_fens_are_errors)
{
    for (size_t i = 0; i < COUNT(bad_fens); i++) {
        struct position position;
        assert_fails(fen_read(&position, bad_fens[i][0], NULL, &error), STATUS_INPUT,
                     bad_fens[i][1]);
    }
}

TEST(long_fields_are_quoted_in_part)
{
    static char endless[100001];
    struct position position;
    memset(endless, 'x', sizeof endless - 1);
    assert_fails(fen_read(&position, endless, NULL, &error), STATUS_INPUT,
                 "has 1 rank, expected 8");
}

/* Plays moves in UCI notation, and compares with hand-written FENs. */
TEST(moves_lead_to_their_positions)
{
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
        struct position position = read_good(games[i][0]);
        chess_move move;
        char text[FEN_SIZE];
        assert_ok(move_read(&move, &position, games[i][1], &error));
        assert_string_equal(move_write(&position, move, text), games[i][1]);
        make_move(&position, move);
        assert_string_equal(fen_write(&position, text), games[i][2]);
    }
}

TEST(bad_moves_are_errors)
{
    static const char *const cases[][3] = {
        {START_FEN, "e2e5", "illegal move e2e5, expected a legal one in " START_FEN},
        {START_FEN, "e7e5", "illegal move e7e5"},
        {START_FEN, "e2e4q", "illegal move e2e4q"},
        {START_FEN, "", "'' is not a move in UCI notation, expected one like e2e4 or e7e8q"},
        {START_FEN, "Nf3", "'Nf3' is not a move"},
        {START_FEN, "e2e9", "'e2e9' is not a move"},
        {START_FEN, "e2e4k", "'e2e4k' is not a move"},
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
        chess_move move;
        assert_fails(move_read(&move, &position, cases[i][1], &error), STATUS_INPUT, cases[i][2]);
    }
}

/* SAN, and the move in UCI notation, or a part of the error. */
TEST(san_is_read)
{
#define KNIGHTS "4k3/8/8/1N3N2/8/8/1N6/4K3 w - - 0 1"
#define PAWNS   "3nk3/2P5/8/3pP3/8/8/8/R3K3 w Q d6 0 1"
    static const char *const cases[][3] = {
        {START_FEN, "e4", "e2e4"},
        {START_FEN, "Pe4", "e2e4"},
        {START_FEN, "e2-e4", "e2e4"},
        {START_FEN, "Nf3+", "g1f3"},
        {START_FEN, "Ng1-f3", "g1f3"},
        {START_FEN, "g1f3", "g1f3"},
        {START_FEN, "e5", "illegal move e5, expected a legal one in " START_FEN},
        {START_FEN, "O-O", "illegal move O-O, expected"},
        {START_FEN, "e4=Q", "illegal move e4=Q"},
        {START_FEN, "", "'' is not a move, expected one like e4, Nbd7, exd8=Q or O-O"},
        {START_FEN, "4", "'4' is not a move"},
        {START_FEN, "Zf3", "'Zf3' is not a move"},
        {START_FEN, "NNf3", "'NNf3' is not a move"},
        {START_FEN, "e4+-", "'e4+-' is not a move"},
        {START_FEN, "O-O-", "'O-O-' is not a move"},
        {START_FEN, "\xc2\xbd", "byte 0xc2"},
        {KNIGHTS, "Nd4", "Nd4 can be 2 moves, expected one"},
        {KNIGHTS, "Nbd4", "b5d4"},
        {KNIGHTS, "Nfd4", "f5d4"},
        {KNIGHTS, "N2d3", "b2d3"},
        {KNIGHTS, "Nb2d3#", "b2d3"},
        {"4k3/4r3/8/8/8/4N3/N7/4K3 w - - 0 1", "Nc1", "a2c1"},
        {"4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1", "Nc2", "a1c2"}, /* the other one is pinned */
        {PAWNS, "cxd8=Q+", "c7d8q"},
        {PAWNS, "cd8N", "c7d8n"},
        {PAWNS, "c8b", "c7c8b"},
        {PAWNS, "c7c8r", "c7c8r"},
        {PAWNS, "c8", "illegal move c8"},
        {PAWNS, "exd6", "e5d6"},
        {PAWNS, "0-0-0", "e1c1"},
        {PAWNS, "e1c1", "e1c1"},
        {PAWNS, "Kc1", "illegal move Kc1"},
        {"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O", "e1f1"},
        {"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "Kf1", "illegal move Kf1"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct position position = read_good(cases[i][0]);
        chess_move move;
        char text[MOVE_SIZE];
        const char *got = error.text;
        if (san_read(&move, &position, cases[i][1], &error))
            got = move_write(&position, move, text);
        if (strncmp(got, cases[i][2], strlen(cases[i][2])))
            fail_msg("%s: got \"%s\", not \"%s\"", cases[i][1], got, cases[i][2]);
    }
}

RUN_TESTS(NULL, NULL)
