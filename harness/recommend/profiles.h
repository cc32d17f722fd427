/* SPDX-License-Identifier: MIT
 * Uses of sliding-piece attacks, each as a weighted sum of modes. */
#ifndef PROFILES_H
#define PROFILES_H

#include "scheme.h"

#include <stdbool.h>
#include <stddef.h>

enum profile_id {
    PROFILE_NNUE,
    PROFILE_HAND_MADE,
    PROFILE_PERFT,
    PROFILE_SETWISE,
    PROFILE_BATCH,
    PROFILES
};

enum { MAX_PROFILE_TERMS = 3 };

/* A row of the matrix, and how many of its units the profile's unit consists of. */
struct profile_term {
    double weight;
    const char *mode, *workload;
    enum piece piece;
};

struct profile {
    const char *name, *use; /* "nnue"; "an engine with a neural network" */
    const char *unit;       /* of the score: core cycles per ... */
    const char *reason;     /* for the weights; NULL: those of an engine, see engine_model.h */
    bool measured;          /* the profile is one row */
    /* The modes include updates of views: without, incremental schemes would look too fast. */
    bool updates_views;
    struct profile_term term[MAX_PROFILE_TERMS];
    size_t terms; /* 0: those of the engine model of this name */
};

extern const struct profile profiles[PROFILES];

#endif
