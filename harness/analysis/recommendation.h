/* SPDX-License-Identifier: MIT
 * The scheme to take for one use: of the schemes that the engine allows and that are close to the
 * fastest of them in the profile's column, the one that was in most trials of engines, and of those
 * the one that cost engines least. */
#ifndef RECOMMENDATION_H
#define RECOMMENDATION_H

#include "analysis/choices.h"
#include "plan/profiles.h"
#include "plan/scheme_set.h"

enum candidate_role {
    CANDIDATE_TAKEN,   /* to take */
    CANDIDATE_AS_GOOD, /* as good, by profile->close */
    CANDIDATE_SLOWER,  /* the fastest of those that are not as good */
    CANDIDATE_COMMON,  /* none of the above, but most engines contain it */
    CANDIDATE_OTHER,
    CANDIDATE_ROLES
};

struct candidate {
    const struct measured_row *row; /* ranked */
    enum candidate_role role;
    bool allowed; /* by the restrictions; a common scheme may be a comparison only */
    /* Of its time to that of the one to take; NAN: too few processes have both. */
    struct interval ratio;
};

struct recommendation {
    const struct profile *profile;
    struct candidate *candidate; /* by role, the better first */
    size_t n;

    /* The numbers of schemes that are no candidates, and may be faster: */
    size_t incremental; /* as the mode does not keep their views up to date */
    size_t unstable;    /* as they have no rank, though they are allowed */
    size_t excluded;    /* by the restrictions */
    size_t old;         /* as OLD_COLD_CACHE says */
};

/* Returns the number of rows that a run on this machine has of the profile's column, and the first
 * one in *column; NULL if there is none. The run need not be concluded. */
size_t profile_rows(const struct profile *profile, const struct run *run,
                    const struct machine *machine, const struct measured_row **column);

/* Orders the candidates in the column of the row `column`, in a concluded run. Twins and mocks are
 * no candidates. The floor `null` is not subtracted, so ratios include the loop. Fails with
 *   - STATUS_USAGE if the restrictions exclude all schemes;
 *   - STATUS_IN_DOUBT if no allowed scheme has a rank, as with a single process.
 * recommendation_free() must follow in any case. */
bool recommendation_make(struct recommendation *recommendation, const struct run *run,
                         const struct measured_row *column, const struct profile *profile,
                         const struct restrictions *restrictions, struct error *error);

/* What trials of engines of the profile's kind found of a getter. */
struct trial_record {
    size_t trials;               /* that had it */
    size_t compared;             /* that had it and another allowed getter */
    double lost_mean, lost_most; /* %: the time beyond that with the trial's best allowed getter */
};

/* Returns the record of the scheme as a getter. */
struct trial_record recommendation_trials(const struct recommendation *recommendation,
                                          const char *scheme);

/* Returns the allowed candidate that was in most trials, and among equals the one that lost least
 * on average; NULL if no candidate was in a trial. */
const struct candidate *recommendation_best_tried(const struct recommendation *recommendation);

void recommendation_free(struct recommendation *recommendation);

#endif
