/* SPDX-License-Identifier: MIT
 * The matrix of a run, from the options to rows: none is lost, doubled or impossible. */
#include "base/parse.h"
#include "plan/matrix.h"
#include "plan/rows.h"
#include "plan/scheme_set.h"
#include "support/test.h"

static struct run_request options = {.list_length = 64};
static struct matrix *const matrix = &options.matrix;
static struct lists lists;

/* Returns "WORKLOAD PIECE MODE, ..." for the rows of a scheme that runs here in every mode, or of a
 * control. */
static const char *rows_of_matrix(bool control)
{
    struct rows rows;
    size_t one = 0;
    while (control ? !schemes[one]->delay
                   : schemes[one]->traits & MOCK || scheme_unsupported(schemes[one]) ||
                         !batch_builds[one])
        one++;
    options.selected = calloc(scheme_count(), sizeof *options.selected);
    options.selected[one] = true;
    assert_ok(lists_for_matrix(&lists, &options, &error));
    rows_make(&rows, &options, &lists);
    FILE *out = capture();
    for (size_t i = 0; i < rows.n; i++)
        fprintf(out, "%s%s %s %s", i ? ", " : "", rows.row[i].list->name,
                piece_names[rows.row[i].list->piece], rows.row[i].mode->name);
    rows_free(&rows);
    lists_free(&lists);
    free(options.selected);
    return captured();
}

/* Makes the matrix. Without modes, it is that of what engines do. */
static bool parse(const char *workloads, const char *words, const char *names)
{
    struct modes modes;
    bool pieces[ROW_PIECES];
    assert_ok(parse_set("pieces", names, piece_names, ROW_PIECES, pieces, &error));
    if (!*words)
        return matrix_default(workloads, pieces, matrix, &error);
    assert_ok(modes_parse(words, &modes, &error));
    return matrix_parse(workloads, pieces, &modes, matrix, &error);
}

/* Each possible combination has one row, in order of columns. Impossible are single queries for
 * `all`, sets and batches for `both`, sets and games of random boards.
 * A kernel of a mix has whole groups of 16 queries, and there is none that waits for results. */
TEST(options_make_rows)
{
    static const struct {
        const char *workloads, *pieces, *modes, *rows;
    } cases[] = {
        {"games,random:040.0", "rook,both,all", "latency,setwise,replay,batch",
         "games rook latency, games both latency, games rook setwise, games all setwise, "
         "games all replay, random:40 rook latency, random:40 both latency, games rook batch, "
         "random:40 rook batch"},
        {"games,search", "mix-nnue",
         "throughput,latency,setwise,burst-64-8,burst-64-32,burst-64-40,batch,board,"
         "replay",
         "games mix-nnue throughput, games mix-nnue burst-64-32, "
         "search mix-nnue throughput, search mix-nnue burst-64-32"},
        {"games", "mix-nnue,mix-hce,rook,bishop,queen,both,all", "throughput,setwise",
         "games mix-nnue throughput, games mix-hce throughput, games rook throughput, "
         "games bishop throughput, games queen throughput, games both throughput, "
         "games rook setwise, games bishop setwise, games queen setwise, games all setwise"},
        {"games,search", "mix-nnue,mix-hce,rook,queen,both,all", "",
         "games mix-nnue burst-L2-16, games mix-hce throughput, games rook throughput, "
         "games queen throughput, games queen latency, search mix-nnue burst-L2-16, "
         "search mix-hce throughput, search rook throughput, search queen throughput, "
         "search queen latency"},
        {"games", "rook", "", "games rook throughput"},
        {"random", "queen", "setwise,latency", "random queen latency"},
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        assert_ok(parse(cases[c].workloads, cases[c].modes, cases[c].pieces));
        assert_string_equal(rows_of_matrix(false), cases[c].rows);
    }
}

TEST(controls_have_the_rows_that_show_a_delay)
{
    assert_ok(parse("games", "throughput,latency,latency-occupancy,setwise,burst-64-32,batch",
                    "mix-nnue,rook,queen,both"));
    assert_string_equal(rows_of_matrix(true), "games queen throughput, games queen latency");
}

TEST(other_workloads_are_refused)
{
    static const struct {
        const char *workloads, *text;
    } cases[] = {
        {"games,", "--workloads: '' is unknown, expected one of games,"},
        {"random,games,random", "--workloads: random is given twice"},
        {"random,random:25.0", "--workloads: random is given twice"},
        {"random:00000000000000000000000000000000000000000000000000000025,games", NULL},
        {"random:000000000000000000000000000000000000000000000000000000025,games",
         "--workloads: 'random:000000000000000000000000000000000000000000000000000000025' "
         "is too long for a name"},
        {"random:1,random:2,random:3,random:4,random:5,random:6,random:7,random:8,random:9,"
         "random:10,random:11,random:12,random:13",
         "--workloads: more than 12"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        if (parse(cases[i].workloads, "latency", "rook") != !cases[i].text)
            fail_msg("%s", cases[i].workloads);
        if (cases[i].text && strncmp(error.text, cases[i].text, strlen(cases[i].text)))
            fail_msg("%s", error.text);
    }
    assert_true(parse("random", "setwise", "queen"));
    assert_fails(lists_for_matrix(&lists, &options, &error), STATUS_USAGE, "nothing to time");
}

RUN_TESTS(NULL, NULL)
