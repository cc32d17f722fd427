/* SPDX-License-Identifier: MIT
 * Games in PGN. */
#include "chess/pgn.h"
#include "chess/notation.h"
#include "support/test.h"

/* Writes a line: the moves in UCI notation, or the line and the reason of a refused game. */
static void write_game(void *out, const struct pgn *pgn)
{
    const struct game_reader *game = &pgn->game;
    struct position position = game->start;
    char text[MOVE_SIZE];
    for (size_t i = 0; i < game->plies && !*pgn->error.text; i++) {
        fprintf(out, "%s%s", i ? " " : "", move_write(&position, game->moves[i], text));
        make_move(&position, game->moves[i]);
    }
    if (*pgn->error.text)
        fprintf(out, "%zu: %s", pgn->error_line, pgn->error.text);
    fprintf(out, "\n");
}

/* Returns what write_game() writes of all games, until the next call. */
static char *games_of(const char *pgn_text)
{
    char *copy = strdup(pgn_text), *rest = copy, *line;
    size_t number = 0;
    struct pgn pgn = {.callback = write_game, .context = capture()};
    while ((line = strsep(&rest, "\n")))
        pgn_read_line(&pgn, line, ++number);
    pgn_end(&pgn);
    free(copy);
    return captured();
}

#define SHUFFLED(fen) "[Variant \"Chess960\"]\n[FEN \"" fen " - 0 1\"]\n\n"

/* PGN, and its games in UCI notation. */
static const char *const good[][2] = {
    /* castling by king and rook */
    {SHUFFLED("rk6/8/8/8/8/8/8/R4K1R w HA") "1. O-O Kb7 2. Rae1 *", "f1h1 b8b7 a1e1\n"},
    {SHUFFLED("3k4/8/8/8/8/8/8/R2K3R w HA") "1. O-O-O+ *", "d1a1\n"},
    {SHUFFLED("rk6/8/8/8/8/8/8/R1K4R w HA") "1. O-O-O *", "c1a1\n"},
    {SHUFFLED("r1k4r/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBha") "1. O-O O-O-O 2. e4",
     "e1f1 c8a8 e2e4\n"},
    {SHUFFLED("rk6/8/8/8/8/8/8/R4K1R w KQ") "1. 0-0 *", "f1h1\n"},
    /* ends of games */
    {"1. e4 a6 2. Bc4 a5 3. Ne2 a4 4. O-O Ra7 5. e5 f5 6. exf6 e.p. a3",
     "e2e4 a7a6 f1c4 a6a5 g1e2 a5a4 e1g1 a8a7 e4e5 f7f5 e5f6 a4a3\n"},
    {"1. e4 e5\n\n1. d4 d5 1-0 1. c4 1/2-1/2 *\n", "e2e4 e7e5\nd2d4 d7d5\nc2c4\n"},
    {"[Event \"?\"]\n1. e4\n[Event \"?\"]\n\n[Event \"?\"]\n[Site \"?\"] 1. d4 0-1",
     "e2e4\n\nd2d4\n"},
    {"1. e4 [Event \"b\\\\\"]\n1. d4 *", "e2e4\nd2d4\n"}, /* an escaped backslash */
    {"[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9\"]\n9... Kd8 10. Kd1 *\n1. e4 *", "e8d8 e1d1\ne2e4\n"},
    {"{ no game } ; 1. e4\n(1. d4)\n", ""},
    {"1. * 1 1. e4 *", "e2e4\n"}, /* a number or a result alone is no game */
    /* what is skipped */
    {"1. e4 {best (1-0\n[Clk] 2. d4} 1... e5 $1 $14 2.Nf3!? ; 2. d4 {\n%2. d4 {\nNc6 *",
     "e2e4 e7e5 g1f3 b8c6\n"},
    {"1. e4 e5 (1... c5 2. Nf3 {)} (2. c3 --) 1-0) 2... 2. Nf3 *", "e2e4 e7e5 g1f3\n"},
    {"[White \"a \\\"b\\\" [c] {d}\"] [Black \"e\"f\" g\"] [Date] [fen \"8/8/8/8/8/k7/8/K7 w - "
     "-\"]\n"
     "[SetUp \"1\"]\n[Variant \"From Position\"]\n1. Kb1 *",
     "a1b1\n"},
    {"[Variant \"Standard\"]\n[SetUp \"0\"]\n1. e4 *", "e2e4\n"},
};

