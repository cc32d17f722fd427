/* SPDX-License-Identifier: MIT
 * The pace of two co-runners, with a clock that the test controls. */
#include "base/clock.h"
#include "base/tuning.h"
#include "timing/corunners.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static double now = 100;

double __wrap_clock_seconds(void);

double __wrap_clock_seconds(void)
{
    return now;
}

/* Returns the pace of two co-runners that do these parts. */
static double pace(double seconds, int first, int second)
{
    struct corunner_parts parts;
    corunner_parts_read(&parts, 2);
    for (int i = 0; i < first; i++)
        corunner_pace_count(0);
    for (int i = 0; i < second; i++)
        corunner_pace_count(1);
    now += seconds;
    return corunner_parts_pace(&parts);
}

static void pace_is_that_of_the_slowest_corunner(void **state)
{
    (void)state;
    corunner_pace_open();
    assert_true(pace(2, 2000, 4000) == 1000);
    assert_true(pace(1, 800, 0) == 0);
    assert_true(pace(0.5, 800, 700) == 1400);
}

static void without_corunners_any_pace_is_kept(void **state)
{
    (void)state;
    struct corunner_parts parts;
    corunner_parts_read(&parts, 0);
    assert_true(isinf(corunner_parts_pace(&parts)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pace_is_that_of_the_slowest_corunner),
        cmocka_unit_test(without_corunners_any_pace_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
