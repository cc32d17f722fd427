/* SPDX-License-Identifier: MIT
 * The rule for undisturbed samples, and its references. */
#include "analysis/undisturbed_samples.h"
#include "support/failing_malloc.h"
#include "support/within.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const struct mode_spec one = {.kind = MODE_THROUGHPUT, .threads = 1},
                              two = {.kind = MODE_THREADS, .threads = 2};
static struct sample samples[2][102];
static struct measured_row *row;
static struct run run = {.n = 2};

/* Makes two rows without samples. They are allocated, so that a read past the end is reported. */
static int make_rows(void **state)
{
    (void)state;
    run.row = row = calloc(2, sizeof *row);
    for (size_t i = 0; row && i < 2; i++)
        row[i] = (struct measured_row){.planned.mode = i ? &two : &one, .samples = samples[i]};
    run.reference_ipc = run.reference_ipc_with_corunners = 7;
    return row ? 0 : -1;
}

static int free_rows(void **state)
{
    (void)state;
    free(row);
    return 0;
}

/* Sets a row's samples by their operations per cycle, equal for both canaries. The sample past the
 * end belongs to no row. */
static void sampled(size_t i, size_t n, const double *ipc)
{
    row[i].sample_count = n;
    for (size_t s = 0; s <= n; s++)
        samples[i][s] = (struct sample){.ipc = (float)ipc[s % n], .ipc_high = (float)ipc[s % n]};
}

#define SAMPLED(i, ...)                                                                            \
    sampled(i, sizeof(double[]){__VA_ARGS__} / sizeof(double), (double[]){__VA_ARGS__})

static void expect(double alone, double with_corunners)
{
    assert_true(run_compute_references(&run));
    assert_true(run.reference_ipc == alone);
    assert_true(run.reference_ipc_with_corunners == with_corunners);
    assert_true(run_reference_ipc(&run, &row[0]) == alone);
    assert_true(run_reference_ipc(&run, &row[1]) == with_corunners);
}

static void disturbances_are_detected(void **state)
{
    (void)state;
    const struct sample undisturbed = {.ipc = 4, .ipc_high = 4};
    struct sample s = undisturbed;
    assert_true(sample_undisturbed(&s, 4));
    s.disturbed = 1;
    assert_false(sample_undisturbed(&s, 4));
    s = undisturbed, s.ipc = 3.83f; /* 4 % below the reference: the core is shared */
    assert_false(sample_undisturbed(&s, 4));
    s = undisturbed, s.ipc_high = 4.17f; /* above: a misread clock */
    assert_false(sample_undisturbed(&s, 4));
    s = undisturbed, s.ghz_drift = 0.0099f;
    assert_true(sample_undisturbed(&s, 4));
    s.ghz_drift = 0.0101f;
    assert_false(sample_undisturbed(&s, 4));
    s = undisturbed, s.ipc = NAN;
    assert_false(sample_undisturbed(&s, 4));
    assert_false(sample_undisturbed(&undisturbed, NAN));
}

/* 4 % around a reference of 3.125 are 3 and 3.25, which are exact floats. */
static void exactly_four_percent_is_too_much(void **state)
{
    (void)state;
    for (int off = 0; off < 2; off++) {
        struct sample low = {.ipc_high = 3.125f, .ipc = off ? 3 : nextafterf(3, 4)};
        struct sample high = {.ipc = 3.125f, .ipc_high = off ? 3.25f : nextafterf(3.25f, 3)};
        assert_int_equal(sample_undisturbed(&low, 3.125), !off);
        assert_int_equal(sample_undisturbed(&high, 3.125), !off);
    }
    assert_false(ipc_indicates_sharing(3, 3.125));
    assert_true(ipc_indicates_sharing(nextafter(3, 0), 3.125));
    assert_false(ipc_indicates_sharing(0, 0));
}

/* Of 0 to 100: 95. From the higher canary, separately for rows with co-runners. */
static void references_are_95th_percentiles(void **state)
{
    (void)state;
    double ipc[101];
    for (size_t i = 0; i < 101; i++)
        ipc[i] = (double)(37 * i % 101);
    sampled(0, 101, ipc);
    for (size_t i = 0; i < 101; i++)
        samples[0][i].ipc = 1000;
    SAMPLED(1, 3, 1, 2, 1.5, 2.5);
    expect(95, 2.9);
}

