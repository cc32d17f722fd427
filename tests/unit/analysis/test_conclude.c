/* SPDX-License-Identifier: MIT
 * Results, ranks, doubts and repetitions from results of processes. */
#include "analysis/columns.h"

#include "support/planted_run.h"

/* ---- the result of a row ---- */

/* Expects an interval. NAN is equal to itself. */
static void expect_interval(const char *of, struct interval got, double mid, double lo, double hi)
{
    const double pairs[][2] = {{got.mid, mid}, {got.lo, lo}, {got.hi, hi}};
    for (size_t i = 0; i < 3; i++)
        if (isnan(pairs[i][0]) != isnan(pairs[i][1]) || fabs(pairs[i][0] - pairs[i][1]) > 1e-9)
            fail_msg("%s: %g [%g, %g], expected %g [%g, %g]", of, got.mid, got.lo, got.hi, mid, lo,
                     hi);
}

/* The clock and the share have the recorded decimals. */
TEST(every_unit_has_its_own_median)
{
    enum { FEW = 7 };
    plant(0, "magic: 0");
    for (size_t p = 0; p < FEW; p++) {
        double x = (double)p;
        const struct process_result result = {
            31, 30, 100 + 10 * x, 1000 - 10 * x, 2.00004 + x, {9 - x, 50 + x, NAN, NAN, NAN}};
        run_add_process(&run, &result, 4);
    }
    conclude(&run, 0);
    const struct measured_row *row = run.row;
    expect_interval("cycles", row->cycles, 130, 100, 160);
    expect_interval("ns", row->ns, 970, 940, 1000);
    assert_within(row->ghz, 5, 0);
    assert_within(row->counts[COUNT_CYCLES], 6, 0);
    assert_within(row->counts[COUNT_INSTRUCTIONS], 53, 0);
    assert_true(isnan(row->counts[COUNT_BRANCH_MISSES]));
    assert_true(run.has_hardware_cycles);
    assert_within(row->undisturbed_share, 0.968, 1e-9);
    assert_int_equal(row->samples_total, 31 * FEW);
    assert_int_equal(row->processes_measured, FEW);
}

TEST(processes_without_a_result_are_ignored)
{
    plant_and_conclude(10, "magic: 4*- 21 24 27 30 33 36");
    assert_int_equal(run.row->processes_measured, 6);
    expect_interval("cycles", run.row->cycles, 28.5, 21, 36);
    expect_interval("ns", run.row->ns, 9.5, 7, 12);
    assert_false(run.has_hardware_cycles);
    plant_and_conclude(8, "magic: 10; pext: 5*20 -");
    assert_int_equal(run.min_processes, 5);
    assert_true(run.column->confidence.each == stats_confidence(1, 5));
}

/* Repeats visit few rows: of 20 processes, 8 requested ones and two repeats visit the first. */
TEST(processes_that_skipped_a_row_do_not_count)
{
    for (size_t measured = 4; measured <= 8; measured++) {
        char rows[64];
        snprintf(rows, sizeof rows, "magic: %zu*10 %zu*- .; pext: 20", measured, 10 - measured);
        plant(20, rows);
        run.processes_requested = 8;
        assert_int_equal(run_mark_incomplete(&run, 8), measured < 8);
        conclude(&run, 0);
        assert_string_equal(outcome(), measured < 5 ? "unstable? 1" : "1 2");
    }
}

/* The first and the last row are timed alone. A machine that is always busy, and a row with enough
 * samples, are no reason to drop one with co-runners; nor is a run of such rows only. */
