/* SPDX-License-Identifier: MIT
 * The matrix of a run, from the options to rows: none is lost, doubled or impossible. */
#include "plan/matrix.h"
#include "plan/rows.h"
#include "plan/scheme_set.h"
#include "workload/generators.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FULL_LENGTH = 12289 }; /* one more than the lists of game phases have */

static struct run_request options = {.list_length = 64};
static struct matrix *const matrix = &options.matrix;
static struct lists lists;
static struct rows rows;
static struct error error;

static const struct workload_spec games = {.kind = WORKLOAD_GAMES},
                                  search = {.kind = WORKLOAD_SEARCH},
                                  perft = {.kind = WORKLOAD_PERFT},
                                  classic = {.kind = WORKLOAD_RANDOM, .percent = 25};

static int forget(void **state)
{
    (void)state;
    rows_free(&rows);
    lists_free(&lists);
    return 0;
}

/* Makes all lists, and the rows of one scheme that runs here in every mode. */
static void list_all(void)
{
    size_t one = 0;
    while (schemes[one]->traits & MOCK || scheme_unsupported(schemes[one]) ||
           !schemes[one]->batched)
        one++;
    options.selected = calloc(scheme_count(), sizeof *options.selected);
    options.selected[one] = true;
    assert_true(lists_make(&lists, &options, &error));
    rows_make(&rows, &options, lists.list, lists.n);
    free(options.selected);
}

static size_t rows_of(const char *workload, enum piece piece, const char *mode)
{
    size_t n = 0;
    for (size_t i = 0; i < rows.n; i++) {
        const struct row *row = &rows.row[i];
        n += !strcmp(row->list->name, workload) && row->list->piece == piece &&
             !strcmp(row->mode->name, mode);
    }
    return n;
}

static void parse(const char *workloads, const char *words)
{
    const bool pieces[ROW_PIECES] = {[ROOK] = true, [BOTH] = true, [ALL] = true};
    struct modes modes;
    assert_true(modes_parse(words, &modes, &error));
    assert_true(matrix_parse(workloads, pieces, &modes, matrix, &error));
}

/* Each possible combination of workload, piece and mode has one row. Impossible are single
 * queries for `all`, sets and batches for `both`, sets and games of random boards. Perft has its
 * own workload. */
static void options_make_a_product(void **state)
{
    (void)state;
    parse("games,random:040.0", "latency,setwise,replay,perft,batch");
    list_all();
    static const char *const workloads[] = {"games", "random:40"};
    for (size_t w = 0; w < 2; w++) {
        assert_int_equal(rows_of(workloads[w], ROOK, "latency"), 1);
        assert_int_equal(rows_of(workloads[w], BOTH, "latency"), 1);
        assert_int_equal(rows_of(workloads[w], ROOK, "batch"), 1);
        assert_int_equal(rows_of(workloads[w], ROOK, "setwise"), w == 0);
        assert_int_equal(rows_of(workloads[w], ALL, "setwise"), w == 0);
        assert_int_equal(rows_of(workloads[w], ALL, "replay"), w == 0);
    }
    assert_int_equal(rows_of("perft", ALL, "perft"), 1);
    assert_int_equal(rows.n, 2 * 3 + 3 + 1);
    assert_int_equal(matrix->line[0].max_length, 0);
}

/* A kernel of a mix has whole groups of queries, and there is none that waits for results. */
static void mixes_have_throughput_and_bursts_of_whole_groups(void **state)
{
    (void)state;
    const bool pieces[ROW_PIECES] = {[MIX_NNUE] = true, [MIX_HAND_MADE] = true};
    struct modes modes;
    assert_true(
        modes_parse("throughput,latency,setwise,burst-64-8,burst-64-32,burst-64-40,"
                    "threads-2,batch,board,replay,perft",
                    &modes, &error));
    assert_true(matrix_parse("games,search", pieces, &modes, matrix, &error));
    list_all();
    static const char *const workloads[] = {"games", "search"};
    for (size_t w = 0; w < 2; w++)
        for (enum piece piece = MIX_NNUE; piece <= MIX_HAND_MADE; piece++) {
            assert_int_equal(rows_of(workloads[w], piece, "throughput"), 1);
            assert_int_equal(rows_of(workloads[w], piece, "burst-64-32"), 1);
        }
    assert_int_equal(rows.n, 2 * 2 * 2);
}

