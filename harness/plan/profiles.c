/* SPDX-License-Identifier: MIT */
#include "plan/profiles.h"

/* results/engines/README.md has the counts of the pairs, and of what other columns order. */
const struct profile profiles[PROFILES] = {
    [PROFILE_NNUE] =
        {.name = "nnue",
         .use = "an engine with a neural network",
         .piece = MIX_NNUE,
         .workload = "games",
         .mode = "burst-L2-16",
         .evidence = "In 3 trials of 2 engines with a network, on 2 CPUs, this column has 67 of 69 "
                     "pairs of getters in the measured order; the size of their tables alone has "
                     "68 of 69. With its first getter an engine took 0.0 to 2.6 % longer than with "
                     "the best, with the worst 1.8 to 6.6 %."},
    [PROFILE_HAND_MADE] =
        {.name = "hand-made",
         .use = "an engine with a hand-made evaluation",
         .piece = MIX_HAND_MADE,
         .workload = "games",
         .mode = "throughput",
         .evidence = "In 6 trials of 4 engines whose getters are inlined, on 2 CPUs, this column "
                     "has 232 of 266 pairs of getters in the measured order; 60 of 91 where they "
                     "are called. With its first getter an engine took 0.3 to 1.9 % longer than "
                     "with the best, with the worst 3.1 to 5.9 %."},
    [PROFILE_PERFT] = {.name = "perft",
                       .use = "legal move generation",
                       .piece = ALL,
                       .workload = "games",
                       .mode = "perft",
                       .evidence = "This column is a generator of legal moves itself."},
    [PROFILE_SETWISE] = {.name = "setwise",
                         .use = "the squares that all sliders of a side attack",
                         .piece = ALL,
                         .workload = "games",
                         .mode = "setwise",
                         .evidence = "This column is the computation itself; no engine was "
                                     "measured."},
    [PROFILE_BATCH] = {.name = "batch",
                       .use = "many independent queries at once",
                       .piece = QUEEN,
                       .workload = "games",
                       .mode = "batch",
                       .evidence = "This column is the computation itself, for queens; no engine "
                                   "was measured."},
};

struct mode_spec profile_mode(const struct profile *profile, const struct machine *machine)
{
    struct modes modes;
    struct error ignored; /* of an impossible size, which has no other name */
    modes_parse(profile->mode, &modes, &ignored);
    modes.mode[0].expanded = true;
    modes_resolve(&modes, machine, &ignored);
    return modes.mode[0];
}
