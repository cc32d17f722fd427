/* SPDX-License-Identifier: MIT */
#include "workload/mode_info.h"

#define PER_QUERY .list = LIST_OF_QUERIES, .unit = "query", .items = "queries"
#define PER_BOARD .list = LIST_OF_BOARDS, .unit = "board", .items = "boards"
#define PER_MOVE  .list = LIST_OF_GAMES, .unit = "move", .items = "games"
#define PER_NODE  .list = LIST_OF_PERFT_TASKS, .unit = "node", .items = "positions"

// clang-format off
const struct mode_info mode_table[MODES] = {
    [MODE_THROUGHPUT] = {"throughput", PER_QUERY, .table = MODE_THROUGHPUT, .mixes = true},
    [MODE_LATENCY] = {"latency", PER_QUERY, .table = MODE_THROUGHPUT},
    [MODE_SETWISE] = {"setwise", PER_BOARD, .table = MODE_SETWISE},
    [MODE_REPLAY] = {"replay", PER_MOVE, .table = MODE_REPLAY, .views = VIEW_PER_GAME},
    [MODE_REPLAY_UPKEEP] = {"replay-upkeep", PER_MOVE, .table = MODE_REPLAY,
                            .views = VIEW_PER_GAME, .no_lookups = true},
    [MODE_REPLAY_LOOKUPS] = {"replay-lookups", PER_MOVE, .table = MODE_REPLAY,
                             .views = VIEW_PER_MOVE},
    [MODE_PERFT] = {"perft", PER_NODE, .table = MODE_PERFT, .no_mocks = true},
    [MODE_BURST] = {"burst", PER_QUERY, .table = MODE_BURST, .cold_cache = true, .mixes = true,
                    .parameters = {PARAMETER_KIB, PARAMETER_QUERIES},
                    .expansion = "burst-0-8,burst-32-8,burst-256-8,burst-2048-8,burst-32768-8"},
    [MODE_THREADS] = {"threads", PER_QUERY, .table = MODE_THREADS,
                      .parameters = {PARAMETER_THREADS}, .expansion = "threads-2"},
    [MODE_BATCH] = {"batch", PER_QUERY, .table = MODE_BATCH, .batched = true},
    [MODE_BOARD] = {"board", .list = LIST_OF_QUERIES, .table = MODE_BOARD, .batched = true,
                    .unit = "board of 64 squares", .items = "boards"},
};
// clang-format on
