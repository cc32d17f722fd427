/* SPDX-License-Identifier: MIT
 * The command line, parsed: `slidebench [command] [options]`. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/error.h"
#include "plan/matrix.h"
#include "plan/profiles.h"
#include "plan/restrictions.h"

enum command {
    COMMAND_BENCH,
    COMMAND_LIST,
    COMMAND_VERIFY,
    COMMAND_QUERY,
    COMMAND_QUERIES,
    COMMAND_SHOW,
    COMMAND_PERFT,
    COMMAND_MACHINE,
    COMMAND_SUMMARIZE,
    COMMAND_RECOMMEND,
    COMMAND_EXPORT,
    COMMANDS
};
enum format {
    FORMAT_TABLE,
    FORMAT_CSV,
    FORMAT_MARKDOWN,
    FORMAT_JSON,
    FORMAT_NONE, /* of a run that is only saved */
};

struct options {
    enum command command; /* default: COMMAND_BENCH */
    bool help, version;
    struct run_request run;

    const char *scheme; /* query, show, perft, export; NULL: not given */
    enum format format;
    size_t top; /* schemes of a table, see terminal_write() */
    bool quiet;
    const char *out;    /* folder for logs; NULL: none */
    const char *resume; /* log to continue; NULL: none */

    bool costs;  /* list: also measure init and code size */
    bool prove;  /* verify */
    size_t jobs; /* verify --prove: schemes in parallel */

    const char *fen; /* show, perft; NULL: not given */
    bitboard occupied;
    unsigned square;
    enum piece piece;
    unsigned depth; /* perft: plies */
    bool divide;

    enum profile_id profile; /* recommend */
    struct restrictions restrictions;
    const char *result; /* recommend, summarize: log of the run; NULL: the newest of this CPU */

    const char *prefix; /* export: of all names */
    const char *output; /* export: a file; NULL: standard output */

    int worker; /* file descriptor of the parent of a timing or proving process; -1: none */
};

#endif
