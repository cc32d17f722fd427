/* SPDX-License-Identifier: MIT */
#include "chess/search.h"
#include "chess/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct count {
    size_t of[PIECES], all, stop_after;
};

static bool count(void *user, enum piece piece, unsigned square, bitboard occupied)
{
    struct count *c = user;
    assert_true(square < 64 && piece <= QUEEN && occupied);
    c->of[piece]++;
    c->all++;
    return !c->stop_after || c->all < c->stop_after;
}

static int value_of(const char *fen, unsigned depth, struct count *c)
{
    struct position position, before;
    struct error error;
    assert_true(fen_read(&position, fen, NULL, &error));
    before = position;
    int value = search(&position, depth, &(struct search_observer){.query = count, .context = c});
    assert_memory_equal(&position, &before, sizeof position);
    return value;
}

static void mates_are_found_at_their_depth(void **state)
{
    (void)state;
    struct count c = {0};
    assert_int_equal(value_of("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, &c), 30000 - 1);
    /* two rooks, mate in two: a quiet move, then on the last rank */
    static const char ladder[] = "7k/8/R7/8/1R6/8/8/K7 w - - 0 1";
    assert_true(abs(value_of(ladder, 2, &c)) < 20000);
    assert_int_equal(value_of(ladder, 3, &c), 30000 - 3);
    /* the side to move is mated or stalemated */
    assert_int_equal(value_of("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", 2, &c), -30000);
    assert_int_equal(value_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2, &c), 0);
}

/* The quiescence search finds that the pawn is protected. */
static void captures_are_searched_to_the_end(void **state)
{
    (void)state;
    struct count c = {0};
    int protected_pawn = value_of("7k/8/2p5/3p4/8/8/3Q4/7K w - - 0 1", 0, &c);
    int hanging = value_of("7k/8/8/3p4/8/8/3Q4/7K w - - 0 1", 0, &c);
    assert_true(protected_pawn > 500 && protected_pawn < 800);
    assert_true(hanging > 850);
}

static void lookups_are_reported_until_the_callback_stops(void **state)
{
    (void)state;
    struct count all = {0}, some = {.stop_after = 1000};
    value_of(START_FEN, 3, &all);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        assert_true(all.of[piece] > 100);
    value_of(START_FEN, 3, &some);
    assert_int_equal(some.all, 1000);
    assert_true(some.all < all.all);
}

struct line {
    bitboard board[100]; /* by ply: the occupancy, which is never that of the ply before */
    unsigned ply;
    size_t made, unmade, stop_after;
};

static bool follow(void *context, const struct position *position, bool made)
{
    struct line *line = context;
    line->made += made;
    line->unmade += !made;
    line->ply = made ? line->ply + 1 : line->ply - 1;
    assert_in_range(line->ply, 0, 99);
    if (made)
        line->board[line->ply] = position_occupied(position);
    assert_int_equal(position_occupied(position), line->board[line->ply]);
    if (line->ply)
        assert_int_not_equal(line->board[line->ply], line->board[line->ply - 1]);
    return line->made != line->stop_after;
}

/* Also those of a stopped search. */
static void all_moves_are_reported_and_unmade(void **state)
{
    (void)state;
    for (size_t stop_after = 0; stop_after < 100; stop_after += 33) {
        struct position position;
        struct error error;
        assert_true(fen_read(&position, START_FEN, NULL, &error));
        struct line line = {.board = {position_occupied(&position)}, .stop_after = stop_after};
        search(&position, 3, &(struct search_observer){.move = follow, .context = &line});
        assert_int_equal(line.ply, 0);
        assert_int_equal(line.made, line.unmade);
        assert_true(stop_after ? line.made == stop_after : line.made > 500);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_are_found_at_their_depth),
        cmocka_unit_test(captures_are_searched_to_the_end),
        cmocka_unit_test(lookups_are_reported_until_the_callback_stops),
        cmocka_unit_test(all_moves_are_reported_and_unmade),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
