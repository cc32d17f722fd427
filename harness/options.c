/* SPDX-License-Identifier: MIT */
#include "options.h"
#include "board_text.h"
#include "level.h"
#include "parse.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *what;
} commands[COMMANDS] = {
    [BENCH] = {"bench", "time schemes and print the table (the default)"},
    [LIST] = {"list", "the schemes: family, traits, table sizes, credits, status here"},
    [VERIFY] = {"verify", "check schemes against an independent oracle, exhaustively by line"},
    [QUERY] = {"query", "answer `rook d4 0x<occupancy>` lines from standard input"},
    [QUERIES] = {"queries", "print the queries that bench times, in the form that query reads"},
    [SHOW] = {"show", "draw one attack set"},
    [MACHINE] = {"machine", "what would be recorded about this machine"},
};

enum {
    ON_BENCH = 1 << BENCH,
    ON_LIST = 1 << LIST,
    ON_VERIFY = 1 << VERIFY,
    ON_QUERY = 1 << QUERY,
    ON_QUERIES = 1 << QUERIES,
    ON_SHOW = 1 << SHOW,
    ON_ALL = (1 << COMMANDS) - 1
};

enum option_id {
    SCHEMES,
    SCHEME_,
    PIECE_LIST,
    WORKLOADS,
    MODE_LIST,
    QUICK,
    TIME,
    CPU,
    CORE_KIND,
    NO_PIN,
    LENGTH,
    POSITIONS,
    SEED,
    FORMAT,
    OUT,
    SQUARE,
    PIECE,
    FEN,
    OCCUPIED,
    HELP,
    VERSION,
    OPTIONS
};

/* One table for parsing and for --help. */
static const struct {
    const char *name, *argument;
    unsigned commands;
    const char *what;
} table[OPTIONS] = {
    [SCHEMES] = {"schemes", "REGEX", ON_BENCH | ON_LIST | ON_VERIFY,
                 "only schemes whose name matches (extended, unanchored)"},
    [SCHEME_] = {"scheme", "NAME", ON_QUERY | ON_SHOW,
                 "the scheme that answers (query: the first that runs here)"},
    [PIECE_LIST] = {"pieces", "LIST", ON_BENCH | ON_QUERIES,
                    "of rook,bishop,queen,both (rook,bishop,queen)"},
    [WORKLOADS] = {"workloads", "LIST", ON_BENCH | ON_QUERIES,
                   "of games,random[:PERCENT of squares occupied] (games)"},
    [MODE_LIST] = {"modes", "LIST", ON_BENCH, "of throughput,latency (both)"},
    [QUICK] = {"quick", NULL, ON_BENCH, "a fifth of the time: indicative only"},
    [TIME] = {"time", "SECONDS", ON_BENCH, "timed budget of the whole run (40)"},
    [CPU] = {"cpu", "N", ON_BENCH, "run on this logical CPU"},
    [CORE_KIND] = {"core-kind", "perf|eff", ON_BENCH,
                   "choose among performance or efficiency cores"},
    [NO_PIN] = {"no-pin", NULL, ON_BENCH, "let the operating system choose"},
    [LENGTH] = {"queries", "N", ON_BENCH | ON_QUERIES,
                "length of the list (65536); 64 shows the case of hot caches"},
    [POSITIONS] = {"positions", "FILE", ON_BENCH | ON_QUERIES,
                   "FEN/EPD or UCI move lines in place of the built-in games; - is standard input"},
    [SEED] = {"seed", "N", ON_BENCH | ON_QUERIES,
              "for random occupancies and the order of rows (1)"},
    [FORMAT] = {"format", "NAME", ON_BENCH | ON_LIST, "table, csv, markdown or json"},
    [OUT] = {"out", "DIR", ON_BENCH,
             "save the result as DIR/<cpu>/<date>-<compiler>-<level>.{csv,json}"},
    [SQUARE] = {"square", "SQUARE", ON_SHOW, "where the slider stands: a1..h8"},
    [PIECE] = {"piece", "NAME", ON_SHOW, "rook, bishop, queen or both (queen)"},
    [FEN] = {"fen", "FEN", ON_SHOW, "take the occupancy from a position"},
    [OCCUPIED] = {"occupied", "HEX", ON_SHOW, "the occupancy itself, bit 0 = a1, bit 63 = h8"},
    [HELP] = {"help", NULL, ON_ALL, "this text"},
    [VERSION] = {"version", NULL, ON_ALL, "version, level and compiler"},
};

