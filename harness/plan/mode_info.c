/* SPDX-License-Identifier: MIT */
#include "plan/mode_info.h"

#define PER(item, plural, of, runs)                                                                \
    .unit = item, .items = plural, .list = LIST_OF_##of, .kernel = KERNEL_##runs
#define PER_QUERY(runs) PER("query", "queries", QUERIES, runs)
#define PER_SIDE(runs)  PER("side", "boards", BOARDS, runs)
#define PER_MOVE(runs)  PER("move", "games", GAMES, runs)
#define PER_NODE(runs)  PER("node", "positions", PERFT_TASKS, runs)

// clang-format off
const struct mode_info mode_table[MODES] = {
    [MODE_THROUGHPUT] = {"throughput", PER_QUERY(THROUGHPUT), .table = MODE_THROUGHPUT,
                         .mixes = true},
    [MODE_LATENCY] = {"latency", PER_QUERY(LATENCY), .table = MODE_THROUGHPUT},
    [MODE_LATENCY_OCCUPANCY] = {"latency-occupancy", PER_QUERY(LATENCY_OCCUPANCY),
                                .table = MODE_THROUGHPUT},
    [MODE_SETWISE] = {"setwise", PER_SIDE(SETWISE), .table = MODE_SETWISE},
    [MODE_REPLAY] = {"replay", PER_MOVE(REPLAY), .table = MODE_REPLAY, .views = VIEW_PER_GAME},
    [MODE_REPLAY_UPKEEP] = {"replay-upkeep", PER_MOVE(REPLAY_UPKEEP), .table = MODE_REPLAY,
                            .views = VIEW_PER_GAME, .no_lookups = true},
    [MODE_REPLAY_LOOKUPS] = {"replay-lookups", PER_MOVE(REPLAY_LOOKUPS), .table = MODE_REPLAY,
                             .views = VIEW_PER_MOVE},
    [MODE_PERFT] = {"perft", PER_NODE(PERFT), .table = MODE_PERFT, .no_mocks = true},
    [MODE_BURST] = {"burst", PER_QUERY(THROUGHPUT), .table = MODE_BURST, .cold_cache = true,
                    .mixes = true, .parameters = {PARAMETER_SIZE, PARAMETER_QUERIES},
                    .expansion = "burst-0-8,burst-L1-8,burst-0.5L2-8,burst-L2-8,burst-16L2-8"},
    [MODE_BURST_CODE] = {"burst-code", PER_QUERY(THROUGHPUT), .table = MODE_BURST,
                         .cold_cache = true, .cold_code = true, .mixes = true,
                         .parameters = {PARAMETER_SIZE, PARAMETER_QUERIES},
                         .expansion = "burst-code-L2-8"},
    [MODE_THREADS] = {"threads", PER_QUERY(THROUGHPUT), .table = MODE_THREADS,
                      .parameters = {PARAMETER_THREADS}, .expansion = "threads-2"},
    [MODE_PROCESSES] = {"processes", PER_QUERY(THROUGHPUT), .table = MODE_PROCESSES,
                        .cold_cache = true, .cache = CACHE_L3, .multiple = 4, .queries = 8,
                        .copies = OWN_TABLES, .parameters = {PARAMETER_THREADS},
                        .expansion = "processes-2"},
    [MODE_PROCESSES_SHARED] = {"processes-shared", PER_QUERY(THROUGHPUT), .table = MODE_PROCESSES,
                               .cold_cache = true, .cache = CACHE_L3, .multiple = 4, .queries = 8,
                               .copies = SHARED_TABLES, .parameters = {PARAMETER_THREADS},
                               .expansion = "processes-shared-2"},
    [MODE_BATCH] = {"batch", PER_QUERY(BATCH), .table = MODE_BATCH, .batched = true},
    [MODE_BOARD] = {"board", .kernel = KERNEL_BOARD, .list = LIST_OF_QUERIES, .table = MODE_BOARD,
                    .batched = true, .unit = "board of 64 squares", .items = "boards"},
};
// clang-format on

const char *mode_items(const struct mode_info *mode, const struct list *list)
{
    bool searches = list->kind == LIST_OF_GAMES && list->spec.kind == WORKLOAD_SEARCH;
    return searches ? "searches" : mode->items;
}
