/* SPDX-License-Identifier: MIT
 * What a run keeps of the processes that it gets, and the order of its columns. */
#include "analysis/columns.h"

#include "support/planted_run.h"

/* A process on a core that is more than 4 % slower has no values, whether it comes before or after
 * the others. */
TEST(processes_on_a_shared_core_have_no_values)
{
    enum { FIRST, FAILED, LAST, ROWS };
    static const struct {
        double before, after;
        bool drops_before, drops_after;
    } cases[] = {{4, 4, false, false},
                 {4, 3.8, false, true},
                 {3.8, 4, true, false},
                 {3.125, 3, false, false}, /* exactly 4 % */
                 {3, 3.125, false, false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        plant(0, "magic: 0; loop: unsupported; rays: 0");
        for (size_t p = 0; p < 3; p++) {
            const struct process_result measured = result_of(10 + (double)p),
                                        results[ROWS] = {measured, measured, measured};
            run_add_process(&run, results, p < 2 ? cases[i].before : cases[i].after);
        }
        assert_within(run.reference_ipc, fmax(cases[i].before, cases[i].after), 0);
        for (size_t p = 0; p < 3; p++) {
            bool dropped = p < 2 ? cases[i].drops_before : cases[i].drops_after;
            const struct measured_row *row = &run.row[FIRST];
            assert_int_equal(row->process[p].samples, SAMPLES);
            assert_int_equal(row->process[p].undisturbed, dropped ? 0 : SAMPLES);
            assert_int_equal(isnan(row->process[p].ghz), dropped);
            if (dropped)
                assert_true(isnan(row->process_cycles[p]));
            else
                assert_within(row->process_cycles[p], 10 + (double)p, 0);
            assert_int_equal(isnan(run.row[LAST].process_cycles[p]), dropped);
        }
        assert_null(run.row[FAILED].process);
    }
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
