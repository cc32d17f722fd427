/* SPDX-License-Identifier: MIT */
#include "recommend/profiles.h"

const struct profile profiles[PROFILES] = {
    [PROFILE_NNUE] = {"nnue", "an engine with a neural network", "node"},
    [PROFILE_HAND_MADE] = {"hand-made", "an engine with a hand-made evaluation", "node"},
    [PROFILE_PERFT] = {"perft", "legal move generation", "node of perft", .updates_views = true},
    [PROFILE_SETWISE] =
        {
            "setwise",
            "the squares that all sliders of a side attack",
            "board",
            "the mode itself",
            .measured = true,
            .term = {{1, "setwise", "games", ALL}},
            .terms = 1,
        },
    [PROFILE_BATCH] =
        {
            "batch",
            "many independent queries at once",
            "three queries",
            "as many rooks as bishops and queens",
            .term = {{1, "batch", "games", ROOK},
                     {1, "batch", "games", BISHOP},
                     {1, "batch", "games", QUEEN}},
            .terms = 3,
        },
};

const char *const common_schemes[] = {"pext", "magic_fancy", NULL};
