/* SPDX-License-Identifier: MIT
 * What a run asks, from words to rows: nothing is lost, doubled or impossible. */
#include "plan/matrix.h"
#include "plan/support.h"
#include "plan/workloads.h"
#include "plan/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FULL_LENGTH = 12289 }; /* one more than a phase of games is asked for */

static struct run_request options = {.list_length = 64};
static struct matrix *const matrix = &options.matrix;
static struct workloads lists;
static struct rows rows;
static struct error error;

static int forget(void **state)
{
    (void)state;
    rows_free(&rows);
    workloads_free(&lists);
    return 0;
}

/* As if --schemes named one that runs here in every mode. */
static void list_all(void)
{
    size_t one = 0, n = 0;
    while (schemes[one]->traits & MOCK || scheme_unsupported(schemes[one]) ||
           !schemes[one]->batched)
        one++;
    while (schemes[n])
        n++;
    options.selected = calloc(n, sizeof *options.selected);
    options.selected[one] = true;
    assert_true(workloads_make(&lists, &options, &error));
    assert_true(rows_list(&rows, &options, lists.list, lists.n, &error));
    free(options.selected);
}

static size_t rows_of(const char *workload, enum piece piece, const char *mode)
{
    size_t n = 0;
    for (size_t i = 0; i < rows.n; i++) {
        const struct row *row = &rows.row[i];
        n += !strcmp(row->workload->name, workload) && row->workload->piece == piece &&
             !strcmp(row->mode->name, mode);
    }
    return n;
}

static void line(const char *workloads, const char *words)
{
    const bool pieces[ROW_PIECES] = {[ROOK] = true, [BOTH] = true, [ALL] = true};
    struct modes modes;
    assert_true(modes_parse(words, &modes, &error));
    assert_true(matrix_parse(workloads, pieces, &modes, matrix, &error));
}

/* Whatever is possible of workloads x pieces x modes, once: `all` is no query, `both` no set, nor is it answered across
 * queries; random boards have neither sides nor games; perft goes by no workload. */
static void options_make_a_product(void **state)
{
    (void)state;
    line("games,random:040.0", "latency,setwise,replay,perft,batch");
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
    assert_int_equal(rows_of("standard", ALL, "perft"), 1);
    assert_int_equal(rows.n, 2 * 3 + 3 + 1);
}

static void lists_are_made_where_some_way_wants_them(void **state)
{
    (void)state;
    line("games", "latency,batch");
    assert_true(matrix_needs_list(matrix, "games", ROOK, LIST_OF_QUERIES));
    assert_false(matrix_needs_list(matrix, "games", BISHOP, LIST_OF_QUERIES));
    assert_false(matrix_needs_list(matrix, "random", ROOK, LIST_OF_QUERIES));
    assert_false(matrix_needs_list(matrix, "games", ROOK, LIST_OF_BOARDS));
    assert_false(matrix_needs_list(matrix, "standard", ALL, LIST_OF_PERFT_TASKS));
    line("random", "perft");
    assert_true(matrix_needs_list(matrix, "standard", ALL, LIST_OF_PERFT_TASKS));
    assert_false(matrix_needs_list(matrix, "random", ROOK, LIST_OF_QUERIES));
}

static void what_is_no_workload_is_refused(void **state)
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
                                      "games:2-14,games:2-15"};
    assert_true(modes_parse("latency", &modes, &error));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(matrix_parse(bad[i], pieces, &modes, &got, &error));
        assert_int_equal(error.status, STATUS_USAGE);
    }
    assert_string_equal(error.text, "--workloads: more than 12");
}

/* Each line of the matrix becomes rows; no two of them are the same. */
static void full_is_possible_and_whole(void **state)
{
    (void)state;
    bool seen[MODES] = {false};
    size_t expected = 0;
    matrix_full(matrix);
    list_all();
    for (size_t a = 0; a < matrix->n; a++)
        for (size_t w = 0; w < matrix->modes.n; w++)
            for (enum piece piece = 0; matrix->line[a].modes[w] && piece < ROW_PIECES; piece++)
                if (matrix->line[a].pieces[piece]) {
                    const struct mode_spec *mode = &matrix->modes.mode[w];
                    const char *workload =
                        mode->kind == MODE_PERFT ? "standard" : matrix->line[a].workload;
                    if (rows_of(workload, piece, mode->name) != 1)
                        fail_msg("%s of %s, %s: no row, or several", mode->name, workload,
                                 piece_names[piece]);
                    expected++;
                    seen[mode->kind] = true;
                }
    assert_int_equal(rows.n, expected);
    for (enum mode mode = 0; mode < MODES; mode++)
        assert_true(seen[mode]);
}

