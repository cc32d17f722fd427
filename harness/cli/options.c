/* SPDX-License-Identifier: MIT */
#include "cli/options.h"
#include "base/memory.h"
#include "base/parse.h"
#include "base/tuning.h"
#include "chess/notation.h"
#include "output/table.h"
#include "plan/scheme_set.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const command_names[COMMANDS] = {
    [COMMAND_BENCH] = "bench",         [COMMAND_LIST] = "list",
    [COMMAND_VERIFY] = "verify",       [COMMAND_QUERY] = "query",
    [COMMAND_QUERIES] = "queries",     [COMMAND_SHOW] = "show",
    [COMMAND_PERFT] = "perft",         [COMMAND_MACHINE] = "machine",
    [COMMAND_SUMMARIZE] = "summarize", [COMMAND_RECOMMEND] = "recommend",
    [COMMAND_EXPORT] = "export",
};

/* The commands that an option belongs to. */
enum {
    B = 1 << COMMAND_BENCH,
    L = 1 << COMMAND_LIST,
    V = 1 << COMMAND_VERIFY,
    Q = 1 << COMMAND_QUERY,
    QS = 1 << COMMAND_QUERIES,
    S = 1 << COMMAND_SHOW,
    P = 1 << COMMAND_PERFT,
    M = 1 << COMMAND_MACHINE,
    SU = 1 << COMMAND_SUMMARIZE,
    R = 1 << COMMAND_RECOMMEND,
    E = 1 << COMMAND_EXPORT,
    ALL_COMMANDS = (1 << COMMANDS) - 1
};

enum { UNRECORDED = false, RECORDED = true };

/* A member of struct raw_options. The comparison of pointers makes the compiler check its type. */
#define FIELD(t, field)                                                                            \
    .offset = offsetof(struct raw_options, field) +                                                \
              0 * sizeof((t *)NULL == &((struct raw_options *)NULL)->field),                       \
    .size = sizeof(t)
#define FLAG(field) .type = OPTION_FLAG, FIELD(bool, field)
#define WHOLE(t, field, lo, hi)                                                                    \
    .type = OPTION_WHOLE, FIELD(t, field), .whole_min = (lo), .whole_max = (hi)
#define DOUBLE(field, lo, hi) .type = OPTION_DOUBLE, FIELD(double, field), .min = (lo), .max = (hi)
#define DURATION(field)       .type = OPTION_DURATION, FIELD(double, field)
#define HEX(field)            .type = OPTION_HEX, FIELD(bitboard, field)
#define TEXT(field, min_length)                                                                    \
    .type = OPTION_TEXT, FIELD(const char *, field), .whole_min = (min_length)
#define CHOICE(t, field, first) .type = OPTION_CHOICE, FIELD(t, field), .whole_min = (first)
#define SPECIAL                 .type = OPTION_SPECIAL

#define TEXT_OF_TOKEN(token) #token
#define TEXT_OF(macro)       TEXT_OF_TOKEN(macro)

