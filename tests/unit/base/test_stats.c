/* SPDX-License-Identifier: MIT
 * Ranks against published tables and integer arithmetic, quantiles against R. No simulation: it is
 * a theorem that an interval of these ranks has its confidence for any distribution. */
#include "base/stats.h"
#include "support/planted_run.h"

static void assert_near(double value, double expected)
{
    assert_true(fabs(value - expected) <= 1e-12 * expected);
}

/* Returns the interval of n..1, the ends of which are ranks, or 0..0 if it is unknown. */
static struct interval rank_interval(size_t n, double confidence)
{
    static double values[5000];
    for (size_t i = 0; i < n; i++)
        values[i] = (double)(n - i);
    struct interval ranks = stats_median_interval(values, n, confidence);
    assert_int_equal(isnan(ranks.lo), isnan(ranks.hi));
    if (isnan(ranks.lo))
        return (struct interval){ranks.mid, 0, 0};
    return ranks;
}

TEST(quantiles_are_those_of_r)
{
    double cars[] = {/* quantile(mtcars$mpg, q), a data set of R */
                     21,   21,   22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8,
                     16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 32.4, 30.4, 33.9, 21.5, 15.5,
                     15.2, 13.3, 19.2, 27.3, 26,   30.4, 15.8, 19.7, 15,   21.4};
    static const double expected[][2] = {{0, 10.4},    {0.1, 14.34}, {0.25, 15.425}, {0.5, 19.2},
                                         {0.75, 22.8}, {0.9, 30.09}, {1, 33.9}};
    for (size_t i = 0; i < COUNT(expected); i++)
        assert_near(stats_quantile(cars, COUNT(cars), expected[i][0]), expected[i][1]);
    for (size_t i = 1; i < COUNT(cars); i++)
        assert_true(cars[i - 1] <= cars[i]);
}

TEST(quantiles_of_few_and_missing)
{
    double values[] = {NAN, 7, NAN, 5, -NAN};
    assert_true(isnan(stats_quantile(values, 0, 0.5)));
    assert_true(isnan(stats_quantile(values, 1, 0.5)));
    assert_true(isinf(stats_quantile((double[]){INFINITY, 1, INFINITY, INFINITY}, 4, 0.5)));
    assert_true(stats_quantile(values, 5, 0) == 5);
    assert_true(stats_quantile(values, 5, 0.5) == 6);
    assert_true(stats_quantile(values, 5, 1) == 7);
    assert_true(stats_quantile(values, 1, 0.3) == 5);
    assert_true(isnan(values[2]) && isnan(values[3]) && isnan(values[4]));
    assert_true(isinf(stats_quantile((double[]){-INFINITY, 0, -INFINITY}, 3, 0.25)));
}

TEST(confidence_is_the_requested_or_the_maximum_for_n)
{
    const double rounding = 1e-12;
    assert_true(stats_confidence(0, 20) == 0.95 && stats_confidence(1, 20) == 0.95);
    assert_true(stats_confidence(5, 20) == 0.99);
    assert_true(stats_confidence(2, 1) == 0.975); /* one observation has no interval */
    assert_true(stats_confidence(1, 2) == 0.5 - rounding);
    assert_true(stats_confidence(1, 5) == 0.9375 - rounding);
    assert_true(stats_confidence(SIZE_MAX, 36) == 1 - 0x1p-35 - rounding);
#if SIZE_MAX > UINT32_MAX /* fewer comparisons need no higher confidence */
    assert_true(stats_confidence(SIZE_MAX, 39) == 1 - 0x1p-38 - rounding);
    assert_true(stats_confidence(SIZE_MAX, 40) == 1 - 0x1p-39 - rounding);
    assert_true(stats_confidence(SIZE_MAX, 1000) == 1 - 0x1p-39 - rounding);
#endif
    assert_int_equal(stats_corrected_for(0.9375), 0);
    assert_int_equal(stats_corrected_for(0.96875), 1); /* six observations */
    for (size_t comparisons = 1; comparisons < 200; comparisons++)
        assert_int_equal(stats_corrected_for(stats_confidence(comparisons, 40)), comparisons);
}

/* All n are on one side of the median with probability 2^(1-n), for 6 observations 3.1 %. */
TEST(observations_for_a_number_of_comparisons)
{
    static const size_t needed[][2] = {{0, 2}, {1, 6}, {2, 7}, {3, 7}, {4, 8}, {25, 10}, {26, 11}};
    for (size_t i = 0; i < COUNT(needed); i++)
        assert_int_equal(stats_observations_needed(needed[i][0]), needed[i][1]);
}

/* The two-sided critical values of the sign test plus one: up to n = 100 those of Dixon & Mood,
 * JASA 41 (1946), 557-566, up to 1,000 of MacKinnon; 5,000 by sums of exact fractions. */
