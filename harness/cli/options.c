/* SPDX-License-Identifier: MIT */
#include "cli/options.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/parse.h"
#include "chess/notation.h"
#include "well_known.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Defaults of options. The help texts contain them, too. */
#define DEFAULT_LIST_LENGTH 65536
#define DEFAULT_PROCESSES   5
#define DEFAULT_SECONDS     8
#define DEFAULT_SEED        1
#define DEFAULT_DEPTH       5
#define FULL_SECONDS        60

/* So many processes are enough for all comparisons of a column to hold together with 95 %: twelve
 * processes are enough for 102 comparisons, thirteen for 204. */
#define FULL_PROCESSES 13

enum preset { NO_PRESET, PRESET_QUICK, PRESET_STANDARD, PRESET_REFERENCE };

/* The options while they are parsed: some values take effect once all options are known. */
struct raw_options {
    struct options options;
    const char *value[MAX_OPTIONS]; /* given for this entry of option_table, see value_of() */
    bool pieces[ROW_PIECES];
    struct modes modes;
    const char *workloads;
    bool all_rows;
    enum preset preset;
};

/* ---- functions for option_spec.parse; their errors are STATUS_USAGE ---- */

#define PARSER(function)                                                                           \
    static bool function(const struct option_spec *spec, const char *text, void *member,           \
                         struct error *error)

PARSER(flag)
{
    (void)spec, (void)text, (void)error;
    *(bool *)member = true;
    return true;
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

/* Parses an integer from spec->min to spec->max. */
PARSER(whole)
{
    uint64_t value;
    if (!parse_whole(spec->name, text, spec->min, spec->max, &value, error))
        return false;
    store(spec, value, member);
    return true;
}

/* Parses one of the words in spec->argument, "a|b|c", to an enum: spec->min for "a", and so on. */
PARSER(choice)
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
        store(spec, spec->min + (uint64_t)index, member);
    return index >= 0;
}

/* Keeps a text of at least spec->min characters. */
PARSER(text_value)
{
    *(const char **)member = text;
    return strlen(text) >= spec->min ||
           fail(error, STATUS_USAGE, "--%s: the value is empty, expected %s", spec->name,
                spec->argument);
}

/* Finds the scheme that an option or a command names. The text of an error begins with `where`. */
static bool find_scheme(const char *where, const char *name, const struct scheme **scheme,
                        struct error *error)
{
    *scheme = scheme_named(name);
    return *scheme || fail(error, STATUS_USAGE, "%s: unknown scheme '%s'", where, name) ||
           scheme_suggest(name, error);
}

/* Defines a parser that only calls another function. */
#define FORWARD(parser, call)                                                                      \
    PARSER(parser)                                                                                 \
    {                                                                                              \
        (void)spec;                                                                                \
        return call;                                                                               \
    }

FORWARD(seconds, parse_double(spec->name, text, 0.01, 86400, member, error))
FORWARD(duration, parse_duration(spec->name, text, member, error))
FORWARD(hex, parse_hex(spec->name, text, member, error))
FORWARD(regex, scheme_filter_parse(text, member, error))
FORWARD(scheme, find_scheme("--scheme", text, member, error))
FORWARD(pieces, parse_set(spec->name, text, piece_names, ROW_PIECES, member, error))
FORWARD(modes, modes_parse(text, member, error))

PARSER(extensions)
{
    (void)spec;
    *(const char **)member = text;
    return restrictions_check_without(text, error);
}

PARSER(prefix)
{
    *(const char **)member = text;
    bool is_valid = isalpha((unsigned char)*text);
    for (const char *c = text; *c; c++)
        is_valid = is_valid && (isalnum((unsigned char)*c) || *c == '_');
    return is_valid || fail(error, STATUS_USAGE,
                            "--%s: '%s' cannot begin names; expected letters, digits and '_', "
                            "and a letter first",
                            spec->name, text);
}

PARSER(square)
{
    unsigned *square = member;
    *square = strlen(text) == 2 ? square_parse(text) : NO_SQUARE;
    return *square != NO_SQUARE ||
           fail(error, STATUS_USAGE, "--%s: '%s' is not a square from a1 to h8", spec->name, text);
}

PARSER(of_script)
{
    (void)text, (void)member;
    return fail(error, STATUS_USAGE,
                "--%s is an option of scripts/bench, which builds your getters into the program",
                spec->name);
}

