/* SPDX-License-Identifier: MIT */
#include "base/stats.h"
#include "base/tuning.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Orders missing values behind all others. */
static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    if (isnan(x) || isnan(y))
        return !!isnan(x) - !!isnan(y);
    return (x > y) - (x < y);
}

/* Sorts the values, missing ones last, and returns how many are present. */
static size_t sort_present(double *values, size_t n)
{
    qsort(values, n, sizeof *values, ascending);
    while (n > 0 && isnan(values[n - 1]))
        n--;
    return n;
}

static double sorted_quantile(const double *sorted, size_t n, double q)
{
    if (n == 0)
        return NAN;
    double position = (double)(n - 1) * q;
    size_t below = (size_t)position;
    double part = position - (double)below;
    /* The last value has no successor, and the difference of two infinities is undefined. */
    if (part == 0 || sorted[below] == sorted[below + 1])
        return sorted[below];
    return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

double stats_quantile(double *values, size_t n, double q)
{
    return sorted_quantile(values, sort_present(values, n), q);
}

/* Returns the largest r with P(Binomial(n, 1/2) < r) <= (1 - confidence) / 2. Adds logarithms of
 * terms, because 2^-n underflows a double at n = 1075. */
static size_t lower_rank(size_t n, double confidence)
{
    size_t r = 0;
    double log_term = -(double)n * M_LN2;
    double tail = exp(log_term);
    while (tail <= (1 - confidence) / 2) {
        log_term += log((double)(n - r) / (double)(r + 1));
        tail += exp(log_term);
        r++;
    }
    return r;
}

struct interval stats_median_interval(double *values, size_t n, double confidence)
{
    n = sort_present(values, n);
    size_t r = lower_rank(n, confidence);
    struct interval median = {sorted_quantile(values, n, 0.5), NAN, NAN};
    if (r > 0) {
        median.lo = values[r - 1];
        median.hi = values[n - r];
    }
    return median;
}

struct interval stats_ratio(const double *a, const double *b, size_t n, double confidence)
{
    double ratios[n + 1];
    size_t present = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] > 0 && b[i] > 0 && isfinite(a[i]) && isfinite(b[i]))
            ratios[present++] = a[i] / b[i];
    struct interval ratio = stats_median_interval(ratios, present, confidence);
    if (present && present % 2 == 0) /* so that b / a is its inverse */
        ratio.mid = sqrt(ratios[present / 2 - 1] * ratios[present / 2]);
    return ratio;
}

enum verdict stats_verdict(struct interval ratio, double margin)
{
    if (ratio.hi < 1 / (1 + margin))
        return FASTER;
    if (ratio.lo > 1 + margin)
        return SLOWER;
    return TIED;
}

double stats_confidence(size_t comparisons, size_t n)
{
    double corrected = 1 - (1 - CONFIDENCE) / (double)(comparisons ? comparisons : 1);
    enum { ENOUGH = 40 }; /* beyond it, a double can express no higher confidence */
    double reachable =
        1 - ldexp(1, 1 - (int)(n < ENOUGH ? n : ENOUGH)) - 1e-12; /* less a rounding error */
    return n < 2 || corrected < reachable ? corrected : reachable;
}

size_t stats_corrected_for(double confidence)
{
    static const double ROUNDING = 1e-6;
    return (size_t)((1 - CONFIDENCE) / (1 - confidence) + ROUNDING);
}

size_t stats_observations_needed(size_t comparisons)
{
    size_t n = 2;
    while (stats_corrected_for(stats_confidence(comparisons, n)) < comparisons)
        n++;
    return n;
}

/* Returns stats_median_interval() without sorting the row. Uses `processes` doubles of stack. */
static struct interval row_interval(const double *row, size_t processes, double confidence)
{
    double sorted[processes + 1];
    memcpy(sorted, row, processes * sizeof *row);
    return stats_median_interval(sorted, processes, confidence);
}

enum verdict stats_compare(const double *a, const double *b, size_t processes, double confidence,
                           double margin)
{
    struct interval ratio = stats_ratio(a, b, processes, confidence);
    if (isnan(ratio.lo)) {
        struct interval x = row_interval(a, processes, confidence),
                        y = row_interval(b, processes, confidence);
        ratio = (struct interval){x.mid / y.mid, x.lo / y.hi, x.hi / y.lo};
    }
    return stats_verdict(ratio, margin);
}

static bool ranks_before(const struct standing *standings, const double *medians, size_t a,
                         size_t b)
{
    size_t x = standings[a].rank_min - 1, y = standings[b].rank_min - 1; /* SIZE_MAX: not ranked */
    return x != y ? x < y : medians[a] < medians[b];
}

void stats_rank(const double *times, size_t rows, size_t processes, double confidence,
                double margin, struct standing *standings)
{
    memset(standings, 0, rows * sizeof *standings);
    double medians[rows + 1];

    size_t ranked = 0;
    for (size_t i = 0; i < rows; i++) {
        struct interval row = row_interval(times + i * processes, processes, confidence);
        medians[i] = isnan(row.lo) ? NAN : row.mid; /* too few observations */
        ranked += !isnan(medians[i]);
    }
    for (size_t i = 0; i < rows; i++)
        if (!isnan(medians[i])) /* otherwise all of its ratios are unknown */
            standings[i] = (struct standing){.rank_min = 1, .rank_max = ranked};
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < i; j++) {
            enum verdict verdict = stats_compare(times + i * processes, times + j * processes,
                                                 processes, confidence, margin);
            standings[i].rank_min += verdict == SLOWER;
            standings[j].rank_min += verdict == FASTER;
            standings[i].rank_max -= verdict == FASTER;
            standings[j].rank_max -= verdict == SLOWER;
        }

    size_t best = 0;
    for (size_t i = 1; i < rows; i++)
        if (ranks_before(standings, medians, i, best))
            best = i;
    for (size_t i = 0; i < rows; i++)
        standings[i].tied_with_best = standings[i].rank_min != 0 &&
                                      stats_compare(times + i * processes, times + best * processes,
                                                    processes, confidence, margin) != SLOWER;
}

static double round_digits(double value, int digits)
{
    char text[32];
    if (!isfinite(value))
        return value;
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return strtod(text, NULL);
}

double round_recorded(double value)
{
    return round_digits(value, RECORDED_DIGITS);
}

double round_measured(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.16e", fabs(value)); /* not rounded up to a 1 */
    return round_digits(value, *text == '1' ? 5 : 4);
}

double with_decimals(double value, int decimals)
{
    double scale = pow(10, decimals);
    return round(value * scale) / scale;
}
