/* SPDX-License-Identifier: MIT
 * The command line: `slidebench [command] [options]`. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "plan/matrix.h"
#include "base/error.h"
#include "machine/affinity.h"
#include "scheme.h"

#include <stdint.h>
#include <stdio.h>

enum command { BENCH, LIST, VERIFY, QUERY, QUERIES, SHOW, PERFT, MACHINE, COMMANDS };
enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_MARKDOWN, FORMAT_JSON };

struct given_option {
    const char *name,
        *value; /* value: NULL if it takes none; name: a whole argument of Google Benchmark's begins with "--" */
};

struct options {
    enum command command; /* BENCH unless given                                                   */
    bool help, version;

    bool *wanted;       /* --schemes: which of schemes[], in its order; NULL: all */
    const char *scheme; /* --scheme: one name, NULL: not given                                    */
    struct matrix matrix; /* --workloads, --pieces, --modes, --full                       */

    double seconds; /* timed budget of one process                                            */
    double spread;  /* seconds over which processes start, evenly; 0: in a row                 */
    size_t processes;
    bool huge_pages, interleaved, quiet;
    size_t list_length; /* queries in a list                                                      */
    uint64_t seed;
    struct affinity_request pin;
    const char *positions; /* file, "-", or NULL: the embedded corpus                             */
    enum format format;
    const char *out; /* folder for results, NULL: none                                            */
    const char *resume; /* a partial result, NULL: none                                           */
    struct given_option
        *given; /* those that decide what is timed, and how: a resumed run repeats them */
    size_t given_count;

    bool measure; /* list: what init costs, and how long the code is                        */
    bool prove;   /* verify                                                                  */
    size_t jobs;  /* with prove: schemes at a time                                           */

    const char *fen; /* show, perft: NULL unless given                                            */
    bitboard occupied;
    unsigned square;
    enum piece piece;
    unsigned depth; /* perft: plies                                                               */
    bool divide;

    int worker; /* descriptor of a timing process, see worker.h, or a proving one; -1: none         */
    int argc; /* the whole command line, to start timing processes                                */
    char **argv;
    int benchmark_argc; /* --benchmark_... arguments, for Google Benchmark, behind a program name */
    char **benchmark_argv;
};

/* Numbers must be whole, in range and without anything behind them; names must exist; an option
 * must belong to its command. Errors are STATUS_USAGE. */
bool options_parse(int argc, char **argv, struct options *options, struct error *error);

/* Whatever options_parse() returned. */
void options_free(struct options *options);

/* Usage, the options of the command, examples. Each option's line is `  --name ARGUMENT  what`, a choice being `a|b`: the
 * completions read them. */
void options_help(const struct options *options, FILE *out);

void options_version(FILE *out);

/* Is this scheme among those asked for? */
bool options_wants(const struct options *options, const struct scheme *scheme);

#endif