/* ---- the table ---- */

/* The offset of a member of struct raw_options. The compiler refuses a member that is no t. */
#define OFFSET(t, field)                                                                           \
    _Generic(&((struct raw_options *)NULL)->field, t * : offsetof(struct raw_options, field))

#define PARSED(parser, t, field) .parse = parser, .offset = OFFSET(t, field), .size = sizeof(t)
#define FLAG(field)              PARSED(flag, bool, field)
#define WHOLE(t, field, lo, hi)  PARSED(whole, t, field), .min = (lo), .max = (hi)
#define TEXT(field, min_length)  PARSED(text_value, const char *, field), .min = (min_length)
#define CHOICE(t, field, first)  PARSED(choice, t, field), .min = (first)

/* Sets of commands that an option belongs to. */
enum {
    BENCH = 1 << COMMAND_BENCH,
    LIST = 1 << COMMAND_LIST,
    VERIFY = 1 << COMMAND_VERIFY,
    QUERY = 1 << COMMAND_QUERY,
    QUERIES = 1 << COMMAND_QUERIES,
    SHOW = 1 << COMMAND_SHOW,
    PERFT = 1 << COMMAND_PERFT,
    MACHINE = 1 << COMMAND_MACHINE,
    SUMMARIZE = 1 << COMMAND_SUMMARIZE,
    RECOMMEND = 1 << COMMAND_RECOMMEND,
    EXPORT = 1 << COMMAND_EXPORT,
    ALL_COMMANDS = (1 << COMMANDS) - 1,
    UNRECORDED = 1 << COMMANDS /* a resumed run does not repeat the option */
};

#define TEXT_OF_TOKEN(token) #token
#define TEXT_OF(macro)       TEXT_OF_TOKEN(macro)

