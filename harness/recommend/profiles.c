/* SPDX-License-Identifier: MIT */
#include "recommend/profiles.h"

const struct profile profiles[PROFILES] = {
    [PROFILE_NNUE] = {.name = "nnue", .use = "an engine with a neural network", .unit = "node"},
    [PROFILE_HAND_MADE] =
        {
            .name = "hand-made",
            .use = "an engine with a hand-made evaluation",
            .unit = "node",
        },
    [PROFILE_PERFT] =
        {
            .name = "perft",
            .use = "legal move generation",
            .unit = "node of perft",
            .updates_views = true,
        },
    [PROFILE_SETWISE] =
        {
            .name = "setwise",
            .use = "the squares that all sliders of a side attack",
            .unit = "board",
            .reason = "the mode itself",
            .measured = true,
            .term = {{1, "setwise", "games", ALL}},
            .terms = 1,
        },
    [PROFILE_BATCH] =
        {
            .name = "batch",
            .use = "many independent queries at once",
            .unit = "three queries",
            .reason = "as many rooks as bishops and queens",
            .term = {{1, "batch", "games", ROOK},
                     {1, "batch", "games", BISHOP},
                     {1, "batch", "games", QUEEN}},
            .terms = 3,
        },
};
