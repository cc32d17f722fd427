/* SPDX-License-Identifier: MIT
 * The table of commands; --help and --version. */
#include "base/terminal.h"
#include "cli/commands.h"
#include "commit.h"
#include "target/isa_level.h"

#include <ctype.h>

enum {
    INDENT = 24, /* column of the help texts */
    WIDTH = 80   /* columns of the narrowest terminal */
};

#ifdef WITHOUT_BENCH
#define NEEDS_LIBRARIES(command) NULL
#else
#define NEEDS_LIBRARIES(command) command
#endif

const struct command_info commands[COMMANDS] = {
    [COMMAND_BENCH] = {"bench", NEEDS_LIBRARIES(command_bench),
                       "verify and time schemes, print a table (the default)",
                       "  slidebench --schemes '^(pext|magic)'\n"
                       "  slidebench --preset quick              queens only, 14 seconds\n"
                       "  slidebench --workloads random:40 --format csv\n"
                       "  slidebench --preset standard --out results\n",
                       NULL},
    [COMMAND_LIST] = {"list", command_list,
                      "list schemes: family, traits, table sizes, credits, support",
                      "  slidebench list --schemes sissy --format markdown\n", NULL},
    [COMMAND_VERIFY] = {"verify", command_verify,
                        "check schemes against an independent oracle, exhaustively by line",
                        "  slidebench verify --schemes pext\n"
                        "  slidebench verify --prove --schemes '^hyperbola$'\n",
                        NULL},
    [COMMAND_QUERY] =
        {"query", command_query,
         "compute attack sets for lines of standard input, as `rook d4 0x81`",
         "  echo 'queen d4 0x8041a20428054a00' | slidebench query --scheme kogge_stone\n", NULL},
    [COMMAND_QUERIES] = {"queries", command_queries,
                         "print the lookups that bench times, as input for query",
                         "  slidebench queries --pieces rook | slidebench query\n", NULL},
    [COMMAND_SHOW] =
        {"show", command_show, "draw one attack set",
         "  slidebench show --scheme hyperbola --square d4 --occupied 0x8041a20428054a00\n",
         " --square SQUARE"},
    [COMMAND_PERFT] = {"perft", command_perft,
                       "count legal move sequences, with slider attacks by one scheme",
                       "  slidebench perft --depth 6\n", NULL},
    [COMMAND_SUMMARIZE] =
        {"summarize", NEEDS_LIBRARIES(command_summarize),
         "print a recorded run as bench did, from its log",
         "  slidebench summarize results/amd-epyc-zen-4/20261127-gcc-12-native.jsonl.gz\n", " LOG"},
    [COMMAND_RECOMMEND] = {"recommend", NEEDS_LIBRARIES(command_recommend),
                           "name the scheme to take, by a log (default: the newest of this CPU)",
                           "  slidebench recommend --for hce --max-kib 64 --without bmi2\n",
                           " [LOG]"},
    [COMMAND_EXPORT] = {"export", command_export,
                        "write schemes as a header for an engine, in C or C++",
                        "  slidebench export pext -o sliders.h\n"
                        "  slidebench export pext magic_black      chosen by the CPU at run time\n",
                        " NAME..."},
    [COMMAND_MACHINE] = {"machine", NEEDS_LIBRARIES(command_machine),
                         "print what a result records about this machine", "  slidebench machine\n",
                         NULL},
};

static void print_option(const char *name, const char *argument, const char *help, FILE *out)
{
    int end = fprintf(out, "  --%s%s%s", name, argument ? " " : "", argument ? argument : "");
    if (end + 2 > INDENT)
        end = fprintf(out, "\n") - 1;
    fprintf(out, "%*s", INDENT - end, "");
    print_folded(help, INDENT, WIDTH, INDENT, out);
}

static void print_options(enum command command, FILE *out)
{
    const char *group = NULL;
    for (const struct option_spec *spec = option_table; spec->name; spec++) {
        if (spec->group)
            group = spec->group;
        if (!spec->help || !(spec->commands & 1u << command))
            continue;
        if (group)
            fprintf(out, " %s\n", group);
        group = NULL;
        print_option(spec->name, spec->argument, spec->help, out);
    }
    if (command == COMMAND_BENCH) {
        fprintf(out, " Google Benchmark\n");
        print_option("benchmark_...", NULL,
                     "These options make Google Benchmark measure and print instead.", out);
    }
}

static void print_commands(FILE *out)
{
    fprintf(out,
            "Usage: slidebench [command] [options]\n\n"
            "Compares the speed of sliding-piece attack generators for chess.\n\nCommands:\n");
    for (enum command c = 0; c < COMMANDS; c++)
        fprintf(out, "  %-11s%s\n", commands[c].name, commands[c].summary);
    fprintf(out, "\n`slidebench COMMAND --help` prints the options of COMMAND.\n");
}

static void print_usage(enum command command, FILE *out)
{
    const char *operands = commands[command].operands, *summary = commands[command].summary;
    fprintf(out, "Usage: slidebench %s%s [options]\n\n%c%s.\n", commands[command].name,
            operands ? operands : "", toupper(*summary), summary + 1);
}

void help_print(enum command command, FILE *out)
{
    if (command == COMMAND_BENCH)
        print_commands(out);
    else
        print_usage(command, out);
    fprintf(out, "\nOptions of %s:\n", commands[command].name);
    print_options(command, out);
    fprintf(out, "\nExamples:\n%s", commands[command].examples);
    fprintf(out,
            "\nExit status: 0 ok, 1 wrong attack set, 2 usage, 3 bad input, 4 environment,\n"
            "5 output, 6 result in doubt, 130 interrupted.\n");
}

void version_print(FILE *out)
{
    fprintf(out, "slidebench %s%s%s, level %s, %s\n", SLIDEBENCH_VERSION,
            *SLIDEBENCH_COMMIT ? ", commit " : "", SLIDEBENCH_COMMIT, level_name, level_compiler);
}

bool fail_without_libraries(const char *what, struct error *error)
{
    return fail(error, STATUS_ENVIRONMENT,
                "built without libraries, there is no %s: run scripts/install-deps bench, then "
                "build again",
                what);
}