// clang-format off
const struct option_spec option_table[MAX_OPTIONS] = {
    {"full", NULL, BENCH,
        "Time all modes, workloads and pieces, in " TEXT_OF(FULL_PROCESSES)
        " processes of " TEXT_OF(FULL_SECONDS) " seconds.", FLAG(options.run.full), .group = "Often used"},
    {"preset", "quick|standard|reference", BENCH,
        "A shorter run than the default, or one that is spread over time. quick: queens only, 2 "
        "seconds in each process. standard: 20 processes over 15 minutes. reference: 60 processes "
        "over 45 minutes.",
        CHOICE(enum preset, preset, PRESET_QUICK)},
    {"schemes", "REGEX", BENCH | LIST | VERIFY | SUMMARIZE,
        "Select the schemes whose name contains a match of this extended regular expression. "
        "Default: all.",
        PARSED(regex, bool *, options.run.selected)},
    {"pieces", "LIST", BENCH | QUERIES | SUMMARIZE,
        "Select from mix-nnue, mix-hce (what an engine with a neural network or a "
        "hand-crafted evaluation looks up), rook, bishop, queen, both (a rook and a bishop set "
        "by one lookup), all (every slider of a side). Default: each of these except both; of "
        "summarize: each that the log has.",
        PARSED(pieces, bool, pieces[0])},
    {"modes", "LIST", BENCH | SUMMARIZE,
        "Select from " MODE_NAMES ". SIZE is in KiB or a multiple of a cache, as in "
        "0.5L2. Default with --pieces: throughput,latency. Default without: what engines do, which "
        "is mix-nnue in burst-L2-16, mix-hce and single pieces in throughput, and the queen's "
        "latency. Default of summarize: each that the log has.",
        PARSED(modes, struct modes, modes)},
    {"format", "table|json|csv|markdown", BENCH | LIST | SUMMARIZE | UNRECORDED,
        "Print in this format. Default: table.",
        CHOICE(enum format, options.format, FORMAT_TABLE)},
    {"format", "table|json", RECOMMEND, "Print in this format. Default: table.",
        CHOICE(enum format, options.format, FORMAT_TABLE)},
    {"top", "N", BENCH | SUMMARIZE | UNRECORDED,
        "Print the N best schemes of the column by which lines are sorted, and always rotated, "
        "Sherwin and SISSY bitboards, the ray loop, magics and PEXT. Default on a terminal: 20.",
        WHOLE(size_t, options.table.top, 1, 1000000)},
    {"all", NULL, BENCH | SUMMARIZE | UNRECORDED,
        "Print all schemes (the default unless on a terminal), and all columns of a run of --full.",
        FLAG(all_rows)},
    {"sort", "COLUMN", BENCH | SUMMARIZE | UNRECORDED,
        "Sort tables by this column, such as queen, 'HCE warm' or 'rook latency'. Default: NNUE "
        "cold, or else the first.",
        TEXT(options.table.sort, 1)},
    {"relative-to", "NAME", BENCH | SUMMARIZE | UNRECORDED,
        "Also print each scheme's time divided by the time of this scheme. Default on a terminal "
        "that is wide enough: " USUAL_COMPARISON ".",
        TEXT(options.table.relative_to, 1)},
    {"out", "DIR", BENCH | UNRECORDED,
        "Write the log of the run, DIR/<cpu>/<date>-<compiler>-<level>.jsonl.gz.",
        TEXT(options.out, 1)},
    {"resume", "FILE", BENCH | UNRECORDED,
        "Continue the run whose log is FILE, with the options of that run; the log grows. A run "
        "that was interrupted, or that lacks samples, is completed. A complete run gets as many "
        "processes again.",
        TEXT(options.resume, 0)},
    {"scheme", "NAME", QUERY | SHOW | PERFT,
        "Use this scheme. Default: one that most engines contain and this CPU supports.",
        PARSED(scheme, const struct scheme *, options.scheme), .group = "Selection"},
    {"workloads", "LIST", BENCH | QUERIES | SUMMARIZE,
        "Select from games, search, random, random:PERCENT (of occupied squares). "
        "Default: games; of summarize: each that the log has.", TEXT(workloads, 0)},
    {"list-length", "N", BENCH | QUERIES,
        "Put N lookups into each list. With 64, all caches are warm. Default: "
        TEXT_OF(DEFAULT_LIST_LENGTH) ".",
        WHOLE(size_t, options.run.list_length, 1, 1 << 24)},
    {"positions", "FILE", BENCH | QUERIES | UNRECORDED,
        "Read PGN, or lines of FEN, EPD or UCI moves, at most 256 MiB, from this file instead of "
        "the built-in games; - is standard input.", TEXT(options.run.positions, 0)},
    {"seed", "N", BENCH | QUERIES,
        "Seed the random occupancies and the order of rows. Default: "
        TEXT_OF(DEFAULT_SEED) ".",
        WHOLE(uint64_t, options.run.seed, 0, UINT64_MAX)},
    {"processes", "N", BENCH,
        "Run N timing processes, one after the other. Default: " TEXT_OF(DEFAULT_PROCESSES)
        ", for a rough estimate; " TEXT_OF(FULL_PROCESSES) " with --full.",
        WHOLE(size_t, options.run.processes, 1, 1000), .group = "Duration"},
    {"spread-over", "DURATION", BENCH,
        "Start the processes evenly over this time, such as 90s, 15m or 1h. Default: 0s, each "
        "starts when the previous one ends.",
        PARSED(duration, double, options.run.spread_over)},
    {"time", "SECONDS", BENCH,
        "Time the rows for up to this time in each process. Rows that then lack samples are timed "
        "for longer. Default: " TEXT_OF(DEFAULT_SECONDS) ".",
        PARSED(seconds, double, options.run.seconds)},
    {"cpu", "N", BENCH | MACHINE, "Run on logical CPU N.",
        WHOLE(int, options.run.pin.cpu, 0, 1 << 20), .group = "Machine"},
    {"core-kind", "perf|eff", BENCH | MACHINE,
        "Run on a performance core or on an efficiency core.",
        CHOICE(enum core_kind, options.run.pin.core_kind, CORE_PERF)},
    {"no-pin", NULL, BENCH | MACHINE,
        "Do not bind to a CPU: the operating system chooses.", FLAG(options.run.pin.off)},
    {"huge-pages", NULL, BENCH,
        "Put the tables into transparent huge pages.", FLAG(options.run.huge_pages)},
    {"prove", NULL, VERIFY,
        "Prove each scheme for all 2^64 occupancies, under valgrind. Takes minutes.",
        FLAG(options.prove), .group = "Extra work"},
    {"jobs", "N", VERIFY,
        "With --prove: prove N schemes in parallel. Default: the number of CPUs.",
        WHOLE(size_t, options.jobs, 1, 1024)},
    {"quiet", NULL, BENCH | UNRECORDED,
        "Print neither plan nor progress on standard error.", FLAG(options.quiet),
        .group = "Output"},
    {"square", "SQUARE", SHOW, "Put the slider on this square, a1 to h8.",
        PARSED(square, unsigned, options.square), .group = "Position"},
    {"piece", "rook|bishop|queen|both", SHOW,
        "Show the attacks of this piece. Default: queen.",
        CHOICE(enum piece, options.piece, ROOK)},
    {"fen", "FEN", SHOW | PERFT,
        "Use this position, in FEN, X-FEN or Shredder-FEN. Default: an empty board; of perft, the "
        "initial position.",
        TEXT(options.fen, 0)},
    {"occupied", "HEX", SHOW,
        "Use this occupancy; bit 0 is a1, bit 63 is h8. Default: 0.",
        PARSED(hex, bitboard, options.occupied)},
    {"depth", "N", PERFT,
        "Count to this depth, in plies. Default: " TEXT_OF(DEFAULT_DEPTH) ".",
        WHOLE(unsigned, options.depth, 0, 99)},
    {"divide", NULL, PERFT, "Also print the count after each first move.",
        FLAG(options.divide)},
    {"for", "nnue|hce|perft|setwise|batch", RECOMMEND,
        "Recommend for an engine with a neural network (nnue) or a hand-crafted evaluation (hce), "
        "for legal move generation, sets of all sliders of a side, or many lookups at once. "
        "Default: nnue.",
        CHOICE(enum profile_id, options.profile, PROFILE_NNUE), .group = "Recommendation"},
    {"max-kib", "N", RECOMMEND,
        "Exclude schemes whose tables have more than N KiB, all pieces together.",
        WHOLE(uint64_t, options.restrictions.max_kib, 0, 1 << 24)},
    {"without", "LIST", RECOMMEND,
        "Exclude schemes that need one of these instruction set extensions, such as "
        "avx512,bmi2,gfni, which CPUs with AVX2 may lack. A word also excludes the extensions that "
        "begin with it or build on it. `slidebench list --format csv` has what each scheme needs.",
        PARSED(extensions, const char *, options.restrictions.without)},
    {"no-multiply", NULL, RECOMMEND, "Exclude schemes that multiply.",
        FLAG(options.restrictions.no_multiply)},
    {"prefix", "NAME", EXPORT,
        "Begin all names with NAME_. Default: sliders.",
        PARSED(prefix, const char *, options.prefix), .group = "Header"},
    {"output", "FILE", EXPORT,
        "Write to this file instead of standard output. - is standard output. Short form: -o FILE.",
        TEXT(options.output, 1)},
    {"help", NULL, ALL_COMMANDS | UNRECORDED, "Print this text.",
        FLAG(options.help), .group = "Help"},
    {"version", NULL, ALL_COMMANDS | UNRECORDED,
        "Print version, commit, ISA level and compiler.", FLAG(options.version)},
    {"mine", "FILE", BENCH, NULL, .parse = of_script},
    /* Makes the program a timing process (worker.h) or a proving process (command_verify.c). */
    {"worker", "FD", BENCH | VERIFY | UNRECORDED, NULL, WHOLE(int, options.worker, 3, 1 << 20)},
};
// clang-format on

