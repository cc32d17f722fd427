/* SPDX-License-Identifier: MIT */
#include "cli/option_table.h"

const char *const command_names[COMMANDS] = {
    [BENCH] = "bench",     [LIST] = "list", [VERIFY] = "verify", [QUERY] = "query",
    [QUERIES] = "queries", [SHOW] = "show", [PERFT] = "perft",   [MACHINE] = "machine",
};

enum { /* commands that an option belongs to */
       B = 1 << BENCH,
       L = 1 << LIST,
       V = 1 << VERIFY,
       Q = 1 << QUERY,
       QS = 1 << QUERIES,
       S = 1 << SHOW,
       P = 1 << PERFT,
       M = 1 << MACHINE,
       EVERY = (1 << COMMANDS) - 1
};

// clang-format off
const struct option_line option_table[OPTIONS] = {
    [O_SCHEMES]     = {"schemes", "REGEX", B | L | V, "only schemes whose name matches this extended regular expression somewhere (all)"},
    [O_SCHEME]      = {"scheme", "NAME", Q | S | P, "the scheme that answers (query, perft: the first branchless one that runs here)"},
    [O_PIECES]      = {"pieces", "LIST", B | QS, "of rook, bishop, queen, both, all (rook,bishop,queen,all)"},
    [O_WORKLOADS]   = {"workloads", "LIST", B | QS, "of games[:LEAST-MOST pieces], search, random[:PERCENT of squares occupied] (games)"},
    [O_MODES]       = {"modes", "LIST", B, "of {modes} (throughput,latency)"},
    [O_LENGTH]      = {"queries", "N", B | QS, "length of a list (65536); 64 shows the case of hot caches"},
    [O_POSITIONS]   = {"positions", "FILE", B | QS, "FEN/EPD or UCI move lines, at most 256 MiB, in place of the built-in games; - is standard input"},
    [O_SEED]        = {"seed", "N", B | QS, "for random occupancies and the order of rows (1)"},
    [O_PROCESSES]   = {"processes", "N", B, "timing processes, one after the other (5: indicative)"},
    [O_SPREAD]      = {"spread", "DURATION", B, "start them evenly over this time: 90s, 15m, 1h (0s: in a row)"},
    [O_TIME]        = {"time", "SECONDS", B, "timed budget of one process (8)"},
    [O_QUICK]       = {"quick", NULL, B, "queens alone, 5 processes of 2 seconds"},
    [O_FULL]        = {"full", NULL, B, "all modes, workloads and pieces, in some ten minutes"},
    [O_STANDARD]    = {"standard", NULL, B, "20 processes over 15 minutes"},
    [O_REFERENCE]   = {"reference", NULL, B, "60 processes over 45 minutes"},
    [O_CPU]         = {"cpu", "N", B | M, "run on this logical CPU"},
    [O_CORE_KIND]   = {"core-kind", "perf|eff", B | M, "choose among performance or efficiency cores"},
    [O_NO_PIN]      = {"no-pin", NULL, B | M, "let the operating system choose"},
    [O_PAGES]       = {"pages", "4k|huge", B, "pages of the tables (4k)"},
    [O_INTERLEAVED] = {"interleaved", NULL, B, "caches as the other schemes left them, not warmed before each sample"},
    [O_QUIET]       = {"quiet", NULL, B, "no plan and no progress on standard error"},
    [O_MEASURE]     = {"measure", NULL, L, "also time and page faults of each init, bytes of the queen getter's code"},
    [O_PROVE]       = {"prove", NULL, V, "prove each scheme for all 2^64 occupancies, under valgrind, in minutes"},
    [O_JOBS]        = {"jobs", "N", V, "with --prove: schemes at a time (as many as CPUs)"},
    [O_FORMAT]      = {"format", "table|csv|markdown|json", B | L, "how it is printed (table)"},
    [O_OUT]         = {"out", "DIR", B, "save the result as DIR/<cpu>/<date>-<compiler>-<level>.{csv,json}"},
    [O_RESUME]      = {"resume", "FILE", B, "go on with an interrupted run, the .json of a partial result; its own options hold"},
    [O_SQUARE]      = {"square", "SQUARE", S, "where the slider stands: a1..h8"},
    [O_PIECE]       = {"piece", "rook|bishop|queen|both", S, "what slides (queen)"},
    [O_FEN]         = {"fen", "FEN", S | P, "the position (perft: the initial one); X-FEN and Shredder-FEN are read, too"},
    [O_OCCUPIED]    = {"occupied", "HEX", S, "the occupancy itself, bit 0 = a1, bit 63 = h8"},
    [O_DEPTH]       = {"depth", "N", P, "plies (5)"},
    [O_DIVIDE]      = {"divide", NULL, P, "also print the count below each first move"},
    [O_HELP]        = {"help", NULL, EVERY, "this text"},
    [O_VERSION]     = {"version", NULL, EVERY, "version, commit, level and compiler"},
    [O_WORKER]      = {"worker", "FD", B | V, NULL}, /* a timing process, see worker.h; a proving one, see command_prove.c */
};
// clang-format on