TEST(ranks_are_those_of_the_tables)
{
    static const struct {
        size_t n, at_95, at_99;
    } table[] = {{0, 0, 0},  {5, 0, 0},    {6, 1, 0},     {8, 1, 1},        {20, 6, 4},
                 {25, 8, 6}, {60, 22, 20}, {100, 40, 37}, {1000, 469, 459}, {5000, 2431, 2409}};
    for (size_t i = 0; i < COUNT(table); i++) {
        assert_true(rank_interval(table[i].n, 0.95).lo == (double)table[i].at_95);
        assert_true(rank_interval(table[i].n, 0.99).lo == (double)table[i].at_99);
    }
    assert_true(rank_interval(5, 0.9375).lo == 1); /* exactly */
}

/* Pascal's triangle contains 2^n P(Binomial(n, 1/2) = k), which fits in uint64_t up to n = 60. The
 * chosen ranks must reach the confidence, and the next narrower pair must not. */
TEST(ranks_are_the_narrowest_that_cover)
{
    static const unsigned odds[] = {5, 10, 20, 100, 1000, 20 * 99};
    uint64_t row[62] = {1};
    for (unsigned n = 0; n <= 60; n++) {
        for (size_t i = 0; i < COUNT(odds); i++) {
            struct interval ranks = rank_interval(n, 1 - 1.0 / odds[i]);
            uint64_t allowed = ((uint64_t)1 << n) / odds[i];
            uint64_t outside = 0;
            unsigned r = (unsigned)ranks.lo;
            for (unsigned k = 0; k < r; k++)
                outside += 2 * row[k];
            assert_true(outside <= allowed);
            assert_true(outside + 2 * row[r] > allowed);
            if (r > 0)
                assert_true(ranks.hi == n + 1 - r);
            if (n > 0)
                assert_true(ranks.mid == (n + 1) / 2.0);
        }
        for (unsigned k = n + 1; k > 0; k--)
            row[k] += row[k - 1];
    }
}

TEST(ratio_is_paired)
{
    /* On the heap: sanitizers check the bounds. */
    double *a = calloc(20, sizeof *a), *b = calloc(20, sizeof *b);
    for (size_t i = 0; i < 20; i++) {
        b[i] = exp(0.5 * (double)i); /* drift over four orders of magnitude */
        a[i] = b[i] * (1 + 0.01 * (double)(i * 7 % 20));
    }
    struct interval ratio = stats_ratio(a, b, 20, 0.95), inverse = stats_ratio(b, a, 20, 0.95);
    assert_near(ratio.mid, sqrt(1.09 * 1.10));
    assert_near(ratio.lo, 1.05);
    assert_near(ratio.hi, 1.14);
    assert_near(inverse.mid, 1 / ratio.mid);
    assert_near(inverse.lo, 1 / ratio.hi);
    assert_near(inverse.hi, 1 / ratio.lo);
    free(a);
    free(b);
}

TEST(ratio_skips_invalid_times)
{
    const double a[] = {2, NAN, 2, 2, 0, -2, INFINITY, 2, 2, 2, 2, -2};
    const double b[] = {1, 1, NAN, 1, 1, 1, 1, 1, 0, 1, 1, -1};
    struct interval five = stats_ratio(a, b, COUNT(a), 0.95);
    assert_near(five.mid, 2);
    assert_true(isnan(five.lo) && isnan(five.hi));
    assert_int_equal(stats_verdict(five, 0.01), TIED);

    const double c[] = {2, 2, NAN, 2, 2, 2, 2}, d[] = {1, 1, 1, 1, 1, 1, 1};
    assert_near(stats_ratio(c, d, 7, 0.95).lo, 2);
    assert_near(stats_ratio(c, d, 7, 0.95).hi, 2);
    assert_true(isnan(stats_ratio(c, d, 7, 0.99).lo));

    assert_true(isnan(stats_ratio(c, d, 0, 0.95).mid));
    assert_true(isnan(stats_ratio(c + 2, d, 1, 0.95).mid));
    assert_near(stats_ratio(c, d, 1, 0.95).mid, 2);
    assert_true(isnan(stats_ratio(c, d, 1, 0.95).lo));
}

