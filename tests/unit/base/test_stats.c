/* SPDX-License-Identifier: MIT
 * Ranks against published tables and integer arithmetic, quantiles against R, and simulations
 * with a known truth. Seeds are fixed. Bounds of shares come from the binomial distribution of
 * the count, so that the last digit of another libm does not matter. */
#include "base/stats.h"
#include "base/random.h"
#include "support/within.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static struct random noise;

/* Returns a number between 0 and 1, both excluded. */
static double uniform(void)
{
    return ((double)(random_next(&noise) >> 11) + 0.5) * 0x1p-53;
}

static double normal(void)
{
    return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

static void assert_near(double value, double expected)
{
    assert_true(fabs(value - expected) <= 1e-12 * expected);
}

/* P(Binomial(n, p) <= k). */
static double binomial_cdf(unsigned k, unsigned n, double p)
{
    double sum = 0;
    for (unsigned i = 0; i <= k; i++)
        sum += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) + i * log(p) +
                   (n - i) * log1p(-p));
    return sum;
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

static void quantiles_are_those_of_r(void **state)
{
    (void)state;
    double cars[] = {/* quantile(mtcars$mpg, q), a data set of R */
                     21,   21,   22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8,
                     16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 32.4, 30.4, 33.9, 21.5, 15.5,
                     15.2, 13.3, 19.2, 27.3, 26,   30.4, 15.8, 19.7, 15,   21.4};
    static const double expected[][2] = {{0, 10.4},    {0.1, 14.34}, {0.25, 15.425}, {0.5, 19.2},
                                         {0.75, 22.8}, {0.9, 30.09}, {1, 33.9}};
    for (size_t i = 0; i < COUNT(expected); i++)
        assert_near(stats_quantile(cars, COUNT(cars), expected[i][0]), expected[i][1]);

    double digits[] = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    assert_near(stats_quantile(digits, 10, 0.25), 3.25);
    assert_near(stats_quantile(digits, 10, 0.5), 5.5);
    for (size_t i = 0; i < 10; i++)
        assert_true(digits[i] == (double)(i + 1));
}

