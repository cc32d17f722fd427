/* SPDX-License-Identifier: MIT
 * The table of schemes. schemes.def is generated from the scheme() lines of CMakeLists.txt. */
#include "scheme.h"

#define SCHEME_LINE(id) extern const struct scheme scheme_##id;
#include "schemes.def"
#undef SCHEME_LINE

#define SCHEME_LINE(id) &scheme_##id,
const struct scheme *const schemes[] = {
#include "schemes.def"
    NULL,
};

const char *const piece_names[ROW_PIECES] = {"rook", "bishop", "queen", "both", "all"};
const char *const mode_names[MODES] = {[MODE_THROUGHPUT] = "throughput",
                                       [MODE_LATENCY] = "latency",
                                       [MODE_SETWISE] = "setwise",
                                       [MODE_REPLAY] = "replay",
                                       [MODE_REPLAY_UPKEEP] = "replay-upkeep",
                                       [MODE_REPLAY_LOOKUPS] = "replay-lookups",
                                       [MODE_PERFT] = "perft",
                                       [MODE_BURST] = "burst",
                                       [MODE_THREADS] = "threads",
                                       [MODE_BATCH] = "batch",
                                       [MODE_BOARD] = "board"};
