/* SPDX-License-Identifier: MIT
 * Canaries by a clock that the test sets. */
#include "timing/canary.h"
#include "base/clock.h"
#include "support/skip.h"
#include "support/within.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>

enum { LINKS = 24000, OTHERS = 96000 };

/* A check of the clock reads canaries 8 times, and the clock 8 times for each. */
enum { CHECKS = 8, READINGS = 8 };

/* The nanoseconds between two readings, the last one again and again. */
static const long *steps;
static struct timespec now;
static clockid_t clock_read;
static size_t readings, stops_at; /* from this reading on the clock is stopped */

int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    clock_read = clock;
    *time = now;
    now.tv_nsec += readings++ < stops_at ? *steps : 0;
    now.tv_sec += now.tv_nsec / 1000000000;
    now.tv_nsec %= 1000000000;
    steps += steps[1] != 0;
    return 0;
}

static void start(const long *given)
{
    now = (struct timespec){.tv_sec = 1000};
    steps = given;
    readings = 0;
    stops_at = SIZE_MAX;
}

static void seconds_have_both_parts(void **state)
{
    (void)state;
    start((const long[]){1500000000, 0});
    assert_within(clock_seconds(), 1000, 1e-9);
    assert_within(clock_seconds(), 1001.5, 1e-9);
#ifdef CLOCK_MONOTONIC_RAW
    assert_int_equal(clock_read, CLOCK_MONOTONIC_RAW);
#endif
}

/* 6 us for the chain make 4 GHz. The spread loop takes 8 us; its cycles are those of the chain after it. */
static void the_first_chain_gives_the_clock_and_the_second_the_cycles(void **state)
{
    (void)state;
    start((const long[]){6000, 100, 8000, 100, 12000, 0});
    struct canary canary = canary_read();
    assert_within(canary.ghz, LINKS / 6000.0, 1e-6);
    assert_within(canary.ipc, OTHERS / 8000.0 / (LINKS / 12000.0), 1e-6);
}

#ifdef __x86_64__

enum { TRAP = 0x100 }; /* in the flags: a signal after each instruction */

static bool trapped;
static uint32_t executed[READINGS]; /* NOTs, by the readings of the clock before them */

static void count(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    trapped = true;
    const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uint8_t *code = (const uint8_t *)registers[REG_RIP];
    executed[readings] += (code[0] & ~1) == 0x48 && code[1] == 0xf7 && (code[2] & ~7) == 0xd0;
}

static void operations_are_as_many_as_are_counted(void **state)
{
    (void)state;
    sigaction(SIGTRAP, &(struct sigaction){.sa_sigaction = count, .sa_flags = SA_SIGINFO}, NULL);
    start((const long[]){1, 0});
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | TRAP);
    canary_read();
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~(uint64_t)TRAP);
    if (!trapped)
        SKIP("no signal after each instruction here");
    const uint32_t expected[READINGS] = {0, LINKS, 0, OTHERS, 0, LINKS};
    assert_memory_equal(executed, expected, sizeof expected);
}

#else

static void operations_are_as_many_as_are_counted(void **state)
{
    (void)state;
    SKIP("needs the trap flag of x86-64");
}

#endif

static void a_clock_must_go_on_during_canaries(void **state)
{
    (void)state;
    struct error error;
    start((const long[]){1000, 0});
    assert_true(clock_check(&error));
    assert_int_equal(readings, CHECKS * READINGS);
    start((const long[]){-1000, 0});
    assert_false(clock_check(&error));
    assert_int_equal(readings, READINGS);
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_string_equal(error.text,
                        "the system's clock stands still, is too coarse, or runs backwards");
}

static void a_clock_that_stops_during_the_last_check_is_refused(void **state)
{
    (void)state;
    struct error error;
    start((const long[]){1000, 0});
    stops_at = (CHECKS - 1) * READINGS;
    assert_false(clock_check(&error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seconds_have_both_parts),
        cmocka_unit_test(the_first_chain_gives_the_clock_and_the_second_the_cycles),
        cmocka_unit_test(operations_are_as_many_as_are_counted),
        cmocka_unit_test(a_clock_must_go_on_during_canaries),
        cmocka_unit_test(a_clock_that_stops_during_the_last_check_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
