/* SPDX-License-Identifier: MIT */
#include "cli/option_table.h"

const char *const command_names[COMMANDS] = {
    [COMMAND_BENCH] = "bench",         [COMMAND_LIST] = "list",
    [COMMAND_VERIFY] = "verify",       [COMMAND_QUERY] = "query",
    [COMMAND_QUERIES] = "queries",     [COMMAND_SHOW] = "show",
    [COMMAND_PERFT] = "perft",         [COMMAND_MACHINE] = "machine",
    [COMMAND_SUMMARIZE] = "summarize", [COMMAND_RECOMMEND] = "recommend",
    [COMMAND_EXPORT] = "export",
};

/* The commands that an option belongs to. */
enum {
    B = 1 << COMMAND_BENCH,
    L = 1 << COMMAND_LIST,
    V = 1 << COMMAND_VERIFY,
    Q = 1 << COMMAND_QUERY,
    QS = 1 << COMMAND_QUERIES,
    S = 1 << COMMAND_SHOW,
    P = 1 << COMMAND_PERFT,
    M = 1 << COMMAND_MACHINE,
    SU = 1 << COMMAND_SUMMARIZE,
    R = 1 << COMMAND_RECOMMEND,
    E = 1 << COMMAND_EXPORT,
    ALL_COMMANDS = (1 << COMMANDS) - 1
};

enum { UNRECORDED = false, RECORDED = true };

/* A member of struct raw_options. The comparison of pointers makes the compiler check its type. */
#define FIELD(t, field)                                                                            \
    .offset = offsetof(struct raw_options, field) +                                                \
              0 * sizeof((t *)NULL == &((struct raw_options *)NULL)->field),                       \
    .size = sizeof(t)
#define FLAG(field) .type = OPTION_FLAG, FIELD(bool, field)
#define WHOLE(t, field, lo, hi)                                                                    \
    .type = OPTION_WHOLE, FIELD(t, field), .whole_min = (lo), .whole_max = (hi)
#define DOUBLE(field, lo, hi) .type = OPTION_DOUBLE, FIELD(double, field), .min = (lo), .max = (hi)
#define DURATION(field)       .type = OPTION_DURATION, FIELD(double, field)
#define HEX(field)            .type = OPTION_HEX, FIELD(bitboard, field)
#define TEXT(field, min_length)                                                                    \
    .type = OPTION_TEXT, FIELD(const char *, field), .whole_min = (min_length)
#define CHOICE(t, field, first) .type = OPTION_CHOICE, FIELD(t, field), .whole_min = (first)
#define SPECIAL                 .type = OPTION_SPECIAL

#define TEXT_OF_TOKEN(token) #token
#define TEXT_OF(macro)       TEXT_OF_TOKEN(macro)

