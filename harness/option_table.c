/* SPDX-License-Identifier: MIT */
#include "option_table.h"

const char *const command_names[COMMANDS] = {
    [BENCH] = "bench",     [LIST] = "list", [VERIFY] = "verify", [QUERY] = "query",
    [QUERIES] = "queries", [SHOW] = "show", [PERFT] = "perft",   [MACHINE] = "machine",
};

static const char *const command_help[COMMANDS] = {
    [BENCH] = "time schemes and print the table (the default)",
    [LIST] = "the schemes: family, traits, table sizes, credits, status here",
    [VERIFY] = "check schemes against an independent oracle, exhaustively by line",
    [QUERY] = "answer `rook d4 0x<occupancy>` lines from standard input",
    [QUERIES] = "print the queries that bench times, in the form that query reads",
    [SHOW] = "draw one attack set",
    [PERFT] = "count legal move sequences by a generator built on one scheme",
    [MACHINE] = "what would be recorded about this machine",
};

enum { /* commands that an option belongs to */
       B = 1 << BENCH,
       L = 1 << LIST,
       V = 1 << VERIFY,
       Q = 1 << QUERY,
       QS = 1 << QUERIES,
       S = 1 << SHOW,
       P = 1 << PERFT,
       EVERY = (1 << COMMANDS) - 1
};

// clang-format off
const struct option_line option_table[OPTIONS] = {
    [O_SCHEMES]     = {"schemes", "REGEX", B | L | V, "only schemes whose name matches (extended, unanchored)"},
    [O_SCHEME]      = {"scheme", "NAME", Q | S | P, "the scheme that answers (query, perft: the first branchless one that runs here)"},
    [O_PIECES]      = {"pieces", "LIST", B | QS, "of rook,bishop,queen,both,all (all but both)"},
    [O_WORKLOADS]   = {"workloads", "LIST", B | QS, "of games[:LEAST-MOST men],search,random[:PERCENT of squares occupied] (games)"},
    [O_MODES]       = {"modes", "LIST", B, "of throughput,latency,setwise,replay[-upkeep|-lookups],perft,burst[-KIB-QUERIES],threads[-N],batch,board (throughput,latency)"},
    [O_LENGTH]      = {"queries", "N", B | QS, "length of a list (65536); 64 shows the case of hot caches"},
    [O_POSITIONS]   = {"positions", "FILE", B | QS, "FEN/EPD or UCI move lines in place of the built-in games; - is standard input"},
    [O_SEED]        = {"seed", "N", B | QS, "for random occupancies and the order of rows (1)"},
    [O_PROCESSES]   = {"processes", "N", B, "timing processes, one after the other (5: indicative)"},
    [O_SPREAD]      = {"spread", "DURATION", B, "start them evenly over this time: 90s, 15m, 1h (0s: in a row)"},
    [O_TIME]        = {"time", "SECONDS", B, "timed budget of one process (8)"},
    [O_QUICK]       = {"quick", NULL, B, "queens alone, 5 processes of 2 seconds"},
    [O_FULL]        = {"full", NULL, B, "all modes, workloads and pieces (some 12 minutes)"},
    [O_STANDARD]    = {"standard", NULL, B, "20 processes over 15 minutes"},
    [O_REFERENCE]   = {"reference", NULL, B, "60 processes over 45 minutes"},
    [O_CPU]         = {"cpu", "N", B, "run on this logical CPU"},
    [O_CORE_KIND]   = {"core-kind", "perf|eff", B, "choose among performance or efficiency cores"},
    [O_NO_PIN]      = {"no-pin", NULL, B, "let the operating system choose"},
    [O_PAGES]       = {"pages", "4k|huge", B, "pages of the tables (4k)"},
    [O_INTERLEAVED] = {"interleaved", NULL, B, "caches as the other schemes left them, not warmed before each sample"},
    [O_MEASURE]     = {"measure", NULL, L, "also time and page faults of each init, bytes of the queen getter's code"},
    [O_PROVE]       = {"prove", NULL, V, "prove each scheme for all 2^64 occupancies, under valgrind (minutes)"},
    [O_JOBS]        = {"jobs", "N", V, "with --prove: schemes at a time (as many as CPUs)"},
    [O_FORMAT]      = {"format", "NAME", B | L, "table, csv, markdown or json"},
    [O_OUT]         = {"out", "DIR", B, "save the result as DIR/<cpu>/<date>-<compiler>-<level>.{csv,json}"},
    [O_SQUARE]      = {"square", "SQUARE", S, "where the slider stands: a1..h8"},
    [O_PIECE]       = {"piece", "NAME", S, "rook, bishop, queen or both (queen)"},
    [O_FEN]         = {"fen", "FEN", S | P, "the position (perft: the initial one); X-FEN and Shredder-FEN are read, too"},
    [O_OCCUPIED]    = {"occupied", "HEX", S, "the occupancy itself, bit 0 = a1, bit 63 = h8"},
    [O_DEPTH]       = {"depth", "N", P, "plies (5)"},
    [O_DIVIDE]      = {"divide", NULL, P, "also print the count below each first move"},
    [O_HELP]        = {"help", NULL, EVERY, "this text"},
    [O_VERSION]     = {"version", NULL, EVERY, "version, level and compiler"},
    [O_WORKER]      = {"worker", "FD", B | V, NULL}, /* a timing process, see worker.h; a proving one, see command_prove.c */
};
// clang-format on

void options_help(const struct options *options, FILE *out)
{
    fprintf(out,
            "Usage: slidebench [command] [options]\n\n"
            "Times every way of generating sliding-piece attacks in chess.\n\nCommands:\n");
    for (enum command c = 0; c < COMMANDS; c++)
        fprintf(out, "  %-10s%s\n", command_names[c], command_help[c]);
    fprintf(out, "\nOptions of %s:\n", command_names[options->command]);
    for (enum option_id o = 0; o < OPTIONS; o++) {
        const struct option_line *line = &option_table[o];
        if (line->what && line->commands & 1u << options->command)
            fprintf(out, "  --%-12s%-9s %s\n", line->name, line->argument ? line->argument : "",
                    line->what);
    }
    if (options->command == BENCH)
        fprintf(out,
                "  --benchmark_...        passed to Google Benchmark, e.g. --benchmark_out=FILE\n");
    fprintf(
        out,
        "\nExit status: 0 ok, 1 wrong attack set, 2 usage, 3 bad input, 4 environment, 5 output, "
        "6 unstable, 130 interrupted.\n");
}
