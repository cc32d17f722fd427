/* SPDX-License-Identifier: MIT
 * Reading games and positions. */
#include "workload/corpus.h"
#include "chess/notation.h"
#include "support/folder.h"

static const char path[] = "positions";

#define KINGS "8/8/8/8/8/k7/8/K7 w - - 0 1"

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static struct corpus read_good(const char *text)
{
    struct corpus corpus;
    write_file(text);
    if (!corpus_read(&corpus, path, &error))
        fail_msg("%s: %s", text, error.text);
    return corpus;
}

/* Each text is one item. The FEN after its last move was written by hand. */
TEST(items_are_games)
{
    static const struct {
        const char *text, *last;
        size_t plies;
    } items[] = {
        {"e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 1},
        {" e2e4\t e7e5  ", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", 2},
        {"startpos", START_FEN, 0},
        {"position startpos moves", START_FEN, 0},
        {"position startpos moves g1f3",
         "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", 1},
        {KINGS, KINGS, 0},
        {"8/8/8/8/8/k7/8/K7 w - -", KINGS, 0},
        {"8/8/8/8/8/k7/8/K7 w - - bm Kb1; id \"two moves a1b1\";", KINGS, 0},
        {KINGS " | 31 | 0.5", KINGS, 0},
        {KINGS " [0.5]", KINGS, 0},
        {"8/8/8/8/8/k7/8/K7 w - - [1.0] 12", KINGS, 0},
        {KINGS " moves a1b1", "8/8/8/8/8/k7/8/1K6 b - - 1 1", 1},
        {"8/8/8/8/8/k7/8/K7 w - - moves a1b1 a3b3", "8/8/8/8/8/1k6/8/1K6 w - - 2 2", 2},
        {"position fen " KINGS " moves a1b1", "8/8/8/8/8/k7/8/1K6 b - - 1 1", 1},
        {"\n  \t\n# e2e4\n  # x\n" KINGS "\n\n", KINGS, 0},
        {"; my positions\n" KINGS "\n% the end\n", KINGS, 0},
        {"; my game\n1. e4 *\n", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 1},
        {KINGS " Moves a1b1", "8/8/8/8/8/k7/8/1K6 b - - 1 1", 1},
        {"\xef\xbb\xbf" KINGS, KINGS, 0},
        {"\xef\xbb\xbf[SetUp \"1\"]\r[FEN \"" KINGS "\"]\r\r1. Kb1 ; to the end\rKb3 *\r",
         "8/8/8/8/8/1k6/8/1K6 w - - 2 2", 2},
        {"\xef\xbb\xbf# \xe2\x99\x9c\r\n" KINGS "\r\n", KINGS, 0},
    };
    for (size_t i = 0; i < COUNT(items); i++) {
        struct corpus corpus = read_good(items[i].text);
        assert_int_equal(corpus.game_count, 1);
        assert_int_equal(corpus.games[0].plies, items[i].plies);
        assert_int_equal(corpus.position_count, items[i].plies + 1);
        struct corpus_walk walk = {.corpus = &corpus};
        char fen[FEN_SIZE];
        for (size_t n = 0; n < corpus.position_count; n++)
            assert_true(corpus_next(&walk));
        assert_string_equal(fen_write(&walk.position, fen), items[i].last);
        assert_false(corpus_next(&walk));
        assert_false(corpus_next(&walk));
        corpus_free(&corpus);
    }
}

TEST(walk_visits_each_position_once)
{
    struct corpus corpus = read_good("e2e4 e7e5\r\n" KINGS "\r\nstartpos\n" KINGS " moves a1b1");
    static const char *const fens[] = {
        START_FEN,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
        KINGS,
        START_FEN,
        KINGS,
        "8/8/8/8/8/k7/8/1K6 b - - 1 1",
    };
    assert_int_equal(corpus.game_count, 4);
    assert_int_equal(corpus.position_count, COUNT(fens));
    struct corpus_walk walk = {.corpus = &corpus};
    size_t n = 0;
    for (char fen[FEN_SIZE]; corpus_next(&walk); n++)
        assert_string_equal(fen_write(&walk.position, fen), fens[n]);
    assert_int_equal(n, COUNT(fens));
    walk = (struct corpus_walk){.corpus = &corpus, .distance = 3};
    for (n = 0; corpus_next(&walk); n += 3) {
        char fen[FEN_SIZE];
        assert_string_equal(fen_write(&walk.position, fen), fens[n]);
    }
    assert_int_equal(n, 9);
    corpus_free(&corpus);
    corpus_free(&corpus); /* a second time is harmless */
}

/* test_positions.py has what is printed of them. */
TEST(unreadable_games_are_skipped)
{
    struct corpus corpus = read_good("1. e4 e5 *\n1. e5\n*\n1. d4 d5 2. c4 *\n1. e4 d5 2. d6 *\n");
    assert_int_equal(corpus.skipped, 2);
    assert_int_equal(corpus.reasons[0].line, 2);
    assert_int_equal(corpus.reasons[1].line, 5);
    assert_int_equal(corpus.game_count, 2);
    assert_int_equal(corpus.position_count, 3 + 4);
    assert_int_equal(corpus.games[1].first_move, 2);
    corpus_free(&corpus);
}

/* At least as many as wanted, if the corpus has them, and at most twice as many. */
TEST(roots_are_as_many_as_wanted)
{
    struct corpus corpus = read_good("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7");
    for (size_t n = 1; n < 14; n++) {
        struct corpus_walk walk = corpus_roots(&corpus, n);
        size_t roots = 0;
        while (corpus_next(&walk))
            roots++;
        assert_in_range(roots, n < 11 ? n : 11, 2 * n);
    }
    corpus_free(&corpus);
}

TEST(text_errors_name_the_line)
{
    static const char *const cases[][2] = {
        {"", ":1: no position, expected at least one"},
        {"# nothing\n\n", ":3: no position"},
        {"e2e4\ne2e5\n", ":2: illegal move e2e5, expected a legal one in rnbqkbnr"},
        {"\n\n" KINGS " moves a1b1 a1b1", ":3: illegal move a1b1, expected"},
        {"hello", ":1: 'hello' is not a move in UCI notation, expected one like e2e4 or e7e8q"},
        {"fen " START_FEN " x/y\nfen", ":2: 0 fields, expected"},
        {"position", ":1: '' after 'position', expected 'startpos' or 'fen'"},
        {"position " KINGS, ":1: '8/8/8/8/8/k7/8/K7 w - - ' after 'position', expected"},
        {"startpos e2e4", ":1: 'e2e4' after 'startpos', expected 'moves'"},
        {KINGS " a1b1 b3", ":1: 'a1b1' after the position, expected 'moves' before moves"},
        {"8/P5k1/8/8/8/8/8/K6R w - - a7a8q", ":1: 'a7a8q' after the position"},
        {"1. " KINGS "\n", ":1: ply 1: "},
        {"startposmoves", ":1: 'startposmoves' is not a move"},
        {"e2e4\n\xef\xbb" KINGS, ":2: byte 0xef, expected printable ASCII"},
        {"e2e4\r\ne2e4\re7e5", ":3: illegal move e7e5"},
        {"e2e4\n[Event \"?\"]", ":2: '[Event' is not a move in UCI notation"},
        {"# PGN\n\n1. e4 e4 *\n1. d5 *\n",
         ":3: ply 2: illegal move e4, expected a legal one in "
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 "
         "0 1 (no game of 2 can be read)"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        write_file(cases[i][0]);
        struct corpus corpus;
        assert_fails(corpus_read(&corpus, path, &error), STATUS_INPUT, cases[i][1]);
        assert_memory_equal(error.text, path, strlen(path));
        assert_null(corpus.games);
        assert_null(corpus.moves);
        assert_int_equal(corpus.position_count, 0);
    }
}

RUN_TESTS(enter_folder, remove_folder)
