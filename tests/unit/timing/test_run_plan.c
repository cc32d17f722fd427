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

/* Plans a process that visits some of the ROWS. */
static struct process_plan plan_of(double seconds, size_t rows, double speed, double undisturbed)
{
    const struct run_request request = {.seconds = seconds};
    const struct core_watch core = {4, undisturbed, speed};
    return process_plan_make(&request, rows, ROWS, &core);
}

TEST(quiet_core_takes_whole_rounds)
{
    struct process_plan plan = plan_of(SECONDS, ROWS, 1, 1);
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
    const struct process_plan quiet = plan_of(SECONDS, ROWS, 1, 1);
    assert_within(plan_of(SECONDS, ROWS, 0.8, 0.9).expected,
                  ROUNDS * ROUND / 0.8 + PREPARATION / 0.9, 1e-9);
    assert_within(plan_of(SECONDS, ROWS, 0.5, 0.6).expected, SECONDS + PREPARATION / 0.6, 1e-9);
    assert_within(plan_of(SECONDS, ROWS, 0.04, 0.5).expected, needed / 0.04 + PREPARATION / 0.5,
                  1e-9);
    assert_within(plan_of(SECONDS, ROWS, 1e-6, 0.5).expected, quiet.bound, 1e-9);
    assert_within(plan_of(SECONDS, ROWS, 0, 0).expected, quiet.bound, 1e-9);
    assert_within(plan_of(SECONDS, ROWS, 0.04, 0.5).quiet, quiet.quiet, 1e-9);
}

TEST(repeated_rows_take_their_share_of_the_time)
{
    struct process_plan plan = plan_of(SECONDS, ROWS / 4, 1, 1);
    assert_within(plan.seconds, SECONDS / 4, 1e-9);
    assert_within(plan.quiet, (ROUNDS * ROUND + PREPARATION) / 4, 1e-9);
}

/* Each row gets MIN_ROUNDS, and bursts of a neighbour fit into the bound. */
TEST(short_process_has_rounds_and_a_bound)
{
    struct process_plan plan = plan_of(0, 1, 1, 1);
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

/* Of the second of five processes. */
TEST(progress_is_shown)
{
    static struct measured_row rows[40];
    static struct run run = {.row = rows, .n = 40, .processes_requested = 5, .processes_ended = 1};
    static const struct run_request at_once, spread = {.spread_over = 50};
#define SECOND   .run = &run, .start = 100, .request
#define MEASURED "timing: process 2 of 5"
#define REPEATS  SECOND = &at_once, .repeated_rows = 3, .repeating_since = 200, .repeat_seconds = 40
    static const struct {
        struct parent parent;
        double now, share;
        const char *text;
    } cases[] = {
        {{SECOND = &at_once, .progress = {0.5, 1}}, 0, 1.5 / 5, MEASURED},
        {{SECOND = &spread, .progress = {0.5, 1}}, 110, 10.0 / 50, MEASURED},
        {{SECOND = &spread, .progress = {0.5, 1}}, 190, 1.5 / 5, MEASURED}, /* late */
        {{SECOND = &at_once, .progress = {0.5, 0.42f}},
         0,
         1.5 / 5,
         MEASURED ", core undisturbed 42 % of the time"},
        {{SECOND = &at_once, .progress = {0, 0.42f}}, 0, 1.0 / 5, MEASURED}, /* not yet known */
        {{REPEATS}, 210, 0.25, "timing again: process 2, for 3 of 40 rows"},
        {{REPEATS}, 250, 1, "timing again: process 2, for 3 of 40 rows"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        now = cases[i].now;
        show_progress(&cases[i].parent);
        assert_string_equal(shown, cases[i].text);
        assert_within(shown_share, cases[i].share, 1e-9);
    }
}

RUN_TESTS(NULL, NULL)
