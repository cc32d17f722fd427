/* SPDX-License-Identifier: MIT
 * Medians, their distribution-free confidence intervals, and comparisons of rows.
 *
 * Timings are skewed to the right and multimodal, and neighbouring samples share a disturbance. The
 * t test and the Mann-Whitney test assume independent samples. At a nominal 5 %, the Mann-Whitney
 * test found a function different from itself in 25 % of our runs where its samples came in blocks,
 * and in 76 % where they came from two processes. Therefore:
 *   - one observation is the value of a whole process, which measures every row;
 *   - two rows are compared by their ratio within each process, so that what differs between
 *     processes cancels;
 *   - the interval comes from the sign test: its ends are two of the sorted observations. It
 *     depends only on which observations are above the median and which below, and requires
 *     independent processes;
 *   - a difference counts only beyond a margin, because copies of one function really differ by
 *     about 0.1 %, depending on the addresses that the linker assigns.
 * Bench::compare() of nanobench 4.6 combines pairs with this interval in the same way.
 * Sources: Hahn & Meeker, Statistical Intervals (Wiley 1991), chapter 5; MacKinnon, JASA 59 (1964),
 * 935-956.
 *
 * NAN as an observation means missing, and is ignored. NAN as a result means unknown. */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stddef.h>

struct interval {
    double mid, lo, hi; /* in the unit of the observations; a ratio has none */
};

/* Returns half of the distance between lo and hi; NAN if they are unknown. */
static inline double half_width(struct interval interval)
{
    return (interval.hi - interval.lo) / 2;
}

/* Returns the interval with both ends farther out by this share of themselves. */
static inline struct interval interval_widened(struct interval interval, double share)
{
    return (struct interval){interval.mid, interval.lo / (1 + share), interval.hi * (1 + share)};
}

/* Returns the quantile q, from 0 to 1; 0.5 is the median. It is of type 7, the default of R
 * (Hyndman & Fan, The American Statistician 50 (1996), 361-365): the value at rank 1 + (n - 1) q,
 * interpolated between ranks. Returns NAN if all values are missing. Sorts the values, missing ones
 * last. */
double stats_quantile(double *values, size_t n, double q);

/* Returns the sample median with its confidence interval. lo and hi are the observations of ranks r
 * and n + 1 - r, with the largest r for which 1 - 2 P(Binomial(n, 1/2) < r) >= confidence. For any
 * distribution, lo..hi contains the population's median with at least that probability. At 95 %, r
 * = 6 for n = 20 and r = 22 for n = 60. lo and hi are NAN if n is too small: n < 6 at 95 %, n < 8
 * at 99 %. Sorts the values, missing ones last. 0 < confidence < 1. */
struct interval stats_median_interval(double *values, size_t n, double confidence);

/* Returns the ratio a / b of paired observations: the median of all a[i] / b[i], with its interval.
 * The median of an even number of ratios is the geometric mean of the middle two, so that (b, a)
 * gives the reciprocals. Ignores a pair unless both of its values are positive and finite. If no
 * pair remains, mid, lo and hi are NAN. Uses n doubles of stack. */
struct interval stats_ratio(const double *a, const double *b, size_t n, double confidence);

enum verdict { FASTER = -1, TIED = 0, SLOWER = 1 };

/* Returns the verdict on a from the ratio of a's time to b's time: FASTER if the whole interval is
 * below 1 / (1 + margin), SLOWER if the whole interval is above 1 + margin, and otherwise TIED,
 * also if the interval is unknown. */
enum verdict stats_verdict(struct interval ratio, double margin);

struct standing {
    size_t rank_min; /* 1 + the number of rows that are FASTER; 0: too few observations */
    size_t rank_max; /* the worst possible rank: ranked rows minus the rows that are SLOWER */
    /* Whether the row is not SLOWER than the best row; true for the best row itself. */
    bool tied_with_best;
};

/* Returns the confidence that each of several comparisons over n observations must have, so that
 * all hold together with 95 % (Bonferroni). If n is too small for that, returns the confidence of
 * the widest interval, from the least to the greatest observation: 1 - 2^(1-n), which is 93.75 %
 * for n = 5. One observation has no interval. */
double stats_confidence(size_t comparisons, size_t n);

/* Returns how many comparisons, each of this confidence, hold together with 95 %; 0 if not even one
 * does. 0 <= confidence < 1. */
size_t stats_corrected_for(double confidence);

/* Returns the fewest observations with which this many comparisons hold together with 95 %. */
size_t stats_observations_needed(size_t comparisons);

/* Returns the verdict on row a against row b, by their stats_ratio() over the processes at the
 * given confidence. If too few processes have both rows, it takes the quotient of the two rows' own
 * intervals instead, which is wider. Uses `processes` doubles of stack. */
enum verdict stats_compare(const double *a, const double *b, size_t processes, double confidence,
                           double margin);

/* Ranks rows by times[row * processes + process].
 *   - Each pair is compared by stats_compare() at the given confidence.
 *   - A row is not ranked if it has no interval of its own at that confidence. Otherwise a few
 *     lucky observations could make it the best row, and all others would tie with it.
 *   - Several rows may have the same rank, and no row may have rank 1: comparisons in pairs can
 *     form a circle, in which a is faster than b, b faster than c, and c faster than a.
 * Uses rows + processes doubles of stack. */
void stats_rank(const double *times, size_t rows, size_t processes, double confidence,
                double margin, struct standing *standings);

enum { RECORDED_DIGITS = 5 };

/* Returns the value with RECORDED_DIGITS significant digits; NAN and infinities stay as they are.
 * Results are computed from such values, so that a recorded run gives the same results again. */
double round_recorded(double value);

/* Returns a measured value with as many significant digits as its precision deserves: four, or five
 * if the first is 1. */
double round_measured(double value);

/* Returns the value rounded to this number of decimals. */
double with_decimals(double value, int decimals);

#endif
