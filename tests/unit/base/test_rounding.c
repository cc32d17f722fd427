/* SPDX-License-Identifier: MIT */
#include "base/rounding.h"
#include "support/within.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void test_five_digits_remain(void **state)
{
    (void)state;
    assert_within(round_recorded(0.123456), 0.12346, 0);
    assert_within(round_recorded(123454.9), 123450, 0);
    assert_within(round_recorded(-9.99996), -10, 0);
    assert_within(round_recorded(1e-7), 1e-7, 0);
    assert_within(round_recorded(0), 0, 0);
}

/* A recorded value is not rounded again: concluding it gives the same figures. */
static void test_rounded_values_remain(void **state)
{
    (void)state;
    for (double value = 1e-3; value < 1e6; value *= 1.0371) {
        double rounded = round_recorded(value);
        assert_within(rounded, value, 5.1e-5 * value);
        assert_true(round_recorded(rounded) == rounded);
    }
}

static void test_unknown_values_remain(void **state)
{
    (void)state;
    assert_true(isnan(round_recorded(NAN)));
    assert_true(isinf(round_recorded(INFINITY)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_five_digits_remain),
        cmocka_unit_test(test_rounded_values_remain),
        cmocka_unit_test(test_unknown_values_remain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