/* ---- rules between options: what excludes or requires another, and presets ---- */

/* Returns the entry of a command's option; NULL: the command has no option of this name. */
static const struct option_spec *option_of(enum command command, const char *name)
{
    for (const struct option_spec *spec = option_table; spec->name; spec++)
        if (spec->commands & 1u << command && !strcmp(spec->name, name))
            return spec;
    return NULL;
}

/* Returns the value of an option, "" if it takes none; NULL: it is not given. */
static const char *value_of(const struct raw_options *raw, const char *name)
{
    const struct option_spec *spec = option_of(raw->options.command, name);
    return spec ? raw->value[spec - option_table] : NULL;
}

/* Pairs of options that exclude each other. */
static const char *const conflicts[][2] = {
    {"cpu", "core-kind"},  {"cpu", "no-pin"}, {"core-kind", "no-pin"}, {"full", "pieces"},
    {"full", "workloads"}, {"full", "modes"}, {"fen", "occupied"},     {"top", "all"},
};

/* Fails with STATUS_USAGE if the given options exclude each other or lack another one. */
static bool check_rules(const struct raw_options *raw, struct error *error)
{
    const struct options *o = &raw->options;
    const bool runs = !o->help && !o->version, /* else it needs neither operands nor options */
        of_tables = value_of(raw, "top") || o->table.sort || o->table.relative_to;
    const struct {
        bool is_broken;
        const char *text;
    } rules[] = {
        {value_of(raw, "jobs") && !o->prove, "--jobs requires --prove"},
        {o->run.full && raw->preset == PRESET_QUICK,
         "--full cannot be combined with --preset quick"},
        {of_tables && o->format != FORMAT_TABLE && o->format != FORMAT_MARKDOWN,
         "--top, --sort and --relative-to require --format table or markdown"},
        {runs && o->command == COMMAND_SHOW && !value_of(raw, "square"),
         "show needs --square SQUARE"},
        {runs && o->command == COMMAND_EXPORT && !o->exported_count,
         "export needs the name of a scheme; see `slidebench list`"},
        {runs && o->command == COMMAND_SUMMARIZE && !o->log,
         "summarize needs the log of a run, which `bench --out DIR` writes"},
        {o->run.benchmark_argc > 1 &&
             (o->resume || o->out || value_of(raw, "format") || of_tables || raw->all_rows ||
              raw->preset || value_of(raw, "processes") || value_of(raw, "time") ||
              value_of(raw, "spread-over")),
         "--benchmark_... cannot be combined with --resume, --out, and options of tables and of "
         "the duration: Google Benchmark measures, prints and writes itself"},
        /* The log has all options on which the results of a resumed run depend. */
        {o->resume && (o->run.given_count || o->out),
         "--resume can be combined with --positions, --format, --top, --all, --sort, --relative-to "
         "and --quiet only; FILE contains the other options"},
    };
    for (size_t i = 0; i < COUNT(rules); i++)
        if (rules[i].is_broken)
            return fail(error, STATUS_USAGE, "%s", rules[i].text);
    for (size_t i = 0; i < COUNT(conflicts); i++)
        if (value_of(raw, conflicts[i][0]) && value_of(raw, conflicts[i][1]))
            return fail(error, STATUS_USAGE, "--%s cannot be combined with --%s", conflicts[i][0],
                        conflicts[i][1]);
    return true;
}

