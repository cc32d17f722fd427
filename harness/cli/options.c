/* SPDX-License-Identifier: MIT */
#include "cli/options.h"
#include "chess/board_text.h"
#include "cli/option_table.h"
#include "base/parse.h"
#include "plan/scheme_filter.h"
#include "workload/workload.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool out_of_memory(struct error *error)
{
    return fail(error, STATUS_ENVIRONMENT, "no memory for the options");
}

static bool scheme_exists(const char *name)
{
    for (const struct scheme *const *s = schemes; *s; s++)
        if (!strcmp((*s)->name, name))
            return true;
    return false;
}

/* What several options say together. */
struct said {
    bool given[OPTIONS];
    bool pieces[ROW_PIECES];
    struct modes modes;
    const char *workloads;
};

static bool parse_option(enum option_id option, char *text, struct options *o, struct said *said,
                         struct error *error)
{
    static const char *const formats[] = {"table", "csv", "markdown", "json"};
    static const char *const kinds[] = {"perf", "eff"};
    static const char *const pages[] = {"4k", "huge"};
    const char *name = option_table[option].name;
    uint64_t whole;
    int index;
    switch (option) {
    case O_SCHEMES:
        return scheme_filter_parse(text, &o->run.selected, error);
    case O_SCHEME:
        o->scheme = text;
        return scheme_exists(text) ||
               fail(error, STATUS_USAGE,
                    "--scheme: no scheme is called '%s'; `slidebench list` names them", text);
    case O_PIECES:
        return parse_set(name, text, piece_names, ROW_PIECES, said->pieces, error);
    case O_MODES:
        return modes_parse(text, &said->modes, error);
    case O_WORKLOADS:
        said->workloads = text;
        return true;
    case O_QUICK:
        o->run.seconds = 2;
        return true;
    case O_FULL:
        o->run.seconds = 60;
        return true;
    case O_STANDARD:
        o->run.processes = 20;
        o->run.spread = 15 * 60;
        return true;
    case O_REFERENCE:
        o->run.processes = 60;
        o->run.spread = 45 * 60;
        return true;
    case O_PROCESSES:
        if (!parse_whole(name, text, 1, 1000, &whole, error))
            return false;
        o->run.processes = whole;
        return true;
    case O_SPREAD:
        return parse_duration(name, text, &o->run.spread, error);
    case O_PAGES:
        index = parse_name(name, text, strlen(text), pages, 2, error);
        o->run.huge_pages = index == 1;
        return index >= 0;
    case O_INTERLEAVED:
        o->run.no_warmup = true;
        return true;
    case O_QUIET:
        o->quiet = true;
        return true;
    case O_WORKER:
        if (!parse_whole(name, text, 3, 1 << 20, &whole, error))
            return false;
        o->worker = (int)whole;
        return true;
    case O_MEASURE:
        o->measure = true;
        return true;
    case O_PROVE:
        o->prove = true;
        return true;
    case O_JOBS:
        if (!parse_whole(name, text, 1, 1024, &whole, error))
            return false;
        o->jobs = whole;
        return true;
    case O_TIME:
        return parse_double(name, text, 0.01, 86400, &o->run.seconds, error);
    case O_CPU:
        if (!parse_whole(name, text, 0, 1 << 20, &whole, error))
            return false;
        o->run.pin.cpu = (int)whole;
        return true;
    case O_CORE_KIND:
        index = parse_name(name, text, strlen(text), kinds, 2, error);
        o->run.pin.core_kind = index ? CORE_EFF : CORE_PERF;
        return index >= 0;
    case O_NO_PIN:
        o->run.pin.off = true;
        return true;
    case O_LENGTH:
        if (!parse_whole(name, text, 1, 1 << 24, &whole, error))
            return false;
        o->run.list_length = whole;
        return true;
    case O_POSITIONS:
        o->run.positions = text;
        return true;
    case O_SEED:
        return parse_whole(name, text, 0, UINT64_MAX, &o->run.seed, error);
    case O_FORMAT:
        index = parse_name(name, text, strlen(text), formats, 4, error);
        o->format = (enum format)index;
        return index >= 0;
    case O_OUT:
        o->out = text;
        return *text || fail(error, STATUS_USAGE, "--out: the folder has no name");
    case O_RESUME:
        o->resume = text;
        return true;
    case O_SQUARE:
        o->square = strlen(text) == 2 ? square_parse(text) : 64;
        return o->square < 64 ||
               fail(error, STATUS_USAGE, "--square: '%s' is not a square from a1 to h8", text);
    case O_PIECE:
        index = parse_name(name, text, strlen(text), piece_names, PIECES, error);
        o->piece = (enum piece)index;
        return index >= 0;
    case O_FEN:
        o->fen = text;
        return true;
    case O_DEPTH:
        if (!parse_whole(name, text, 0, 99, &whole, error))
            return false;
        o->depth = (unsigned)whole;
        return true;
    case O_DIVIDE:
        o->divide = true;
        return true;
    case O_OCCUPIED:
        return parse_hex(name, text, &o->occupied, error);
    case O_HELP:
        o->help = true;
        return true;
    case O_VERSION:
        o->version = true;
        return true;
    case OPTIONS:
        break;
    }
    abort();
}

