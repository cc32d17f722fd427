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
    /* A scheme is as good as the fastest one if its time is at most this multiple of the fastest
     * one's: CLOSE_IN_ENGINES. 0: only if the two tie. */
    double close;
};

extern const struct profile profiles[PROFILES];

/* ---- trials of engines ---- */

/* What trials found for the engines of each profile. scripts/report writes it from the trials in
 * results/engines to results/engines/trials.def, which is compiled into this program. */

/* All trials of engines of a profile. */
struct engine_trials {
    const char *profile;
    const char *cpus; /* "amd-epyc-zen-4" */
    size_t trials, engines;
    size_t right, pairs; /* pairs of getters that the profile's column has in the measured order */
    double largest_loss; /* %: the time with the worst getter beyond that with the best, at most */
    double exponent; /* an engine's time is in proportion to this power of the column's cycles */
};

/* Returns the trials of a profile's engines; NULL if none was tried. */
const struct engine_trials *engine_trials(const struct profile *profile);

/* A getter of a trial. */
struct trial_getter {
    const char *profile;
    size_t trial; /* of this profile, from 0 */
    const char *scheme;
    double ratio; /* the engine's time with it, to that with the trial's base */
};

extern const struct trial_getter trial_getters[]; /* ends with an empty profile */

/* What all trials of a profile's engines found of a getter. */
struct tried_getter {
    const char *profile, *scheme;
    size_t trials;
    double
        residual; /* natural logarithm of the engines' time beyond what the column has them take */
};

/* Returns what trials found of a scheme as a getter; NULL if none had it. */
const struct tried_getter *find_tried(const struct profile *profile, const char *scheme);

#endif
