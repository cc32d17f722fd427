/* SPDX-License-Identifier: MIT
 * The rule for undisturbed samples, its reference, and the result of a process. */
#include "analysis/samples.h"
#include "base/tuning.h"
#include "support/test.h"

enum { MANY = 200 * REFERENCE_CANARIES }; /* of which the share is twice REFERENCE_CANARIES */
static double ipc[MANY];

/* 4 % around a reference of 3.125 are 3 and 3.25, which are exact floats. */
TEST(disturbances_are_detected)
{
    const struct {
        struct sample sample;
        double reference;
        bool undisturbed;
    } cases[] = {
        {{.ipc = 4, .ipc_high = 4}, 4, true},
        {{.ipc = 4, .ipc_high = 4, .interrupted = true}, 4, false},
        {{.ipc = 4, .ipc_high = 4, .ghz_drift = 0.0099f}, 4, true},
        {{.ipc = 4, .ipc_high = 4, .ghz_drift = 0.0101f}, 4, false},
        {{.ipc = NAN, .ipc_high = 4}, 4, false},
        {{.ipc = 4, .ipc_high = 4}, NAN, false},
        {{.ipc = 3, .ipc_high = 3.125f}, 3.125, false}, /* the core is shared */
        {{.ipc = nextafterf(3, 4), .ipc_high = 3.125f}, 3.125, true},
        {{.ipc = 3.125f, .ipc_high = 3.25f}, 3.125, false}, /* a misread clock */
        {{.ipc = 3.125f, .ipc_high = nextafterf(3.25f, 3)}, 3.125, true},
    };
    for (size_t c = 0; c < COUNT(cases); c++)
        if (sample_undisturbed(&cases[c].sample, cases[c].reference) != cases[c].undisturbed)
            fail_msg("case %zu", c);
    assert_false(ipc_indicates_sharing(3, 3.125));
    assert_true(ipc_indicates_sharing(nextafter(3, 0), 3.125));
    assert_false(ipc_indicates_sharing(0, 0));
}

/* A neighbour works 95 % of the time, and some canaries have a misread clock. */
static void expect_reference(size_t n, size_t misread, double expected)
{
    for (size_t i = 0; i < n; i++)
        ipc[i] = i % 20 ? 2 + 1.5 * (double)(37 * i % n) / (double)n : 4 - 1e-4 * (double)(i / 20);
    for (size_t i = 0; i < misread; i++)
        ipc[20 * i + 1] = 8;
    assert_within(canary_reference(ipc, n), expected, 0.01);
}

TEST(fastest_canaries_that_agree_are_the_reference)
{
    expect_reference(50 * REFERENCE_CANARIES, 0, 4);
    expect_reference(50 * REFERENCE_CANARIES, REFERENCE_CANARIES - 1, 4);
    expect_reference(50 * REFERENCE_CANARIES, REFERENCE_CANARIES, 8);
    expect_reference(MANY, 2 * REFERENCE_CANARIES - 1, 4);
    expect_reference(MANY, 2 * REFERENCE_CANARIES, 8);
}

/* Three canaries are below the range, and one above. */
TEST(reference_is_the_middle_of_its_range)
{
    enum { LOWER = 3, N = LOWER + REFERENCE_CANARIES };
    for (size_t i = 0; i < N; i++)
        ipc[i] = 4 + 1e-4 * (double)i;
    ipc[N] = 8;
    assert_within(canary_reference(ipc, N + 1), 4 + 1e-4 * (LOWER - 1 + REFERENCE_CANARIES / 2),
                  1e-9);
}

/* Half of the canaries are lower than the others by the whole range, or by more. */
TEST(canaries_that_differ_give_their_median)
{
    const double lowest = (1 - REFERENCE_SPREAD) * 4;
    for (int lower = 0; lower < 2; lower++) {
        double low = lower ? nextafter(lowest, 0) : lowest;
        for (size_t i = 0; i < REFERENCE_CANARIES; i++)
            ipc[i] = i % 2 ? low : 4;
        assert_within(canary_reference(ipc, REFERENCE_CANARIES), lower ? 3.98 : 3.96, 1e-9);
    }
}

/* Almost half of them agree on 4. */
TEST(few_canaries_give_their_median)
{
    assert_true(canary_reference(ipc, 0) == 0);
    for (size_t n = 1; n < REFERENCE_CANARIES; n += 2) {
        for (size_t i = 0; i < n; i++)
            ipc[i] = i < n / 2 ? 4 : i == n / 2 ? 3 : 2;
        assert_true(canary_reference(ipc, n) == 3);
    }
}

/* An interruption takes the same time in each of them. */
TEST(more_operations_than_chains_are_no_canary)
{
    for (size_t i = 0; i < MANY; i++)
        ipc[i] = i % 2 ? 4 : 3 * CANARY_CHAINS;
    assert_true(canary_reference(ipc, MANY) == 4);
    for (size_t i = 0; i < MANY; i++)
        ipc[i] = 3 * CANARY_CHAINS;
    assert_true(canary_reference(ipc, MANY) == 0);
}

/* ---- the result of one process ---- */

static struct sample samples[MIN_SAMPLES + 1];

/* The samples are in falling order. The last one, past the end, is not of the row. */
TEST(result_of_a_process_has_the_medians_of_its_samples)
{
    enum { LOST = 7 };
    for (size_t i = 0; i <= MIN_SAMPLES; i++) {
        float x = (float)(2 * (MIN_SAMPLES - i));
        samples[i] =
            (struct sample){.cycles = 100 + x, .ns = 500 - x, .counts = {50 + x, NAN, NAN, NAN, 1}};
    }
    struct process_result result = process_result_make(samples, MIN_SAMPLES, LOST);
    assert_int_equal(result.samples, MIN_SAMPLES + LOST);
    assert_int_equal(result.undisturbed, MIN_SAMPLES);
    assert_within(result.cycles, 101 + MIN_SAMPLES, 0); /* x is 2 * MIN_SAMPLES, ... 4, 2 */
    assert_within(result.ghz, 0.2397, 0);               /* cycles over ns, with four digits */
    assert_within(result.ns, 483.94, 0);
    assert_within(result.counts[COUNT_CYCLES], 51 + MIN_SAMPLES, 0);
    assert_within(result.counts[COUNT_LLC_MISSES], 1, 0);
    assert_true(isnan(result.counts[COUNT_INSTRUCTIONS]));
    for (size_t few = 0; few < MIN_SAMPLES; few++) {
        result = process_result_make(samples, few, LOST);
        assert_true(isnan(result.cycles) && isnan(result.ns) && isnan(result.ghz) &&
                    isnan(result.counts[COUNT_CYCLES]));
        assert_int_equal(result.samples, few + LOST);
        assert_int_equal(result.undisturbed, few);
    }
}

RUN_TESTS(NULL, NULL)