/* Endings hold fewer queens than other phases, and all are asked alike. */
static void phases_are_of_one_length(void **state)
{
    (void)state;
    size_t phases = 0;
    matrix_full(matrix);
    options.list_length = FULL_LENGTH;
    list_all();
    options.list_length = 64;
    for (size_t i = 0; i < lists.n; i++) {
        const struct workload *w = &lists.list[i];
        bool phase = !strncmp(w->name, "games:", 6);
        phases += phase;
        if (w->kind == LIST_OF_QUERIES)
            assert_int_equal(w->n, phase ? FULL_LENGTH - 1 : FULL_LENGTH);
    }
    assert_int_equal(phases, 3);
}

static void rows_that_want_more_cores_are_told(void **state)
{
    (void)state;
    line("games", "latency,threads-2,threads-3");
    list_all();
    rows_drop_without_cores(&rows, 2, "");
    for (size_t i = 0; i < rows.n; i++) {
        bool lacking = rows.row[i].mode->threads == 3;
        assert_int_equal(rows.row[i].status, lacking ? ROW_UNSUPPORTED : ROW_OK);
        assert_string_equal(rows.row[i].reason, lacking ? "needs 3 cores, has 2" : "");
    }
    rows_drop_without_cores(&rows, 1, "CPU 0 and 1 share a core");
    for (size_t i = 0; i < rows.n; i++)
        if (rows.row[i].mode->threads == 2)
            assert_string_equal(rows.row[i].reason, "not possible here: CPU 0 and 1 share a core");
}

/* The first line, whose pieces and modes are those of one ask alone, and how long each list is. */
static void lines_of_full_have_their_own_pieces_modes_and_lengths(void **state)
{
    (void)state;
    matrix_full(matrix);
    for (size_t i = 0; i < matrix->n; i++)
        assert_int_equal(matrix->line[i].most,
                         strncmp(matrix->line[i].workload, "games:", 6) ? 0 : FULL_LENGTH - 1);
    const struct matrix_line *first = &matrix->line[0];
    assert_string_equal(first->workload, "games");
    for (enum piece piece = 0; piece < ROW_PIECES; piece++)
        assert_int_equal(first->pieces[piece], piece != ALL);
    for (size_t w = 0; w < matrix->modes.n; w++)
        assert_int_equal(first->modes[w], matrix->modes.mode[w].kind == MODE_THROUGHPUT ||
                                              matrix->modes.mode[w].kind == MODE_LATENCY);
}

/* What an earlier call has left behind the end. */
static void nothing_of_an_earlier_ask_is_left(void **state)
{
    (void)state;
    line("games,search", "latency,setwise");
    assert_true(matrix_needs_list(matrix, "search", ROOK, LIST_OF_QUERIES));
    line("games", "latency");
    assert_false(matrix_needs_list(matrix, "search", ROOK, LIST_OF_QUERIES));
    assert_false(matrix_needs_list(matrix, "games", ROOK, LIST_OF_BOARDS));
    const struct workload search = {.name = "search", .piece = ROOK};
    assert_false(matrix_has_row(matrix, &search, 0));
}

static void names_are_given_once_and_fit(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(options_make_a_product, forget),
        cmocka_unit_test(lists_are_made_where_some_way_wants_them),
        cmocka_unit_test(what_is_no_workload_is_refused),
        cmocka_unit_test(lines_of_full_have_their_own_pieces_modes_and_lengths),
        cmocka_unit_test(nothing_of_an_earlier_ask_is_left),
        cmocka_unit_test(names_are_given_once_and_fit),
        cmocka_unit_test_teardown(full_is_possible_and_whole, forget),
        cmocka_unit_test_teardown(phases_are_of_one_length, forget),
        cmocka_unit_test_teardown(rows_that_want_more_cores_are_told, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
