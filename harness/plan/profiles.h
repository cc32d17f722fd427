/* SPDX-License-Identifier: MIT
 * Uses of sliding-piece attacks. A profile is the column of results that decides for one use. */
#ifndef PROFILES_H
#define PROFILES_H

#include "plan/modes.h"

enum profile_id {
    PROFILE_NNUE,
    PROFILE_HCE,
    PROFILE_PERFT,
    PROFILE_SETWISE,
    PROFILE_BATCH,
    PROFILES
};

struct profile {
    const char *name, *use; /* "nnue"; "an engine with a neural network" */
    enum piece piece;
    const char *workload, *mode; /* as in --workloads and --modes */
    double
        close; /* times the fastest scheme that are as good: CLOSE_IN_ENGINES; 0: only ties are */
};

/* What trials of engines of a profile's kind found. scripts/report writes all of it from
 * results/engines. */
struct kind_record {
    const char *profile;
    const char *cpus; /* "amd-epyc-zen-4" */
    size_t trials, engines;
    size_t right, pairs; /* pairs of getters that the profile's column has in the measured order */
    double stake_most;   /* %: the time with the worst getter beyond that with the best, at most */
};

/* A getter of a trial. */
struct trial_getter {
    const char *profile;
    size_t trial; /* of this profile, from 0 */
    const char *scheme;
    double ratio; /* the engine's time with it, to that with the trial's base */
};

extern const struct trial_getter trial_getters[]; /* ends with an empty profile */

/* Returns the record of engines of the profile's kind; NULL: none was tried. */
const struct kind_record *kind_record(const struct profile *profile);

extern const struct profile profiles[PROFILES];

#endif