/* The duration of a run, as far as no other option sets it. */
static const struct {
    double seconds; /* of each process */
    size_t processes;
    double spread_over; /* seconds */
} presets[] = {
    [NO_PRESET] = {DEFAULT_SECONDS, DEFAULT_PROCESSES, 0},
    [PRESET_QUICK] = {2, DEFAULT_PROCESSES, 0},
    [PRESET_STANDARD] = {DEFAULT_SECONDS, 20, 15 * 60},
    [PRESET_REFERENCE] = {DEFAULT_SECONDS, 60, 45 * 60},
};

/* Sets what --preset, --full and --all imply, except values that other options set. */
static void apply_presets(struct raw_options *raw)
{
    struct run_request *run = &raw->options.run;
    if (raw->all_rows)
        raw->options.table.top = ALL_ROWS;
    if (!value_of(raw, "time"))
        run->seconds = run->full ? FULL_SECONDS : presets[raw->preset].seconds;
    if (!value_of(raw, "processes"))
        run->processes =
            run->full && !raw->preset ? FULL_PROCESSES : presets[raw->preset].processes;
    if (!value_of(raw, "spread-over"))
        run->spread_over = presets[raw->preset].spread_over;
    if (raw->preset == PRESET_QUICK && !value_of(raw, "pieces"))
        for (enum piece piece = 0; piece < ROW_PIECES; piece++)
            raw->pieces[piece] = piece == QUEEN || piece == ALL;
}

/* ---- the command line ---- */

enum { FIRST_OPTION = 256 }; /* getopt_long() returns this for the first entry of the table */

