/* SPDX-License-Identifier: MIT
 * The schemes of a recorded run, ordered for one profile. */
#ifndef RECOMMENDATION_H
#define RECOMMENDATION_H

#include "recommend/profiles.h"
#include "recommend/restrictions.h"
#include "recommend/terms.h"
#include "record/run_times.h"

enum candidate_role {
    CANDIDATE_BEST,      /* to take */
    CANDIDATE_TIED,      /* not clearly slower than the best */
    CANDIDATE_RUNNER_UP, /* the best of those that are */
    CANDIDATE_COMMON,    /* none of these, and in most engines */
    CANDIDATE_OTHER,
    CANDIDATE_ROLES
};

struct candidate {
    const struct scheme *scheme;
    enum candidate_role role;
    bool allowed, common;  /* by the restrictions; in most engines */
    double *scores;        /* [times.processes], core cycles per unit of the profile, or NAN */
    double score;          /* median over processes */
    size_t processes;      /* with a score */
    struct interval ratio; /* score / that of the best, paired by process */
    bool low_confidence;   /* of the ratio: too few processes for 95 % over all comparisons */
    struct standing standing;
};

struct recommendation {
    const struct profile *profile;
    const struct run_times *times;
    struct terms terms;
    struct candidate *candidate; /* by role, the faster first */
    size_t n, allowed;
    double *scores; /* of all candidates */

    /* Schemes that no score is computed for, though they may be fast: */
    size_t incremental, unstable;
    size_t excluded; /* by the restrictions */
};

/* Computes scores, their order, and their ratios at 95 % for all together, as far as the number of
 * processes allows. The floor `null` is not subtracted, so ratios include the loop. Twins and mocks
 * are left out. Fails with
 *   - STATUS_USAGE if the restrictions exclude all schemes;
 *   - STATUS_UNSTABLE if no scheme has a score of MIN_PROCESSES processes;
 *   - STATUS_ENVIRONMENT if out of memory.
 * recommendation_free() must follow in any case. */
bool recommendation_make(struct recommendation *recommendation, const struct run_times *times,
                         const struct profile *profile, const struct restrictions *restrictions,
                         struct error *error);

void recommendation_free(struct recommendation *recommendation);

#endif
