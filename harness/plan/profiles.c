/* SPDX-License-Identifier: MIT */
#include "plan/profiles.h"

#include <string.h>

/* For an engine, a scheme is as good as the fastest one if it takes up to this many times as long.
 * So small a difference costs an engine some 1 %, and trials tell more. See "What a difference in a
 * column is worth" in results/engines/README.md. */
static const double CLOSE_IN_ENGINES = 1.25;

/* Name, use, piece, workload, mode, and `close`. */
// clang-format off
const struct profile profiles[PROFILES] = {
    [PROFILE_NNUE] = {"nnue", "an engine with a neural network",
                      MIX_NNUE, "games", "burst-L2-16", CLOSE_IN_ENGINES},
    [PROFILE_HCE] = {"hce", "an engine with a hand-crafted evaluation",
                     MIX_HCE, "games", "throughput", CLOSE_IN_ENGINES},
    [PROFILE_PERFT] = {"perft", "legal move generation, as in an engine's perft",
                       ALL, "games", "replay", 0},
    [PROFILE_SETWISE] = {"setwise", "the squares that all sliders of a side attack",
                         ALL, "games", "setwise", 0},
    [PROFILE_BATCH] = {"batch", "many independent lookups at once",
                       QUEEN, "games", "batch", 0},
};
// clang-format on

static const struct engine_trials all_trials[] = {
#define KIND(...) {__VA_ARGS__},
#include "trials.def"
    {.profile = ""},
};

const struct trial_getter trial_getters[] = {
#define GETTER(...) {__VA_ARGS__},
#include "trials.def"
    {.profile = ""},
};

static const struct tried_getter tried_getters[] = {
#define TRIED(...) {__VA_ARGS__},
#include "trials.def"
    {.profile = ""},
};

const struct engine_trials *engine_trials(const struct profile *profile)
{
    const struct engine_trials *trials = all_trials;
    while (*trials->profile && strcmp(trials->profile, profile->name))
        trials++;
    return *trials->profile ? trials : NULL;
}

const struct tried_getter *find_tried(const struct profile *profile, const char *scheme)
{
    for (const struct tried_getter *tried = tried_getters; *tried->profile; tried++)
        if (!strcmp(tried->profile, profile->name) && !strcmp(tried->scheme, scheme))
            return tried;
    return NULL;
}
