/* SPDX-License-Identifier: MIT
 * Medians, intervals for them that hold whatever the distribution, and verdicts on pairs of rows.
 *
 * Timings lean to the right, have several modes, and neighbours share what disturbed them. The t
 * test and Mann-Whitney's take samples for independent: at a nominal 5 %, the latter told a
 * function from itself in 25 % of our runs block by block and in 76 % of those of two processes. So
 *   - one observation is a whole round (a process, say), in which every row is measured once;
 *   - two rows are compared by their ratio inside each round: drift from round to round cancels;
 *   - the interval is the sign test's, made of two order statistics: only on which side of the
 *     median observations fall counts, not how far away. It asks that rounds be independent;
 *   - a difference counts only beyond a margin, because copies of one function differ by some 0.1 %
 *     for real, by where the linker puts them.
 * Bench::compare() of nanobench 4.6 joins paired rounds and this interval in the same way. Sources:
 * Hahn & Meeker, Statistical Intervals (Wiley 1991), chapter 5; MacKinnon, JASA 59 (1964), 935-956.
 *
 * Everywhere below a missing observation is NAN and left out, and NAN as a result means unknown. */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stddef.h>

struct interval {
    double mid, lo, hi; /* in the unit of the observations; a ratio has none */
};

/* The quantile of type 7, R's default (Hyndman & Fan, The American Statistician 50 (1996),
 * 361-365): 0 <= q <= 1 falls on rank 1 + (n - 1) q, between ranks it is interpolated; q = 0.5 is
 * the median. Sorts values, the missing last. NAN if there are none. */
double stats_quantile(double *values, size_t n, double q);

/* mid is the sample median; lo and hi are the observations of ranks r and n + 1 - r, r as large as
 * 1 - 2 P(Binomial(n, 1/2) < r) >= confidence allows: that is the least probability, for any
 * distribution, of the population's median lying in lo..hi. At 95 % r = 6 for n = 20 and 22 for
 * n = 60. lo and hi are NAN where even all of n is too little: n < 6 at 95 %, n < 8 at 99 %.
 * Sorts values, the missing last. 0 < confidence < 1. */
struct interval stats_median_interval(double *values, size_t n, double confidence);

/* a / b for paired observations: exp() of the median interval of log(a[i] / b[i]), hence (b, a)
 * gives the reciprocals. Left out are pairs with a side that is missing or not positive and finite.
 * All NAN if no pair is left. n doubles are taken from the stack. */
struct interval stats_ratio(const double *a, const double *b, size_t n, double confidence);

enum verdict { FASTER = -1, TIED = 0, SLOWER = 1 };

/* What a ratio of times a / b says of a: FASTER if the whole interval lies below 1 / (1 + margin),
 * SLOWER if above 1 + margin. All else is TIED, not told apart: an unknown interval, too. */
enum verdict stats_verdict(struct interval ratio, double margin);

struct standing {
    size_t rank;         /* 1 + the number of rows that are FASTER; 0: too few observations    */
    size_t last;         /* the worst rank it could have: ranked rows less those it beats      */
    bool tied_with_best; /* not SLOWER than the best row; true for the best row itself as well */
};

/* The confidence to ask of each of several comparisons over n observations: 95 % of all together
 * (Bonferroni), or, where n is too small for that, as much as the range from the least to the
 * greatest observation has: 1 - 2^(1-n), 93.75 % for n = 5. One observation has no interval. */
double stats_confidence(size_t comparisons, size_t n);

/* Ranks rows by times[row * rounds + round], each pair by its own stats_ratio() at the given
 * confidence or, where the rounds that have both are too few for one, by the quotient of the rows'
 * own intervals, which is wider. A row whose own median has no interval at that confidence is not
 * ranked, lest a few lucky observations make it the best row with which all others tie.
 * Ranks repeat, and 1 may be absent, since medians of pairs can run in a circle. The best row has
 * the lowest rank and, among its equals, the lowest median. rows + rounds
 * doubles are taken from the stack. */
void stats_rank(const double *times, size_t rows, size_t rounds, double confidence, double margin,
                struct standing *standings);

#endif
