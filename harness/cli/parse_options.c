/* SPDX-License-Identifier: MIT */
#include "cli/parse_options.h"
#include "cli/option_rules.h"
#include "cli/option_table.h"
#include "cli/option_value.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_OPTION = 256 }; /* getopt_long() returns this for the first one of the table */

static bool set_defaults(struct raw_options *raw, struct error *error)
{
    struct options *o = &raw->options;
    *raw = (struct raw_options){
        .options = {.jobs = (size_t)sysconf(_SC_NPROCESSORS_ONLN),
                    .piece = QUEEN,
                    .depth = DEFAULT_DEPTH,
                    .restrictions.max_kib = UINT64_MAX,
                    .prefix = "sliders",
                    .worker = -1},
        .pieces = {[MIX_NNUE] = true,
                   [MIX_HAND_MADE] = true,
                   [ROOK] = true,
                   [BISHOP] = true,
                   [QUEEN] = true,
                   [ALL] = true},
        .workloads = "games",
    };
    o->run.seconds = DEFAULT_SECONDS;
    o->run.processes = DEFAULT_PROCESSES;
    o->run.list_length = DEFAULT_LIST_LENGTH;
    o->run.seed = DEFAULT_SEED;
    o->run.pin.cpu = -1;
    return modes_parse("throughput,latency", &raw->modes, error);
}

/* Keeps the program's name, and makes room for as many options as there are words. */
static bool make_room(int argc, char **argv, struct run_request *run, struct error *error)
{
    run->program = argv[0];
    run->benchmark_argv = calloc((size_t)argc + 1, sizeof *run->benchmark_argv);
    run->given = calloc((size_t)argc + 1, sizeof *run->given);
    return (run->benchmark_argv && run->given) ||
           fail(error, STATUS_ENVIRONMENT, "no memory for the options");
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
    return fail(error, STATUS_USAGE, "'%s' is not a command; see `slidebench --help`", word);
}

/* Adds one that a resumed run repeats. */
static void add_given(struct run_request *run, const char *name, const char *value)
{
    run->given[run->given_count++] = (struct given_option){name, value};
}

static bool starts_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* Moves Google Benchmark's arguments from argv to the request. A resumed run repeats them, except
 * for the output files. */
static void split_benchmark(int *argc, char **argv, struct options *o)
{
    struct run_request *run = &o->run;
    int kept = 1;
    run->benchmark_argv[run->benchmark_argc++] = argv[0];
    for (int i = 1; i < *argc; i++) {
        if (o->command != COMMAND_BENCH || !starts_with(argv[i], "--benchmark_")) {
            argv[kept++] = argv[i];
            continue;
        }
        run->benchmark_argv[run->benchmark_argc++] = argv[i];
        if (!starts_with(argv[i], "--benchmark_out") && !starts_with(argv[i], "--benchmark_format"))
            add_given(run, argv[i], NULL);
    }
    *argc = kept;
}

static bool take_option(enum option_id option, const char *value, struct raw_options *raw,
                        struct error *error)
{
    const struct option_spec *spec = &option_table[option];
    struct options *o = &raw->options;
    if (!(spec->commands & 1u << o->command))
        return fail(error, STATUS_USAGE, "--%s is not an option of %s", spec->name,
                    command_names[o->command]);
    if (raw->given[option])
        return fail(error, STATUS_USAGE, "--%s is given twice", spec->name);
    raw->given[option] = true;
    if (spec->recorded)
        add_given(&o->run, spec->name, value);
    return option_value_parse(option, value, raw, error);
}

/* Takes a word that is not an option: the scheme of `export`, the file of `summarize`. */
static bool take_operand(const char *word, struct options *o, struct error *error)
{
    if (o->command == COMMAND_SUMMARIZE && !o->result && *word) {
        o->result = word;
        return true;
    }
    if (o->command == COMMAND_EXPORT && !o->scheme)
        return scheme_name_parse("export", word, &o->scheme, error);
    return fail(error, STATUS_USAGE, "'%s' is unexpected; options begin with --", word);
}

/* Takes what getopt_long() returned for the argument `word`. */
static bool take_argument(int code, const char *word, struct raw_options *raw, struct error *error)
{
    enum { OPERAND = 1 };
    const char *command = command_names[raw->options.command];
    switch (code) {
    case ':':
        return fail(error, STATUS_USAGE, "%s needs a value", word);
    case '?':
        return fail(error, STATUS_USAGE, "%s: unknown option; see `slidebench %s --help`", word,
                    command);
    case OPERAND:
        return take_operand(optarg, &raw->options, error);
    case 'o':
        return take_option(O_OUTPUT, optarg, raw, error);
    default:
        return take_option((enum option_id)(code - FIRST_OPTION), optarg, raw, error);
    }
}

static bool take_options(int argc, char **argv, struct raw_options *raw, struct error *error)
{
    struct option long_options[OPTIONS + 1] = {0};
    for (int i = 0; i < OPTIONS; i++)
        long_options[i] = (struct option){
            option_table[i].name, option_table[i].argument ? required_argument : no_argument, NULL,
            FIRST_OPTION + i};
    opterr = 0;
    optind = 0; /* resets the state that a previous call left */
    for (int code, at = 1; (code = getopt_long(argc, argv, "-:o:", long_options, NULL)) != -1;
         at = optind)
        if (!take_argument(code, argv[at], raw, error))
            return false;
    for (; optind < argc; optind++)
        if (!take_operand(argv[optind], &raw->options, error))
            return false;
    return true;
}

static bool make_matrix(const struct raw_options *raw, struct matrix *matrix, struct error *error)
{
    if (raw->full) {
        matrix_full(matrix);
        return true;
    }
    if (!matrix_parse(raw->workloads, raw->pieces, &raw->modes, matrix, error))
        return false;
    if (!raw->given[O_PIECES] && !raw->given[O_MODES])
        matrix_queen_latency_only(matrix);
    return true;
}

static bool parse_all(int argc, char **argv, struct raw_options *raw, struct error *error)
{
    if (!set_defaults(raw, error) || !make_room(argc, argv, &raw->options.run, error) ||
        !parse_command(&argc, &argv, &raw->options, error))
        return false;
    split_benchmark(&argc, argv, &raw->options);
    if (!take_options(argc, argv, raw, error))
        return false;
    options_apply_presets(raw);
    return make_matrix(raw, &raw->options.run.matrix, error) && options_check_conflicts(raw, error);
}

bool options_parse(int argc, char **argv, struct options *options, struct error *error)
{
    struct raw_options raw;
    bool ok = parse_all(argc, argv, &raw, error);
    *options = raw.options;
    return ok;
}

void options_free(struct options *o)
{
    free(o->run.selected);
    free(o->run.given);
    free(o->run.benchmark_argv);
}
