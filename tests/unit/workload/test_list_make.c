/* SPDX-License-Identifier: MIT
 * Lists of all kinds: expected sums, means, errors and memory. */
#include "workload/list_make.h"
#include "base/stats.h"
#include "chess/notation.h"
#include "chess/oracle.h"
#include "support/within.h"
#include "workload/list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/games.h"

enum { N = 65536 };

static void assert_pieces_of_group(enum piece piece, const char *expected)
{
    char letters[MIX_GROUP + 1] = "";
    for (size_t i = 0; i < MIX_GROUP; i++)
        letters[i] = "RBQ2A"[list_query_piece(piece, MIX_GROUP + i)];
    assert_string_equal(letters, expected);
}

static void queries_of_a_mix_are_in_groups(void **state)
{
    (void)state;
    assert_pieces_of_group(QUEEN, "QQQQQQQQQQQQQQQQ");
    assert_pieces_of_group(ALL, "AAAAAAAAAAAAAAAA");
    assert_pieces_of_group(MIX_NNUE, "RRRBBBQ222222222");
    assert_pieces_of_group(MIX_HAND_MADE, "RRRRRBBBBQQ22222");
}

static void freed_lists_and_sums_are_forgotten(void **state)
{
    (void)state;
    struct expected expected = {malloc(8), malloc(8)};
    expected_free(&expected);
    assert_null(expected.prefix_sums);
    assert_null(expected.game_end_sums);
    struct list list = {.spec = {.kind = WORKLOAD_SEARCH}, .n = 9};
    list_free(&list);
    assert_int_equal(list.spec.kind, 0);
    assert_int_equal(list.n, 0);
}

static void expected_sums_are_those_of_the_oracle(void **state)
{
    (void)state;
    for (enum piece piece = 0; piece < ROW_PIECES; piece++) {
        if (piece == ALL)
            continue;
        struct list w = make("random:40", piece, 1000, 5);
        assert_int_equal(w.n, piece > ALL ? 1008 : 1000); /* whole groups of 16 queries */
        for (size_t i = 0; i < w.n; i++) {
            bitboard rook = oracle_rook(w.square[i], w.occupied[i]);
            bitboard bishop = oracle_bishop(w.square[i], w.occupied[i]);
            const bitboard sums[PIECES] = {rook, bishop, rook | bishop, rook + 2 * bishop};
            assert_int_equal(w.expected.prefix_sums[i + 1] - w.expected.prefix_sums[i],
                             sums[list_query_piece(piece, i)]);
        }
        list_free(&w);
    }
}

/* Also of a short list of queries, which is repeated, and of all moves of a list of games. */
static void means_are_over_the_whole_list(void **state)
{
    (void)state;
    static const struct list_request requests[] = {
        {{.kind = WORKLOAD_GAMES}, QUEEN, LIST_OF_QUERIES, 9, 1},
        {{.kind = WORKLOAD_GAMES}, ALL, LIST_OF_BOARDS, 9, 1},
        {{.kind = WORKLOAD_GAMES}, ALL, LIST_OF_GAMES, 9, 1},
        {{.kind = WORKLOAD_SEARCH}, ALL, LIST_OF_GAMES, 9, 1},
        {{.kind = WORKLOAD_PERFT}, ALL, LIST_OF_PERFT_TASKS, 9, 1},
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct list w;
        struct error error;
        assert_true(list_make(&w, &requests[i], &corpus, &error));
        size_t boards = w.kind == LIST_OF_GAMES ? list_steps(&w, 0, w.n) : w.n, pieces = 0,
               sliders = 0;
        for (size_t b = 0; b < boards; b++) {
            pieces += (size_t)__builtin_popcountll(w.occupied[b]);
            if (w.kind == LIST_OF_BOARDS)
                sliders +=
                    (size_t)__builtin_popcountll(w.sliders[b].orthogonal | w.sliders[b].diagonal);
        }
        assert_within(w.mean_occupied, round_recorded((double)pieces / (double)boards), 0);
        assert_int_equal(w.checksum, w.expected.prefix_sums[w.distinct]);
        if (w.kind != LIST_OF_QUERIES)
            assert_int_equal(w.distinct, w.n);
        if (w.kind == LIST_OF_PERFT_TASKS)
            assert_true(isnan(w.mean_lookups));
        if (w.kind == LIST_OF_QUERIES)
            assert_within(w.mean_lookups, 1, 0);
        if (w.kind == LIST_OF_BOARDS)
            assert_within(w.mean_lookups, round_recorded((double)sliders / (double)boards), 0);
        list_free(&w);
    }
}

/* Of queries and boards, a batch begins anywhere and has one step and one view per item; perft's
 * steps are nodes. */
static void batches_begin_at_any_item(void **state)
{
    (void)state;
    static const struct list_request requests[] = {
        {{.kind = WORKLOAD_GAMES}, QUEEN, LIST_OF_QUERIES, 9, 1},
        {{.kind = WORKLOAD_GAMES}, ALL, LIST_OF_BOARDS, 9, 1},
        {{.kind = WORKLOAD_PERFT}, ALL, LIST_OF_PERFT_TASKS, 9, 1},
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct list w;
        struct error error;
        size_t n;
        assert_true(list_make(&w, &requests[i], &corpus, &error));
        const struct queries part = list_queries(&w, 3, 2);
        bool perft = w.kind == LIST_OF_PERFT_TASKS;
        assert_int_equal(part.n, 2);
        assert_ptr_equal(part.square, w.kind == LIST_OF_QUERIES ? w.square + 3 : NULL);
        assert_ptr_equal(part.sliders, w.kind == LIST_OF_BOARDS ? w.sliders + 3 : NULL);
        assert_ptr_equal(part.tasks, perft ? w.perft.tasks + 3 : NULL);
        assert_int_equal(list_steps(&w, 3, 5),
                         perft ? w.perft.nodes_before[5] - w.perft.nodes_before[3] : 2);
        assert_ptr_equal(list_boards(&w, VIEW_PER_ITEM, &n), w.occupied);
        assert_int_equal(n, w.n);
        assert_int_equal(list_first_board(&w, VIEW_PER_ITEM, 3), 3);
        list_free(&w);
    }
}

