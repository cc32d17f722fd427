/* SPDX-License-Identifier: MIT
 * Parses the command line `slidebench [command] [options]`. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/error.h"
#include "output/output.h"
#include "plan/matrix.h"
#include "plan/profiles.h"
#include "plan/scheme_set.h"

#include <stddef.h>

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

enum { MAX_EXPORTED = 8 };

struct options {
    enum command command; /* default: COMMAND_BENCH */
    bool help, version;
    struct run_request run;

    const struct scheme *scheme; /* query, show, perft; NULL: not given */
    enum format format;
    struct table_options table; /* what tables show */
    struct selection selection; /* summarize: which rows */
    bool quiet;
    const char *out;    /* folder for logs; NULL: none */
    const char *resume; /* log to continue; NULL: none */

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
    const char *log; /* summarize, recommend: a file; NULL: the newest run of this CPU */

    const struct scheme *exported[MAX_EXPORTED]; /* export */
    size_t exported_count;
    const char *prefix; /* export: all names begin with it */
    const char *output; /* export: a file; NULL: standard output */

    int worker; /* in a timing or proving process: the socket of its parent; else -1 */
};

typedef bool command_fn(const struct options *options, struct error *error);

struct command_info {
    const char *name;
    command_fn *run; /* NULL: the program is built without the libraries that the command needs */
    const char *summary, *examples;
    const char *operands; /* NULL: none */
};

extern const struct command_info commands[COMMANDS]; /* see commands.c */

enum { MAX_OPTIONS = 48 };

/* An option of some commands, for parsing and for --help. Two entries with the same name are one
 * option that takes different values in different commands. */
struct option_spec {
    const char *name;
    const char *argument; /* NULL if the option takes none */
    unsigned commands;    /* set of 1 << enum command */
    const char *help;     /* NULL: not shown */
    const char *group;    /* heading above this option in the help; NULL: none */
    /* Parses the argument `text`, which is NULL if the option takes none. Stores it in a member of
     * struct raw_options (options.c), which has `size` bytes at `offset`. */
    bool (*parse)(const struct option_spec *spec, const char *text, void *member,
                  struct error *error);
    size_t offset, size;
    uint64_t min, max; /* limits of whole numbers; parse() knows the limits of other values */
};

extern const struct option_spec option_table[MAX_OPTIONS]; /* a NULL name ends it */

/* Parses the command line. The command must have the option, a number must be in range and have no
 * characters after it, and a name must exist. Errors are STATUS_USAGE, or STATUS_ENVIRONMENT if
 * there is no memory. options_free() must follow in any case. */
bool options_parse(int argc, char **argv, struct options *options, struct error *error);

void options_free(struct options *options);

#endif
