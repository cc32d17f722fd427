/* SPDX-License-Identifier: MIT
 * perft of every scheme against published node counts and against the plain move generator.
 * Usage: test_perft [long]; `long` counts billions of nodes. */
#include "base/random.h"
#include "chess/notation.h"
#include "chess/position.h"
#include "plan/scheme_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <inttypes.h>
#include <cmocka.h>

static bool is_long;

/* Calls check() with each position of a suite in tests/data/perft/ and its deepest node count up to
 * `limit`. Returns the sum of these counts. */
static uint64_t for_suite(const char *name, uint64_t limit, const struct scheme *scheme,
                          void (*check)(const struct scheme *, const struct position *,
                                        unsigned depth, uint64_t nodes, const char *line))
{
    char path[4096], line[512];
    snprintf(path, sizeof path, PERFT_FOLDER "/%s", name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s cannot be read", path);
    uint64_t sum = 0;
    while (fgets(line, sizeof line, file)) {
        struct position position;
        struct error error;
        const char *rest;
        if (*line == '#')
            continue;
        line[strcspn(line, "\n")] = 0;
        if (!fen_read(&position, line, &rest, &error))
            fail_msg("%s: %s", line, error.text);
        unsigned depth = 0, next;
        uint64_t nodes = 0, more;
        int length;
        while (sscanf(rest, ";D%u %" SCNu64 "%n", &next, &more, &length) == 2 && more <= limit) {
            depth = next;
            nodes = more;
            rest += length;
        }
        if (depth)
            check(scheme, &position, depth, nodes, line);
        sum += nodes;
    }
    fclose(file);
    return sum;
}

static void check_count(const struct scheme *scheme, const struct position *position,
                        unsigned depth, uint64_t nodes, const char *line)
{
    struct perft_position start = perft_position_of(position);
    uint64_t got = scheme->perft(&start, depth);
    if (got != nodes)
        fail_msg("%s, depth %u: expected %" PRIu64 " nodes, got %" PRIu64 ": %s", scheme->name,
                 depth, nodes, got, line);
}

/* The generator may fail although all getters are right, for example if it does not update a
 * view. */
static void every_scheme_counts_right(void **state)
{
    (void)state;
    unsigned count = 0;
    for (const struct scheme *const *s = schemes; *s; s++) {
        if ((*s)->traits & MOCK || scheme_unsupported(*s))
            continue;
        if ((*s)->init)
            (*s)->init();
        assert_int_equal(for_suite("six.epd", is_long ? 20000000 : 500000, *s, check_count),
                         is_long ? 41812668 : 912983);
        assert_int_equal(for_suite("roce.epd", is_long ? 1000000 : 10000, *s, check_count),
                         is_long ? 28078420 : 533400);
        count++;
    }
    assert_int_not_equal(count, 0);
}

static const struct scheme *one_scheme(void)
{
    struct error error;
    const struct scheme *scheme = find_scheme_or_default(NULL, &error);
    if (!scheme)
        fail_msg("%s", error.text);
    return scheme;
}

static void suites_have_their_known_counts(void **state)
{
    (void)state;
    const struct scheme *s = one_scheme();
    assert_int_equal(for_suite("six.epd", is_long ? UINT64_MAX : 6000000, s, check_count),
                     is_long ? 761234712 : 16046250);
    assert_int_equal(for_suite("roce.epd", is_long ? UINT64_MAX : 3000000, s, check_count),
                     is_long ? 4580923686 : 55384408);
    assert_int_equal(for_suite("chess960.epd", is_long ? UINT64_MAX : 30000, s, check_count),
                     is_long ? 17031106591 : 15718499);
}

static uint64_t plain_count(const struct position *position, unsigned depth)
{
    chess_move moves[MAX_MOVES];
    size_t n = legal_moves(position, &oracle_sliders, moves);
    if (depth == 1)
        return n;
    uint64_t nodes = 0;
    for (size_t i = 0; i < n; i++) {
        struct position next = *position;
        make_move(&next, moves[i]);
        nodes += plain_count(&next, depth - 1);
    }
    return nodes;
}

/* Plays a random game; both generators count two plies in each of its positions. */
static void check_random_game(const struct scheme *scheme, const struct position *position,
                              unsigned depth, uint64_t nodes, const char *line)
{
    (void)depth;
    struct random random = {nodes};
    struct position now = *position;
    chess_move moves[MAX_MOVES];
    size_t n;
    for (unsigned ply = 0; ply < 100 && (n = legal_moves(&now, &oracle_sliders, moves)); ply++) {
        check_count(scheme, &now, 2, plain_count(&now, 2), line);
        make_move(&now, moves[random_below(&random, n)]);
    }
}

static void random_games_keep_positions_whole(void **state)
{
    (void)state;
    for_suite("roce.epd", 100, one_scheme(), check_random_game);
    for_suite("chess960.epd", 100, one_scheme(), check_random_game);
}

/* Rare or unreachable positions: both generators count four plies. */
static void rare_positions_count_right(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "4k3/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1",        /* en passant in check by a knight    */
        "4k3/8/8/q2pP1K1/8/8/8/8 w - d6 0 1",         /* en passant opens a rank            */
        "4k3/8/6n1/3pP3/1q3K2/8/8/8 w - d6 0 1",      /* en passant in check by two         */
        "4k3/8/8/8/4B3/6n1/8/4K2R b K - 0 1",         /* a bishop recaptures on a rook's square */
        "qqqqkqqq/qqqqqqqq/8/8/8/8/PP6/K7 b - - 0 1", /* fifteen queens                     */
        "r3k2r/8/8/8/8/8/8/RrR1KrRr w KQkq - 0 1",    /* in check with castling rights */
        "k7/p7/8/8/8/8/8/RRRKRRRR w BF - 0 1",        /* two of seven rooks may castle      */
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position position;
        struct error error;
        if (!fen_read(&position, fens[i], NULL, &error))
            fail_msg("%s: %s", fens[i], error.text);
        check_count(one_scheme(), &position, 4, plain_count(&position, 4), fens[i]);
    }
}

int main(int argc, char **argv)
{
    is_long = argc > 1 && !strcmp(argv[1], "long");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheme_counts_right),
        cmocka_unit_test(suites_have_their_known_counts),
        cmocka_unit_test(random_games_keep_positions_whole),
        cmocka_unit_test(rare_positions_count_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