static void missing_rows_have_no_reference(void **state)
{
    (void)state;
    expect(0, 0);
    assert_true(isnan(samples_undisturbed_share(&run)));
    SAMPLED(0, 3);
    expect(3, 0);
    row[0].sample_count = 0;
    SAMPLED(1, 3); /* then the one with co-runners */
    expect(3, 3);
}

/* A single sample may be right, and some of many may be equal. */
static void equal_canaries_measure_nothing(void **state)
{
    (void)state;
    SAMPLED(0, 3, 3);
    SAMPLED(1, 2, 2, 2);
    expect(INFINITY, INFINITY);
    SAMPLED(0, 3, 2, 2);
    SAMPLED(1, 1, 3, 3);
    assert_true(run_compute_references(&run));
    assert_true(isfinite(run.reference_ipc) && isfinite(run.reference_ipc_with_corunners));
}

/* Two of five samples alone, two of three with co-runners, four of eight in all. */
static void shares_use_the_reference_of_each_row(void **state)
{
    (void)state;
    SAMPLED(0, 4, 4.01, 3, 3, 3);
    SAMPLED(1, 2, 2.01, 1);
    run.reference_ipc = 4;
    run.reference_ipc_with_corunners = 2;
    assert_int_equal(samples_count_undisturbed(row[0].samples, row[0].sample_count, 4), 2);
    assert_int_equal(samples_count_undisturbed(row[1].samples, row[1].sample_count, 2), 2);
    assert_within(samples_undisturbed_share_alone(&run), 2 / 5.0, 1e-12);
    assert_within(samples_undisturbed_share(&run), 4 / 8.0, 1e-12);
}

static void share_so_far_changes_no_reference(void **state)
{
    (void)state;
    assert_true(isnan(samples_undisturbed_share_so_far(&run)));
    SAMPLED(0, 4, 4.01, 1);
    SAMPLED(1, 2, 2.01, 2.02, 1);
    assert_within(samples_undisturbed_share_so_far(&run), 5 / 7.0, 1e-12);
    assert_true(run.reference_ipc == 7 && run.reference_ipc_with_corunners == 7);
}

static void missing_memory_is_reported(void **state)
{
    (void)state;
    SAMPLED(0, 4, 4.01);
    SAMPLED(1, 2, 2.01);
    for (long n = 0; n < 2; n++) {
        allocations_fail_after(n);
        assert_false(run_compute_references(&run));
        assert_true(allocation_failed());
        allocations_fail_after(n);
        assert_true(isnan(samples_undisturbed_share_so_far(&run)));
        assert_true(allocation_failed());
    }
}

/* The quieter part of a resumed run shows the speed of the undisturbed core. */
static void resumed_run_takes_the_higher_reference(void **state)
{
    (void)state;
    SAMPLED(0, 3, 3.5);
    SAMPLED(1, 2, 2.5);
    run.resumed_reference_ipc = 3.25;
    run.resumed_reference_ipc_with_corunners = 3;
    expect(stats_quantile((double[]){3, 3.5}, 2, 0.95), 3);
    run.resumed_reference_ipc = 4;
    run.resumed_reference_ipc_with_corunners = 0;
    expect(4, stats_quantile((double[]){2, 2.5}, 2, 0.95));
    run.resumed_reference_ipc = run.resumed_reference_ipc_with_corunners = 0;
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, make_rows, free_rows)
    const struct CMUnitTest tests[] = {
        TEST(disturbances_are_detected),
        TEST(exactly_four_percent_is_too_much),
        TEST(references_are_95th_percentiles),
        TEST(missing_rows_have_no_reference),
        TEST(equal_canaries_measure_nothing),
        TEST(shares_use_the_reference_of_each_row),
        TEST(share_so_far_changes_no_reference),
        TEST(missing_memory_is_reported),
        TEST(resumed_run_takes_the_higher_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