TEST(verdict_needs_the_whole_interval)
{
    static const struct {
        struct interval ratio;
        enum verdict verdict;
    } cases[] = {
        {{1.00, 0.999, 1.001}, TIED},   {{1.03, 1.005, 1.050}, TIED},
        {{1.03, 1.011, 1.050}, SLOWER}, {{0.97, 0.950, 0.995}, TIED},
        {{0.97, 0.950, 0.9902}, TIED},  {{0.97, 0.950, 0.99005}, FASTER},
        {{0.97, 0.950, 0.989}, FASTER}, {{1.005, 1.004, 1.006}, TIED},
        {{1.50, NAN, NAN}, TIED},       {{NAN, NAN, NAN}, TIED},
        {{1.01, 1.0098, 1.0099}, TIED},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(stats_verdict(cases[i].ratio, 0.01), cases[i].verdict);
    assert_int_equal(stats_verdict((struct interval){0.5, 0.5, 0.5}, 1), TIED); /* exactly */
    assert_int_equal(stats_verdict((struct interval){2, 2, 2}, 1), TIED);
}

/* ---- ranks ---- */

/* The times of each row in 20 processes, and its ranks; * is tied with the best. */
static const struct {
    const char *rows, *ranks;
} rankings[] = {
    /* 2^-7 <= 0.05 / 6 comparisons < 2^-6: eight processes suffice, seven do not. */
    {"30; 10.08; 10; -; 10.16; 8*20 -; 7*5 -", "5-5 1-3* 1-2* 0-0 2-3 4-4 0-0"},
    /* Row 0 has the lowest median and a large variance. Row 2 ties with it, although row 1 beats
     * row 2. */
    {"4*9 4*10.6 4*9 4*10.6 2*9 2*10.6; 9.9; 10.1", "1-3* 1-2* 2-3*"},
    /* Rows 0 and 1 have equal rank and median, so the first is the best. Row 1 has a large variance
     * and ties with row 2. */
    {"10; 4*9 4*11 4*9 4*11 2*9 2*11; 10.2", "1-2* 1-3* 2-3"},
    /* Row 0 was measured only at a high clock: it has the lowest median, but row 1 is faster in
     * those processes. */
    {"8*10 -; 8*9 12*18", "2-2 1-1*"},
    /* Rows 0 and 1 share only four processes, too few to compare, and differ clearly. Rows 1 and 2
     * also share few processes, and their intervals overlap. */
    {"4*60 4*61 4*62 -; 8*- 4*21 4*22 4*23; 12*22 -", "3-3 1-2* 1-2*"},
    /* One row has too few processes. */
    {"5*10 -; 6*10 -", "0-0 1-1*"},
};

TEST(ranks_of_rows)
{
    enum { FEW = 7 };
    static double times[FEW][MAX_PROCESSES];
    for (size_t r = 0; r < COUNT(rankings); r++) {
        char *copy = strdup(rankings[r].rows), *rest = copy, *text;
        struct row unused;
        size_t n = 0;
        while ((text = strsep(&rest, ";")))
            planted_values(text, &unused, times[n++]);
        /* On the heap: sanitizers check the bounds. */
        struct standing *got = calloc(n, sizeof *got);
        stats_rank(times[0], n, MAX_PROCESSES, stats_confidence(n - 1, MAX_PROCESSES), 0.01, got);
        FILE *out = capture();
        for (size_t i = 0; i < n; i++)
            fprintf(out, "%s%zu-%zu%s", i ? " " : "", got[i].rank_min, got[i].rank_max,
                    got[i].tied_with_best ? "*" : "");
        assert_string_equal(captured(), rankings[r].ranks);
        free(got);
        free(copy);
    }
}

/* Condorcet's paradox: each row is faster than the next in two processes of three. */
TEST(ranking_may_run_in_a_circle)
{
    enum { MANY = 90 };
    double times[3][MANY];
    struct standing standings[3];
    for (size_t process = 0; process < MANY; process++)
        for (size_t row = 0; row < 3; row++)
            times[row][process] = 10 + (double)((row + process) % 3) - (row == 1 ? 0.1 : 0);
    stats_rank(times[0], 3, MANY, stats_confidence(2, MANY), 0.01, standings);
    for (size_t row = 0; row < 3; row++)
        assert_int_equal(standings[row].rank_min, 2);
    for (size_t row = 0; row < 3; row++)
        assert_int_equal(standings[row].rank_max, 2);
    assert_true(standings[1].tied_with_best); /* the best: lowest median */
    assert_true(standings[0].tied_with_best); /* faster than the best */
    assert_false(standings[2].tied_with_best);
}

/* ---- rounding ---- */

TEST(values_are_rounded)
{
    static const double recorded[][2] = {
        {0.123456, 0.12346}, {123454.9, 123450}, {-9.99996, -10}, {1e-7, 1e-7}, {0, 0}};
    static const double measured[][2] = {
        {9.99949, 9.999},  {9.99951, 10},       {1.99996, 2},      {1.23456, 1.2346},
        {0.0199996, 0.02}, {-1.23456, -1.2346}, {-234.56, -234.6}, {0, 0}};
    for (size_t i = 0; i < COUNT(recorded); i++)
        assert_within(round_recorded(recorded[i][0]), recorded[i][1], 0);
    for (size_t i = 0; i < COUNT(measured); i++)
        assert_within(round_measured(measured[i][0]), measured[i][1], 0);
    assert_within(with_decimals(1.2345, 2), 1.23, 0);
    assert_within(with_decimals(-0.9996, 3), -1, 0);
    assert_true(isnan(with_decimals(NAN, 3)));
    assert_true(isnan(round_recorded(NAN)) && isnan(round_measured(NAN)));
    assert_true(isinf(round_recorded(INFINITY)) && isinf(round_measured(INFINITY)));
}

/* A recorded value is not rounded again: concluding it gives the same figures. */
TEST(rounded_values_remain)
{
    for (double value = 1e-3; value < 1e6; value *= 1.0371) {
        double recorded = round_recorded(value), measured = round_measured(value);
        assert_true(round_recorded(recorded) == recorded);
        assert_true(round_measured(measured) == measured && round_recorded(measured) == measured);
    }
}

RUN_TESTS(NULL, NULL)
