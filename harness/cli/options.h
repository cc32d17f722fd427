/* SPDX-License-Identifier: MIT
 * The command line: `slidebench [command] [options]`. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/error.h"
#include "plan/request.h"

#include <stdio.h>

enum command { BENCH, LIST, VERIFY, QUERY, QUERIES, SHOW, PERFT, MACHINE, COMMANDS };
enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_MARKDOWN, FORMAT_JSON };

struct options {
    enum command command; /* BENCH unless given */
    bool help, version;
    struct run_request run;

    const char *scheme; /* --scheme: one name, NULL: not given */
    enum format format;
    bool quiet;
    const char *out;    /* folder for results, NULL: none */
    const char *resume; /* a partial result, NULL: none */

    bool measure; /* list: what init costs, and how long the code is */
    bool prove;   /* verify */
    size_t jobs;  /* with prove: schemes at a time */

    const char *fen; /* show, perft: NULL unless given */
    bitboard occupied;
    unsigned square;
    enum piece piece;
    unsigned depth; /* perft: plies */
    bool divide;

    /* Descriptor of the parent of a timing process, see worker.h, or of a proving one; -1: none. */
    int worker;
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

#endif
