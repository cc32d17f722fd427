/* SPDX-License-Identifier: MIT
 * Uses of sliding-piece attacks. A profile is a use with the column of results that decides for
 * it. */
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
    /* For this use a scheme is as good as the fastest one if it takes at most this many times as
     * long (CLOSE_IN_ENGINES); 0: only if the two tie. */
    double close;
};

extern const struct profile profiles[PROFILES];

/* ---- trials of engines ---- */

/* What trials of engines found, by profile. scripts/report writes it from the trials in
 * results/engines to results/engines/trials.def, which is compiled into this program. */

/* All trials of engines of a profile. */
struct engine_trials {
    const char *profile;
    const char *cpus; /* "amd-epyc-zen-4" */
    size_t trials, engines;
    double largest_loss; /* %: the most time that an engine lost by its worst getter */
    double exponent;     /* an engine's time is proportional to this power of the column's cycles */
};

/* Returns the trials of a profile's engines; NULL if none was tried. */
const struct engine_trials *engine_trials(const struct profile *profile);

/* A getter of a trial. */
struct trial_getter {
    const char *profile;
    size_t trial; /* number of the trial in this profile, from 0 */
    const char *scheme;
    double ratio; /* the engine's time with this getter over its time with the trial's base */
};

extern const struct trial_getter trial_getters[]; /* ends with an empty profile */

/* What all trials of a profile's engines found about one getter. */
struct tried_getter {
    const char *profile, *scheme;
    size_t trials;
    double residual; /* natural logarithm of the engines' time over what the column predicts */
};

/* Returns what trials found about a scheme as a getter; NULL if no trial had it. */
const struct tried_getter *find_tried(const struct profile *profile, const char *scheme);

#endif
