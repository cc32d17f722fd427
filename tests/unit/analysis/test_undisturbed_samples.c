/* SPDX-License-Identifier: MIT
 * Which samples count, and by which reference. */
#include "analysis/undisturbed_samples.h"
#include "support/failing_malloc.h"
#include "support/within.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

static const struct mode_spec one = {.kind = MODE_THROUGHPUT, .threads = 1},
                              two = {.kind = MODE_THREADS, .threads = 2};
static struct sample samples[2][102];
static struct measured_row row[2] = {{.id.mode = &one, .samples = samples[0]},
                                     {.id.mode = &two, .samples = samples[1]}};
static struct run run = {.row = row, .n = 2};

/* A row's samples: their operations per cycle; both canaries alike. The sample past the end belongs to no row. */
static void sampled(size_t i, size_t n, const double *ipc)
{
    row[i].sample_count = n;
    for (size_t s = 0; s <= n; s++)
        samples[i][s] = (struct sample){.ipc = (float)ipc[s % n], .ipc_high = (float)ipc[s % n]};
}

#define SAMPLED(i, ...)                                                                            \
    sampled(i, sizeof(double[]){__VA_ARGS__} / sizeof(double), (double[]){__VA_ARGS__})

static int no_samples(void **state)
{
    (void)state;
    row[0].sample_count = row[1].sample_count = 0;
    run.reference_ipc = run.reference_ipc_with_corunners = 7;
    return 0;
}

static void expect(double alone, double together)
{
    assert_true(compute_references(&run));
    assert_true(run.reference_ipc == alone);
    assert_true(run.reference_ipc_with_corunners == together);
    assert_true(reference_ipc_of(&run, &row[0]) == alone);
    assert_true(reference_ipc_of(&run, &row[1]) == together);
}

static void what_makes_a_sample_unclean(void **state)
{
    (void)state;
    const struct sample clean = {.ipc = 4, .ipc_high = 4};
    struct sample s = clean;
    assert_true(sample_undisturbed(&s, 4));
    s.disturbed = 1;
    assert_false(sample_undisturbed(&s, 4));
    s = clean, s.ipc = 3.83f; /* 4 % below the reference: the core is shared */
    assert_false(sample_undisturbed(&s, 4));
    s = clean, s.ipc_high = 4.17f; /* above: a misread clock */
    assert_false(sample_undisturbed(&s, 4));
    s = clean, s.ghz_drift = 0.0099f;
    assert_true(sample_undisturbed(&s, 4));
    s.ghz_drift = 0.0101f;
    assert_false(sample_undisturbed(&s, 4));
    s = clean, s.ipc = NAN;
    assert_false(sample_undisturbed(&s, 4));
    assert_false(sample_undisturbed(&clean, NAN));
}

/* Of a reference of 3.125, 4 % either way are 3 and 3.25, which are numbers that a float holds. */
static void exactly_four_percent_are_too_much(void **state)
{
    (void)state;
    for (int off = 0; off < 2; off++) {
        struct sample low = {.ipc_high = 3.125f, .ipc = off ? 3 : nextafterf(3, 4)};
        struct sample high = {.ipc = 3.125f, .ipc_high = off ? 3.25f : nextafterf(3.25f, 3)};
        assert_int_equal(sample_undisturbed(&low, 3.125), !off);
        assert_int_equal(sample_undisturbed(&high, 3.125), !off);
    }
    assert_false(indicates_sharing(3, 3.125));
    assert_true(indicates_sharing(nextafter(3, 0), 3.125));
    assert_false(indicates_sharing(0, 0));
}

/* Of 0 to 100: 95. Of the higher canary, and of the rows that are timed alike. */
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

static void rows_that_are_not_there_have_no_reference(void **state)
{
    (void)state;
    expect(0, 0);
    assert_true(isnan(undisturbed_share(&run, true)));
    SAMPLED(0, 3);
    expect(3, 0);
    no_samples(NULL);
    SAMPLED(1, 3); /* then that of the others */
    expect(3, 3);
}

/* A lone sample may be right. Of many, some are alike: neither the lowest nor the highest alone. */
static void canaries_that_are_all_alike_measure_nothing(void **state)
{
    (void)state;
    SAMPLED(0, 3, 3);
    SAMPLED(1, 2, 2, 2);
    expect(INFINITY, INFINITY);
    SAMPLED(0, 3, 2, 2);
    SAMPLED(1, 1, 3, 3);
    assert_true(compute_references(&run));
    assert_true(isfinite(run.reference_ipc) && isfinite(run.reference_ipc_with_corunners));
}

/* Two of five and two of three, of rows that are timed alone, beside others, and of both. */
static void shares_are_of_samples_by_their_own_reference(void **state)
{
    (void)state;
    SAMPLED(0, 4, 4.01, 3, 3, 3);
    SAMPLED(1, 2, 2.01, 1);
    run.reference_ipc = 4;
    run.reference_ipc_with_corunners = 2;
    assert_int_equal(count_undisturbed(row[0].samples, row[0].sample_count, 4), 2);
    assert_int_equal(count_undisturbed(row[1].samples, row[1].sample_count, 2), 2);
    assert_within(undisturbed_share(&run, false), 2 / 5.0, 1e-12);
    assert_within(undisturbed_share(&run, true), 4 / 8.0, 1e-12);
}

static void a_share_so_far_sets_no_reference(void **state)
{
    (void)state;
    assert_true(isnan(undisturbed_share_so_far(&run)));
    SAMPLED(0, 4, 4.01, 1);
    SAMPLED(1, 2, 2.01, 2.02, 1);
    assert_within(undisturbed_share_so_far(&run), 5 / 7.0, 1e-12);
    assert_true(run.reference_ipc == 7 && run.reference_ipc_with_corunners == 7);
}

static void without_memory_there_are_no_references(void **state)
{
    (void)state;
    SAMPLED(0, 4, 4.01);
    SAMPLED(1, 2, 2.01);
    for (long n = 0; n < 2; n++) {
        scarce_after(n);
        assert_false(compute_references(&run));
        assert_true(scarce_hit());
        scarce_after(n);
        assert_true(isnan(undisturbed_share_so_far(&run)));
        assert_true(scarce_hit());
    }
}

/* The quieter part of a run that was resumed tells what the core can do. */
static void a_resumed_run_has_the_better_reference_of_its_parts(void **state)
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
#define WITHOUT_SAMPLES(test) cmocka_unit_test_setup(test, no_samples)
    const struct CMUnitTest tests[] = {
        WITHOUT_SAMPLES(what_makes_a_sample_unclean),
        WITHOUT_SAMPLES(exactly_four_percent_are_too_much),
        WITHOUT_SAMPLES(references_are_95th_percentiles),
        WITHOUT_SAMPLES(rows_that_are_not_there_have_no_reference),
        WITHOUT_SAMPLES(canaries_that_are_all_alike_measure_nothing),
        WITHOUT_SAMPLES(shares_are_of_samples_by_their_own_reference),
        WITHOUT_SAMPLES(a_share_so_far_sets_no_reference),
        WITHOUT_SAMPLES(without_memory_there_are_no_references),
        WITHOUT_SAMPLES(a_resumed_run_has_the_better_reference_of_its_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
