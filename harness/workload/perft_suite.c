/* SPDX-License-Identifier: MIT */
#include "workload/perft_suite.h"
#include "chess/position.h"
#include "chess/fen.h"
#include "workload/list_memory.h"

#include <math.h>
#include <stdlib.h>

/* Source: https://www.chessprogramming.org/Perft_Results. Depths are such that the whole list
 * takes about one sample of 0.1 ms. */
const struct perft_suite_entry perft_suite[PERFT_SUITE_LENGTH] = {
    {START_FEN, 3, 8902},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2812},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2, 1486},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 2, 2079},
};

bool perft_suite_fill(struct workload *list)
{
    struct perft_list *perft = &list->perft;
    list->n = list->distinct = PERFT_SUITE_LENGTH;
    list->lookups = NAN;
    list->occupied = list_memory(list->n, sizeof *list->occupied);
    perft->tasks = list_memory(list->n, sizeof *perft->tasks);
    perft->nodes_before = list_memory(list->n + 1, sizeof *perft->nodes_before);
    if (!list->occupied || !perft->tasks || !perft->nodes_before)
        return false;
    for (size_t i = 0; i < list->n; i++) {
        struct position position;
        struct error error;
        if (!fen_read(&position, perft_suite[i].fen, NULL, &error))
            abort(); /* a constant of this file */
        list->occupied[i] = position_occupied(&position);
        perft->tasks[i] = (struct perft_task){perft_position_of(&position), perft_suite[i].depth};
        perft->nodes_before[i + 1] = perft->nodes_before[i] + (size_t)perft_suite[i].nodes;
    }
    return true;
}