static void set_defaults(struct raw_options *raw)
{
    struct error none;
    *raw = (struct raw_options){
        .options = {.run = {.list_length = DEFAULT_LIST_LENGTH,
                            .seed = DEFAULT_SEED,
                            .pin.cpu = -1},
                    .jobs = (size_t)sysconf(_SC_NPROCESSORS_ONLN),
                    .piece = QUEEN,
                    .depth = DEFAULT_DEPTH,
                    .restrictions.max_kib = UINT64_MAX,
                    .prefix = "sliders",
                    .worker = -1},
        .workloads = "games",
    };
    for (enum piece piece = 0; piece < ROW_PIECES; piece++)
        raw->pieces[piece] = piece != BOTH;
    modes_parse("throughput,latency", &raw->modes, &none);
}

/* Takes the first word as the command, unless it is an option, and moves *argv to it. */
static bool parse_command(int *argc, char ***argv, struct options *o, struct error *error)
{
    if (*argc < 2 || (*argv)[1][0] == '-')
        return true;
    const char *word = *++*argv, *near = NULL;
    --*argc;
    if (!strcmp(word, "help")) { /* `help list` is `list --help` */
        o->help = true;
        return parse_command(argc, argv, o, error);
    }
    for (enum command c = 0; c < COMMANDS; c++) {
        if (!strcmp(commands[c].name, word)) {
            o->command = c;
            return true;
        }
        near = nearer_name(word, strlen(word), near, commands[c].name);
    }
    return fail(error, STATUS_USAGE, "'%s' is not a command", word) ||
           suggest(near, error, "; see `slidebench --help`");
}

/* Fails, and suggests an option of the command. `word` is the argument on the command line. */
static bool unknown_option(const char *word, enum command command, struct error *error)
{
    const struct command_info *info = &commands[command];
    const char *begin = word + strspn(word, "-"), *near = NULL;
    char option[32];
    for (const struct option_spec *spec = option_table; spec->name; spec++)
        if (spec->help && spec->commands & 1u << command)
            near = nearer_name(begin, strcspn(begin, "="), near, spec->name);
    if (near && strlen(near) == strcspn(begin, "=") && begin[strlen(near)])
        return fail(error, STATUS_USAGE, "--%s takes no value", near);
    if (near)
        snprintf(option, sizeof option, "--%s", near);
    return fail(error, STATUS_USAGE, "%s is not an option of %s", word, info->name) ||
           suggest(near ? option : NULL, error, "; usage: slidebench %s%s [options], or --help",
                   info->name, info->operands ? info->operands : "");
}

static bool take_option(const char *name, const char *word, const char *value,
                        struct raw_options *raw, struct error *error)
{
    struct options *o = &raw->options;
    const struct option_spec *spec = option_of(o->command, name);
    if (!spec)
        return unknown_option(word, o->command, error);
    if (value_of(raw, name))
        return fail(error, STATUS_USAGE, "--%s is given twice", name);
    raw->value[spec - option_table] = value ? value : "";
    if (!(spec->commands & UNRECORDED))
        o->run.given[o->run.given_count++] = (struct given_option){spec->name, value};
    return spec->parse(spec, value, (char *)raw + spec->offset, error);
}

/* Takes a word that is not an option: a scheme for `export`, or the log that a command reads. */
static bool take_operand(const char *word, struct options *o, struct error *error)
{
    const struct command_info *command = &commands[o->command];
    const char *example = command->examples + strlen("  ");
    if (o->command == COMMAND_EXPORT && o->exported_count == MAX_EXPORTED)
        return fail(error, STATUS_USAGE, "export: more than %d schemes", MAX_EXPORTED);
    if (o->command == COMMAND_EXPORT)
        return find_scheme("export", word, &o->exported[o->exported_count++], error);
    if (o->command != COMMAND_SUMMARIZE && o->command != COMMAND_RECOMMEND)
        return fail(error, STATUS_USAGE, "'%s' is unexpected: %s takes options only, as in `%.*s`",
                    word, command->name, (int)strcspn(example, "\n"), example);
    if (!*word)
        return fail(error, STATUS_USAGE, "'' is no log; %s reads a file", command->name);
    if (o->log)
        return fail(error, STATUS_USAGE, "'%s' is unexpected; %s reads one log", word,
                    command->name);
    o->log = word;
    return true;
}

