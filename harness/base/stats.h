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
 *   - the interval is that of the sign test, two order statistics. It depends only on the side of
 *     the median on which an observation falls, not on the distance. It requires independent
 *     processes;
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

/* Returns the quantile of type 7, R's default (Hyndman & Fan, The American Statistician 50
 * (1996), 361-365). Its rank is 1 + (n - 1) q for 0 <= q <= 1, interpolated between ranks; q =
 * 0.5 is the median. Sorts values, missing ones last. Returns NAN if there are none. */
double stats_quantile(double *values, size_t n, double q);

/* Returns the sample median with its confidence interval. lo and hi are the observations of
 * ranks r and n + 1 - r, with the largest r for which 1 - 2 P(Binomial(n, 1/2) < r) >=
 * confidence. For any distribution, lo..hi contains the population's median with at least that
 * probability. At 95 %, r = 6 for n = 20 and r = 22 for n = 60. lo and hi are NAN if n
 * is too small: n < 6 at 95 %, n < 8 at 99 %. Sorts values, missing ones last. 0 < confidence <
 * 1. */
struct interval stats_median_interval(double *values, size_t n, double confidence);

/* Returns a / b for paired observations: the median interval of a[i] / b[i]. The median of an even
 * number of ratios is the geometric mean of the middle two, so that (b, a) gives the reciprocals.
 * Ignores pairs with a side that is missing or not positive and finite; without pairs mid, lo and
 * hi are NAN. Uses n doubles of stack. */
struct interval stats_ratio(const double *a, const double *b, size_t n, double confidence);

enum verdict { FASTER = -1, TIED = 0, SLOWER = 1 };

/* Returns the verdict on a for a ratio of times a / b: FASTER if the whole interval is below 1 /
 * (1 + margin), SLOWER if it is above 1 + margin. Everything else is TIED, including an unknown
 * interval. */
enum verdict stats_verdict(struct interval ratio, double margin);

struct standing {
    size_t rank_min; /* 1 + the number of rows that are FASTER; 0: too few observations */
    size_t rank_max; /* the worst possible rank: ranked rows minus the rows it beats */
    /* Not SLOWER than the best row. Also true for the best row itself. */
    bool tied_with_best;
};

/* Returns the confidence for each of several comparisons over n observations: 95 % for all
 * together (Bonferroni). If n is too small for that, returns the confidence of the range from
 * the least to the greatest observation: 1 - 2^(1-n), which is 93.75 % for n = 5. One
 * observation has no interval. */
double stats_confidence(size_t comparisons, size_t n);

/* Returns how many comparisons, each of this confidence, hold together with 95 %; 0 if not even one
 * does. 0 <= confidence < 1. */
size_t stats_corrected_for(double confidence);

/* Returns how many observations it takes for 95 % in all of these comparisons together. */
size_t stats_observations_needed(size_t comparisons);

/* Returns the verdict on row a against row b, by their stats_ratio() over the processes at the
 * given confidence. If too few processes have both rows, the quotient of the rows' own intervals is
 * used, which is wider. Uses `processes` doubles of stack. */
enum verdict stats_compare(const double *a, const double *b, size_t processes, double confidence,
                           double margin);

/* Ranks rows by times[row * processes + process].
 *   - Each pair is compared by stats_compare() at the given confidence.
 *   - A row without an interval of its own at that confidence is not ranked. Otherwise a few lucky
 *     observations could make it the best row, with which all others tie.
 *   - Ranks repeat. Rank 1 may be absent: comparisons in pairs can form a circle, where a is faster
 *     than b, b than c, and c than a.
 * Uses rows + processes doubles of stack. */
void stats_rank(const double *times, size_t rows, size_t processes, double confidence,
                double margin, struct standing *standings);

enum { RECORDED_DIGITS = 5 };

/* Returns the value with RECORDED_DIGITS significant digits; NAN and infinities as they are.
 * Results are computed from such values, so that a recorded run gives the same results again. */
double round_recorded(double value);

/* Returns a measured value with the digits that it is worth: four, or five if the first is 1. */
double round_measured(double value);

/* Returns the value rounded to this number of decimals. */
double with_decimals(double value, int decimals);

#endif