// clang-format off
const struct option_spec option_table[OPTIONS] = {
    [O_FULL] = {"full", NULL, B, RECORDED,
        "Time all modes, workloads and pieces, in 13 processes of " TEXT_OF(FULL_SECONDS)
        " seconds.", FLAG(full)},
    [O_PRESET] = {"preset", "quick|standard|reference", B, RECORDED,
        "quick: queens only, 2 seconds in each process. standard: 20 processes over 15 minutes. "
        "reference: 60 processes over 45 minutes.",
        CHOICE(enum preset, preset, PRESET_QUICK)},
    [O_SCHEMES] = {"schemes", "REGEX", B | L | V, RECORDED,
        "Select the schemes whose name contains a match of this extended regular expression. "
        "Default: all.",
        SPECIAL},
    [O_PIECES] = {"pieces", "LIST", B | QS, RECORDED,
        "Select from mix-nnue, mix-hand-made (what an engine with a neural network or a hand-made "
        "evaluation looks up), rook, bishop, queen, both (a rook and a bishop set for each query), "
        "all (every slider of a side). Default: all but both.", SPECIAL},
    [O_MODES] = {"modes", "LIST", B, RECORDED,
        "Select from {modes}. SIZE is in KiB or a multiple of a cache, as in 0.5L2. Default: "
        "throughput,latency; without --pieces, the queen's latency only.",
        SPECIAL},
    [O_FORMAT] = {"format", "table|csv|markdown|json", B | L | SU | R, UNRECORDED,
        "Print in this format; recommend has table and json. Default: table.",
        CHOICE(enum format, options.format, FORMAT_TABLE)},
    [O_TOP] = {"top", "N", B | SU, UNRECORDED,
        "Print the N best schemes of each table's first column, and the rotated, Sherwin and SISSY "
        "schemes and the ray loop. Default on a terminal: 20.",
        WHOLE(size_t, options.top, 1, 1000000)},
    [O_ALL] = {"all", NULL, B | SU, UNRECORDED,
        "Print all schemes, the default unless on a terminal.", FLAG(all_rows)},
    [O_OUT] = {"out", "DIR", B, UNRECORDED,
        "Write the log of the run, DIR/<cpu>/<date>-<compiler>-<level>.jsonl.gz.",
        TEXT(options.out, 1)},
    [O_RESUME] = {"resume", "FILE", B, UNRECORDED,
        "Continue a run with its options; FILE is its log, to which processes are added. A run "
        "that was interrupted, or that lacks samples, is completed. Any other gets as many "
        "processes again.",
        TEXT(options.resume, 0)},
    [O_SCHEME] = {"scheme", "NAME", Q | S | P, UNRECORDED,
        "Use this scheme. show requires it. Default otherwise: the first branchless scheme that "
        "this CPU supports.", SPECIAL},
    [O_WORKLOADS] = {"workloads", "LIST", B | QS, RECORDED,
        "Select from games, games:MIN-MAX (pieces on the board), search, random, random:PERCENT "
        "(of the squares occupied). Default: games.", TEXT(workloads, 0)},
    [O_LIST_LENGTH] = {"list-length", "N", B | QS, RECORDED,
        "Put N queries into each list. With 64, all caches are warm. Default: "
        TEXT_OF(DEFAULT_LIST_LENGTH) ".",
        WHOLE(size_t, options.run.list_length, 1, 1 << 24)},
    [O_POSITIONS] = {"positions", "FILE", B | QS, UNRECORDED,
        "Read FEN, EPD or UCI move lines, at most 256 MiB, from this file instead of the built-in "
        "games; - is standard input.", TEXT(options.run.positions, 0)},
    [O_SEED] = {"seed", "N", B | QS, RECORDED,
        "Seed the random occupancies and the order of rows. Default: "
        TEXT_OF(DEFAULT_SEED) ".",
        WHOLE(uint64_t, options.run.seed, 0, UINT64_MAX)},
    [O_PROCESSES] = {"processes", "N", B, RECORDED,
        "Run N timing processes, one after the other. Default: " TEXT_OF(DEFAULT_PROCESSES)
        ", for a rough estimate; 13 with --full.",
        WHOLE(size_t, options.run.processes, 1, 1000)},
    [O_SPREAD_OVER] = {"spread-over", "DURATION", B, RECORDED,
        "Start the processes evenly over this time, such as 90s, 15m or 1h. Default: 0s, each "
        "starts when the previous one ends.", DURATION(options.run.spread_over)},
    [O_TIME] = {"time", "SECONDS", B, RECORDED,
        "Time the rows for up to this time in each process, and longer only those that lack "
        "samples. Default: " TEXT_OF(DEFAULT_SECONDS) ".",
        DOUBLE(options.run.seconds, 0.01, 86400)},
    [O_CPU] = {"cpu", "N", B | M, RECORDED, "Run on logical CPU N.",
        WHOLE(int, options.run.pin.cpu, 0, 1 << 20)},
    [O_CORE_KIND] = {"core-kind", "perf|eff", B | M, RECORDED,
        "Run on a performance core or on an efficiency core.",
        CHOICE(enum core_kind, options.run.pin.core_kind, CORE_PERF)},
    [O_NO_PIN] = {"no-pin", NULL, B | M, RECORDED,
        "Do not bind to a CPU: the operating system chooses.", FLAG(options.run.pin.off)},
    [O_HUGE_PAGES] = {"huge-pages", NULL, B, RECORDED,
        "Put the tables into transparent huge pages.", FLAG(options.run.huge_pages)},
    [O_NO_WARMUP] = {"no-warmup", NULL, B, RECORDED,
        "Do not warm the caches before each sample: they contain what the other schemes left.",
        FLAG(options.run.no_warmup)},
    [O_COSTS] = {"costs", NULL, L, UNRECORDED,
        "Also measure each init (milliseconds, page faults) and the code size of each queen "
        "getter (bytes).", FLAG(options.costs)},
    [O_PROVE] = {"prove", NULL, V, UNRECORDED,
        "Prove each scheme for all 2^64 occupancies, under valgrind. Takes minutes.",
        FLAG(options.prove)},
    [O_JOBS] = {"jobs", "N", V, UNRECORDED,
        "With --prove: prove N schemes in parallel. Default: the number of CPUs.",
        WHOLE(size_t, options.jobs, 1, 1024)},
    [O_QUIET] = {"quiet", NULL, B | R, UNRECORDED,
        "Print neither plan nor progress on standard error.", FLAG(options.quiet)},
    [O_SQUARE] = {"square", "SQUARE", S, UNRECORDED, "Put the slider on this square, a1 to h8.",
        SPECIAL},
    [O_PIECE] = {"piece", "rook|bishop|queen|both", S, UNRECORDED,
        "Show the attacks of this piece. Default: queen.",
        CHOICE(enum piece, options.piece, ROOK)},
    [O_FEN] = {"fen", "FEN", S | P, UNRECORDED,
        "Use this position, in FEN, X-FEN or Shredder-FEN. Default of perft: the initial position.",
        TEXT(options.fen, 0)},
    [O_OCCUPIED] = {"occupied", "HEX", S, UNRECORDED,
        "Use this occupancy; bit 0 is a1, bit 63 is h8. Default: 0.", HEX(options.occupied)},
    [O_DEPTH] = {"depth", "N", P, UNRECORDED,
        "Count to this depth, in plies. Default: " TEXT_OF(DEFAULT_DEPTH) ".",
        WHOLE(unsigned, options.depth, 0, 99)},
    [O_DIVIDE] = {"divide", NULL, P, UNRECORDED, "Also print the count after each first move.",
        FLAG(options.divide)},
    [O_FOR] = {"for", "nnue|hand-made|perft|setwise|batch", R, RECORDED,
        "Recommend for an engine with a neural network or a hand-made evaluation, for legal move "
        "generation, sets of all sliders of a side, or many queries at once. Default: nnue.",
        CHOICE(enum profile_id, options.profile, PROFILE_NNUE)},
    [O_MAX_KIB] = {"max-kib", "N", R, RECORDED,
        "Exclude schemes whose tables have more than N KiB, all pieces together.",
        WHOLE(uint64_t, options.restrictions.max_kib, 0, 1 << 24)},
    [O_WITHOUT] = {"without", "LIST", R, RECORDED,
        "Exclude schemes that need one of these instruction set extensions, such as bmi2,avx512.",
        SPECIAL},
    [O_NO_MULTIPLY] = {"no-multiply", NULL, R, RECORDED, "Exclude schemes that multiply.",
        FLAG(options.restrictions.no_multiply)},
    [O_RESULT] = {"result", "FILE", R, UNRECORDED,
        "Use the run of this log. Default: the newest one of this CPU, compiler and level in the "
        "folder results or in the user's cache; without one, times what is needed, in about half a "
        "minute.",
        TEXT(options.result, 1)},
    [O_PREFIX] = {"prefix", "NAME", E, UNRECORDED,
        "Begin all names with NAME_. Default: sliders.", SPECIAL},
    [O_OUTPUT] = {"output", "FILE", E, UNRECORDED,
        "Write to this file, not to standard output, which is -; also -o FILE.",
        TEXT(options.output, 1)},
    [O_HELP] = {"help", NULL, ALL_COMMANDS, UNRECORDED, "Print this text.", FLAG(options.help)},
    [O_VERSION] = {"version", NULL, ALL_COMMANDS, UNRECORDED,
        "Print version, commit, ISA level and compiler.", FLAG(options.version)},
    /* A timing process, see worker.h, or a proving one, see command_verify.c. */
    [O_WORKER] = {"worker", "FD", B | V, UNRECORDED, NULL, WHOLE(int, options.worker, 3, 1 << 20)},
};
// clang-format on

