/* SPDX-License-Identifier: MIT */
#include "workload/mode_info.h"

#define PER_QUERY .list = LIST_OF_QUERIES, .unit = "query", .items = "queries"
#define PER_BOARD .list = LIST_OF_BOARDS, .unit = "board", .items = "boards"
#define PER_MOVE  .list = LIST_OF_GAMES, .unit = "move", .items = "games"
#define PER_NODE  .list = LIST_OF_PERFT_TASKS, .unit = "node", .items = "positions"

// clang-format off
const struct mode_info mode_table[MODES] = {
    [MODE_THROUGHPUT] = {"throughput", PER_QUERY, .table = MODE_THROUGHPUT},
    [MODE_LATENCY] = {"latency", PER_QUERY, .table = MODE_THROUGHPUT},
    [MODE_LATENCY_OCCUPANCY] = {"latency-occupancy", PER_QUERY, .table = MODE_THROUGHPUT},
    [MODE_SETWISE] = {"setwise", PER_BOARD, .table = MODE_SETWISE},
    [MODE_REPLAY] = {"replay", PER_MOVE, .table = MODE_REPLAY, .views = VIEW_PER_GAME},
    [MODE_REPLAY_UPKEEP] = {"replay-upkeep", PER_MOVE, .table = MODE_REPLAY,
                            .views = VIEW_PER_GAME, .no_lookups = true},
    [MODE_REPLAY_LOOKUPS] = {"replay-lookups", PER_MOVE, .table = MODE_REPLAY,
                             .views = VIEW_PER_MOVE},
    [MODE_PERFT] = {"perft", PER_NODE, .table = MODE_PERFT, .no_mocks = true},
    [MODE_BURST] = {"burst", PER_QUERY, .table = MODE_BURST, .cold_cache = true,
                    .parameters = {PARAMETER_SIZE, PARAMETER_QUERIES},
                    .expansion = "burst-0-8,burst-L1-8,burst-0.5L2-8,burst-L2-8,burst-16L2-8"},
    [MODE_BURST_CODE] = {"burst-code", PER_QUERY, .table = MODE_BURST, .cold_cache = true,
                         .cold_code = true, .parameters = {PARAMETER_SIZE, PARAMETER_QUERIES},
                         .expansion = "burst-code-L2-8"},
    [MODE_THREADS] = {"threads", PER_QUERY, .table = MODE_THREADS,
                      .parameters = {PARAMETER_THREADS}, .expansion = "threads-2"},
    [MODE_PROCESSES] = {"processes", PER_QUERY, .table = MODE_PROCESSES, .cold_cache = true,
                        .cache = CACHE_L3, .multiple = 4, .queries = 8, .copies = OWN_TABLES,
                        .parameters = {PARAMETER_THREADS}, .expansion = "processes-2"},
    [MODE_PROCESSES_SHARED] = {"processes-shared", PER_QUERY, .table = MODE_PROCESSES,
                               .cold_cache = true, .cache = CACHE_L3, .multiple = 4, .queries = 8,
                               .copies = SHARED_TABLES, .parameters = {PARAMETER_THREADS},
                               .expansion = "processes-shared-2"},
    [MODE_BATCH] = {"batch", PER_QUERY, .table = MODE_BATCH, .batched = true},
    [MODE_BOARD] = {"board", .list = LIST_OF_QUERIES, .table = MODE_BOARD, .batched = true,
                    .unit = "board of 64 squares", .items = "boards"},
};
// clang-format on
