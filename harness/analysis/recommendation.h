/* SPDX-License-Identifier: MIT
 * The scheme to take for one use. Among the schemes that the engine allows, this is the one that
 * most trials of engines had as a getter. If several were in equally many trials, it is the one
 * with which engines should take least time on this CPU. If no trial had an allowed scheme, it is
 * the fastest in the profile's column. */
#ifndef RECOMMENDATION_H
#define RECOMMENDATION_H

#include "analysis/columns.h"
#include "plan/profiles.h"
#include "plan/scheme_set.h"

enum candidate_role {
    CANDIDATE_TAKE,
    CANDIDATE_NEXT,   /* to take if the scheme to take were forbidden */
    CANDIDATE_CLOSE,  /* for this use as good as the fastest allowed one, by profile->close */
    CANDIDATE_COMMON, /* none of the above, but most engines contain it */
    CANDIDATE_OTHER,
    CANDIDATE_ROLES
};

struct candidate {
    const struct measured_row *row; /* ranked */
    enum candidate_role role;
    bool allowed; /* false: a common scheme that the restrictions exclude, shown as a comparison */
    /* Its time over the time of the fastest allowed scheme; NAN if too few processes have both. */
    struct interval ratio;
    size_t trials; /* how many trials of engines of the profile's kind had it as a getter */
    /* An engine's time with this scheme over its time with the scheme to take, as trials and the
     * column predict it; NAN if no engine of this kind was tried. */
    double engine;
};

struct recommendation {
    const struct profile *profile;
    const struct measured_row *fastest; /* of the allowed schemes */
    struct candidate *candidate;        /* [n], sorted by role, the better one first */
    size_t n;

    /* How many schemes cannot be taken, though they may be faster: */
    size_t incremental; /* because the column does not time the upkeep of their views */
    size_t unstable;    /* because they have no rank, though they are allowed */
    size_t excluded;    /* because the restrictions exclude them */
};

/* Returns the profile's column of a run that was measured on `machine`; NULL if the run lacks the
 * column. The run need not be concluded. */
const struct column *profile_column(const struct profile *profile, const struct run *run,
                                    const struct machine *machine);

/* Chooses and orders the candidates in a column of a concluded run. Twins and mocks are no
 * candidates. The floor `null` is not subtracted, so that ratios include the loop.
 * Fails with
 *   - STATUS_USAGE if the restrictions exclude all schemes;
 *   - STATUS_IN_DOUBT if no allowed scheme has a rank, for instance after a single process.
 * recommendation_free() must follow in any case. */
bool recommendation_make(struct recommendation *recommendation, const struct run *run,
                         const struct column *column, const struct profile *profile,
                         const struct restrictions *restrictions, struct error *error);

/* What trials of engines of the profile's kind found about one getter. */
struct trial_record {
    size_t trials;               /* trials that had this getter and another allowed getter */
    double lost_mean, lost_most; /* % more time than with the best allowed getter of the trial */
};

/* Returns what trials found about the scheme as a getter. */
struct trial_record recommendation_trials(const struct recommendation *recommendation,
                                          const char *scheme);

void recommendation_free(struct recommendation *recommendation);

#endif