/* ---- values ---- */

/* Parses the name of a scheme. `place` is where it is given, for the error. */
static bool scheme_name_parse(const char *place, const char *text, const char **scheme,
                              struct error *error)
{
    *scheme = text;
    return scheme_named(text) ||
           fail(error, STATUS_USAGE, "%s: unknown scheme '%s'; see `slidebench list`", place, text);
}

static bool parse_prefix(const char *text, const char **prefix, struct error *error)
{
    *prefix = text;
    bool is_valid = isalpha((unsigned char)*text);
    for (const char *c = text; *c; c++)
        is_valid = is_valid && (isalnum((unsigned char)*c) || *c == '_');
    return is_valid || fail(error, STATUS_USAGE,
                            "--prefix: '%s' cannot begin names; expected letters, digits and '_', "
                            "and a letter first",
                            text);
}

static bool parse_square(const char *text, unsigned *square, struct error *error)
{
    *square = strlen(text) == 2 ? square_parse(text) : NO_SQUARE;
    if (*square != NO_SQUARE)
        return true;
    return fail(error, STATUS_USAGE, "--square: '%s' is not a square from a1 to h8", text);
}

static bool parse_special(enum option_id option, const char *text, struct raw_options *raw,
                          struct error *error)
{
    struct options *o = &raw->options;
    switch (option) {
    case O_SCHEMES:
        return scheme_filter_parse(text, &o->run.selected, error);
    case O_SCHEME:
        return scheme_name_parse("--scheme", text, &o->scheme, error);
    case O_PIECES:
        return parse_set("pieces", text, piece_names, ROW_PIECES, raw->pieces, error);
    case O_MODES:
        return modes_parse(text, &raw->modes, error);
    case O_WITHOUT:
        o->restrictions.without = text;
        return restrictions_check_without(text, error);
    case O_PREFIX:
        return parse_prefix(text, &o->prefix, error);
    case O_SQUARE:
        return parse_square(text, &o->square, error);
    default:
        abort();
    }
}

