/* SPDX-License-Identifier: MIT
 * The command line, parsed: `slidebench [command] [options]`. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/error.h"
#include "plan/matrix.h"
#include "plan/profiles.h"
#include "plan/restrictions.h"

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
    const char *result; /* log: of summarize; of recommend, NULL: the newest run of this CPU */

    const char *prefix; /* export: of all names */
    const char *output; /* export: a file; NULL: standard output */

    int worker; /* file descriptor of the parent of a timing or proving process; -1: none */
};

/* ---- the table ---- */

/* The options as one table, for parsing and for --help. A simple option is one line of it, with an
 * id here and a member of struct options. */

enum option_id {
    O_FULL,
    O_PRESET,
    O_SCHEMES,
    O_PIECES,
    O_MODES,
    O_FORMAT,
    O_TOP,
    O_ALL,
    O_OUT,
    O_RESUME,
    O_SCHEME,
    O_WORKLOADS,
    O_LIST_LENGTH,
    O_POSITIONS,
    O_SEED,
    O_PROCESSES,
    O_SPREAD_OVER,
    O_TIME,
    O_CPU,
    O_CORE_KIND,
    O_NO_PIN,
    O_HUGE_PAGES,
    O_NO_WARMUP,
    O_COSTS,
    O_PROVE,
    O_JOBS,
    O_QUIET,
    O_SQUARE,
    O_PIECE,
    O_FEN,
    O_OCCUPIED,
    O_DEPTH,
    O_DIVIDE,
    O_FOR,
    O_MAX_KIB,
    O_WITHOUT,
    O_NO_MULTIPLY,
    O_RESULT,
    O_PREFIX,
    O_OUTPUT,
    O_HELP,
    O_VERSION,
    O_WORKER,
    OPTIONS
};

/* Defaults of options, which their help contains. */
#define DEFAULT_LIST_LENGTH 65536
#define DEFAULT_PROCESSES   5
#define DEFAULT_SECONDS     8
#define DEFAULT_SEED        1
#define DEFAULT_DEPTH       5
#define FULL_SECONDS        60

enum preset { NO_PRESET, PRESET_QUICK, PRESET_STANDARD, PRESET_REFERENCE };

/* The options while they are parsed: some values take effect once all options are known. */
struct raw_options {
    struct options options;
    bool given[OPTIONS];
    bool pieces[ROW_PIECES];
    struct modes modes;
    const char *workloads;
    bool full, all_rows;
    enum preset preset;
};

enum option_type {
    OPTION_FLAG,     /* bool, no argument */
    OPTION_WHOLE,    /* integer of any size, from whole_min to whole_max */
    OPTION_DOUBLE,   /* double, from min to max */
    OPTION_DURATION, /* double, in seconds; "15m" */
    OPTION_HEX,      /* bitboard */
    OPTION_TEXT,     /* const char *, of at least whole_min characters */
    OPTION_CHOICE,   /* enum: whole_min for the first word of `argument`, "a|b|c", and so on */
    OPTION_SPECIAL,  /* options.c has a function for it */
};

struct option_spec {
    const char *name;
    const char *argument; /* NULL if the option takes none */
    unsigned commands;    /* set of 1 << enum command */
    bool recorded;        /* a saved result contains it */
    const char *help;     /* NULL: not shown */

    enum option_type type;
    /* The member of struct raw_options that the value goes to. */
    size_t offset, size;
    uint64_t whole_min, whole_max;
    double min, max;
};

extern const struct option_spec option_table[OPTIONS];
extern const char *const command_names[COMMANDS];

/* ---- parsing ---- */

/* Parses the command line. Numbers must be in range, without trailing characters; names must exist;
 * an option must belong to its command. Errors are STATUS_USAGE, or STATUS_ENVIRONMENT without
 * memory. options_free() must follow in any case. */
bool options_parse(int argc, char **argv, struct options *options, struct error *error);

void options_free(struct options *options);

#endif
