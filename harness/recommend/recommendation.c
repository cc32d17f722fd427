/* SPDX-License-Identifier: MIT */
#include "recommend/recommendation.h"
#include "base/tuning.h"
#include "plan/scheme_set.h"
#include "well_known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- scores ---- */

enum { MANY_PROCESSES = 40 }; /* enough for 95 % over any number of comparisons */

static double median(const double *values, size_t n)
{
    double sorted[n + 1];
    memcpy(sorted, values, n * sizeof *sorted);
    return stats_quantile(sorted, n, 0.5);
}

static size_t count_pairs(const double *a, const double *b, size_t n)
{
    size_t pairs = 0;
    for (size_t p = 0; p < n; p++)
        pairs += isfinite(a[p]) && isfinite(b[p]);
    return pairs;
}

/* Adds a scheme that may be printed, or counts why it is left out. */
static void add_scheme(struct recommendation *r, const struct scheme *scheme,
                       const struct restrictions *restrictions)
{
    size_t processes = r->times->processes;
    struct candidate *c = &r->candidate[r->n];
    *c = (struct candidate){.scheme = scheme,
                            .allowed = restrictions_allow(restrictions, scheme),
                            .common = is_common_scheme(scheme),
                            .scores = r->scores + r->n * processes};
    enum score_status status = terms_score(&r->terms, r->times, scheme, c->scores);
    c->score = median(c->scores, processes);
    c->processes = count_pairs(c->scores, c->scores, processes);
    if (status == SCORE_NOT_TIMED)
        return;
    if (scheme->traits & INCREMENTAL && !r->profile->updates_views) {
        r->incremental++;
        return;
    }
    r->excluded += !c->allowed;
    if (status == SCORE_UNSTABLE || c->processes < MIN_PROCESSES)
        r->unstable += c->allowed;
    else if (c->allowed || (c->common && restrictions_allow_needs(restrictions, scheme)))
        r->n++;
}

/* ---- order ---- */

static int by_standing(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->allowed != b->allowed)
        return b->allowed - a->allowed;
    if (a->standing.rank_min != b->standing.rank_min)
        return a->standing.rank_min < b->standing.rank_min ? -1 : 1;
    return (a->score > b->score) - (a->score < b->score);
}

/* Ranks the allowed candidates, which come first, as analysis/conclude.c ranks rows. */
static void rank(struct recommendation *r, struct standing *standings, double *scores)
{
    size_t processes = r->times->processes, fewest = processes;
    for (size_t i = 0; i < r->allowed; i++) {
        const struct candidate *c = &r->candidate[i];
        memcpy(scores + i * processes, c->scores, processes * sizeof *scores);
        fewest = c->processes < fewest ? c->processes : fewest;
    }
    stats_rank(scores, r->allowed, processes, stats_confidence(r->allowed - 1, fewest), MARGIN,
               standings);
    for (size_t i = 0; i < r->allowed; i++)
        r->candidate[i].standing = standings[i];
}

/* Sets the ratio to the best: paired by process or, if too few processes have both, by the
 * intervals of both, as stats_rank() does. */
static void compare(struct recommendation *r, struct candidate *c)
{
    const struct candidate *best = &r->candidate[0];
    size_t processes = r->times->processes, pairs = count_pairs(c->scores, best->scores, processes),
           fewer = c->processes < best->processes ? c->processes : best->processes;
    bool paired = pairs >= MIN_PROCESSES;
    double confidence = stats_confidence(r->n - 1, paired ? pairs : fewer);
    c->low_confidence = confidence < stats_confidence(r->n - 1, MANY_PROCESSES);
    if (paired)
        c->ratio = stats_ratio(c->scores, best->scores, processes, confidence);
    else
        c->ratio = interval_quotient(stats_row_interval(c->scores, processes, confidence),
                                     stats_row_interval(best->scores, processes, confidence));
}

static void assign_roles(struct recommendation *r)
{
    struct candidate *runner_up = NULL;
    for (size_t i = 0; i < r->n; i++) {
        struct candidate *c = &r->candidate[i];
        bool slower = stats_verdict(c->ratio, MARGIN) == SLOWER;
        c->role = c->common ? CANDIDATE_COMMON : CANDIDATE_OTHER;
        if (c->allowed && !slower)
            c->role = i ? CANDIDATE_TIED : CANDIDATE_BEST;
        else if (c->allowed && (!runner_up || c->ratio.mid < runner_up->ratio.mid))
            runner_up = c;
    }
    if (runner_up)
        runner_up->role = CANDIDATE_RUNNER_UP;
}

static int by_role(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->role != b->role)
        return a->role < b->role ? -1 : 1;
    return (a->ratio.mid > b->ratio.mid) - (a->ratio.mid < b->ratio.mid);
}

static bool rank_candidates(struct recommendation *r)
{
    qsort(r->candidate, r->n, sizeof *r->candidate, by_standing); /* the allowed ones first */
    struct standing *standings = calloc(r->allowed, sizeof *standings);
    double *scores = calloc(r->allowed, r->times->processes * sizeof *scores);
    bool ok = standings && scores;
    if (ok) {
        rank(r, standings, scores);
        qsort(r->candidate, r->n, sizeof *r->candidate, by_standing);
        for (size_t i = 0; i < r->n; i++)
            compare(r, &r->candidate[i]);
        assign_roles(r);
        qsort(r->candidate, r->n, sizeof *r->candidate, by_role);
    }
    free(standings);
    free(scores);
    return ok;
}

bool recommendation_make(struct recommendation *r, const struct run_times *times,
                         const struct profile *profile, const struct restrictions *restrictions,
                         struct error *error)
{
    size_t n = scheme_count();
    *r = (struct recommendation){.profile = profile, .times = times};
    terms_make(&r->terms, profile, times);
    r->candidate = calloc(n + 1, sizeof *r->candidate);
    r->scores = calloc(n + 1, times->processes * sizeof *r->scores);
    if (!r->candidate || !r->scores)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the scores of %zu schemes", n);
    for (size_t i = 0; i < n; i++)
        if (!(schemes[i]->traits & MOCK) && !schemes[i]->twin)
            add_scheme(r, schemes[i], restrictions);
    for (size_t i = 0; i < r->n; i++)
        r->allowed += r->candidate[i].allowed;
    if (r->allowed)
        return rank_candidates(r) ||
               fail(error, STATUS_ENVIRONMENT, "no memory for the order of schemes");
    if (r->unstable || !r->excluded)
        return fail(error, STATUS_UNSTABLE,
                    "no scheme has a stable result of %d processes; measure longer", MIN_PROCESSES);
    return fail(error, STATUS_USAGE, "the options exclude all %zu schemes that were measured",
                r->excluded);
}

void recommendation_free(struct recommendation *r)
{
    free(r->candidate);
    free(r->scores);
}
