/* SPDX-License-Identifier: MIT */
#include "workload/perft_suite.h"
#include "chess/position.h"
#include "workload/replay_script.h"

#include <stdlib.h>

/* From https://www.chessprogramming.org/Perft_Results. Depths such that the whole list is one sample of 0.1 ms. */
static const struct {
    const char *fen;
    unsigned depth;
    bitboard nodes;
} standard[] = {
    {START_FEN, 3, 8902},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2812},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2, 1486},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 2, 2079},
};

bool perft_suite_make(struct workload *w)
{
    w->n = w->distinct = sizeof standard / sizeof *standard;
    w->occupied = list_memory(w->n, sizeof *w->occupied);
    w->tasks = list_memory(w->n, sizeof *w->tasks);
    w->steps_before = list_memory(w->n + 1, sizeof *w->steps_before);
    w->expected.prefix_sums = list_memory(w->n + 1, sizeof *w->expected.prefix_sums);
    bool ok = w->occupied && w->tasks && w->steps_before && w->expected.prefix_sums;
    for (size_t i = 0; ok && i < w->n; i++) {
        struct position position;
        struct error error;
        if (!fen_read(&position, standard[i].fen, NULL, &error))
            abort(); /* our own words */
        w->occupied[i] = position_occupied(&position);
        w->tasks[i] = (struct perft_task){perft_position_of(&position), standard[i].depth};
        w->expected.prefix_sums[i + 1] = w->expected.prefix_sums[i] + standard[i].nodes;
        w->steps_before[i + 1] = (size_t)w->expected.prefix_sums[i + 1];
    }
    return ok;
}