static const char *const refused[][2] = {
    {"1. e4 e5\n2. \xe2\x99\x98"
     "f3 Nc6 1-0\n1. d4 *",
     "2: ply 3: byte 0xe2, expected printable ASCII\nd2d4\n"},
    {"1. e4\xc2\xa0"
     "e5 2. Nf3 Nc6\n1. d4 *",
     "1: ply 1: byte 0xc2, expected printable ASCII\nd2d4\n"},
    {"1. e5 e5\n[Site \"?\"]\n1. d4 *",
     "1: ply 1: illegal move e5, expected a legal one in " START_FEN "\nd2d4\n"},
    {"1. e4 -- 2. d4 *",
     "1: ply 2: '--' is not a move, expected one like e4, Nbd7, exd8=Q or O-O\n"},
    {"1. e4 } e5 *", "1: ply 2: '}' without '{'\n"},
    {"1. e4 ) e5 *", "1: ply 2: ')' without '('\n"},
    {"1. e4 [x] e5 *",
     "1: ply 2: '[' among the moves, expected a move, or a tag such as [Event \"?\"]\n"},
    {"1. e4 (1. d4 e5 *\n[Site \"?\"]\n1. d4 *",
     "2: ply 2: a variation without an end, expected ')'\nd2d4\n"},
    {"1. e4 {1. d4 e5 *\n[Event \"?\"]\n1. d4 *",
     "2: ply 2: a comment without an end, expected '}'\nd2d4\n"},
    {"1. e4 {1. d4 e5 *", "1: ply 2: a comment without an end, expected '}'\n"},
    {"1. e4 1-0 e5 2. Nf3 *", "e2e4\n1: moves without a tag, expected move number 1\n"},
    {"[Variant \"Atomic\"]\n1. e4 *",
     "1: the variant is 'Atomic', expected standard chess or Chess960\n"},
    {"[Variant \"Chess960\"]\n\n1. e4 *", "3: a set-up position or Chess960, expected a FEN tag\n"},
    {"[SetUp \"1\"]\n\n1. e4 *", "3: a set-up position or Chess960, expected a FEN tag\n"},
    {"[FEN \"8/8/8/8/8/k7/8/K7 w - -\"]\n[FEN \"8/8/8/8/8/k7/8/K7 b - -\"]\n*",
     "2: a second FEN tag, expected one\n"},
    {"[FEN \"hello\"]\n*", "1: the board 'hello' has 1 rank, expected 8 between '/'\n"},
    {"[FEN \"\"]\n*", "1: 0 fields, expected the 4 of an EPD or the 6 of a FEN\n"},
    {"[FEN \"8/8/8/8/8/k7/8/K7 w - - 0 1]\n1. Kb1 *",
     "1: '\"' on rank 8, expected a piece of PNBRQKpnbrqk or a digit 1 to 8\n"},
};

static void check(const char *const cases[][2], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *games = games_of(cases[i][0]);
        if (strcmp(games, cases[i][1]))
            fail_msg("%s\ngot:\n%s\nnot:\n%s", cases[i][0], games, cases[i][1]);
    }
}

TEST(good_games_are_read)
{
    check(good, COUNT(good));
}

/* Nothing of such a game is used; the others are whole. */
TEST(other_games_are_refused)
{
    check(refused, COUNT(refused));
}

/* Its moves are counted in 16 bits. The limit's game is whole. */
TEST(longest_game_has_65535_plies)
{
    static const char round[] = "Nf3 Nf6 Ng1 Ng8\n";
    static char text[(MAX_PLIES / 4 + 1) * (sizeof round - 1) + 4] = "1. ";
    for (size_t i = 0; i < MAX_PLIES / 4; i++)
        strcat(text + 3 + (sizeof round - 1) * i, round);
    strcat(text, "Nf3 Nf6 Ng1\n");
    assert_true(strlen(games_of(text)) == 5 * MAX_PLIES);
    memcpy(strrchr(text, '\n'), " Ng8", 5);
    assert_string_equal(games_of(text), "16384: ply 65536: more than 65535 moves in a game\n");
}

TEST(pgn_is_told_from_lists)
{
    static const char *const of_pgn[] = {"[Event \"?\"]", "{", "1. e4", "1.e4", "1 e4", "1"};
    static const char *const of_lists[] = {"",         ";", "%", "e2e4", "8/8/8/8/8/k7/8/K7 w - -",
                                           "startpos", "1/"};
    for (size_t i = 0; i < COUNT(of_pgn); i++)
        assert_true(pgn_begins(of_pgn[i]));
    for (size_t i = 0; i < COUNT(of_lists); i++)
        assert_false(pgn_begins(of_lists[i]));
}

RUN_TESTS(NULL, NULL)