static void too_few_positions_are_an_error(void **state)
{
    (void)state;
    struct list w;
    struct error error;
    for (enum list_kind kind = 0; kind < LIST_OF_PERFT_TASKS; kind++) {
        struct list_request request = {spec_of("games"), kind == LIST_OF_GAMES ? ALL : QUEEN, kind,
                                       1u << 24, 1};
        assert_false(list_make(&w, &request, &corpus, &error));
        assert_int_equal(error.status, STATUS_INPUT);
        assert_non_null(strstr(error.text, "the built-in games: "));
    }
}

static void memory_is_zeroed_and_on_cache_lines(void **state)
{
    (void)state;
    for (size_t n = 0; n < 200; n++) {
        unsigned char *memory = list_allocate(n, 3);
        assert_int_equal((uintptr_t)memory % 64, 0);
        for (size_t i = 0; i < 3 * n; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 1, 3 * n); /* sanitizers check the length */
        free(memory);
    }
}

/* Makes a list from this number of positions, which alternate between two FENs. */
static bool positions_make_a_list(enum piece piece, const char *one, const char *two,
                                  size_t positions, size_t n, struct error *error)
{
    struct game games[64];
    struct corpus few = {"few.epd", games, .game_count = positions, .position_count = positions};
    struct list w;
    for (size_t i = 0; i < positions; i++) {
        games[i] = (struct game){.plies = 0};
        assert_true(fen_read(&games[i].start, i % 2 ? two : one, NULL, error));
    }
    struct list_request request = {spec_of("games"), piece, LIST_OF_QUERIES, n, 1};
    bool ok = list_make(&w, &request, &few, error);
    if (ok)
        list_free(&w);
    return ok;
}

static void list_of_one_repeated_query_is_an_error(void **state)
{
    (void)state;
    static const char a1[] = "8/7k/8/8/8/8/8/R3K3 w - - 0 1",
                      b1[] = "8/7k/8/8/8/8/8/1R2K3 w - - 0 1",
                      other[] = "8/6k1/8/8/8/8/8/R3K3 w - - 0 1",
                      both[] = "8/7k/8/8/8/8/8/RR2K3 w - - 0 1";
    struct error error;
    assert_true(positions_make_a_list(ROOK, a1, a1, 1, 1, &error));
    assert_true(positions_make_a_list(ROOK, a1, b1, 2, 2, &error));
    assert_true(positions_make_a_list(ROOK, a1, other, 2, 2, &error));  /* the same square */
    assert_true(positions_make_a_list(ROOK, both, both, 2, 2, &error)); /* the same board */
    assert_false(positions_make_a_list(ROOK, a1, a1, 2, 2, &error));
    assert_int_equal(error.status, STATUS_INPUT);
    assert_string_equal(error.text,
                        "few.epd: all 2 queries for rook are the same, expected different ones");
    assert_false(positions_make_a_list(ROOK, b1, b1, 3, 3, &error));
    assert_false(positions_make_a_list(ROOK, a1, both, 2, 9, &error));
    assert_string_equal(error.text,
                        "few.epd: 3 queries for rook among 2 positions, expected 9; "
                        "give more positions or --list-length 3");
    assert_false(positions_make_a_list(ROOK, a1, a1, 64, 64, &error));
}

/* Six positions with one bishop each: a group takes five bishops. */
static void mix_needs_every_piece_of_its_groups(void **state)
{
    (void)state;
    static const char all[] = "6k1/8/8/8/8/8/8/RBQ1K3 w - - 0 1",
                      more[] = "5k2/8/8/8/8/8/8/RBQ1K3 w - - 0 1",
                      no_bishop[] = "5k2/8/8/8/8/8/8/R1Q1K3 w - - 0 1";
    struct error error;
    assert_true(positions_make_a_list(MIX_HAND_MADE, all, more, 6, 16, &error));
    assert_false(positions_make_a_list(MIX_HAND_MADE, all, more, 6, 20, &error));
    assert_string_equal(error.text,
                        "few.epd: 16 queries for mix-hand-made among 6 positions, expected 20; "
                        "give more positions or --list-length 16");
    assert_false(positions_make_a_list(MIX_HAND_MADE, no_bishop, no_bishop, 60, 3, &error));
    assert_string_equal(error.text,
                        "few.epd: 0 queries for mix-hand-made among 60 positions, expected 3; "
                        "give more positions");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_of_a_mix_are_in_groups),
        cmocka_unit_test(freed_lists_and_sums_are_forgotten),
        cmocka_unit_test(expected_sums_are_those_of_the_oracle),
        cmocka_unit_test(means_are_over_the_whole_list),
        cmocka_unit_test(batches_begin_at_any_item),
        cmocka_unit_test(too_few_positions_are_an_error),
        cmocka_unit_test(memory_is_zeroed_and_on_cache_lines),
        cmocka_unit_test(mix_needs_every_piece_of_its_groups),
        cmocka_unit_test(list_of_one_repeated_query_is_an_error),
    };
    return cmocka_run_group_tests(tests, read_corpus, free_corpus);
}
