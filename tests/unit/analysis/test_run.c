/* SPDX-License-Identifier: MIT
 * What a run keeps of the processes that it gets, and the order of its columns. */
#include "analysis/columns.h"
#include "support/made_up_samples.h"
#include "support/within.h"

#include <string.h>

enum { MEASURED, FILTERED, FAILED, LAST, ROWS }; /* rows; the last one is measured, too */

static struct run *new_run(void)
{
    struct run *run = new_rows(ROWS, (const struct scheme *[]){&one, &two, &two, &two}, 0);
    run_fail_row(&run->row[FAILED], ROW_UNSUPPORTED, "needs bmi2");
    return run;
}

static void add_process(struct run *run, double cycles, double reference_ipc)
{
    const struct process_result none = process_result_without_value(0, 0),
                                measured = result_of(cycles),
                                results[ROWS] = {measured, none, measured, measured};
    run_add_process(run, results, reference_ipc);
}

static void processes_are_appended(void **state)
{
    (void)state;
    enum { ADDED = 3 };
    struct run *run = new_run();
    for (size_t p = 0; p < ADDED; p++)
        add_process(run, 10 + (double)p, 4);
    assert_int_equal(run->processes_ended, ADDED);
    for (size_t p = 0; p < ADDED; p++) {
        assert_within(run->row[MEASURED].process[p].ghz, 3, 0);
        assert_within(run->row[MEASURED].process_cycles[p], 10 + (double)p, 0);
        assert_within(run->row[MEASURED].process_ns[p], (10 + (double)p) / 3, 0);
        assert_true(isnan(run->row[FILTERED].process_cycles[p]));
    }
    assert_null(run->row[FAILED].process);
    assert_string_equal(run->row[FAILED].planned.reason, "needs bmi2");
    drop_rows(run);
}

static void rows_that_no_process_visited_are_dropped(void **state)
{
    (void)state;
    struct run *run = new_run();
    assert_true(run_was_filtered(run, &run->row[MEASURED])); /* so far */
    add_process(run, 10, 4);
    add_process(run, NAN, 4);
    run->row[LAST].process[1].samples = 1;
    for (size_t i = 0; i < ROWS; i++) {
        assert_int_equal(run_visits(run, &run->row[i]), i == FILTERED || i == FAILED ? 0 : 2);
        assert_int_equal(run_was_filtered(run, &run->row[i]), i == FILTERED);
    }
    run_drop_filtered(run);
    assert_int_equal(run->n, ROWS - 1);
    assert_int_equal(run->row[1].planned.status, ROW_UNSUPPORTED);
    assert_int_equal(run_visits(run, &run->row[0]) + run_visits(run, &run->row[2]), 4);
    run_free(run);
    assert_null(run->row);
    free(run);
}

static void row_that_fails_loses_its_results(void **state)
{
    (void)state;
    struct run *run = new_run();
    add_process(run, 10, 4);
    run_fail_row(&run->row[MEASURED], ROW_CRASHED, "SIGSEGV");
    add_process(run, 10, 4);
    assert_int_equal(run->row[MEASURED].planned.status, ROW_CRASHED);
    assert_string_equal(run->row[MEASURED].planned.reason, "SIGSEGV");
    assert_true(!run->row[MEASURED].process && !run->row[MEASURED].process_cycles &&
                !run->row[MEASURED].process_ns);
    assert_int_equal(run_visits(run, &run->row[MEASURED]), 0);
    drop_rows(run);
}

/* A process on a core that is more than 4 % slower has no values, whether it comes before or after
 * the others. */
static void processes_on_a_shared_core_have_no_values(void **state)
{
    (void)state;
    static const struct {
        double before, after;
        bool drops_before, drops_after;
    } cases[] = {{4, 4, false, false},
                 {4, 3.8, false, true},
                 {3.8, 4, true, false},
                 {3.125, 3, false, false}, /* exactly 4 % */
                 {3, 3.125, false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = new_run();
        add_process(run, 10, cases[i].before);
        add_process(run, 10, cases[i].before);
        add_process(run, 10, cases[i].after);
        assert_within(run->reference_ipc, fmax(cases[i].before, cases[i].after), 0);
        for (size_t p = 0; p < 3; p++) {
            bool dropped = p < 2 ? cases[i].drops_before : cases[i].drops_after;
            const struct measured_row *row = &run->row[MEASURED];
            assert_int_equal(row->process[p].samples, SAMPLES);
            assert_int_equal(row->process[p].undisturbed, dropped ? 0 : SAMPLES);
            assert_int_equal(isnan(row->process[p].ghz), dropped);
            assert_int_equal(isnan(row->process_cycles[p]), dropped);
            assert_int_equal(isnan(row->process_ns[p]), dropped);
            assert_int_equal(isnan(run->row[LAST].process_cycles[p]), dropped);
        }
        assert_int_equal(run_visits(run, &run->row[MEASURED]), 3);
        drop_rows(run);
    }
}

static void share_is_of_all_samples(void **state)
{
    (void)state;
    struct run *run = new_run();
    assert_true(isnan(run_undisturbed_share_by_rows(run)));
    run->row[MEASURED].samples_total = 1;
    run->row[MEASURED].undisturbed_share = 1;
    assert_within(run_undisturbed_share_by_rows(run), 1, 0);
    run->row[FILTERED].samples_total = 4;
    run->row[FILTERED].undisturbed_share = 0.25;
    assert_within(run_undisturbed_share_by_rows(run), 0.4, 1e-12);
    drop_rows(run);
}

/* ---- the order of columns ---- */

enum { SCHEMES = 3, MODES_TIMED = 4 };

static const struct scheme of_schemes[SCHEMES] = {{.name = "1"}, {.name = "2"}, {.name = "3"}};
static const struct list queries = {.name = "games", .piece = QUEEN};
static const struct mode_spec modes[MODES_TIMED] = {
    {.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}};

/* Makes a run from words of scheme and mode, such as "1a 2c". Its rows are allocated, so that a
 * read before the first or past the last is reported. */
static struct run run_of(const char *words)
{
    size_t n = (strlen(words) + 1) / 3;
    struct run run = {.n = n, .row = calloc(n, sizeof *run.row)};
    for (size_t i = 0; i < n; i++)
        run.row[i].planned = (struct row){.scheme = &of_schemes[words[3 * i] - '1'],
                                          .list = &queries,
                                          .mode = &modes[words[3 * i + 1] - 'a']};
    return run;
}

static void assert_order(const char *words, const char *expected)
{
    struct run run = run_of(words);
    struct columns columns;
    char order[MODES_TIMED + 1] = "";
    columns_make(&columns, &run);
    for (size_t c = 0; c < columns.n; c++)
        strcat(order, columns.first[c]->planned.mode->name);
    assert_string_equal(order, expected);
    columns_free(&columns);
    assert_null(columns.first);
    assert_int_equal(columns.n, 0);
    free(run.row);
}

static void columns_are_in_the_order_of_every_scheme(void **state)
{
    (void)state;
    assert_order("", "");
    assert_order("1c", "c");
    assert_order("1b 1a 2b 2a", "ba");
    assert_order("1a 1d 2a 2b 2c 2d", "abcd");
    assert_order("1d 2b 2d 3a 3b 3c 3d", "abcd");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_are_appended),
        cmocka_unit_test(rows_that_no_process_visited_are_dropped),
        cmocka_unit_test(row_that_fails_loses_its_results),
        cmocka_unit_test(processes_on_a_shared_core_have_no_values),
        cmocka_unit_test(share_is_of_all_samples),
        cmocka_unit_test(columns_are_in_the_order_of_every_scheme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