void options_help(const struct options *options, FILE *out)
{
    fprintf(out,
            "Usage: slidebench [command] [options]\n\nTimes every way of generating sliding-piece "
            "attacks in chess.\n\nCommands:\n");
    for (enum command c = 0; c < COMMANDS; c++)
        fprintf(out, "  %-10s%s\n", commands[c].name, commands[c].what);
    fprintf(out, "\nOptions of %s:\n", commands[options->command].name);
    for (enum option_id o = 0; o < OPTIONS; o++)
        if (table[o].commands & 1u << options->command)
            fprintf(out, "  --%-9s %-9s %s\n", table[o].name,
                    table[o].argument ? table[o].argument : "", table[o].what);
    if (options->command == BENCH)
        fprintf(out,
                "  --benchmark_...       passed to Google Benchmark, e.g. --benchmark_out=FILE\n");
    fprintf(out,
            "\nExit status: 0 ok, 1 wrong attack set, 2 usage, 3 bad input, 4 environment, 5 "
            "output, 6 unstable, 130 interrupted.\n");
}

static bool parse_workloads(char *text, struct options *options, struct error *error)
{
    options->workload_count = 0;
    for (char *rest = text, *word; (word = strsep(&rest, ","));) {
        double percent;
        bool known = !strcmp(word, "games") || !strcmp(word, "random");
        if (!known && (strncmp(word, "random:", 7) ||
                       !parse_double("workloads", word + 7, 0, 100, &percent, error)))
            return fail(
                error, STATUS_USAGE,
                "--workloads: '%s' is neither games nor random nor random:PERCENT (0 to 100)",
                word);
        for (size_t i = 0; i < options->workload_count; i++)
            if (!strcmp(options->workloads[i], word))
                return fail(error, STATUS_USAGE, "--workloads: %s is given twice", word);
        if (options->workload_count == MAX_WORKLOADS)
            return fail(error, STATUS_USAGE, "--workloads: more than %d", MAX_WORKLOADS);
        options->workloads[options->workload_count++] = word;
    }
    return true;
}

static bool scheme_exists(const char *name)
{
    for (const struct scheme *const *s = schemes; *s; s++)
        if (!strcmp((*s)->name, name))
            return true;
    return false;
}

static bool parse_schemes(const char *text, struct options *o, struct error *error)
{
    int rc = regcomp(&o->schemes, text, REG_EXTENDED | REG_NOSUB);
    if (rc) {
        char why[100];
        regerror(rc, &o->schemes, why, sizeof why);
        return fail(error, STATUS_USAGE, "--schemes: '%s' is not a regular expression: %s", text,
                    why);
    }
    o->has_schemes = true;
    for (const struct scheme *const *s = schemes; *s; s++)
        if (options_wants(o, *s))
            return true;
    return fail(error, STATUS_USAGE,
                "--schemes: no scheme matches '%s'; `slidebench list` names them", text);
}

static bool parse_option(enum option_id option, char *text, struct options *o, struct error *error)
{
    static const char *const formats[] = {"table", "csv", "markdown", "json"};
    static const char *const kinds[] = {"perf", "eff"};
    const char *name = table[option].name;
    uint64_t whole;
    int index;
    switch (option) {
    case SCHEMES:
        return parse_schemes(text, o, error);
    case SCHEME_:
        o->scheme = text;
        return scheme_exists(text) ||
               fail(error, STATUS_USAGE,
                    "--scheme: no scheme is called '%s'; `slidebench list` names them", text);
    case PIECE_LIST:
        return parse_set(name, text, piece_names, PIECES, o->pieces, error);
    case MODE_LIST:
        return parse_set(name, text, mode_names, MODES, o->modes, error);
    case WORKLOADS:
        return parse_workloads(text, o, error);
    case QUICK:
        o->seconds = 8;
        return true;
    case TIME:
        return parse_double(name, text, 0.01, 86400, &o->seconds, error);
    case CPU:
        if (!parse_whole(name, text, 0, 1 << 20, &whole, error))
            return false;
        o->pin.cpu = (int)whole;
        return true;
    case CORE_KIND:
        index = parse_name(name, text, strlen(text), kinds, 2, error);
        o->pin.core_kind = index ? CORE_EFF : CORE_PERF;
        return index >= 0;
    case NO_PIN:
        o->pin.off = true;
        return true;
    case LENGTH:
        if (!parse_whole(name, text, 1, 1 << 24, &whole, error))
            return false;
        o->list_length = whole;
        return true;
    case POSITIONS:
        o->positions = text;
        return true;
    case SEED:
        return parse_whole(name, text, 0, UINT64_MAX, &o->seed, error);
    case FORMAT:
        index = parse_name(name, text, strlen(text), formats, 4, error);
        o->format = (enum format)index;
        return index >= 0;
    case OUT:
        o->out = text;
        return *text || fail(error, STATUS_USAGE, "--out: the folder has no name");
    case SQUARE:
        o->square = strlen(text) == 2 ? square_parse(text) : 64;
        return o->square < 64 ||
               fail(error, STATUS_USAGE, "--square: '%s' is not a square from a1 to h8", text);
    case PIECE:
        index = parse_name(name, text, strlen(text), piece_names, PIECES, error);
        o->piece = (enum piece)index;
        return index >= 0;
    case FEN:
        o->fen = text;
        return true;
    case OCCUPIED:
        return parse_hex(name, text, &o->occupied, error);
    case HELP:
        o->help = true;
        return true;
    case VERSION:
        o->version = true;
        return true;
    case OPTIONS:
        break;
    }
    abort();
}

