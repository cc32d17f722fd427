/* SPDX-License-Identifier: MIT
 * What the weights rest on: a first trial of ten getters in real engines. A node had 3.9 rook, 3.6
 * bishop and 0.4 queen lookups with a neural network, and all getters were within 3 %. It had 6.8,
 * 7.4 and 1.0 with a hand-made evaluation; there and in perft the getters were in the order of
 * replay-lookups and perft (Spearman 0.9), and not in that of throughput. */
#include "recommend/profiles.h"

/* With the network a queen's lookup, which reads the tables of rook and bishop, counts for one of
 * each: (3.9 + 3.6) / 2 + 0.4 = 4.15 of them per node. The hand-made evaluation looks up the
 * sliders of both sides, 3.56 each as in a move of replay-lookups. The 8.1 lookups that are left are
 * those of one move generation, which takes 25 nodes of perft. */
const struct profile profiles[PROFILES] = {
    [PROFILE_NNUE] =
        {
            "nnue",
            "an engine with a neural network",
            "node",
            "7.9 lookups per node, most with cold caches; ten schemes changed a whole engine's "
            "speed "
            "by 3 % at most",
            .term = {{2.1, "burst-32-8", "games", QUEEN},
                     {1.05, "burst-2048-8", "games", QUEEN},
                     {1, "throughput", "search", QUEEN}},
            .terms = 3,
        },
    [PROFILE_HAND_MADE] =
        {
            "hand-made",
            "an engine with a hand-made evaluation",
            "node",
            "15.2 lookups per node: mobility of both sides and one move generation; ten schemes "
            "were "
            "in the order of these modes",
            .term = {{2, "replay-lookups", "games", ALL}, {25, "perft", "perft-suite", ALL}},
            .terms = 2,
        },
    [PROFILE_PERFT] =
        {
            "perft",
            "legal move generation",
            "node of perft",
            "the mode itself",
            .measured = true,
            .updates_views = true,
            .term = {{1, "perft", "perft-suite", ALL}},
            .terms = 1,
        },
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