static void quantiles_of_few_and_missing(void **state)
{
    (void)state;
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

static void confidence_is_the_requested_or_the_maximum_for_n(void **state)
{
    (void)state;
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
}

static void corrections_are_undone(void **state)
{
    (void)state;
    assert_int_equal(stats_corrected_for(0.9375), 0);
    assert_int_equal(stats_corrected_for(0.96875), 1); /* six observations */
    for (size_t comparisons = 1; comparisons < 200; comparisons++)
        assert_int_equal(stats_corrected_for(stats_confidence(comparisons, 40)), comparisons);
}

/* All n are on one side of the median with probability 2^(1-n), for 6 observations 3.1 %. */
static void observations_for_a_number_of_comparisons(void **state)
{
    (void)state;
    static const size_t needed[][2] = {{0, 2}, {1, 6}, {2, 7}, {3, 7}, {4, 8}, {25, 10}, {26, 11}};
    for (size_t i = 0; i < COUNT(needed); i++)
        assert_int_equal(stats_observations_needed(needed[i][0]), needed[i][1]);
}

/* The two-sided critical values of the sign test plus one. Up to n = 100 they are in Dixon & Mood,
 * JASA 41 (1946), 557-566, up to 1,000 in MacKinnon; from 100 on they are checked by sums of exact
 * fractions. */
static void ranks_are_those_of_the_tables(void **state)
{
    (void)state;
    static const struct {
        size_t n, at_95, at_99;
    } table[] = {
        {0, 0, 0},     {1, 0, 0},        {5, 0, 0},          {6, 1, 0},  {7, 1, 0},  {8, 1, 1},
        {9, 2, 1},     {10, 2, 1},       {11, 2, 1},         {12, 3, 2}, {13, 3, 2}, {14, 3, 2},
        {15, 4, 3},    {16, 4, 3},       {17, 5, 3},         {18, 5, 4}, {19, 5, 4}, {20, 6, 4},
        {21, 6, 5},    {22, 6, 5},       {23, 7, 5},         {24, 7, 6}, {25, 8, 6}, {60, 22, 20},
        {100, 40, 37}, {1000, 469, 459}, {5000, 2431, 2409},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        assert_true(rank_interval(table[i].n, 0.95).lo == (double)table[i].at_95);
        assert_true(rank_interval(table[i].n, 0.99).lo == (double)table[i].at_99);
    }
    assert_true(rank_interval(5, 0.9375).lo == 1); /* exactly */
}

/* Pascal's triangle contains 2^n P(Binomial(n, 1/2) = k), which fits in uint64_t up to n = 60. The
 * chosen ranks must reach the confidence, and the next narrower pair must not. */
static void ranks_are_the_narrowest_that_cover(void **state)
{
    (void)state;
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

static double exponential(void)
{
    return -log(uniform());
}

static double lognormal(void)
{
    return exp(1.5 * normal());
}

/* Returns a number of a distribution without a mean. */
static double pareto(void)
{
    return 1 / uniform();
}

/* Makes a fifth of the samples slower by 1.8, as on a core with a busy SMT sibling. */
static double contended(void)
{
    double u = uniform();
    return (random_next(&noise) % 5 == 0 ? 1.8 : 1) * (1 + u * u);
}

/* Ranks 6 to 15 of 20 contain the median in 1 - 2 P(Binomial(20, 1/2) <= 5) = 95.86 % of all
 * cases. */
static void interval_has_the_stated_coverage(void **state)
{
    (void)state;
    enum { REPETITIONS = 20000, N = 20 };
    static const struct {
        double (*draw)(void);
        double median;
    } cases[] = {
        {exponential, 0.69314718055994531},
        {lognormal, 1},
        {pareto, 2},
        {contended, 1.390625}, /* 0.8 P(1 + u^2 < m) = 0.5 below 1.8, hence m = 1 + 0.625^2 */
    };
    const double promised = 1 - 2 * binomial_cdf(5, N, 0.5);
    assert_true(promised > 0.9586 && promised < 0.9587);
    for (size_t c = 0; c < COUNT(cases); c++) {
        unsigned covered = 0;
        noise.state = 20 + c;
        for (int repetition = 0; repetition < REPETITIONS; repetition++) {
            double values[N];
            for (size_t i = 0; i < N; i++)
                values[i] = cases[c].draw();
            struct interval median = stats_median_interval(values, N, 0.95);
            covered += median.lo <= cases[c].median && cases[c].median <= median.hi;
        }
        double p = binomial_cdf(covered, REPETITIONS, promised);
        assert_true(p > 0.0005 && p < 0.9995);
    }
}

/* A coarse clock produces equal values, which can only increase the coverage. */
static void ticks_do_not_narrow_the_interval(void **state)
{
    (void)state;
    unsigned covered = 0;
    noise.state = 30;
    for (int repetition = 0; repetition < 5000; repetition++) {
        double values[20];
        for (size_t i = 0; i < 20; i++)
            values[i] = (double)(random_next(&noise) % 5);
        struct interval median = stats_median_interval(values, 20, 0.95);
        covered += median.lo <= 2 && 2 <= median.hi;
    }
    assert_true(covered > 5000 * 0.99);
}

static void ratio_is_paired(void **state)
{
    (void)state;
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

static void ratio_skips_invalid_times(void **state)
{
    (void)state;
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

static void verdict_needs_the_whole_interval(void **state)
{
    (void)state;
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

/* Counts verdicts on two rows that share a drift of 30 % between rounds and have noise of their
 * own: 1 % each, 1.4 % on the ratio, twice what one process differs by from another for good
 * schemes. */
static void compare_often(double ratio, double margin, unsigned verdicts[3])
{
    enum { REPETITIONS = 10000, N = 20 };
    memset(verdicts, 0, 3 * sizeof *verdicts);
    noise.state = 40;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
        double a[N], b[N];
        for (size_t i = 0; i < N; i++) {
            double drift = exp(0.3 * normal());
            a[i] = drift * ratio * exp(0.01 * normal());
            b[i] = drift * exp(0.01 * normal());
        }
        verdicts[1 + (int)stats_verdict(stats_ratio(a, b, N, 0.95), margin)]++;
    }
}

static void twins_tie_and_three_per_cent_is_detected(void **state)
{
    (void)state;
    unsigned verdicts[3];
    const double one_sided = binomial_cdf(5, 20, 0.5); /* 2.07 % */

    compare_often(1, 0, verdicts); /* without a margin: exactly the error rate of the ranks */
    for (int side = 0; side < 3; side += 2) {
        double p = binomial_cdf(verdicts[side], 10000, one_sided);
        assert_true(p > 0.0005 && p < 0.9995);
    }
    compare_often(1, 0.01, verdicts);
    assert_int_equal(verdicts[1], 10000);

    /* On the margin itself, the hardest case: one-sided errors. */
    compare_often(1.01, 0.01, verdicts);
    assert_true(binomial_cdf(verdicts[2], 10000, one_sided) < 0.9995);
    assert_int_equal(verdicts[0], 0);

    compare_often(1.03, 0.01, verdicts);
    assert_true(verdicts[2] > 9000);
    assert_int_equal(verdicts[0], 0);
    compare_often(1 / 1.03, 0.01, verdicts);
    assert_true(verdicts[0] > 9000);
    assert_int_equal(verdicts[2], 0);
}

enum { ROUNDS = 20 };

static void check_ranks(double (*times)[ROUNDS], size_t rows, const struct standing *expected)
{
    /* On the heap: sanitizers check the bounds. */
    struct standing *standings = calloc(rows, sizeof *standings);
    stats_rank(times[0], rows, ROUNDS, stats_confidence(rows - 1, ROUNDS), 0.01, standings);
    for (size_t i = 0; i < rows; i++) {
        assert_int_equal(standings[i].rank_min, expected[i].rank_min);
        assert_int_equal(standings[i].rank_max, expected[i].rank_max);
        assert_int_equal(standings[i].tied_with_best, expected[i].tied_with_best);
    }
    free(standings);
}

static void ranking_with_ties_and_gaps(void **state)
{
    (void)state;
    static const double level[] = {30, 10.08, 10, NAN, 10.16, 20, 5};
    static const struct standing expected[] = {{5, 5, false}, {1, 3, true},  {1, 2, true},
                                               {0, 0, false}, {2, 3, false}, {4, 4, false},
                                               {0, 0, false}};
    double times[COUNT(level)][ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++) {
        double drift = 1 + 0.1 * (double)(round * 7 % ROUNDS);
        for (size_t row = 0; row < COUNT(level); row++)
            times[row][round] = level[row] * drift;
        if (round >= 8) /* 2^-7 <= 0.05 / 6 comparisons < 2^-6: eight rounds suffice, ... */
            times[5][round] = NAN;
        if (round >= 7) /* ... seven do not */
            times[6][round] = NAN;
    }
    check_ranks(times, COUNT(level), expected);
}

/* Row 0 has the lowest median and a large variance. Row 2 ties with it, although row 1 beats row
 * 2. */
static void ranking_uses_pairs_not_medians(void **state)
{
    (void)state;
    static const struct standing expected[] = {{1, 3, true}, {1, 2, true}, {2, 3, true}};
    double times[3][ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++) {
        times[0][round] = round % 2 ? 9 : 10.6;
        times[1][round] = 9.9;
        times[2][round] = 10.1;
    }
    times[0][0] = 9;
    check_ranks(times, 3, expected);
}

/* Rows 0 and 1 have equal rank and median, so the first is the best. Row 1 has a large variance and
 * ties with row 2. */
static void first_of_equal_rows_is_the_best(void **state)
{
    (void)state;
    static const struct standing expected[] = {{1, 2, true}, {1, 3, true}, {2, 3, false}};
    double times[3][ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++) {
        times[0][round] = 10;
        times[1][round] = round % 2 ? 9 : 11;
        times[2][round] = 10.2;
    }
    check_ranks(times, 3, expected);
}

/* Row 0 was measured only at a high clock: it has the lowest median, but row 1 is faster in those
 * rounds. */
static void ranking_gains_nothing_from_missing_rounds(void **state)
{
    (void)state;
    static const struct standing expected[] = {{2, 2, false}, {1, 1, true}};
    double times[2][ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++) {
        times[0][round] = round < 9 ? 10 : NAN;
        times[1][round] = round < 9 ? 9 : 18;
    }
    check_ranks(times, 2, expected);
}

/* Rows 0 and 1 share only four rounds, too few to compare, and differ clearly. Rows 1 and 2 also
 * share few rounds, and their intervals overlap. */
static void ranking_uses_own_intervals_if_few_rounds_are_shared(void **state)
{
    (void)state;
    static const struct standing expected[] = {{3, 3, false}, {1, 2, true}, {1, 2, true}};
    double times[3][ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++) {
        times[0][round] = round < 12 ? 60 + (double)(round % 3) : NAN;
        times[1][round] = round < 8 ? NAN : 21 + (double)(round % 3);
        times[2][round] = round < 12 ? 22 : NAN;
    }
    check_ranks(times, 3, expected);
}

/* Condorcet's paradox: each row is faster than the next in two rounds of three. */
static void ranking_may_run_in_a_circle(void **state)
{
    (void)state;
    enum { MANY = 90 };
    double times[3][MANY];
    struct standing standings[3];
    for (size_t round = 0; round < MANY; round++)
        for (size_t row = 0; row < 3; row++)
            times[row][round] = 10 + (double)((row + round) % 3) - (row == 1 ? 0.1 : 0);
    stats_rank(times[0], 3, MANY, stats_confidence(2, MANY), 0.01, standings);
    for (size_t row = 0; row < 3; row++)
        assert_int_equal(standings[row].rank_min, 2);
    for (size_t row = 0; row < 3; row++)
        assert_int_equal(standings[row].rank_max, 2);
    assert_true(standings[1].tied_with_best); /* the best: lowest median */
    assert_true(standings[0].tied_with_best); /* faster than the best */
    assert_false(standings[2].tied_with_best);
}

static void ranking_of_nothing(void **state)
{
    (void)state;
    static const struct standing unknown[] = {{0, 0, false}, {0, 0, false}};
    static const struct standing alone[] = {{0, 0, false}, {1, 1, true}};
    double times[2][ROUNDS];
    struct standing standings[2] = {{7, 7, true}, {7, 7, true}};
    for (size_t round = 0; round < ROUNDS; round++)
        times[0][round] = times[1][round] = NAN;
    for (size_t observed = 0; observed < ROUNDS; observed++) {
        check_ranks(times, 2, observed < 6 ? unknown : alone);
        times[1][observed] = 10;
    }
    stats_rank(times[0], 0, ROUNDS, 0.95, 0.01, standings);
    assert_int_equal(standings[0].rank_min, 7);
    stats_rank(times[0], 2, 0, 0.95, 0.01, standings);
    assert_int_equal(standings[1].rank_min, 0);
    assert_false(standings[1].tied_with_best);
}

/* Ten twins without a margin: a row is slower than any other one at most as often as the nominal
 * error of all its comparisons together. */
static void ranking_of_twins_keeps_the_error_rate(void **state)
{
    (void)state;
    enum { REPETITIONS = 1000, ROWS = 10 };
    unsigned wrong = 0;
    noise.state = 50;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
        double times[ROWS][ROUNDS];
        struct standing standings[ROWS];
        for (size_t row = 0; row < ROWS; row++)
            for (size_t round = 0; round < ROUNDS; round++)
                times[row][round] = 1 + 0.01 * exponential();
        stats_rank(times[0], ROWS, ROUNDS, stats_confidence(ROWS - 1, ROUNDS), 0, standings);
        wrong += standings[0].rank_min != 1;
    }
    assert_true(wrong > 0 && wrong <= REPETITIONS * 0.05);
}

static void five_digits_remain(void **state)
{
    (void)state;
    assert_within(round_recorded(0.123456), 0.12346, 0);
    assert_within(round_recorded(123454.9), 123450, 0);
    assert_within(round_recorded(-9.99996), -10, 0);
    assert_within(round_recorded(1e-7), 1e-7, 0);
    assert_within(round_recorded(0), 0, 0);
}

static void four_digits_remain_or_five_behind_a_one(void **state)
{
    (void)state;
    assert_within(round_measured(9.99949), 9.999, 0);
    assert_within(round_measured(9.99951), 10, 0);
    assert_within(round_measured(1.99996), 2, 0);
    assert_within(round_measured(1.23456), 1.2346, 0);
    assert_within(round_measured(0.0199996), 0.02, 0);
    assert_within(round_measured(-1.23456), -1.2346, 0);
    assert_within(round_measured(-234.56), -234.6, 0);
    assert_within(round_measured(0), 0, 0);
}

static void decimals_remain(void **state)
{
    (void)state;
    assert_within(with_decimals(1.2345, 2), 1.23, 0);
    assert_within(with_decimals(-0.9996, 3), -1, 0);
    assert_true(isnan(with_decimals(NAN, 3)));
}

/* A recorded value is not rounded again: concluding it gives the same figures. */
static void rounded_values_remain(void **state)
{
    (void)state;
    for (double value = 1e-3; value < 1e6; value *= 1.0371) {
        double recorded = round_recorded(value), measured = round_measured(value);
        assert_within(recorded, value, 5.1e-5 * value);
        assert_within(measured, value, 2.6e-4 * value);
        assert_true(round_recorded(recorded) == recorded);
        assert_true(round_measured(measured) == measured && round_recorded(measured) == measured);
    }
}

static void unknown_values_remain(void **state)
{
    (void)state;
    assert_true(isnan(round_recorded(NAN)) && isnan(round_measured(NAN)));
    assert_true(isinf(round_recorded(INFINITY)) && isinf(round_measured(INFINITY)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_those_of_r),
        cmocka_unit_test(quantiles_of_few_and_missing),
        cmocka_unit_test(confidence_is_the_requested_or_the_maximum_for_n),
        cmocka_unit_test(corrections_are_undone),
        cmocka_unit_test(observations_for_a_number_of_comparisons),
        cmocka_unit_test(ranks_are_those_of_the_tables),
        cmocka_unit_test(ranks_are_the_narrowest_that_cover),
        cmocka_unit_test(interval_has_the_stated_coverage),
        cmocka_unit_test(ticks_do_not_narrow_the_interval),
        cmocka_unit_test(ratio_is_paired),
        cmocka_unit_test(ratio_skips_invalid_times),
        cmocka_unit_test(verdict_needs_the_whole_interval),
        cmocka_unit_test(twins_tie_and_three_per_cent_is_detected),
        cmocka_unit_test(ranking_with_ties_and_gaps),
        cmocka_unit_test(ranking_uses_pairs_not_medians),
        cmocka_unit_test(first_of_equal_rows_is_the_best),
        cmocka_unit_test(ranking_gains_nothing_from_missing_rounds),
        cmocka_unit_test(ranking_uses_own_intervals_if_few_rounds_are_shared),
        cmocka_unit_test(ranking_may_run_in_a_circle),
        cmocka_unit_test(ranking_of_nothing),
        cmocka_unit_test(ranking_of_twins_keeps_the_error_rate),
        cmocka_unit_test(five_digits_remain),
        cmocka_unit_test(four_digits_remain_or_five_behind_a_one),
        cmocka_unit_test(decimals_remain),
        cmocka_unit_test(rounded_values_remain),
        cmocka_unit_test(unknown_values_remain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
