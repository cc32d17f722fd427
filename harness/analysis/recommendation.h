/* SPDX-License-Identifier: MIT
 * The scheme to take for one use: of the getters that the engine allows, the one that most trials of
 * engines had and, if several were in as many, the one with which engines take least time on this
 * CPU. If no trial had an allowed one, the fastest of the profile's column. */
#ifndef RECOMMENDATION_H
#define RECOMMENDATION_H

#include "analysis/columns.h"
#include "plan/profiles.h"
#include "plan/scheme_set.h"

enum candidate_role {
    CANDIDATE_TAKE,
    CANDIDATE_NEXT,   /* to take if the other one is forbidden */
    CANDIDATE_CLOSE,  /* for this use as good as the fastest, by profile->close */
    CANDIDATE_COMMON, /* none of the above, but most engines contain it */
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
    size_t trials; /* of engines of the profile's kind, that had it as a getter */
    /* The ratio of an engine's time with it to that with the scheme to take, as trials and its time
     * in the column predict; NAN if no engine of this kind was tried. */
    double engine;
};

struct recommendation {
    const struct profile *profile;
    const struct measured_row *fastest; /* allowed one */
    struct candidate *candidate;        /* by role, the better first */
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