/* Stores a number in an integer or an enum of spec->size bytes. */
static void store(const struct option_spec *spec, uint64_t value, void *member)
{
    uint32_t word = (uint32_t)value;
    if (spec->size == sizeof value)
        memcpy(member, &value, sizeof value);
    else
        memcpy(member, &word, sizeof word);
}

static bool parse_choice(const struct option_spec *spec, const char *text, void *member,
                         struct error *error)
{
    enum { MAX_CHOICES = 8 };
    const char *names[MAX_CHOICES];
    char argument[64], *rest = argument;
    int n = 0;
    snprintf(argument, sizeof argument, "%s", spec->argument);
    while (rest && n < MAX_CHOICES)
        names[n++] = strsep(&rest, "|");
    int index = parse_name(spec->name, text, strlen(text), names, n, error);
    if (index >= 0)
        store(spec, spec->whole_min + (uint64_t)index, member);
    return index >= 0;
}

static bool parse_whole_number(const struct option_spec *spec, const char *text, void *member,
                               struct error *error)
{
    uint64_t value;
    if (!parse_whole(spec->name, text, spec->whole_min, spec->whole_max, &value, error))
        return false;
    store(spec, value, member);
    return true;
}

static bool parse_text(const struct option_spec *spec, const char *text, void *member,
                       struct error *error)
{
    if (strlen(text) < spec->whole_min)
        return fail(error, STATUS_USAGE, "--%s: the value is empty, expected %s", spec->name,
                    spec->argument);
    *(const char **)member = text;
    return true;
}

