/* SPDX-License-Identifier: MIT
 * The matrix of a run, from the options to rows: none is lost, doubled or impossible. */
#include "plan/matrix.h"
#include "base/parse.h"
#include "plan/rows.h"
#include "plan/scheme_set.h"
#include "workload/generators.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FULL_LENGTH = 12289 }; /* one more than the lists of game phases have */

static struct run_request options = {.list_length = 64};
static struct matrix *const matrix = &options.matrix;
static struct lists lists;
static struct rows rows;
static struct error error;

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

static bool parse(const char *workloads, const char *words, const char *names)
{
    struct modes modes;
    bool pieces[ROW_PIECES];
    assert_true(modes_parse(words, &modes, &error));
    assert_true(parse_set("pieces", names, piece_names, ROW_PIECES, pieces, &error));
    return matrix_parse(workloads, pieces, &modes, matrix, &error);
}

/* Each possible combination has one row, in order of columns. Impossible are single queries for
 * `all`, sets and batches for `both`, sets and games of random boards. Perft has its own workload.
 * A kernel of a mix has whole groups of 16 queries, and there is none that waits for results. */
static void options_make_rows(void **state)
{
    (void)state;
    static const struct {
        const char *workloads, *pieces, *modes;
        bool queen_latency_only;
        const char *rows; /* WORKLOAD PIECE MODE, ... */
    } cases[] = {
        {"games,random:040.0", "rook,both,all", "latency,setwise,replay,perft,batch", false,
         "games rook latency, games both latency, games rook setwise, games all setwise, "
         "games all replay, perft all perft, random:40 rook latency, "
         "random:40 both latency, games rook batch, random:40 rook batch"},
        {"games,search", "mix-nnue",
         "throughput,latency,setwise,burst-64-8,burst-64-32,burst-64-40,threads-2,batch,board,"
         "replay,perft",
         false,
         "games mix-nnue throughput, games mix-nnue burst-64-32, "
         "search mix-nnue throughput, search mix-nnue burst-64-32"},
        {"games", "mix-nnue,mix-hand-made,rook,bishop,queen,both,all", "throughput,setwise", false,
         "games mix-nnue throughput, games mix-hand-made throughput, games rook throughput, "
         "games bishop throughput, games queen throughput, games both throughput, "
         "games rook setwise, games bishop setwise, games queen setwise, games all setwise"},
        {"games,search", "rook,queen", "latency,throughput", true,
         "games rook throughput, games queen latency, games queen throughput, "
         "search rook throughput, search queen latency, search queen throughput"},
        {"games", "rook", "throughput", true, "games rook throughput"},
        {"random", "queen", "setwise,latency", false, "random queen latency"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        char text[2048] = "";
        assert_true(parse(cases[c].workloads, cases[c].modes, cases[c].pieces));
        if (cases[c].queen_latency_only)
            matrix_queen_latency_only(matrix);
        list_all();
        for (size_t i = 0; i < rows.n; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %s %s", i ? ", " : "",
                     rows.row[i].list->name, piece_names[rows.row[i].list->piece],
                     rows.row[i].mode->name);
        assert_string_equal(text, cases[c].rows);
        forget(NULL);
    }
}

static void other_workloads_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *workloads, *text;
    } cases[] = {
        {"", "--workloads: '' is none of games,"},
        {"games,", "--workloads: '' is none of games,"},
        {"chess", "--workloads: 'chess' is none of games,"},
        {"random,games,random", "--workloads: random is given twice"},
        {"random,random:25.0", "--workloads: random is given twice"},
        {"games:2-9,games:02-9", "--workloads: games:2-9 is given twice"},
        {"random:00000000000000000000000000000000000000000000000000000025,games", NULL},
        {"random:000000000000000000000000000000000000000000000000000000025,games",
         "--workloads: 'random:000000000000000000000000000000000000000000000000000000025' "
         "is too long for a name"},
        {"games:2-3,games:2-4,games:2-5,games:2-6,games:2-7,games:2-8,games:2-9,games:2-10,"
         "games:2-11,games:2-12,games:2-13,games:2-14,games:2-15",
         "--workloads: more than 12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (parse(cases[i].workloads, "latency", "rook") != !cases[i].text)
            fail_msg("%s", cases[i].workloads);
        if (cases[i].text && strncmp(error.text, cases[i].text, strlen(cases[i].text)))
            fail_msg("%s", error.text);
    }
    assert_true(parse("random", "setwise", "queen"));
    assert_false(lists_make(&lists, &options, &error));
    assert_int_equal(error.status, STATUS_USAGE);
    assert_non_null(strstr(error.text, "nothing to time"));
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
    assert_true(parse("games", "latency,threads-2,threads-3", "rook"));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_make_rows),
        cmocka_unit_test(other_workloads_are_refused),
        cmocka_unit_test_teardown(full_matrix_is_possible_and_complete, forget),
        cmocka_unit_test_teardown(game_phases_have_lists_of_one_length, forget),
        cmocka_unit_test_teardown(rows_that_need_more_cores_are_unsupported, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
