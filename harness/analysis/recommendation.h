/* SPDX-License-Identifier: MIT
 * The scheme to take for one use. Starts from the fastest scheme of the profile's column that the
 * engine allows, moves to the one that trials of engines favour among those that are close to it,
 * and repeats from there. Trials favour the scheme that was in most of them and, if several were in
 * as many, the one of these that cost engines least. */
#ifndef RECOMMENDATION_H
#define RECOMMENDATION_H

#include "analysis/columns.h"
#include "plan/profiles.h"
#include "plan/scheme_set.h"

enum candidate_role {
    CANDIDATE_CHOSEN,  /* to take */
    CANDIDATE_AS_GOOD, /* as good as the fastest, by profile->close */
    CANDIDATE_SLOWER,  /* the fastest of those that are not as good */
    CANDIDATE_TRIED,   /* not as good, but most trials had it, and of several it lost least */
    CANDIDATE_COMMON,  /* none of the above, but most engines contain it */
    CANDIDATE_OTHER,
    CANDIDATE_ROLES
};

struct candidate {
    const struct measured_row *row; /* ranked */
    enum candidate_role role;
    bool allowed; /* by the restrictions; a common scheme may be a comparison only */
    /* The ratio of its time to that of the fastest allowed one; NAN if too few processes have
     * both. */
    struct interval ratio;
};

struct recommendation {
    const struct profile *profile;
    const struct measured_row *fastest; /* allowed one */
    const struct measured_row *via; /* the scheme to take is close to it; NULL: to the fastest */
    struct candidate *candidate;    /* by role, the better first */
    size_t n;

    /* How many schemes are no candidates, but may be faster: */
    size_t incremental; /* because the mode does not keep their views up to date */
    size_t unstable;    /* because they have no rank, though they are allowed */
    size_t excluded;    /* because the restrictions exclude them */
};

/* Returns the profile's column of a run on this machine; NULL if the run has none. The run need not
 * be concluded. */
const struct column *profile_column(const struct profile *profile, const struct run *run,
                                    const struct machine *machine);

/* Chooses and orders the candidates in a column of a concluded run. Twins and mocks are no
 * candidates. The floor `null` is not subtracted, so that ratios include the loop.
 * Fails with
 *   - STATUS_USAGE if the restrictions exclude all schemes;
 *   - STATUS_IN_DOUBT if no allowed scheme has a rank, as with a single process.
 * recommendation_free() must follow in any case. */
bool recommendation_make(struct recommendation *recommendation, const struct run *run,
                         const struct column *column, const struct profile *profile,
                         const struct restrictions *restrictions, struct error *error);

/* What trials with engines of the profile's kind found of a getter. */
struct trial_record {
    size_t trials;               /* that had the getter and another allowed one */
    double lost_mean, lost_most; /* %: the time beyond that with the trial's best allowed getter */
};

/* Returns the record of the scheme as a getter. */
struct trial_record recommendation_trials(const struct recommendation *recommendation,
                                          const char *scheme);

void recommendation_free(struct recommendation *recommendation);

#endif