static void mixes_are_the_first_columns(void **state)
{
    (void)state;
    bool pieces[ROW_PIECES];
    struct modes modes;
    memset(pieces, true, sizeof pieces);
    assert_true(modes_parse("throughput,setwise", &modes, &error));
    assert_true(matrix_parse("games", pieces, &modes, matrix, &error));
    list_all();
    assert_int_equal(rows.n, 6 + 4);
    assert_int_equal(rows.row[0].list->piece, MIX_NNUE);
    assert_int_equal(rows.row[1].list->piece, MIX_HAND_MADE);
    assert_int_equal(rows.row[2].list->piece, ROOK);
}

static void latency_can_be_limited_to_the_queen(void **state)
{
    (void)state;
    const bool pieces[ROW_PIECES] = {[ROOK] = true, [QUEEN] = true};
    struct modes modes;
    assert_true(modes_parse("latency,throughput", &modes, &error));
    assert_true(matrix_parse("games,search", pieces, &modes, matrix, &error));
    matrix_queen_latency_only(matrix);
    list_all();
    static const char *const workloads[] = {"games", "search"};
    for (size_t w = 0; w < 2; w++) {
        assert_int_equal(rows_of(workloads[w], ROOK, "throughput"), 1);
        assert_int_equal(rows_of(workloads[w], QUEEN, "throughput"), 1);
        assert_int_equal(rows_of(workloads[w], QUEEN, "latency"), 1);
    }
    assert_int_equal(rows.n, 2 * 3);
    assert_int_equal(matrix->n, 2 + 2);
}

static void matrix_without_latency_remains(void **state)
{
    (void)state;
    parse("games", "throughput");
    matrix_queen_latency_only(matrix);
    assert_int_equal(matrix->n, 1);
    assert_int_equal(matrix->modes.n, 1);
    list_all();
    assert_int_equal(rows_of("games", ROOK, "throughput"), 1);
    assert_int_equal(rows_of("games", BOTH, "throughput"), 1);
}

static void lists_are_needed_where_a_mode_uses_them(void **state)
{
    (void)state;
    parse("games", "latency,batch");
    assert_true(matrix_needs_list(matrix, &games, ROOK, LIST_OF_QUERIES));
    assert_false(matrix_needs_list(matrix, &games, BISHOP, LIST_OF_QUERIES));
    assert_false(matrix_needs_list(matrix, &classic, ROOK, LIST_OF_QUERIES));
    assert_false(matrix_needs_list(matrix, &games, ROOK, LIST_OF_BOARDS));
    assert_false(matrix_needs_list(matrix, &perft, ALL, LIST_OF_PERFT_TASKS));
    parse("random", "perft");
    assert_true(matrix_needs_list(matrix, &perft, ALL, LIST_OF_PERFT_TASKS));
    assert_false(matrix_needs_list(matrix, &classic, ROOK, LIST_OF_QUERIES));
}

static void bad_workloads_are_rejected(void **state)
{
    (void)state;
    struct matrix got;
    struct modes modes;
    const bool pieces[ROW_PIECES] = {true};
    static const char *const bad[] = {"",
                                      "games,",
                                      "chess",
                                      "random,games,random",
                                      "random,random:25.0",
                                      "games:2-9,games:02-9",
                                      "games:2-3,games:2-4,games:2-5,games:2-6,games:2-7,games:2-8,"
                                      "games:2-9,games:2-10,games:2-11,games:2-12,games:2-13,"
                                      "games:2-14,games:2-15,games:2-16,games:2-17,games:2-18,"
                                      "games:2-19"};
    assert_true(modes_parse("latency", &modes, &error));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(matrix_parse(bad[i], pieces, &modes, &got, &error));
        assert_int_equal(error.status, STATUS_USAGE);
    }
    assert_string_equal(error.text, "--workloads: more than 12");
}

