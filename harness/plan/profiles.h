/* SPDX-License-Identifier: MIT
 * Uses of sliding-piece attacks. A profile is the column of results that decides for one use. */
#ifndef PROFILES_H
#define PROFILES_H

#include "plan/modes.h"

enum profile_id {
    PROFILE_NNUE,
    PROFILE_HAND_MADE,
    PROFILE_PERFT,
    PROFILE_SETWISE,
    PROFILE_BATCH,
    PROFILES
};

struct profile {
    const char *name, *use; /* "nnue"; "an engine with a neural network" */
    enum piece piece;
    const char *workload, *mode; /* as in --workloads and --modes; perft has lists of its own */
};

/* What trials of engines of a profile's kind found. scripts/report computes all of it from
 * results/engines. */
struct kind_record {
    const char *profile;
    int trials, engines;
    int right, pairs; /* pairs of getters that the profile's column has in the measured order */
    double stake_least,
        stake_most; /* %: the time with the worst getter beyond that with the best */
};

/* What a scheme did as a getter in these trials. */
struct getter_record {
    const char *profile, *scheme;
    int trials;                  /* that had it */
    double lost_mean, lost_most; /* %: the time beyond that with the best getter of its trial */
};

/* Return NULL if there is no trial of that kind, or none with the scheme. */
const struct kind_record *kind_record(const struct profile *profile);
const struct getter_record *getter_record(const struct profile *profile, const char *scheme);

extern const struct profile profiles[PROFILES];

/* Returns the profile's mode under the name that it has in runs on this machine: if the size of a
 * cache is unknown, that of an assumed size. */
struct mode_spec profile_mode(const struct profile *profile, const struct machine *machine);

#endif
