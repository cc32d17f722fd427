/* SPDX-License-Identifier: MIT
 * The command line: `slidebench [command] [options]`. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/error.h"
#include "plan/request.h"

enum command { BENCH, LIST, VERIFY, QUERY, QUERIES, SHOW, PERFT, MACHINE, COMMANDS };
enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_MARKDOWN, FORMAT_JSON };

struct options {
    enum command command; /* default: BENCH */
    bool help, version;
    struct run_request run;

    const char *scheme; /* query, show, perft; NULL: not given */
    enum format format;
    bool quiet;
    const char *out;    /* folder for results; NULL: none */
    const char *resume; /* partial result to continue; NULL: none */

    bool costs;  /* list: also measure init and code size */
    bool prove;  /* verify */
    size_t jobs; /* verify --prove: schemes in parallel */

    const char *fen; /* show, perft; NULL: not given */
    bitboard occupied;
    unsigned square;
    enum piece piece;
    unsigned depth; /* perft: plies */
    bool divide;

    int worker; /* file descriptor of the parent of a timing or proving process; -1: none */
};

/* Parses the command line. Numbers must be in range, without trailing characters; names must exist;
 * an option must belong to its command. Errors are STATUS_USAGE, or STATUS_ENVIRONMENT without
 * memory. options_free() must follow in any case. */
bool options_parse(int argc, char **argv, struct options *options, struct error *error);

void options_free(struct options *options);

#endif
