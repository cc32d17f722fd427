/* SPDX-License-Identifier: MIT
 * What a run keeps of the processes that it gets, and the order of its columns. */
#include "analysis/columns.h"

#include "support/planted_run.h"

enum { MEASURED, UNVISITED, FAILED, LAST, ROWS }; /* rows; the last one is measured, too */

static int make_run(void **state)
{
    plant(0, "magic: 0; pext: 0; loop: unsupported; rays: 0");
    return 0;
}

static void add_process(double cycles, double reference_ipc)
{
    const struct process_result none = result_of(INFINITY), measured = result_of(cycles),
                                results[ROWS] = {measured, none, measured, measured};
    run_add_process(&run, results, reference_ipc);
}

/* A process on a core that is more than 4 % slower has no values, whether it comes before or after
 * the others. */
TEST_BETWEEN(make_run, processes_on_a_shared_core_have_no_values, NULL)
{
    static const struct {
        double before, after;
        bool drops_before, drops_after;
    } cases[] = {{4, 4, false, false},
                 {4, 3.8, false, true},
                 {3.8, 4, true, false},
                 {3.125, 3, false, false}, /* exactly 4 % */
                 {3, 3.125, false, false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        make_run(state);
        for (size_t p = 0; p < 3; p++)
            add_process(10 + (double)p, p < 2 ? cases[i].before : cases[i].after);
        assert_within(run.reference_ipc, fmax(cases[i].before, cases[i].after), 0);
        assert_within(run.last_reference_ipc, cases[i].after, 0);
        for (size_t p = 0; p < 3; p++) {
            bool dropped = p < 2 ? cases[i].drops_before : cases[i].drops_after;
            const struct measured_row *row = &run.row[MEASURED];
            assert_int_equal(row->process[p].samples, SAMPLES);
            assert_int_equal(row->process[p].undisturbed, dropped ? 0 : SAMPLES);
            assert_int_equal(isnan(row->process[p].ghz), dropped);
            if (dropped)
                assert_true(isnan(row->process_cycles[p]));
            else
                assert_within(row->process_cycles[p], 10 + (double)p, 0);
            assert_int_equal(isnan(run.row[LAST].process_cycles[p]), dropped);
        }
        assert_int_equal(run_visits(&run, &run.row[MEASURED]), 3);
    }
}

TEST_BETWEEN(make_run, share_is_of_all_samples, NULL)
{
    assert_true(isnan(run_undisturbed_share_by_rows(&run)));
    run.row[MEASURED].samples_total = 1;
    run.row[MEASURED].undisturbed_share = 1;
    assert_within(run_undisturbed_share_by_rows(&run), 1, 0);
    run.row[UNVISITED].samples_total = 4;
    run.row[UNVISITED].undisturbed_share = 0.25;
    assert_within(run_undisturbed_share_by_rows(&run), 0.4, 1e-12);
}

/* Expects the modes of all columns, by their first letters. */
static void assert_order(const char *rows, const char *expected)
{
    char order[8] = "";
    plant(0, rows);
    for (size_t c = 0; c < run.column_count; c++)
        order[c] = *run.column[c].mode->name;
    assert_string_equal(order, expected);
}

#define BATCH   " queen games batch: 0;"
#define LATENCY " queen games latency: 0;"
#define SETWISE " queen games setwise: 0;"

TEST(columns_are_in_the_order_of_every_scheme)
{
    assert_order("magic" LATENCY "magic" BATCH "pext" LATENCY "pext" BATCH, "lb");
    assert_order("magic" BATCH "magic: 0; pext" BATCH "pext" LATENCY "pext" SETWISE "pext: 0",
                 "blst");
    assert_order("magic: 0; pext" LATENCY "pext: 0; loop" BATCH "loop" LATENCY "loop" SETWISE
                 "loop: 0",
                 "blst");
}

RUN_TESTS(NULL, NULL)
