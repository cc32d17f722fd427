/* SPDX-License-Identifier: MIT
 * The perft suite against the move generator of position.c, which shares no code with the timed
 * one. */
#include "workload/perft_suite.h"
#include "chess/position.h"
#include "workload/workload.h"
#include "support/failing_malloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct workload_request request = {
    {.kind = WORKLOAD_PERFT_SUITE}, ALL, LIST_OF_PERFT_TASKS, 1000, 1, ""};
static const struct corpus no_corpus;
static struct workload list;

static int make(void **state)
{
    (void)state;
    struct error error;
    return workload_make(&list, &request, &no_corpus, &error) ? 0 : -1;
}

static int forget(void **state)
{
    (void)state;
    workload_free(&list);
    return 0;
}

static struct position position_of(const struct perft_position *p)
{
    struct position position = {.castling = p->castling,
                                .side = (uint16_t)p->side,
                                .en_passant = p->en_passant
                                                  ? (uint16_t)__builtin_ctzll(p->en_passant)
                                                  : (uint16_t)NO_SQUARE,
                                .full_moves = 1};
    memcpy(position.pieces, p->pieces, sizeof position.pieces);
    memcpy(position.colours, p->colours, sizeof position.colours);
    return position;
}

static size_t count(struct position *position, unsigned depth)
{
    chess_move moves[MAX_MOVES];
    size_t n = legal_moves(position, &oracle_sliders, moves), nodes = 0;
    for (size_t i = 0; depth > 1 && i < n; i++) {
        struct undo undo = make_move(position, moves[i]);
        nodes += count(position, depth - 1);
        unmake_move(position, moves[i], &undo);
    }
    return depth > 1 ? nodes : n;
}

static void test_nodes_are_those_of_the_move_generator(void **state)
{
    (void)state;
    assert_int_equal(list.n, PERFT_SUITE_LENGTH);
    assert_string_equal(list.name, "perft-suite");
    for (size_t i = 0; i < list.n; i++) {
        const struct perft_task *task = &list.perft.tasks[i];
        struct position position = position_of(&task->position);
        assert_int_equal(position_occupied(&position), list.occupied[i]);
        size_t nodes = count(&position, task->depth);
        assert_int_equal(nodes, perft_suite[i].nodes);
        assert_int_equal(list_steps(&list, i, i + 1), nodes);
        assert_int_equal(list.expected.prefix_sums[i + 1] - list.expected.prefix_sums[i], nodes);
    }
}

static void test_positions_differ(void **state)
{
    (void)state;
    for (size_t i = 0; i < list.n; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(list.occupied[i], list.occupied[j]);
}

static void test_no_memory_leaves_nothing_allocated(void **state)
{
    (void)state;
    for (long n = 0; n < 4; n++) {
        struct workload w;
        struct error error;
        scarce_after(n);
        bool ok = workload_make(&w, &request, &no_corpus, &error);
        assert_true(scarce_hit() && !ok);
        assert_null(w.perft.tasks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_are_those_of_the_move_generator),
        cmocka_unit_test(test_positions_differ),
        cmocka_unit_test(test_no_memory_leaves_nothing_allocated),
    };
    return cmocka_run_group_tests(tests, make, forget);
}
