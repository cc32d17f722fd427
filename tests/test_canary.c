/* SPDX-License-Identifier: MIT
 * Canaries by a clock that the test sets. */
#include "canary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <time.h>

/* What the machine code executes, as test_kernel_shape.py counts it. */
enum { LINKS = 24000, OTHERS = 96000 };

/* The nanoseconds between two readings, the last one again and again. */
static const long *steps;
static struct timespec now;
static clockid_t asked;

int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    asked = clock;
    *time = now;
    now.tv_nsec += *steps;
    now.tv_sec += now.tv_nsec / 1000000000;
    now.tv_nsec %= 1000000000;
    steps += steps[1] != 0;
    return 0;
}

static void start(const long *given)
{
    now = (struct timespec){.tv_sec = 1000};
    steps = given;
}

static void seconds_have_both_parts(void **state)
{
    (void)state;
    start((const long[]){1500000000, 0});
    assert_float_equal(clock_seconds(), 1000, 1e-9);
    assert_float_equal(clock_seconds(), 1001.5, 1e-9);
#ifdef CLOCK_MONOTONIC_RAW
    assert_int_equal(asked, CLOCK_MONOTONIC_RAW);
#endif
}

/* 6 us for the chain make 4 GHz. The spread loop takes 8 us; its cycles are those of the chain after it. */
static void the_first_chain_gives_the_clock_and_the_second_the_cycles(void **state)
{
    (void)state;
    start((const long[]){6000, 100, 8000, 100, 12000, 0});
    struct canary canary = canary_read();
    assert_float_equal(canary.ghz, LINKS / 6000.0, 1e-6);
    assert_float_equal(canary.ipc, OTHERS / 8000.0 / (LINKS / 12000.0), 1e-6);
}

static void a_clock_must_go_on_during_canaries(void **state)
{
    (void)state;
    struct error error;
    start((const long[]){1000, 0});
    assert_true(clock_check(&error));
    start((const long[]){-1000, 0});
    assert_false(clock_check(&error));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_string_equal(error.text,
                        "the system's clock stands still, is too coarse, or runs backwards");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seconds_have_both_parts),
        cmocka_unit_test(the_first_chain_gives_the_clock_and_the_second_the_cycles),
        cmocka_unit_test(a_clock_must_go_on_during_canaries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