/* What one option cannot know of another. */
static bool check_together(const struct options *o, const bool *given, struct error *error)
{
    if (given[CPU] + given[CORE_KIND] + given[NO_PIN] > 1)
        return fail(error, STATUS_USAGE, "--cpu, --core-kind and --no-pin exclude each other");
    if (given[QUICK] && given[TIME])
        return fail(error, STATUS_USAGE, "--quick and --time exclude each other");
    if (o->command == SHOW && !o->help) {
        if (!given[SCHEME_] || !given[SQUARE])
            return fail(error, STATUS_USAGE, "show needs --scheme NAME and --square SQUARE");
        if (given[FEN] && given[OCCUPIED])
            return fail(error, STATUS_USAGE, "--fen and --occupied exclude each other");
    }
    return true;
}

static bool parse_command(int *argc, char ***argv, struct options *o, struct error *error)
{
    if (*argc < 2 || (*argv)[1][0] == '-')
        return true;
    const char *word = (*argv)[1];
    for (enum command c = 0; c < COMMANDS; c++)
        if (!strcmp(commands[c].name, word)) {
            o->command = c;
            ++*argv;
            --*argc;
            return true;
        }
    return fail(error, STATUS_USAGE, "'%s' is no command; `slidebench --help` lists them", word);
}

/* Takes --benchmark_... away from argv. */
static void split_benchmark(int *argc, char **argv, struct options *o)
{
    int kept = 1;
    o->benchmark_argv = calloc((size_t)*argc + 1, sizeof *argv);
    if (!o->benchmark_argv)
        abort();
    o->benchmark_argv[o->benchmark_argc++] = argv[0];
    for (int i = 1; i < *argc; i++)
        if (o->command == BENCH && !strncmp(argv[i], "--benchmark_", 12))
            o->benchmark_argv[o->benchmark_argc++] = argv[i];
        else
            argv[kept++] = argv[i];
    *argc = kept;
}

bool options_parse(int argc, char **argv, struct options *o, struct error *error)
{
    *o = (struct options){
        .pieces = {true, true, true, false},
        .modes = {true, true},
        .workloads = {"games"},
        .workload_count = 1,
        .seconds = 40,
        .list_length = 65536,
        .seed = 1,
        .pin.cpu = -1,
        .piece = QUEEN,
    };
    if (!parse_command(&argc, &argv, o, error))
        return false;
    split_benchmark(&argc, argv, o);

    struct option long_options[OPTIONS + 1] = {0};
    for (int i = 0; i < OPTIONS; i++)
        long_options[i] = (struct option){
            table[i].name, table[i].argument ? required_argument : no_argument, NULL, i};

    bool given[OPTIONS] = {false};
    opterr = 0;
    optind = 1;
    for (int i; (i = getopt_long(argc, argv, ":", long_options, NULL)) != -1;) {
        if (i == ':')
            return fail(error, STATUS_USAGE, "%s needs a value", argv[optind - 1]);
        if (i == '?')
            return fail(error, STATUS_USAGE, "%s is no option; `slidebench %s --help` lists them",
                        argv[optind - 1], commands[o->command].name);
        if (!(table[i].commands & 1u << o->command))
            return fail(error, STATUS_USAGE, "--%s is no option of %s", table[i].name,
                        commands[o->command].name);
        if (given[i])
            return fail(error, STATUS_USAGE, "--%s is given twice", table[i].name);
        given[i] = true;
        if (!parse_option((enum option_id)i, optarg, o, error))
            return false;
    }
    if (optind < argc)
        return fail(error, STATUS_USAGE, "'%s' is unexpected; options begin with --", argv[optind]);
    return check_together(o, given, error);
}

bool options_wants(const struct options *o, const struct scheme *scheme)
{
    return !o->has_schemes || regexec(&o->schemes, scheme->name, 0, NULL, 0) == 0;
}
