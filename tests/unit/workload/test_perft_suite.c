/* SPDX-License-Identifier: MIT
 * The positions of perft, counted by the plain generator of position.c, which shares nothing with the timed one. */
#include "workload/perft_suite.h"
#include "chess/position.h"
#include "support/failing_malloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct workload list = {.name = "standard", .piece = ALL, .kind = LIST_OF_PERFT_TASKS};

static int make(void **state)
{
    (void)state;
    return perft_suite_make(&list) ? 0 : -1;
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

static void nodes_are_those_of_the_rules(void **state)
{
    (void)state;
    assert_int_equal(list.n, 6);
    for (size_t i = 0; i < list.n; i++) {
        const struct perft_task *task = &list.tasks[i];
        struct position position = position_of(&task->position);
        assert_int_equal(position_occupied(&position), list.occupied[i]);
        size_t nodes = count(&position, task->depth);
        assert_int_equal(list.steps_before[i + 1] - list.steps_before[i], nodes);
        assert_int_equal(list.expected.prefix_sums[i + 1] - list.expected.prefix_sums[i], nodes);
    }
}

static void positions_differ(void **state)
{
    (void)state;
    for (size_t i = 0; i < list.n; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(list.occupied[i], list.occupied[j]);
}

static void without_memory_there_are_none(void **state)
{
    (void)state;
    for (long n = 0; n < 4; n++) {
        struct workload w = {.kind = LIST_OF_PERFT_TASKS};
        scarce_after(n);
        bool ok = perft_suite_make(&w);
        assert_true(scarce_hit() && !ok);
        workload_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_those_of_the_rules),
        cmocka_unit_test(positions_differ),
        cmocka_unit_test(without_memory_there_are_none),
    };
    return cmocka_run_group_tests(tests, make, forget);
}