/* Parses the argument of one option, NULL for a flag, into its member. Errors are STATUS_USAGE. */
static bool option_value_parse(enum option_id option, const char *text, struct raw_options *raw,
                               struct error *error)
{
    const struct option_spec *spec = &option_table[option];
    void *member = (char *)raw + spec->offset;
    switch (spec->type) {
    case OPTION_FLAG:
        return *(bool *)member = true;
    case OPTION_WHOLE:
        return parse_whole_number(spec, text, member, error);
    case OPTION_DOUBLE:
        return parse_double(spec->name, text, spec->min, spec->max, member, error);
    case OPTION_DURATION:
        return parse_duration(spec->name, text, member, error);
    case OPTION_HEX:
        return parse_hex(spec->name, text, member, error);
    case OPTION_TEXT:
        return parse_text(spec, text, member, error);
    case OPTION_CHOICE:
        return parse_choice(spec, text, member, error);
    case OPTION_SPECIAL:
        break;
    }
    return parse_special(option, text, raw, error);
}

/* ---- rules between options: presets, and what excludes or requires another ---- */

static const struct preset_spec {
    const char *name;
    double seconds;     /* of each process; 0: as without the preset */
    size_t processes;   /* 0: as without the preset, and so is `spread_over` */
    double spread_over; /* seconds */
    bool queens_only;
} presets[] = {
    [PRESET_QUICK] = {.name = "quick", .seconds = 2, .queens_only = true},
    [PRESET_STANDARD] = {.name = "standard", .processes = 20, .spread_over = 15 * 60},
    [PRESET_REFERENCE] = {.name = "reference", .processes = 60, .spread_over = 45 * 60},
};

/* Pairs of options that exclude each other. */
static const struct conflict {
    enum option_id one, other;
    enum preset preset; /* the pair excludes each other with this preset only */
} conflicts[] = {
    {O_CPU, O_CORE_KIND, NO_PRESET},
    {O_CPU, O_NO_PIN, NO_PRESET},
    {O_CORE_KIND, O_NO_PIN, NO_PRESET},
    {O_FULL, O_PIECES, NO_PRESET},
    {O_FULL, O_WORKLOADS, NO_PRESET},
    {O_FULL, O_MODES, NO_PRESET},
    {O_FEN, O_OCCUPIED, NO_PRESET},
    {O_TOP, O_ALL, NO_PRESET},
    {O_PRESET, O_TIME, PRESET_QUICK},
    {O_PRESET, O_FULL, PRESET_QUICK},
    {O_PRESET, O_PROCESSES, PRESET_STANDARD},
    {O_PRESET, O_SPREAD_OVER, PRESET_STANDARD},
    {O_PRESET, O_PROCESSES, PRESET_REFERENCE},
    {O_PRESET, O_SPREAD_OVER, PRESET_REFERENCE},
};

/* Refuses options beside --resume: what decides the run comes from the file. */
static bool check_resume(const struct options *o, struct error *error)
{
    if (o->resume && (o->run.given_count || o->out || o->run.benchmark_argc > 1))
        return fail(error, STATUS_USAGE,
                    "--resume can be combined with --positions, --format, --top, --all and --quiet "
                    "only; FILE contains the other options");
    return true;
}

