/* SPDX-License-Identifier: MIT */
#include "plan/profiles.h"
#include "base/tuning.h"

#include <string.h>

const struct profile profiles[PROFILES] = {
    [PROFILE_NNUE] = {.name = "nnue",
                      .use = "an engine with a neural network",
                      .piece = MIX_NNUE,
                      .workload = "games",
                      .mode = "burst-L2-16",
                      .close = CLOSE_IN_ENGINES},
    [PROFILE_HCE] = {.name = "hce",
                     .use = "an engine with a hand-crafted evaluation",
                     .piece = MIX_HCE,
                     .workload = "games",
                     .mode = "throughput",
                     .close = CLOSE_IN_ENGINES},
    [PROFILE_PERFT] = {.name = "perft",
                       .use = "legal move generation, as in an engine's perft",
                       .piece = ALL,
                       .workload = "games",
                       .mode = "replay"},
    [PROFILE_SETWISE] = {.name = "setwise",
                         .use = "the squares that all sliders of a side attack",
                         .piece = ALL,
                         .workload = "games",
                         .mode = "setwise"},
    [PROFILE_BATCH] = {.name = "batch",
                       .use = "many independent lookups at once",
                       .piece = QUEEN,
                       .workload = "games",
                       .mode = "batch"},
};

static const struct kind_record kinds[] = {
#define KIND(...) {__VA_ARGS__},
#define GETTER(...)
#include "trials.def"
#undef KIND
#undef GETTER
    {.profile = ""},
};

const struct trial_getter trial_getters[] = {
#define KIND(...)
#define GETTER(...) {__VA_ARGS__},
#include "trials.def"
    {.profile = ""},
};

const struct kind_record *kind_record(const struct profile *profile)
{
    const struct kind_record *kind = kinds;
    while (*kind->profile && strcmp(kind->profile, profile->name))
        kind++;
    return *kind->profile ? kind : NULL;
}
