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
    const char *evidence;        /* a sentence: in what the column was right */
};

extern const struct profile profiles[PROFILES];

/* Returns the profile's mode under the name that it has in runs on this machine: if the size of a
 * cache is unknown, that of an assumed size. */
struct mode_spec profile_mode(const struct profile *profile, const struct machine *machine);

#endif
