/* SPDX-License-Identifier: MIT
 * --help and --version. */
#include "commit.h"
#include "target/isa_level.h"
#include "cli/option_table.h"
#include "plan/modes.h"

#include <string.h>

enum {
    LEFT = 24,
    WIDTH = 80
}; /* columns: where descriptions begin, and the most that a terminal is sure to have */

static const char *const commands[COMMANDS] = {
    [BENCH] = "time schemes and print the table (the default)",
    [LIST] = "the schemes: family, traits, table sizes, credits, status here",
    [VERIFY] = "check schemes against an independent oracle, exhaustively by line",
    [QUERY] = "answer `rook d4 0x<occupancy>` lines from standard input",
    [QUERIES] = "print the queries that bench times, in the form that query reads",
    [SHOW] = "draw one attack set",
    [PERFT] = "count legal move sequences by a generator built on one scheme",
    [MACHINE] = "what would be recorded about this machine",
};

/* The option that a group of the table begins with. */
static const char *const groups[OPTIONS] = {
    [O_SCHEMES] = "What",  [O_PROCESSES] = "How long", [O_CPU] = "Where", [O_MEASURE] = "More work",
    [O_FORMAT] = "Output", [O_SQUARE] = "Position",    [O_HELP] = "Help",
};

static const char *const examples[COMMANDS] = {
    [BENCH] =
        "  slidebench --quick                     queens alone, ten seconds\n"
        "  slidebench --schemes '^(pext|magic)'   two families against each other\n"
        "  slidebench --workloads random:40 --format csv\n"
        "  slidebench --standard --out results    a result to send\n",
    [LIST] = "  slidebench list --schemes sissy --format markdown\n",
    [VERIFY] = "  slidebench verify --prove --schemes '^hyperbola$'\n",
    [QUERY] = "  echo 'queen d4 0x8041a20428054a00' | slidebench query --scheme kogge_stone\n",
    [QUERIES] = "  slidebench queries --pieces rook | slidebench query\n",
    [SHOW] = "  slidebench show --scheme hyperbola --square d4 --occupied 0x8041a20428054a00\n",
    [PERFT] = "  slidebench perft --depth 6\n",
    [MACHINE] = "  slidebench machine\n",
};

/* Broken between words, from this column on. */
static void print_wrapped(const char *text, size_t column, FILE *out)
{
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > LEFT && column + 1 + word > WIDTH) {
            fprintf(out, "\n%*s", LEFT, "");
            column = LEFT;
        } else if (column > LEFT)
            column += (size_t)fprintf(out, " ");
        fprintf(out, "%.*s", (int)word, text);
        column += word;
        text += word + (text[word] == ' ');
    }
    fputc('\n', out);
}

static void print_option(const char *name, const char *argument, const char *what, FILE *out)
{
    int end = fprintf(out, "  --%s%s%s", name, argument ? " " : "", argument ? argument : "");
    if (end + 2 > LEFT)
        end = fprintf(out, "\n") - 1;
    fprintf(out, "%*s", LEFT - end, "");
    print_wrapped(what, LEFT, out);
}

/* Replaces {modes} by the names of all modes. */
static const char *description(const char *what, char text[static WIDTH + MODE_NAMES])
{
    static const char placeholder[] = "{modes}";
    char names[MODE_NAMES];
    const char *at = strstr(what, placeholder);
    if (!at)
        return what;
    snprintf(text, WIDTH + MODE_NAMES, "%.*s%s%s", (int)(at - what), what, mode_names_text(names),
             at + strlen(placeholder));
    return text;
}

void options_help(const struct options *options, FILE *out)
{
    enum command command = options->command;
    fprintf(out,
            "Usage: slidebench [command] [options]\n\n"
            "Times every way of generating sliding-piece attacks in chess. Defaults stand in\n"
            "parentheses.\n\nCommands:\n");
    for (enum command c = 0; c < COMMANDS; c++)
        fprintf(out, "  %-10s%s\n", command_names[c], commands[c]);
    fprintf(out, "\n`slidebench COMMAND --help` tells the options of each.\n\nOptions of %s:\n",
            command_names[command]);
    const char *group = NULL;
    for (enum option_id o = 0; o < OPTIONS; o++) {
        const struct option_line *line = &option_table[o];
        if (groups[o])
            group = groups[o];
        if (!line->what || !(line->commands & 1u << command))
            continue;
        if (group)
            fprintf(out, " %s\n", group);
        group = NULL;
        char text[WIDTH + MODE_NAMES];
        print_option(line->name, line->argument, description(line->what, text), out);
    }
    if (command == BENCH) {
        fprintf(out, " Google Benchmark\n");
        print_option("benchmark_...", NULL, "its own options, e.g. --benchmark_out=FILE", out);
    }
    fprintf(out, "\nExamples:\n%s", examples[command]);
    fprintf(out,
            "\nExit status: 0 ok, 1 wrong attack set, 2 usage, 3 bad input, 4 environment,\n"
            "5 output, 6 in doubt, 130 interrupted.\n");
}

void options_version(FILE *out)
{
    fprintf(out, "slidebench %s%s%s, level %s, %s\n", SLIDEBENCH_VERSION,
            *SLIDEBENCH_COMMIT ? ", commit " : "", SLIDEBENCH_COMMIT, level_name, level_compiler);
}