TEST(rows_with_corunners_on_a_shared_core_are_unsupported)
{
    static const struct {
        uint32_t alone, with; /* undisturbed samples, of 3 more and of 1000 */
        double cycles;
        const char *outcome;
    } corunners[] = {{3, 600, NAN, "unstable? unsupported unstable?"},
                     {1, 600, NAN, "unstable? unstable? unstable?"},
                     {3, 625, NAN, "unstable? unstable? unstable?"}, /* exactly three quarters */
                     {3, 624, NAN, "unstable? unsupported unstable?"},
                     {3, 600, 10, "unstable? ok unstable?"}};
    const struct process_result none = process_result_without_value(0, 0);
    for (size_t c = 0; c < COUNT(corunners); c++) {
        struct process_result with = result_of(corunners[c].cycles);
        with.samples = 1000;
        with.undisturbed = corunners[c].with;
        plant(0, "magic: 0; pext queen games processes-2: 0; loop: 0");
        run.processes_requested = 2;
        run_add_process(&run,
                        (struct process_result[]){process_result_without_value(2, 2), with,
                                                  process_result_without_value(1, 0)},
                        4);
        run_add_process(&run,
                        (struct process_result[]){
                            process_result_without_value(3, corunners[c].alone), none, none},
                        4);
        conclude(&run, 0);
        assert_string_equal(outcome(), corunners[c].outcome);
        if (c == 0)
            assert_string_equal(run.row[1].planned.reason,
                                "not possible here: undisturbed 60 % of the time while other cores "
                                "work; 83 % alone");
    }
    plant_and_conclude(2, "magic queen games processes-2: -; pext queen games processes-2: -");
    assert_string_equal(outcome(), "unstable? unstable?");
}

/* ---- twins ---- */

/* The ratio needs results of both rows; its interval is of the processes that measured both. */
TEST(ratio_of_a_twin)
{
    static const struct {
        size_t processes;
        const char *rows; /* the last one is the twin's */
        double mid, lo, hi;
    } ratios[] = {
        {20, "magic: 10; magic_twin: 12", 1.2, 1.2, 1.2},
        {20, "magic: crashed; magic_twin: 12", NAN, NAN, NAN},
        {20, "magic: 10; magic_twin: crashed", NAN, NAN, NAN},
        {20, "pext: 10; magic_twin: 12", NAN, NAN, NAN},
        {20, "magic: 10; pext: 12", NAN, NAN, NAN},
        {20, "magic: 7*1 6*10 -; magic_twin: 7*- 6*20 1", 2, 2, 2},
        {1, "magic: 10; magic_twin: 20", 2, NAN, NAN},
        {2, "magic: 8; magic_twin: 8 9", 1.0606601717798212, 1, 1.125},
        {11, "magic: 8*8 -; magic_twin: 3*- 11 12 13 14 15 16 17 18", 1.625, 1.375, 1.875},
        {9, "magic: 8; magic_twin: 8 9 10 11 12 13 14 15 16", 1.5, 1.125, 1.875},
        {6, "magic: 8; magic_twin: 8 9 10 11 12 13", 1.3110110602126894, 1, 1.625},
    };
    for (size_t r = 0; r < COUNT(ratios); r++) {
        plant(ratios[r].processes, ratios[r].rows);
        expect_interval(ratios[r].rows, twin_ratio(&run, &run.row[1]), ratios[r].mid, ratios[r].lo,
                        ratios[r].hi);
    }
}

/* Where twins differ by a quarter, all intervals of the column have ends that are farther out by as
 * much; the ratio of the best to itself is 1. */
TEST(intervals_of_a_column_allow_for_its_twins)
{
    plant_and_conclude(20, "magic: 10; magic_twin: 12.5; pext: 40; pext queen games latency: 40");
    const struct measured_row *pext = &run.row[2];
    expect_interval("pext", pext->cycles, 40, 32, 50);
    expect_interval("its ratio", pext->ratio, 4, 3.2, 5);
    expect_interval("the best", run.row[0].ratio, 1, 1, 1);
    expect_interval("latency", run.row[3].cycles, 40, 40, 40);
    assert_true(fabs(pext->ns.lo / pext->ns.hi - 0.64) < 1e-9);
}

/* ---- controls ---- */

#define CHAIN(cycles)   "delayed queen games latency: " cycles
#define CHAIN20(cycles) "; delayed_20 queen games latency: " cycles

/* What a control takes beyond its original, or beyond one addition. It is wrong if no time within
 * 1 % of the row's explains it. */
