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
                          "In 4 trials of 3 engines with a network, on Zen 4, this column has 74 "
                          "of 80 pairs of getters in the measured order; the size of their "
                          "tables alone has 76 of 80. The first getter here was the best; with "
                          "the worst an engine took 2.1 to 6.3 % longer."},
    [PROFILE_HAND_MADE] =
        {.name = "hand-made",
         .use = "an engine with a hand-made evaluation",
         .piece = MIX_HAND_MADE,
         .workload = "games",
         .mode = "throughput",
         .evidence = "In 5 trials of 4 engines with a hand-made evaluation, on Zen 4, this "
                     "column has 146 of 151 pairs of getters in the measured order; the column "
                     "for networks has 58 of 151. With its first getter an engine took 0.0 to "
                     "1.5 % longer than with the best, with the worst 3.2 to 7.2 %."},
    [PROFILE_PERFT] = {.name = "perft",
                       .use = "legal move generation from one position, as in an engine's perft",
                       .piece = ALL,
                       .workload = "games",
                       .mode = "replay",
                       .evidence =
                           "In 2 trials of 2 engines' perft, on Zen 4, this column has 95 of 97 "
                           "pairs of getters in the measured order; the column perft, which counts "
                           "from many positions, has 39 of 97. The first getter here was the best; "
                           "with the worst an engine took 13.9 to 17.7 % longer."},
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
