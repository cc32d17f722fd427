/* SPDX-License-Identifier: MIT */
#include "cli/option_rules.h"
#include "base/tuning.h"
#include "output/table.h"

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

bool options_check_conflicts(const struct raw_options *raw, struct error *error)
{
    const struct options *o = &raw->options;
    if (raw->given[O_JOBS] && !o->prove)
        return fail(error, STATUS_USAGE, "--jobs requires --prove");
    return check_pairs(raw, error) && check_formats(o, error) && check_operands(raw, error) &&
           check_resume(o, error);
}

void options_apply_presets(struct raw_options *raw)
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
