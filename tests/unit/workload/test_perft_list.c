/* SPDX-License-Identifier: MIT
 * Positions for perft: their node counts against published ones and against the timed move
 * generator, which shares no code with that of position.c. */
#include "chess/notation.h"
#include "plan/scheme_set.h"
#include "workload/generators.h"
#include "workload/list.h"
#include "workload/list_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "support/games.h"

enum { N = 300 };

static struct list list;

static bool make_list(struct list *w, const struct corpus *from, size_t n, struct error *error)
{
    const struct list_request request = {{.kind = WORKLOAD_PERFT}, ALL, LIST_OF_PERFT_TASKS, n, 1};
    return list_make(w, &request, from, error);
}

static int make_both(void **state)
{
    struct error error;
    return read_corpus(state) || !make_list(&list, &corpus, N, &error) ? -1 : 0;
}

static int free_both(void **state)
{
    list_free(&list);
    return free_corpus(state);
}

static const struct scheme *find_scheme(void)
{
    size_t i = 0;
    while (schemes[i]->traits & MOCK || scheme_unsupported(schemes[i]))
        i++;
    if (schemes[i]->init)
        schemes[i]->init();
    return schemes[i];
}

/* https://www.chessprogramming.org/Perft_Results: the nodes at depth 2, and at a greater depth. */
static const struct published {
    const char *fen;
    unsigned depth;
    uint64_t nodes[2];
} published[] = {
    {START_FEN, 3, {400, 8902}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, {2039, 97862}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, {191, 2812}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, {264, 9467}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, {1486, 62379}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, {2079, 89890}},
};

enum { PUBLISHED = sizeof published / sizeof *published };

static void nodes_are_the_published_ones(void **state)
{
    (void)state;
    const struct scheme *scheme = find_scheme();
    struct game games[PUBLISHED];
    struct corpus few = {"some.epd", games, .game_count = PUBLISHED, .position_count = PUBLISHED};
    struct list w;
    struct error error;
    for (size_t i = 0; i < PUBLISHED; i++) {
        games[i] = (struct game){.plies = 0};
        assert_true(fen_read(&games[i].start, published[i].fen, NULL, &error));
        const struct perft_position start = perft_position_of(&games[i].start);
        assert_int_equal(scheme->perft(&start, published[i].depth), published[i].nodes[1]);
    }
    assert_true(make_list(&w, &few, 2 * PUBLISHED, &error));
    for (size_t i = 0; i < PUBLISHED; i++) {
        assert_int_equal(w.occupied[2 * i], position_occupied(&games[i].start));
        assert_int_equal(list_steps(&w, 2 * i, 2 * i + 1), published[i].nodes[0]);
    }
    list_free(&w);
    assert_false(make_list(&w, &few, 2 * PUBLISHED + 1, &error));
    assert_int_equal(error.status, STATUS_INPUT);
    assert_string_equal(error.text,
                        "some.epd: 12 positions for all among 6 positions, expected 13; "
                        "give more positions or --list-length 12");
}

static void nodes_are_those_of_the_timed_generator(void **state)
{
    (void)state;
    const struct scheme *scheme = find_scheme();
    assert_int_equal(list.n, N);
    assert_string_equal(list.name, "perft");
    for (size_t i = 0; i < list.n; i++) {
        const struct perft_task *task = &list.perft.tasks[i];
        uint64_t nodes = scheme->perft(&task->position, task->depth);
        assert_int_equal(task->position.colours[WHITE] | task->position.colours[BLACK],
                         list.occupied[i]);
        assert_true(nodes > 0);
        assert_int_equal(list_steps(&list, i, i + 1), nodes);
        assert_int_equal(list.expected.prefix_sums[i + 1] - list.expected.prefix_sums[i], nodes);
    }
}

static void positions_differ_and_never_change(void **state)
{
    (void)state;
    bitboard sum = 0;
    for (size_t i = 0; i < list.n; i++) {
        sum = sum * 3 + list.occupied[i];
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(list.occupied[i], list.occupied[j]);
    }
    assert_int_equal(sum, 0xf9e2974b985cbbcb);
    assert_int_equal(list_steps(&list, 0, N), 0x431ad);
}

/* Mates and stalemates, and boards that occur twice, are left out. */
static void positions_without_moves_are_left_out(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/8/8/K7 b - - 0 1"};
    enum { FENS = sizeof fens / sizeof *fens };
    struct game games[FENS];
    struct corpus few = {"some.epd", games, .game_count = FENS, .position_count = FENS};
    struct list w;
    struct error error;
    for (size_t i = 0; i < FENS; i++) {
        games[i] = (struct game){.plies = 0};
        assert_true(fen_read(&games[i].start, fens[i], NULL, &error));
    }
    assert_true(make_list(&w, &few, 3, &error));
    assert_int_equal(w.occupied[0], position_occupied(&games[2].start));
    assert_int_not_equal(w.occupied[1], w.occupied[0]);
    list_free(&w);
    few.game_count = few.position_count = 2;
    assert_false(make_list(&w, &few, 2, &error));
    assert_string_equal(error.text,
                        "some.epd: 0 positions for all among 2 positions, expected 2; "
                        "give more positions");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_the_published_ones),
        cmocka_unit_test(nodes_are_those_of_the_timed_generator),
        cmocka_unit_test(positions_differ_and_never_change),
        cmocka_unit_test(positions_without_moves_are_left_out),
    };
    return cmocka_run_group_tests(tests, make_both, free_both);
}