TEST(controls_are_read)
{
    static const struct {
        size_t processes;
        const char *rows; /* the last one is the control's */
        int cycles;
        struct interval measured;
        bool wrong;
    } cases_of_controls[] = {
        {6, "delayed: 11.02", 10, {10.02, 10.02, 10.02}, false},
        {6, "delayed: 10.88", 10, {9.88, 9.88, 9.88}, true},
        {6, "delayed: 11.13", 10, {10.13, 10.13, 10.13}, true},
        {6, "delayed: 10.67 10.67 10.67 11", 10, {9.835, 9.67, 10}, false},
        {6, "delayed: 11; delayed_20: 21", 10, {10, 10, 10}, false},
        {6, "delayed: 10.67; delayed_20: 20.37", 10, {9.7, 9.7, 9.7}, true},
        {6, CHAIN("14 14 14 15") CHAIN20("24 24 24 25"), 10, {10, 10, 10}, false},
        {6, CHAIN("14") CHAIN20("24.3"), 10, {10.3, 10.3, 10.3}, true},
        {6, CHAIN("14"), 10, {NAN, NAN, NAN}, false},
        {6, CHAIN("14 14 -") CHAIN20("- 24.2"), 10, {10.2, NAN, NAN}, false},
        {6, CHAIN("crashed") CHAIN20("24"), 0, {NAN, NAN, NAN}, false},
        {6, "delayed_20: 21", 0, {NAN, NAN, NAN}, false},
        {1, "delayed: 12", 10, {11, NAN, NAN}, false},
        {6, "pext: 10; magic: 20", 0, {NAN, NAN, NAN}, false},
    };
    for (size_t c = 0; c < COUNT(cases_of_controls); c++) {
        plant_and_conclude(cases_of_controls[c].processes, cases_of_controls[c].rows);
        const struct measured_row *last = &run.row[run.n - 1];
        struct control control = control_find(&run, last);
        const struct interval measured = cases_of_controls[c].measured;
        expect_interval(cases_of_controls[c].rows, control.measured, measured.mid, measured.lo,
                        measured.hi);
        assert_int_equal(control.cycles, cases_of_controls[c].cycles);
        assert_int_equal(control.wrong, cases_of_controls[c].wrong);
        assert_int_equal(last->standing.rank_min > 0, !(last->planned.scheme->traits & MOCK));
    }
}

/* ---- outcomes ---- */

static const struct {
    size_t processes;
    const char *rows, *incomplete; /* a + or . for each row; NULL: not tested */
    const char *outcome, *reason;  /* of the first row */
    double best_ipc;               /* of previous runs; this one's is 4 */
} cases[] = {
    /* Mocks, rows without a result, columns, and rows that no process visited. */
    {20, "floor: 1; loop: 20; magic: 10; pext: wrong; rays: unsupported",
     .outcome = "ok 2 1 wrong unsupported"},
    {20, "magic: 10; magic queen games latency: 20; pext: 11; pext queen games latency: 18",
     .outcome = "1 2 2 1"},
    {20, "magic: .; pext: 10", "+.", .outcome = "unstable? 1",
     .reason = "0 of 0 processes had 15 undisturbed samples"},
    /* The interval of 9 ratios leaves out the least and the largest ratio if there is one
     * comparison, and none if there are two. */
    {9, "magic: 10; pext: 10 10.2", .outcome = "1 2"},
    {9, "magic: 10; pext: 10 10.2; loop: 20", .outcome = "1-2 1-2 3"},
    {8, "magic: 10; pext: 5*20 -", ".+", .outcome = "1 2"},
    /* At least half of all processes, rounded up; as many as an interval needs; all of three. */
    {11, "magic: 6*10 -; pext: 20", "+.", .outcome = "1 2"},
    {11, "magic: 5*10 -; pext: 20", "+.", .outcome = "unstable? 1",
     .reason = "5 of 11 processes had 15 undisturbed samples"},
    {7, "magic: 5*10 -; pext: 20", "+.", .outcome = "1 2"},
    {7, "magic: 4*10 -; pext: 20", "+.", .outcome = "unstable? 1"},
    {3, "magic: 3*10; pext: 20", "..", .outcome = "1 2"},
    {3, "magic: 2*10 -; pext: 20", "+.", .outcome = "unstable? 1"},
    {5, "magic: - .", "+", .outcome = "unstable?", .reason = "0 of 1 processes"},
    {5, "magic: 10; pext: 10; loop queen games processes-2: 4*10 -", "..+",
     .outcome = "1-2 1-2 unstable?"},
    /* An unstable row is in doubt if it has no value, or if 90 % of its lowest is not slower. */
    {20, "magic: 0.9; pext: -", .outcome = "1 unstable?"},
    {20, "pext: 1 1.5 -; magic: 0.9", .outcome = "unstable? 1"},
    {20, "magic: 0.9; pext: 1.5 1 -", .outcome = "1 unstable?"},
    {20, "magic: 0.9; pext: - 1 -", .outcome = "1 unstable?"},
    {20, "magic: 0.9; pext: 1.01 1.5 -", .outcome = "1 unstable"},
    {20, "pext: - 1.5 -; magic: 0.9", .outcome = "unstable 1"},
    {20, "magic: 0.9; sissy: 100 100 -; rotated: 100 -; sherwin: 100 -; ray_loop: 100 -",
     .outcome = "1 unstable? unstable? unstable? unstable?"},
    {20, "magic: 0.9; magic_twin: 0.1 0.1 -; floor: 0.1 0.1 -", .outcome = "1 unstable unstable"},
    {20, "magic: 1; pext queen games latency: 100 -", .outcome = "1 unstable?"},
    /* A core that is always shared looks steady; only previous runs show it. */
    {20, "magic: 10", .outcome = "1", .best_ipc = 4},
    {20, "magic: 10", .outcome = "1", .best_ipc = 4.15},
    {20, "magic: 10", .outcome = "unstable?",
     .reason = "4.00 canary operations per cycle, 4.20 in previous runs", .best_ipc = 4.2},
    /* Twins that differ by 0.5 % are a tie. If they differ by 20 %, rows tie up to 21.2 %. */
    {20, "magic_twin: 10.05; pext: 10.2; magic: 10", "...", .outcome = "1-2 3 1-2"},
    {20, "magic_twin: 12; pext: 12.1; magic: 10; loop: 14.7", "....", .outcome = "1-3 1-3 1-3 4"},
    {20, "magic_twin: 10; pext: 12.1; magic: 12; loop: 14.7", "....", .outcome = "1-3 1-3 1-3 4"},
    {20, "magic_twin: 12; magic: 10; magic queen games latency: 30; pext queen games latency: 31",
     .outcome = "1-2 1-2 1 2"},
    /* A twin has no effect if it or its original has no result or is missing. */
    {20, "magic: crashed; pext: 20; magic_twin: 15", "...", .outcome = "crashed 2 1"},
    {20, "magic: 10; pext: 20; magic_twin: crashed", "...", .outcome = "1 2 crashed"},
    {20, "loop: 10; pext: 20; magic_twin: 15", "...", .outcome = "1 3 2"},
};