/* Takes what getopt_long() returned for the argument `word`. */
static bool take_argument(int code, char *word, struct raw_options *raw, struct error *error)
{
    enum { OPERAND = 1 };
    struct run_request *run = &raw->options.run;
    const char *name = code >= FIRST_OPTION ? option_table[code - FIRST_OPTION].name : NULL;
    if (name && strcspn(word, "=") != strlen("--") + strlen(name))
        code = '?'; /* getopt_long() takes abbreviations, but `--with` for `--without` is a trap */
    switch (code) {
    case ':':
        return fail(error, STATUS_USAGE, "%s needs a value", word);
    case '?':
        if (raw->options.command == COMMAND_BENCH && !strncmp(word, "--benchmark_", 12)) {
            run->benchmark_argv[run->benchmark_argc++] = word;
            return true;
        }
        return unknown_option(word, raw->options.command, error);
    case OPERAND:
        return take_operand(optarg, &raw->options, error);
    case 'h':
        return take_option("help", word, NULL, raw, error);
    case 'o':
        return take_option("output", word, optarg, raw, error);
    default:
        return take_option(name, word, optarg, raw, error);
    }
}

static bool take_options(int argc, char **argv, struct raw_options *raw, struct error *error)
{
    struct option long_options[MAX_OPTIONS] = {0}; /* an entry without a name ends it, too */
    for (int i = 0; option_table[i].name; i++) {
        const struct option_spec *spec = &option_table[i];
        long_options[i] =
            (struct option){spec->name, spec->argument != NULL, NULL, FIRST_OPTION + i};
    }
    opterr = 0;
    optind = 0; /* resets the state that a previous call left */
    for (int code, at = 1; (code = getopt_long(argc, argv, "-:ho:", long_options, NULL)) != -1;
         at = optind)
        if (!take_argument(code, argv[at], raw, error))
            return false;
    for (; optind < argc; optind++)
        if (!take_operand(argv[optind], &raw->options, error))
            return false;
    return true;
}

static bool make_matrix(struct raw_options *raw, struct error *error)
{
    struct matrix *matrix = &raw->options.run.matrix;
    if (raw->options.command == COMMAND_SUMMARIZE) /* selects from the rows of its log instead */
        return true;
    if (raw->options.run.full) {
        matrix_full(matrix);
        return true;
    }
    if (!value_of(raw, "pieces") && !value_of(raw, "modes"))
        return matrix_default(raw->workloads, raw->pieces, matrix, error);
    return matrix_parse(raw->workloads, raw->pieces, &raw->modes, matrix, error);
}

/* Fails if no scheme of this program is selected. A recorded run may have other schemes. */
static bool check_schemes(const struct raw_options *raw, struct error *error)
{
    const struct options *o = &raw->options;
    return !o->run.selected || o->command == COMMAND_SUMMARIZE ||
           memchr(o->run.selected, true, scheme_count()) ||
           fail(error, STATUS_USAGE, "--schemes: no scheme matches '%s'",
                value_of(raw, "schemes")) ||
           scheme_suggest(value_of(raw, "schemes"), error);
}

/* Keeps what summarize selects from a recorded run. */
static void set_selection(struct raw_options *raw)
{
    const char *pieces = value_of(raw, "pieces"), *workloads = value_of(raw, "workloads"),
               *modes = value_of(raw, "modes");
    raw->options.selection = (struct selection){
        .schemes = value_of(raw, "schemes"),
        .relative_to = raw->options.table.relative_to,
        .lists = {[BY_PIECE] = pieces, [BY_WORKLOAD] = workloads, [BY_MODE] = modes}};
    raw->options.table.all_columns = raw->all_rows || pieces || workloads || modes;
}

bool options_parse(int argc, char **argv, struct options *options, struct error *error)
{
    struct raw_options raw;
    struct run_request *run = &raw.options.run;
    set_defaults(&raw);
    run->program = argv[0];
    run->benchmark_argv = xcalloc((size_t)argc + 1, sizeof *run->benchmark_argv);
    run->benchmark_argv[run->benchmark_argc++] = argv[0];
    run->given = xcalloc((size_t)argc, sizeof *run->given);
    bool ok = parse_command(&argc, &argv, &raw.options, error) &&
              take_options(argc, argv, &raw, error) && check_schemes(&raw, error);
    if (ok) {
        apply_presets(&raw);
        set_selection(&raw);
        ok = make_matrix(&raw, error) && check_rules(&raw, error);
    }
    *options = raw.options;
    return ok;
}

void options_free(struct options *o)
{
    free(o->run.selected);
    free(o->run.given);
    free(o->run.benchmark_argv);
}
