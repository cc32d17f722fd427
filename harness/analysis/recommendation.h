/* SPDX-License-Identifier: MIT
 * The scheme to take for one use: the best of the profile's column that the engine allows, or of
 * those tied with it the one that most trials of engines had. */
#ifndef RECOMMENDATION_H
#define RECOMMENDATION_H

#include "analysis/choices.h"
#include "plan/profiles.h"
#include "plan/scheme_set.h"

enum candidate_role {
    CANDIDATE_BEST,      /* to take */
    CANDIDATE_TIED,      /* not SLOWER than the best */
    CANDIDATE_RUNNER_UP, /* the best of those that are */
    CANDIDATE_COMMON,    /* none of these, and in most engines */
    CANDIDATE_OTHER,
    CANDIDATE_ROLES
};

struct candidate {
    const struct measured_row *row; /* ranked */
    enum candidate_role role;
    bool allowed;          /* by the restrictions; a common scheme may be a comparison only */
    struct interval ratio; /* of its time to that of the best; NAN: too few processes have both */
};

struct recommendation {
    const struct profile *profile;
    struct candidate *candidate; /* by role, the better first */
    size_t n;
    struct column_confidence confidence; /* of all ratios and roles */

    /* Schemes that are no candidates, though they may be fast: */
    size_t incremental; /* the mode does not update their views */
    size_t unstable;    /* allowed, but without a rank */
    size_t excluded;    /* by the restrictions */
};

/* Returns the number of rows that a run on this machine has of the profile's column, and the first
 * one in *column; NULL if there is none. The run need not be concluded. */
size_t profile_rows(const struct profile *profile, const struct run *run,
                    const struct machine *machine, const struct measured_row **column);

/* Orders the candidates of a column, that of the row `column`, in a concluded run. Twins and mocks
 * are none. The floor `null` is not subtracted, so ratios include the loop. Fails with
 *   - STATUS_USAGE if the restrictions exclude all schemes;
 *   - STATUS_UNSTABLE if no allowed scheme has a rank, as with a single process.
 * recommendation_free() must follow in any case. */
bool recommendation_make(struct recommendation *recommendation, const struct run *run,
                         const struct measured_row *column, const struct profile *profile,
                         const struct restrictions *restrictions, struct error *error);

/* What trials of engines of the profile's kind found of a getter. */
struct trial_record {
    size_t trials;               /* that had it */
    size_t compared;             /* of these, with another allowed getter */
    double lost_mean, lost_most; /* %: the time beyond that with the trial's best allowed getter */
};

/* Returns that of a scheme. */
struct trial_record recommendation_trials(const struct recommendation *recommendation,
                                          const char *scheme);

/* Returns the allowed candidate that lost least on average, of those in most trials; NULL if none
 * was in any. */
const struct candidate *recommendation_best_tried(const struct recommendation *recommendation);

void recommendation_free(struct recommendation *recommendation);

#endif