/* Each line of the matrix becomes rows, each of them once. */
static void full_matrix_is_possible_and_complete(void **state)
{
    (void)state;
    bool seen[MODES] = {false};
    size_t expected = 0;
    matrix_full(matrix);
    assert_true(modes_resolve(&matrix->modes, &(struct machine){.cpus = 1}, &error));
    matrix_full(matrix);
    list_all();
    for (size_t a = 0; a < matrix->n; a++)
        for (size_t w = 0; w < matrix->modes.n; w++)
            for (enum piece piece = 0; matrix->line[a].modes[w] && piece < ROW_PIECES; piece++)
                if (matrix->line[a].pieces[piece]) {
                    const struct mode_spec *mode = &matrix->modes.mode[w];
                    char name[WORKLOAD_NAME];
                    const char *workload = mode->kind == MODE_PERFT
                                               ? "perft"
                                               : workload_name(&matrix->line[a].workload, name);
                    if (rows_of(workload, piece, mode->name) != 1)
                        fail_msg("%s of %s, %s: not one row", mode->name, workload,
                                 piece_names[piece]);
                    expected++;
                    seen[mode->kind] = true;
                }
    assert_int_equal(rows.n, expected);
    for (enum mode mode = 0; mode < MODES; mode++)
        assert_true(seen[mode]);
}

/* Endings have fewer queens than other phases, and all phases have lists of one length. */
static void game_phases_have_lists_of_one_length(void **state)
{
    (void)state;
    size_t phases = 0;
    matrix_full(matrix);
    options.list_length = FULL_LENGTH;
    list_all();
    options.list_length = 64;
    for (size_t i = 0; i < lists.n; i++) {
        const struct list *w = &lists.list[i];
        bool phase = w->spec.max_pieces > 0;
        phases += phase;
        if (w->kind == LIST_OF_QUERIES)
            assert_int_equal(w->n, phase                      ? FULL_LENGTH - 1
                                   : list_group(w->piece) > 1 ? FULL_LENGTH - 1 + MIX_GROUP
                                                              : FULL_LENGTH);
        if (w->kind == LIST_OF_PERFT_TASKS)
            assert_int_equal(w->n, PERFT_POSITIONS);
    }
    assert_int_equal(phases, 3);
}

static void rows_that_need_more_cores_are_unsupported(void **state)
{
    (void)state;
    parse("games", "latency,threads-2,threads-3");
    list_all();
    rows_mark_without_cores(&rows, 2, "");
    for (size_t i = 0; i < rows.n; i++) {
        bool lacking = rows.row[i].mode->threads == 3;
        assert_int_equal(rows.row[i].status, lacking ? ROW_UNSUPPORTED : ROW_OK);
        assert_string_equal(rows.row[i].reason, lacking ? "needs 3 cores, has 2" : "");
    }
    rows_mark_without_cores(&rows, 1, "CPU 0 and 1 share a core");
    for (size_t i = 0; i < rows.n; i++)
        if (rows.row[i].mode->threads == 2)
            assert_string_equal(rows.row[i].reason, "not possible here: CPU 0 and 1 share a core");
}