TEST(rows_have_their_outcome)
{
    for (size_t c = 0; c < COUNT(cases); c++) {
        char incomplete[MAX_ROWS] = "";
        plant(cases[c].processes, cases[c].rows);
        run_mark_incomplete(&run, run.processes_requested);
        for_each_row (row, &run)
            strcat(incomplete, row->incomplete ? "+" : ".");
        conclude(&run, cases[c].best_ipc);
        if ((cases[c].incomplete && strcmp(incomplete, cases[c].incomplete)) ||
            strcmp(outcome(), cases[c].outcome) ||
            !strstr(run.row->planned.reason, cases[c].reason ? cases[c].reason : ""))
            fail_msg("%zu, %s: %s, %s, %s", cases[c].processes, cases[c].rows, incomplete,
                     outcome(), run.row->planned.reason);
    }
}

/* The run is compared with previous ones by its fastest process, not by the last one. */
TEST(one_slow_process_is_no_slow_run)
{
    const struct process_result result = result_of(10);
    plant(0, "magic: 0");
    for (size_t p = 0; p < 6; p++)
        run_add_process(&run, &result, p < 5 ? 4 : 3.8);
    conclude(&run, 4);
    assert_string_equal(outcome(), "1");
}

/* A column without rows goes; the others were concluded from all rows. */
TEST(selected_rows_keep_what_their_column_has)
{
    plant_and_conclude(6, "magic bishop: 1; pext bishop: 2; pext queen: 3; magic queen: 4");
    assert_ok(run_select(&run, &(struct selection){.lists[BY_PIECE] = "queen"}, &error));
    assert_ok(run_select(&run, &(struct selection){.schemes = "magic"}, &error));
    assert_int_equal(run.column_count, 1);
    assert_ptr_equal(run.row->column, run.column);
    assert_int_equal(run.column->list->piece, QUEEN);
    assert_int_equal(run.column->confidence.comparisons, 1);
}

RUN_TESTS(NULL, NULL)