static bool check_pairs(const struct raw_options *raw, struct error *error)
{
    for (size_t i = 0; i < sizeof conflicts / sizeof *conflicts; i++) {
        const struct conflict *c = &conflicts[i];
        if ((c->preset && c->preset != raw->preset) || !raw->given[c->one] || !raw->given[c->other])
            continue;
        return fail(error, STATUS_USAGE, "--%s%s%s cannot be combined with --%s",
                    option_table[c->one].name, c->preset ? " " : "",
                    c->preset ? presets[c->preset].name : "", option_table[c->other].name);
    }
    return true;
}

static bool check_formats(const struct options *o, struct error *error)
{
    if (o->costs && o->format == FORMAT_MARKDOWN)
        return fail(
            error, STATUS_USAGE,
            "--costs cannot be combined with --format markdown, only with table, csv, json");
    if (o->command == COMMAND_RECOMMEND && o->format != FORMAT_TABLE && o->format != FORMAT_JSON)
        return fail(error, STATUS_USAGE, "recommend requires --format table or json");
    if (o->top && o->format != FORMAT_TABLE)
        return fail(error, STATUS_USAGE, "--top and --all require --format table");
    return true;
}

/* Refuses a command without what it needs, unless only its help is wanted. */
static bool check_operands(const struct raw_options *raw, struct error *error)
{
    const struct options *o = &raw->options;
    if (o->help || o->version)
        return true;
    if (o->command == COMMAND_SHOW && !(raw->given[O_SCHEME] && raw->given[O_SQUARE]))
        return fail(error, STATUS_USAGE, "show needs --scheme NAME and --square SQUARE");
    if (o->command == COMMAND_EXPORT && !o->scheme)
        return fail(error, STATUS_USAGE,
                    "export needs the name of a scheme; see `slidebench list`");
    if (o->command == COMMAND_SUMMARIZE && !o->result)
        return fail(error, STATUS_USAGE, "summarize needs the log of a run");
    return true;
}

/* Fails with STATUS_USAGE if the given options exclude each other or lack another one. */
static bool options_check_conflicts(const struct raw_options *raw, struct error *error)
{
    const struct options *o = &raw->options;
    if (raw->given[O_JOBS] && !o->prove)
        return fail(error, STATUS_USAGE, "--jobs requires --prove");
    return check_pairs(raw, error) && check_formats(o, error) && check_operands(raw, error) &&
           check_resume(o, error);
}

/* Sets what --preset and --full imply, except the values that other options give. */
static void options_apply_presets(struct raw_options *raw)
{
    const struct preset_spec *preset = &presets[raw->preset];
    struct run_request *run = &raw->options.run;
    if (raw->all_rows)
        raw->options.top = ALL_ROWS;
    if (raw->full && !raw->given[O_TIME])
        run->seconds = FULL_SECONDS;
    if (raw->full && !raw->given[O_PROCESSES])
        run->processes = CORRECTED_PROCESSES;
    if (preset->seconds > 0)
        run->seconds = preset->seconds;
    if (preset->processes) {
        run->processes = preset->processes;
        run->spread_over = preset->spread_over;
    }
    if (preset->queens_only && !raw->given[O_PIECES])
        for (enum piece piece = 0; piece < ROW_PIECES; piece++)
            raw->pieces[piece] = piece == QUEEN || piece == ALL;
}

/* ---- the command line ---- */

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
static void make_room(int argc, char **argv, struct run_request *run)
{
    run->program = argv[0];
    run->benchmark_argv = xcalloc((size_t)argc + 1, sizeof *run->benchmark_argv);
    run->given = xcalloc((size_t)argc, sizeof *run->given);
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
    if (!set_defaults(raw, error))
        return false;
    make_room(argc, argv, &raw->options.run);
    if (!parse_command(&argc, &argv, &raw->options, error))
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