static void lines_of_full_matrix_have_their_own_pieces_modes_and_lengths(void **state)
{
    (void)state;
    matrix_full(matrix);
    for (size_t i = 0; i < matrix->n; i++)
        assert_int_equal(matrix->line[i].max_length,
                         matrix->line[i].workload.max_pieces ? FULL_LENGTH - 1 : 0);
    size_t modes_of_mixes = 0;
    for (size_t w = 0; w < matrix->modes.n; w++) {
        modes_of_mixes += matrix->line[0].modes[w];
        assert_true(w == 0 || matrix->modes.mode[w - 1].kind <= matrix->modes.mode[w].kind);
    }
    assert_int_equal(modes_of_mixes, 3);
    const struct matrix_line *second = &matrix->line[1];
    assert_true(workload_equal(&second->workload, &games));
    for (enum piece piece = 0; piece < ROW_PIECES; piece++)
        assert_int_equal(second->pieces[piece], piece < PIECES);
    for (size_t w = 0; w < matrix->modes.n; w++)
        assert_int_equal(second->modes[w], matrix->modes.mode[w].kind <= MODE_LATENCY_OCCUPANCY);
}

static void parsing_replaces_the_previous_matrix(void **state)
{
    (void)state;
    parse("games,search", "latency,setwise");
    assert_true(matrix_needs_list(matrix, &search, ROOK, LIST_OF_QUERIES));
    parse("games", "latency");
    assert_false(matrix_needs_list(matrix, &search, ROOK, LIST_OF_QUERIES));
    assert_false(matrix_needs_list(matrix, &games, ROOK, LIST_OF_BOARDS));
    const struct list list = {.spec = search, .piece = ROOK};
    assert_false(matrix_has_row(matrix, &list, 0));
}

static void duplicate_and_long_names_are_rejected(void **state)
{
    (void)state;
    const bool pieces[ROW_PIECES] = {[ROOK] = true};
    struct modes modes = {.n = 0};
    assert_false(matrix_parse("games,search,random,search", pieces, &modes, matrix, &error));
    assert_string_equal(error.text, "--workloads: search is given twice");
    char text[80], expected[120];
    for (int zeros = 54; zeros <= 55; zeros++) {
        snprintf(text, sizeof text, "random:%0*d25,games", zeros, 0);
        assert_int_equal(matrix_parse(text, pieces, &modes, matrix, &error), zeros == 54);
    }
    snprintf(expected, sizeof expected, "--workloads: '%.64s' is too long for a name", text);
    assert_int_equal(error.status, STATUS_USAGE);
    assert_string_equal(error.text, expected);
}

static void matrix_without_rows_is_an_error(void **state)
{
    (void)state;
    const bool queen[ROW_PIECES] = {[QUEEN] = true};
    struct modes modes;
    assert_true(modes_parse("setwise", &modes, &error));
    assert_true(matrix_parse("random", queen, &modes, matrix, &error));
    assert_false(lists_make(&lists, &options, &error));
    assert_int_equal(error.status, STATUS_USAGE);
    assert_non_null(strstr(error.text, "nothing to time"));
    assert_true(modes_parse("setwise,latency", &modes, &error));
    assert_true(matrix_parse("random", queen, &modes, matrix, &error));
    assert_true(lists_make(&lists, &options, &error));
    assert_int_equal(lists.n, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(options_make_a_product, forget),
        cmocka_unit_test_teardown(mixes_have_throughput_and_bursts_of_whole_groups, forget),
        cmocka_unit_test_teardown(mixes_are_the_first_columns, forget),
        cmocka_unit_test_teardown(latency_can_be_limited_to_the_queen, forget),
        cmocka_unit_test_teardown(matrix_without_latency_remains, forget),
        cmocka_unit_test(lists_are_needed_where_a_mode_uses_them),
        cmocka_unit_test(bad_workloads_are_rejected),
        cmocka_unit_test(lines_of_full_matrix_have_their_own_pieces_modes_and_lengths),
        cmocka_unit_test(parsing_replaces_the_previous_matrix),
        cmocka_unit_test(duplicate_and_long_names_are_rejected),
        cmocka_unit_test_teardown(matrix_without_rows_is_an_error, forget),
        cmocka_unit_test_teardown(full_matrix_is_possible_and_complete, forget),
        cmocka_unit_test_teardown(game_phases_have_lists_of_one_length, forget),
        cmocka_unit_test_teardown(rows_that_need_more_cores_are_unsupported, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
