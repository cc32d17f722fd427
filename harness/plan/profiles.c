/* SPDX-License-Identifier: MIT */
#include "plan/profiles.h"

/* results/engines/README.md has the counts of the pairs, and of what other columns order. */
const struct profile profiles[PROFILES] = {
    [PROFILE_NNUE] = {.name = "nnue",
                      .use = "an engine with a neural network",
                      .piece = MIX_NNUE,
                      .workload = "games",
                      .mode = "burst-L2-16",
                      .evidence =
                          "In 2 trials of 2 engines with a network, on Zen 4, this column has 8 "
                          "of 8 pairs of getters in the measured order; the size of their tables "
                          "alone has 8 of 8. With its first getter an engine took 0.0 to 0.4 % "
                          "longer than with the best, with the worst 2.6 to 3.7 %."},
    [PROFILE_HAND_MADE] =
        {.name = "hand-made",
         .use = "an engine with a hand-made evaluation",
         .piece = MIX_HAND_MADE,
         .workload = "games",
         .mode = "throughput",
         .evidence = "In 3 trials of 3 engines with a hand-made evaluation, on Zen 4, this "
                     "column has 48 of 48 pairs of getters in the measured order; the column "
                     "for networks has 12 of 48. With its first getter an engine took 0.0 to "
                     "1.9 % longer than with the best, with the worst 4.7 to 7.4 %."},
    [PROFILE_PERFT] = {.name = "perft",
                       .use = "legal move generation from one position, as in an engine's perft",
                       .piece = ALL,
                       .workload = "games",
                       .mode = "replay",
                       .evidence =
                           "In 2 trials of 2 engines' perft, on Zen 4, this column has 60 of 61 "
                           "pairs of getters in the measured order; the column perft, which counts "
                           "from many positions, has 26 of 61. The first getter here was the best; "
                           "with the worst an engine took 10.3 to 10.9 % longer."},
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
