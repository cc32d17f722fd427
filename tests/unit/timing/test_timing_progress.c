/* SPDX-License-Identifier: MIT
 * The progress line of the timed part, with a clock that the test controls. */
#include "base/clock.h"
#include "base/progress.h"
#include "support/within.h"
#include "timing/run_plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

static double now, shown_share;
static char shown[200];

double __wrap_clock_seconds(void);
void __wrap_progress_show(const char *phase, const char *detail, double share);

double __wrap_clock_seconds(void)
{
    return now;
}

void __wrap_progress_show(const char *phase, const char *detail, double share)
{
    snprintf(shown, sizeof shown, "%s: %s", phase, detail);
    shown_share = share;
}

/* The second of five processes, which has half of its samples. */
static const struct run run = {.n = 40, .processes_requested = 5, .processes_ended = 1};
static const struct timing_progress second = {
    .run = &run, .start = 100, .process = {.done = 0.5, .undisturbed = 1, .measured = 7}};

static void expect(const struct timing_progress *progress, const char *text, double share)
{
    timing_progress_show(progress);
    assert_string_equal(shown, text);
    assert_within(shown_share, share, 1e-9);
}

static void measured_rows_and_share_of_samples_are_shown(void **state)
{
    (void)state;
    struct timing_progress spread = second;
    expect(&second, "timing: process 2 of 5 has measured 7 of 40 rows", 1.5 / 5);
    spread.spread_over = 50;
    now = 120;
    expect(&spread, "timing: process 2 of 5 has measured 7 of 40 rows", 20.0 / 50);
}

static void busy_core_is_shown_once_it_is_known(void **state)
{
    (void)state;
    struct timing_progress busy = second;
    busy.process.undisturbed = 0.42f;
    expect(&busy,
           "timing: process 2 of 5 has measured 7 of 40 rows, core undisturbed 42 % of the time",
           1.5 / 5);
    busy.process.done = 0;
    expect(&busy, "timing: process 2 of 5 has measured 7 of 40 rows", 1.0 / 5);
}

static void repeats_are_shown_by_their_time(void **state)
{
    (void)state;
    struct timing_progress repeats = second;
    repeats.repeated_rows = 3;
    repeats.repeating_since = 200;
    repeats.repeat_seconds = 40;
    now = 210;
    expect(&repeats, "timing again: process 2, for 3 of 40 rows", 0.25);
    now = 250;
    expect(&repeats, "timing again: process 2, for 3 of 40 rows", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measured_rows_and_share_of_samples_are_shown),
        cmocka_unit_test(busy_core_is_shown_once_it_is_known),
        cmocka_unit_test(repeats_are_shown_by_their_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
