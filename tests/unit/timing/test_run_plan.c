/* SPDX-License-Identifier: MIT
 * The length of a process on quiet and on busy cores, and the progress line, with a clock that the
 * test controls. */
#include "timing/parent.c"

#include "support/test.h"

enum { ROWS = 100, ROUNDS = 5 + 2 * MIN_SAMPLES / SAMPLES_PER_VISIT };
static const double ROUND = ROWS *
                            (PLAN_WARMUP_SECONDS + SAMPLES_PER_VISIT * SAMPLE_WITH_CANARY_SECONDS),
                    PREPARATION = ROWS * PREPARATION_SECONDS,
                    SECONDS = (ROUNDS + 0.5) * ROUND / VISITS_SHARE;

static struct process_plan plan_on(double speed, double undisturbed)
{
    const struct run_request request = {.seconds = SECONDS};
    const struct core_watch core = {4, undisturbed, speed};
    return process_plan_make(&request, ROWS, ROWS, &core);
}

TEST(quiet_core_takes_whole_rounds)
{
    struct process_plan plan = plan_on(1, 1);
    assert_within(plan.seconds, SECONDS, 1e-9);
    assert_within(plan.quiet, ROUNDS * ROUND + PREPARATION, 1e-9);
    assert_within(plan.expected, plan.quiet, 1e-9);
    assert_within(plan.bound, BOUND_FACTOR * ROUNDS * ROUND, 1e-9);
}

/* Rounds use the rest of the time first. Then rows do with fewer samples, as long as these are
 * enough. */
TEST(busy_core_takes_time_for_needed_samples)
{
    const double needed = ROUND * MIN_SAMPLES / SAMPLES_PER_VISIT;
    assert_within(plan_on(0.8, 0.9).expected, ROUNDS * ROUND / 0.8 + PREPARATION / 0.9, 1e-9);
    assert_within(plan_on(0.5, 0.6).expected, SECONDS + PREPARATION / 0.6, 1e-9);
    assert_within(plan_on(0.04, 0.5).expected, needed / 0.04 + PREPARATION / 0.5, 1e-9);
    assert_within(plan_on(0.04, 0.5).quiet, plan_on(1, 1).quiet, 1e-9);
    assert_within(plan_on(1e-6, 0.5).expected, plan_on(1, 1).bound, 1e-9);
    assert_within(plan_on(0, 0).expected, plan_on(1, 1).bound, 1e-9);
}

TEST(repeated_rows_take_their_share_of_the_time)
{
    const struct run_request request = {.seconds = SECONDS};
    const struct core_watch quiet = {4, 1, 1};
    struct process_plan plan = process_plan_make(&request, ROWS / 4, ROWS, &quiet);
    assert_within(plan.seconds, SECONDS / 4, 1e-9);
    assert_within(plan.quiet, (ROUNDS * ROUND + PREPARATION) / 4, 1e-9);
}

/* Each row gets MIN_ROUNDS, and bursts of a neighbour fit into the bound. */
TEST(short_process_has_rounds_and_a_bound)
{
    const struct run_request short_one = {.seconds = 0};
    const struct core_watch quiet = {4, 1, 1};
    struct process_plan plan = process_plan_make(&short_one, 1, 1, &quiet);
    assert_within(plan.quiet, MIN_ROUNDS * ROUND / ROWS + PREPARATION_SECONDS, 1e-9);
    assert_within(plan.bound, MIN_BOUND_SECONDS, 1e-9);
}

/* ---- progress ---- */

static double now, shown_share;
static char shown[200];

double __wrap_clock_seconds(void)
{
    return now;
}

void __wrap_progress_show(const char *phase, const char *detail, double share)
{
    snprintf(shown, sizeof shown, "%s: %s", phase, detail);
    shown_share = share;
}

TEST(progress_is_shown)
{
    /* The second of five processes, which has half of its samples. */
    static struct measured_row rows[40];
    static const struct run run = {
        .row = rows, .n = 40, .processes_requested = 5, .processes_ended = 1};
#define SECOND   .run = &run, .start = 100
#define MEASURED "timing: process 2 of 5"
#define REPEATS  SECOND, .repeated_rows = 3, .repeating_since = 200, .repeat_seconds = 40
    static const struct {
        struct timing_progress progress;
        double now, share;
        const char *text;
    } cases[] = {
        {{SECOND, .process = {0.5, 1}}, 0, 1.5 / 5, MEASURED},
        {{SECOND, .process = {0.5, 1}, .spread_over = 50}, 120, 20.0 / 50, MEASURED},
        {{SECOND, .process = {0.5, 0.42f}},
         0,
         1.5 / 5,
         MEASURED ", core undisturbed 42 % of the time"},
        {{SECOND, .process = {0, 0.42f}}, 0, 1.0 / 5, MEASURED}, /* not yet known */
        {{REPEATS}, 210, 0.25, "timing again: process 2, for 3 of 40 rows"},
        {{REPEATS}, 250, 1, "timing again: process 2, for 3 of 40 rows"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        now = cases[i].now;
        timing_progress_show(&cases[i].progress);
        assert_string_equal(shown, cases[i].text);
        assert_within(shown_share, cases[i].share, 1e-9);
    }
}

RUN_TESTS(NULL, NULL)