/* Returns whether a resumed run must have the same option: not where input, output and messages go. */
static bool decides_run(enum option_id option)
{
    switch (option) {
    case O_POSITIONS:
    case O_FORMAT:
    case O_OUT:
    case O_RESUME:
    case O_QUIET:
    case O_HELP:
    case O_VERSION:
    case O_WORKER:
        return false;
    default:
        return true;
    }
}

/* What one option cannot know of another. */
static bool check_together(const struct options *o, const bool *given, struct error *error)
{
    if (given[O_CPU] + given[O_CORE_KIND] + given[O_NO_PIN] > 1)
        return fail(error, STATUS_USAGE, "--cpu, --core-kind and --no-pin exclude each other");
    if (given[O_QUICK] + given[O_STANDARD] + given[O_REFERENCE] > 1)
        return fail(error, STATUS_USAGE, "--quick, --standard and --reference exclude each other");
    if (given[O_QUICK] && (given[O_TIME] || given[O_FULL]))
        return fail(error, STATUS_USAGE, "--quick, --full and --time exclude each other");
    if (given[O_FULL] && (given[O_PIECES] || given[O_MODES] || given[O_WORKLOADS]))
        return fail(error, STATUS_USAGE, "--full says --pieces, --workloads and --modes itself");
    if ((given[O_STANDARD] || given[O_REFERENCE]) && (given[O_PROCESSES] || given[O_SPREAD]))
        return fail(error, STATUS_USAGE,
                    "--standard and --reference say --processes and --spread themselves");
    if (o->measure && o->format == FORMAT_MARKDOWN)
        return fail(error, STATUS_USAGE, "--measure goes with the formats table, csv and json");
    if (given[O_JOBS] && !given[O_PROVE])
        return fail(error, STATUS_USAGE, "--jobs goes with --prove");
    if (o->resume && (o->run.given_count || o->out || o->run.benchmark_argc > 1))
        return fail(error, STATUS_USAGE,
                    "--resume goes with --positions, --format and --quiet; the file has the other "
                    "options");
    if (o->command == SHOW && !o->help) {
        if (!given[O_SCHEME] || !given[O_SQUARE])
            return fail(error, STATUS_USAGE, "show needs --scheme NAME and --square SQUARE");
        if (given[O_FEN] && given[O_OCCUPIED])
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
        if (!strcmp(command_names[c], word)) {
            o->command = c;
            ++*argv;
            --*argc;
            return true;
        }
    return fail(error, STATUS_USAGE, "'%s' is no command; `slidebench --help` lists them", word);
}

/* Takes --benchmark_... away from argv. */
static bool split_benchmark(int *argc, char **argv, struct options *o)
{
    int kept = 1;
    o->run.benchmark_argv = calloc((size_t)*argc + 1, sizeof *argv);
    if (!o->run.benchmark_argv)
        return false;
    o->run.benchmark_argv[o->run.benchmark_argc++] = argv[0];
    for (int i = 1; i < *argc; i++)
        if (o->command == BENCH && !strncmp(argv[i], "--benchmark_", 12))
            o->run.benchmark_argv[o->run.benchmark_argc++] = argv[i];
        else
            argv[kept++] = argv[i];
    *argc = kept;
    return true;
}

/* Google Benchmark's own output files are no part of a run. */
static void keep_benchmark(struct options *o)
{
    for (int i = 1; i < o->run.benchmark_argc; i++)
        if (strncmp(o->run.benchmark_argv[i], "--benchmark_out", 15) &&
            strncmp(o->run.benchmark_argv[i], "--benchmark_format", 18))
            o->run.given[o->run.given_count++] =
                (struct given_option){o->run.benchmark_argv[i], NULL};
}

bool options_parse(int argc, char **argv, struct options *o, struct error *error)
{
    *o = (struct options){
        .run.seconds = 8,
        .run.processes = 5,
        .jobs = (size_t)sysconf(_SC_NPROCESSORS_ONLN),
        .run.list_length = 65536,
        .run.seed = 1,
        .run.pin.cpu = -1,
        .worker = -1,
        .run.argc = argc,
        .run.argv = malloc(((size_t)argc + 1) * sizeof *argv),
        .run.given = calloc((size_t)argc + 1, sizeof(struct given_option)),
        .piece = QUEEN,
        .depth = 5,
    };
    if (!o->run.argv || !o->run.given)
        return out_of_memory(error);
    memcpy(o->run.argv, argv, ((size_t)argc + 1) * sizeof *argv); /* before getopt sorts it */
    if (!parse_command(&argc, &argv, o, error))
        return false;
    if (!split_benchmark(&argc, argv, o))
        return out_of_memory(error);
    keep_benchmark(o);

    struct option long_options[OPTIONS + 1] = {0};
    for (int i = 0; i < OPTIONS; i++)
        long_options[i] =
            (struct option){option_table[i].name,
                            option_table[i].argument ? required_argument : no_argument, NULL, i};

    struct said said = {.pieces = {[ROOK] = true, [BISHOP] = true, [QUEEN] = true, [ALL] = true},
                        .workloads = "games"};
    bool *given = said.given, ok = modes_parse("throughput,latency", &said.modes, error);
    opterr = 0;
    optind = 0; /* forgets what an earlier call left unread */
    for (int i, at = 1; (i = getopt_long(argc, argv, "+:", long_options, NULL)) != -1;
         at = optind) {
        if (i == ':')
            return fail(error, STATUS_USAGE, "%s needs a value", argv[at]);
        if (i == '?')
            return fail(error, STATUS_USAGE, "%s is no option; `slidebench %s --help` lists them",
                        argv[at], command_names[o->command]);
        if (!(option_table[i].commands & 1u << o->command))
            return fail(error, STATUS_USAGE, "--%s is no option of %s", option_table[i].name,
                        command_names[o->command]);
        if (given[i])
            return fail(error, STATUS_USAGE, "--%s is given twice", option_table[i].name);
        given[i] = true;
        if (decides_run((enum option_id)i))
            o->run.given[o->run.given_count++] =
                (struct given_option){option_table[i].name, optarg};
        if (!parse_option((enum option_id)i, optarg, o, &said, error))
            return false;
    }
    if (optind < argc)
        return fail(error, STATUS_USAGE, "'%s' is unexpected; options begin with --", argv[optind]);
    if (given[O_QUICK] && !given[O_PIECES])
        said.pieces[ROOK] = said.pieces[BISHOP] = false;
    if (given[O_FULL])
        matrix_full(&o->run.matrix);
    else
        ok = matrix_parse(said.workloads, said.pieces, &said.modes, &o->run.matrix, error);
    return ok && check_together(o, given, error);
}

void options_free(struct options *o)
{
    free(o->run.selected);
    free(o->run.argv);
    free(o->run.given);
    free(o->run.benchmark_argv);
}