// clang-format off
const struct option_spec option_table[OPTIONS] = {
    [O_SCHEMES] = {"schemes", "REGEX", B | L | V, RECORDED,
        "Select the schemes whose name contains a match of this extended regular expression. "
        "Default: all.",
        SPECIAL},
    [O_SCHEME] = {"scheme", "NAME", Q | S | P, UNRECORDED,
        "Use this scheme. show requires it. Default otherwise: the first branchless scheme that "
        "this CPU supports.", SPECIAL},
    [O_PIECES] = {"pieces", "LIST", B | QS, RECORDED,
        "Select from mix-nnue, mix-hand-made (what an engine with a neural network or a hand-made "
        "evaluation looks up), rook, bishop, queen, both (a rook and a bishop set for each query), "
        "all (every slider of a side). Default: all but both.", SPECIAL},
    [O_WORKLOADS] = {"workloads", "LIST", B | QS, RECORDED,
        "Select from games, games:MIN-MAX (pieces on the board), search, random, random:PERCENT "
        "(of the squares occupied). Default: games.", TEXT(workloads, 0)},
    [O_MODES] = {"modes", "LIST", B, RECORDED,
        "Select from {modes}. SIZE is in KiB or a multiple of a cache, as in 0.5L2. Default: "
        "throughput,latency; without --pieces, the queen's latency only.",
        SPECIAL},
    [O_LIST_LENGTH] = {"list-length", "N", B | QS, RECORDED,
        "Put N queries into each list. With 64, all caches are warm. Default: "
        TEXT_OF(DEFAULT_LIST_LENGTH) ".",
        WHOLE(size_t, options.run.list_length, 1, 1 << 24)},
    [O_POSITIONS] = {"positions", "FILE", B | QS, UNRECORDED,
        "Read FEN, EPD or UCI move lines, at most 256 MiB, from this file instead of the built-in "
        "games; - is standard input.", TEXT(options.run.positions, 0)},
    [O_SEED] = {"seed", "N", B | QS, RECORDED,
        "Seed the random occupancies and the order of rows. Default: "
        TEXT_OF(DEFAULT_SEED) ".",
        WHOLE(uint64_t, options.run.seed, 0, UINT64_MAX)},
    [O_PROCESSES] = {"processes", "N", B, RECORDED,
        "Run N timing processes, one after the other. Default: " TEXT_OF(DEFAULT_PROCESSES)
        ", for a rough estimate; 13 with --full.",
        WHOLE(size_t, options.run.processes, 1, 1000)},
    [O_SPREAD_OVER] = {"spread-over", "DURATION", B, RECORDED,
        "Start the processes evenly over this time, such as 90s, 15m or 1h. Default: 0s, each "
        "starts when the previous one ends.", DURATION(options.run.spread_over)},
    [O_TIME] = {"time", "SECONDS", B, RECORDED,
        "Time the rows for up to this time in each process, and longer only those that lack "
        "samples. Default: " TEXT_OF(DEFAULT_SECONDS) ".",
        DOUBLE(options.run.seconds, 0.01, 86400)},
    [O_FULL] = {"full", NULL, B, RECORDED,
        "Time all modes, workloads and pieces, in 13 processes of " TEXT_OF(FULL_SECONDS)
        " seconds.", FLAG(full)},
    [O_PRESET] = {"preset", "quick|standard|reference", B, RECORDED,
        "quick: queens only, 2 seconds in each process. standard: 20 processes over 15 minutes. "
        "reference: 60 processes over 45 minutes.",
        CHOICE(enum preset, preset, PRESET_QUICK)},
    [O_CPU] = {"cpu", "N", B | M, RECORDED, "Run on logical CPU N.",
        WHOLE(int, options.run.pin.cpu, 0, 1 << 20)},
    [O_CORE_KIND] = {"core-kind", "perf|eff", B | M, RECORDED,
        "Run on a performance core or on an efficiency core.",
        CHOICE(enum core_kind, options.run.pin.core_kind, CORE_PERF)},
    [O_NO_PIN] = {"no-pin", NULL, B | M, RECORDED,
        "Do not bind to a CPU: the operating system chooses.", FLAG(options.run.pin.off)},
    [O_HUGE_PAGES] = {"huge-pages", NULL, B, RECORDED,
        "Put the tables into transparent huge pages.", FLAG(options.run.huge_pages)},
    [O_NO_WARMUP] = {"no-warmup", NULL, B, RECORDED,
        "Do not warm the caches before each sample: they contain what the other schemes left.",
        FLAG(options.run.no_warmup)},
    [O_COSTS] = {"costs", NULL, L, UNRECORDED,
        "Also measure each init (milliseconds, page faults) and the code size of each queen "
        "getter (bytes).", FLAG(options.costs)},
    [O_PROVE] = {"prove", NULL, V, UNRECORDED,
        "Prove each scheme for all 2^64 occupancies, under valgrind. Takes minutes.",
        FLAG(options.prove)},
    [O_JOBS] = {"jobs", "N", V, UNRECORDED,
        "With --prove: prove N schemes in parallel. Default: the number of CPUs.",
        WHOLE(size_t, options.jobs, 1, 1024)},
    [O_FORMAT] = {"format", "table|csv|markdown|json", B | L | SU | R, UNRECORDED,
        "Print in this format; recommend has table and json. Default: table.",
        CHOICE(enum format, options.format, FORMAT_TABLE)},
    [O_TOP] = {"top", "N", B | SU, UNRECORDED,
        "Print the N best schemes of each table's first column, and the rotated, Sherwin and SISSY "
        "schemes and the ray loop. Default on a terminal: 20.",
        WHOLE(size_t, options.top, 1, 1000000)},
    [O_ALL] = {"all", NULL, B | SU, UNRECORDED,
        "Print all schemes, the default unless on a terminal.", FLAG(all_rows)},
    [O_OUT] = {"out", "DIR", B, UNRECORDED,
        "Write the log of the run, DIR/<cpu>/<date>-<compiler>-<level>.jsonl.gz.",
        TEXT(options.out, 1)},
    [O_RESUME] = {"resume", "FILE", B, UNRECORDED,
        "Continue a run with its options; FILE is its log, to which processes are added. A run "
        "that was interrupted, or that lacks samples, is completed. Any other gets as many "
        "processes again.",
        TEXT(options.resume, 0)},
    [O_QUIET] = {"quiet", NULL, B | R, UNRECORDED,
        "Print neither plan nor progress on standard error.", FLAG(options.quiet)},
    [O_SQUARE] = {"square", "SQUARE", S, UNRECORDED, "Put the slider on this square, a1 to h8.",
        SPECIAL},
    [O_PIECE] = {"piece", "rook|bishop|queen|both", S, UNRECORDED,
        "Show the attacks of this piece. Default: queen.",
        CHOICE(enum piece, options.piece, ROOK)},
    [O_FEN] = {"fen", "FEN", S | P, UNRECORDED,
        "Use this position, in FEN, X-FEN or Shredder-FEN. Default of perft: the initial position.",
        TEXT(options.fen, 0)},
    [O_OCCUPIED] = {"occupied", "HEX", S, UNRECORDED,
        "Use this occupancy; bit 0 is a1, bit 63 is h8. Default: 0.", HEX(options.occupied)},
    [O_DEPTH] = {"depth", "N", P, UNRECORDED,
        "Count to this depth, in plies. Default: " TEXT_OF(DEFAULT_DEPTH) ".",
        WHOLE(unsigned, options.depth, 0, 99)},
    [O_DIVIDE] = {"divide", NULL, P, UNRECORDED, "Also print the count after each first move.",
        FLAG(options.divide)},
    [O_FOR] = {"for", "nnue|hand-made|perft|setwise|batch", R, RECORDED,
        "Recommend for an engine with a neural network or a hand-made evaluation, for legal move "
        "generation, sets of all sliders of a side, or many queries at once. Default: nnue.",
        CHOICE(enum profile_id, options.profile, PROFILE_NNUE)},
    [O_MAX_KIB] = {"max-kib", "N", R, RECORDED,
        "Exclude schemes whose tables have more than N KiB, all pieces together.",
        WHOLE(uint64_t, options.restrictions.max_kib, 0, 1 << 24)},
    [O_WITHOUT] = {"without", "LIST", R, RECORDED,
        "Exclude schemes that need one of these instruction set extensions, such as bmi2,avx512.",
        SPECIAL},
    [O_NO_MULTIPLY] = {"no-multiply", NULL, R, RECORDED, "Exclude schemes that multiply.",
        FLAG(options.restrictions.no_multiply)},
    [O_RESULT] = {"result", "FILE", R, UNRECORDED,
        "Use the run of this log. Default: the newest one of this CPU, compiler and level in the "
        "folder results or in the user's cache; without one, times what is needed, in about half a "
        "minute.",
        TEXT(options.result, 1)},
    [O_PREFIX] = {"prefix", "NAME", E, UNRECORDED,
        "Begin all names with NAME_. Default: sliders.", SPECIAL},
    [O_OUTPUT] = {"output", "FILE", E, UNRECORDED,
        "Write to this file instead of standard output; also -o FILE.", TEXT(options.output, 1)},
    [O_HELP] = {"help", NULL, ALL_COMMANDS, UNRECORDED, "Print this text.", FLAG(options.help)},
    [O_VERSION] = {"version", NULL, ALL_COMMANDS, UNRECORDED,
        "Print version, commit, ISA level and compiler.", FLAG(options.version)},
    /* A timing process, see worker.h, or a proving one, see command_verify.c. */
    [O_WORKER] = {"worker", "FD", B | V, UNRECORDED, NULL, WHOLE(int, options.worker, 3, 1 << 20)},
};
// clang-format on
