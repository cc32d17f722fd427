/* SPDX-License-Identifier: MIT
 * Which CPUs share a core, by canaries that the test controls, and the choice of a CPU. */
#include "timing/cores.c"

#include "support/test.h"

#include <unistd.h>

extern int shared_percent; /* of support/shared_cores.c */

/* Finds two CPUs; the first one twice on a machine with one. */
static void two_cpus(int cpus[2])
{
    size_t n = affinity_candidates(&(struct affinity_request){.cpu = -1}, cpus, 2);
    if (n == 0)
        SKIP("threads cannot be bound to a CPU here");
    if (n == 1)
        cpus[1] = cpus[0];
}

TEST(sharing_of_cores_is_measured)
{
    static const struct {
        int percent;
        double together;
        bool separate;
    } cases[] = {
        {10, 0.9, true},
        {38, 0.62, false},
    };
    int cpus[2];
    two_cpus(cpus);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct core_sharing sharing;
        shared_percent = cases[i].percent;
        assert_ok(core_sharing_measure(cpus[0], cpus[1], &sharing, &error));
        assert_true(sharing.alone > 0.99);
        assert_within(sharing.together, cases[i].together, 0.12);
        assert_int_equal(sharing.separate, cases[i].separate);
    }
}

static bool corunner_exits;

bool __real_corunners_must_stop(void);
bool __wrap_corunners_must_stop(void)
{
    if (corunner_exits)
        _exit(0);
    return __real_corunners_must_stop();
}

/* The other CPU would seem to leave the core's full speed. */
TEST(corunner_that_exits_is_an_error)
{
    int cpus[2];
    struct core_sharing sharing;
    two_cpus(cpus);
    corunner_exits = true;
    assert_fails(core_sharing_measure(cpus[0], cpus[1], &sharing, &error), STATUS_ENVIRONMENT,
                 "exited unexpectedly");
    corunner_exits = false;
}

/* ---- the watch of a core ---- */

enum { MAX_CANARIES = 50000 };
static const double LENGTH = MAX_WATCH_SECONDS / MAX_CANARIES, SAMPLE = SAMPLE_WITH_CANARY_SECONDS,
                    QUIET_SAMPLE = SAMPLE + PLAN_WARMUP_SECONDS / SAMPLES_PER_VISIT;

static struct watched_canary canaries[MAX_CANARIES];
static struct core_watch watch;

/* Watches a core that is free and taken by turns, for these seconds. While it is taken, canaries
 * have half the speed, or one is interrupted. */
static void watch_core(double free, double taken, bool interrupted)
{
    size_t n = 0;
    double now = 0;
    for (double turn = 0; n < MAX_CANARIES && now < MAX_WATCH_SECONDS; n++) {
        bool quiet = turn < free - LENGTH / 2;
        double length = !quiet && interrupted ? taken : LENGTH;
        canaries[n].seconds = length;
        canaries[n].ipc = (4 + (double)(n % 2) * 1e-4) / (quiet || interrupted ? 1 : 2);
        now += length;
        turn += length;
        turn = turn < free + taken - LENGTH / 2 ? turn : 0;
    }
    assert_ok(core_watch_compute(canaries, n, &watch, &error));
    assert_within(watch.reference_ipc, 4, 1e-3);
}

/* Each burst costs a part of a visit, and short gaps have few samples or none. */
TEST(bursts_take_their_time_and_a_warm_up)
{
    const double no_sample = PLAN_WARMUP_SECONDS + 0.9 * SAMPLE,
                 two_samples = PLAN_WARMUP_SECONDS + 2.2 * SAMPLE;
    const struct {
        double free, taken;
        bool interrupted;
        double speed, within;
    } cases[] = {
        {MAX_WATCH_SECONDS, 0, false, 1, 2e-3},
        {10e-3, 10e-3, false, 0.48, 0.02},
        {10e-3, 10e-3, true, 0.48, 0.02},
        {no_sample, 1e-3, false, 0, 0},
        {two_samples, 1e-3, false, 2 * QUIET_SAMPLE / (two_samples + 1e-3), 0.01},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        watch_core(cases[i].free, cases[i].taken, cases[i].interrupted);
        assert_within(watch.speed, cases[i].speed, cases[i].within);
        assert_within(watch.undisturbed_share, cases[i].free / (cases[i].free + cases[i].taken),
                      0.01);
    }
}

TEST(equal_canaries_are_an_error)
{
    for (size_t i = 0; i < 3; i++)
        canaries[i] = (struct watched_canary){1, 4};
    assert_fails(core_watch_compute(canaries, 3, &watch, &error), STATUS_ENVIRONMENT,
                 "3 measurements of the core's speed are equal");
}

/* ---- the timed core ---- */

TEST(first_of_equal_cores_is_chosen)
{
    int cpus[2];
    struct pin pin;
    two_cpus(cpus);
    shared_percent = 0;
    assert_ok(cores_choose(&(struct affinity_request){.cpu = -1}, &pin, &error));
    assert_int_equal(pin.cpu, cpus[0]);
}

RUN_TESTS(NULL, NULL)
