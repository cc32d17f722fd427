/* SPDX-License-Identifier: MIT */
#include "base/array.h"
#include "base/json_fields.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "output/table.h"
#include "plan/scheme_set.h"
#include "well_known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[CANDIDATE_ROLES] = {"take", "next", "close", "common", "other"};

static void date_text(const struct result *result, char text[static 16])
{
    strftime(text, 16, "%Y-%m-%d", gmtime(&result->began));
}

/* ---- the table ---- */

enum { MAX_CLOSE = 3, CELL = 64, LABEL = 13 };

/* Returns the allowed scheme with which engines should take the least time, tried or not. */
static const struct candidate *least_engine_time(const struct recommendation *r)
{
    const struct candidate *least = &r->candidate[0];
    for (const struct candidate *c = least; c < r->candidate + r->n; c++)
        least = c->allowed && c->engine < least->engine ? c : least;
    return least;
}

/* Returns whether the table shows a candidate that is number `nth`, from 0, of its role. */
static bool is_shown(const struct recommendation *r, const struct candidate *c, size_t nth)
{
    return c == least_engine_time(r) ||
           (c->role != CANDIDATE_OTHER && (c->role != CANDIDATE_CLOSE || nth < MAX_CLOSE ||
                                           is_common_scheme(c->row->planned.scheme)));
}

static int name_width(const struct recommendation *r)
{
    size_t width = 0;
    for (const struct candidate *c = r->candidate; c < r->candidate + r->n; c++) {
        size_t length = strlen(c->row->planned.scheme->name);
        width = is_shown(r, c, 0) && length > width ? length : width;
    }
    return (int)width;
}

/* Writes "6.64 [6.61, 6.68]"; nothing if the value is unknown. */
static void figure_text(struct interval value, int decimals, char text[static CELL])
{
    *text = '\0';
    if (isfinite(value.lo))
        snprintf(text, CELL, "%.*f [%.*f, %.*f]", decimals, value.mid, decimals, value.lo, decimals,
                 value.hi);
}

/* Writes "+0.3 %": how much longer an engine should take with this getter than with the one to
 * take. In brackets if no trial had the getter; nothing if no engine was tried. */
static void engine_text(const struct candidate *c, char text[static CELL])
{
    *text = '\0';
    if (c->role == CANDIDATE_TAKE && c->trials)
        strcpy(text, "0 %");
    else if (isfinite(c->engine))
        snprintf(text, CELL, c->trials ? "%+.1f %%" : "(%+.1f %%)", 100 * (c->engine - 1));
}

/* Prints a line of the table up to the column `needs`. On a narrow terminal it lacks ratios and
 * intervals. Returns its length. */
static int print_cells(const char *role, int width, const char *name, const char *cycles,
                       const char *ratio, const char *engine, const char *bytes, FILE *out)
{
    if (terminal_is_wide(out))
        return fprintf(out, "  %-9s  %-*s  %-20s  %-20s  %8s  %8s", role, width, name, cycles,
                       ratio, engine, bytes);
    return fprintf(out, "  %-9s  %-*s  %-6.*s  %8s  %8s", role, width, name,
                   (int)strcspn(cycles, " "), cycles, engine, bytes);
}

static void print_candidate(const struct recommendation *r, const struct candidate *c, int width,
                            FILE *out)
{
    const struct interval value = c->row->cycles;
    const struct scheme *scheme = c->row->planned.scheme;
    const char *needs = scheme->needs && *scheme->needs ? scheme->needs : "plain C";
    char cycles[CELL], ratio[CELL] = "1", engine[CELL], bytes[16];
    figure_text(value, decimals_of(value.mid, half_width(value)), cycles);
    if (c->row != r->fastest)
        figure_text(c->ratio, c->ratio.mid < 1.3 ? 3 : 2, ratio);
    engine_text(c, engine);
    int printed = print_cells(c->allowed ? words[c->role] : "excluded", width, scheme->name, cycles,
                              ratio, engine, bytes_text(scheme_bytes(scheme), bytes), out);
    if (terminal_width(out) && printed + 2 + (int)strlen(needs) > terminal_width(out))
        fprintf(out, "\n%*s", LABEL - 2, "");
    fprintf(out, "  %s\n", needs);
}

static void print_table(const struct recommendation *r, FILE *out)
{
    const int width = name_width(r);
    print_cells("", width, "", "cycles", "ratio", "engine", "tables", out);
    fputs("  needs\n", out);
    for (size_t i = 0, nth = 0; i < r->n; i++) {
        const struct candidate *c = &r->candidate[i];
        nth = i && c->role == c[-1].role ? nth + 1 : 0;
        if (is_shown(r, c, nth))
            print_candidate(r, c, width, out);
    }
}

/* ---- what the recommendation rests on ---- */

/* Begins a line with its label. All labels have the same width. */
static void print_label(const char *text, FILE *out)
{
    fprintf(out, "  %-9s  ", text);
}

/* A smaller ratio of engines' times may be noise, because one trial does not resolve it. */
static const double NOISE_OF_TRIALS = 1.01;

/* Prints the rule that chose the scheme to take, and what the column "engine" means. */
static void print_why(const struct recommendation *r, FILE *out)
{
    const struct candidate *taken = &r->candidate[0];
    const char *name = taken->row->planned.scheme->name;
    print_label("why", out);
    if (!taken->trials) {
        fprintf(out, "%s is the fastest in this column.\n", name);
        return;
    }
    const struct candidate *next = r->n > 1 ? taken + 1 : taken, *least = least_engine_time(r);
    fprintf(out,
            "Among the allowed getters that most trials of engines had, engines should take the "
            "least time with %s",
            name);
    if (next->role == CANDIDATE_NEXT && next->trials && next->engine < NOISE_OF_TRIALS)
        fprintf(out, "; %s may be as good, because less than 1 %% is noise",
                next->row->planned.scheme->name);
    if (least != taken && (least != next || !next->trials))
        fprintf(out, "; %s should be faster, but %s had it", least->row->planned.scheme->name,
                least->trials ? "fewer trials" : "no trial");
    fputs(".\n", out);
    print_label("engine", out);
    fprintf(out,
            "How much longer engines should take with another getter, predicted from trials and "
            "this column; in brackets if no trial had it. Engines feel little of a lookup's time: "
            "twice the cycles cost %.1f %%.\n",
            100 * (pow(2, engine_trials(r->profile)->exponent) - 1));
}

/* Prints what trials found about the scheme to take. */
static void print_evidence(const struct recommendation *r, FILE *out)
{
    const struct engine_trials *all = engine_trials(r->profile);
    const char *name = r->candidate[0].row->planned.scheme->name;
    const struct trial_record own = recommendation_trials(r, name);
    if (!all) {
        fputs("No engine of this kind was tried.", out);
        return;
    }
    if (own.trials)
        fprintf(out,
                "With %s engines lost %.1f %% of their time on average in %zu trial%s, and %.1f %% "
                "at most, against the best allowed getter of each. ",
                name, own.lost_mean, own.trials, plural(own.trials), own.lost_most);
    else
        fprintf(out, "No trial had %s and another allowed getter. ", name);
    fprintf(out,
            "The worst getter of all cost an engine up to %.1f %%. The %zu trial%s replaced the "
            "getters of %zu engine%s, on %s.",
            all->largest_loss, all->trials, plural(all->trials), all->engines, plural(all->engines),
            all->cpus);
}

/* Prints how many schemes cannot be taken, and why, and what the log lacks in cold modes. */
static void print_left_out(const struct recommendation *r, const struct result *result, FILE *out)
{
    const struct {
        size_t n;
        const char *why;
    } parts[] = {
        {r->excluded, "by the options"},
        {r->unstable, "unstable"},
        {r->incremental, "incremental: this column does not time their updates"},
    };
    const char *separator = NULL;
    for (size_t i = 0; i < COUNT(parts); i++) {
        if (!parts[i].n)
            continue;
        if (!separator)
            print_label("left out", out);
        fprintf(out, "%s%zu %s", separator ? separator : "", parts[i].n, parts[i].why);
        separator = ", ";
    }
    if (separator)
        fputc('\n', out);
    if (result->converted && mode_info(r->candidate[0].row->planned.mode)->cold_cache) {
        print_label("lacking", out);
        fprintf(out, "%s (the log was converted from an older format)\n", result->converted);
    }
}

static void print_run(const struct result *result, FILE *out)
{
    char date[16];
    date_text(result, date);
    print_label("run", out);
    fprintf(out, "%s: %s, %s, level %s, %zu processes%s", result->saved, date,
            result->build.compiler, result->build.level, result->run->processes_ended,
            result->partial ? " (interrupted)" : "");
    fputc('\n', out);
}

static void print_below_table(const struct recommendation *r, const struct result *result,
                              FILE *out)
{
    const struct column *column = r->candidate[0].row->column;
    const struct mode_info *mode = mode_info(column->mode);
    print_why(r, out);
    print_label("trials", out);
    print_evidence(r, out);
    fputc('\n', out);
    print_label("column", out);
    fprintf(out, "%s %s: %s, %s, %s, per %s. ", piece_head(column), mode_head(result, column),
            piece_names[column->list->piece], column->list->name, column->mode->name, mode->unit);
    print_confidence(&column->confidence, out);
    fputc('\n', out);
    print_left_out(r, result, out);
    print_run(result, out);
    if (mode->batched && r->candidate[0].row->planned.scheme->traits & BATCHED) {
        print_label("batches", out);
        fprintf(out, "the scheme's code for batches is not exported: see its file in schemes/\n");
    }
}

void recommendation_print(const struct recommendation *r, const struct result *result,
                          const char *program, FILE *out)
{
    char cpu[CPU_TEXT], title[CPU_TEXT + 80];
    struct memory_file below;
    print_below_table(r, result, memory_file_open(&below));
    snprintf(title, sizeof title, "For %s, on %s:", r->profile->use,
             machine_cpu_text(result->machine, cpu));
    print_folded(title, 0, terminal_width(out), 2, out);
    print_table(r, out);
    print_folded(memory_file_close(&below), 0, terminal_width(out), LABEL, out);
    free(below.text);
    print_label("export", out);
    fprintf(out, "%s export %s -o sliders.h\n", program, r->candidate[0].row->planned.scheme->name);
    print_label("others", out);
    fputs("for another use:", out);
    for (size_t i = 0; i < PROFILES; i++)
        if (&profiles[i] != r->profile)
            fprintf(out, " --for %s", profiles[i].name);
    fputc('\n', out);
}

/* ---- JSON ---- */

static json_t *json_candidate(const struct recommendation *r, const struct candidate *c)
{
    const struct scheme *scheme = c->row->planned.scheme;
    const struct trial_record record = recommendation_trials(r, scheme->name);
    return json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:I, s:s, s:b, s:I}",                 //
                     "scheme", scheme->name, "role", words[c->role], "allowed", c->allowed,     //
                     "cycles", json_interval(c->row->cycles), "ratio", json_interval(c->ratio), //
                     "lost", json_number(record.trials ? record.lost_mean : NAN), "engine",
                     json_number(c->engine), "processes", (json_int_t)c->row->processes_measured, //
                     "needs", scheme->needs ? scheme->needs : "",                                 //
                     "multiply_free", !!(scheme->traits & MULTIPLY_FREE),                         //
                     "engine_bytes", (json_int_t)scheme_bytes(scheme));
}

static json_t *json_run(const struct result *result)
{
    char cpu[CPU_TEXT], date[16];
    date_text(result, date);
    return json_pack("{s:o, s:s, s:s, s:s, s:s, s:I, s:b}", "log", json_text(result->saved), //
                     "cpu", machine_cpu_text(result->machine, cpu), "date", date,            //
                     "compiler", result->build.compiler, "level", result->build.level,       //
                     "processes", (json_int_t)result->run->processes_ended,                  //
                     "partial", result->partial);
}

void recommendation_json(const struct recommendation *r, const struct result *result, FILE *out)
{
    const struct column *column = r->candidate[0].row->column;
    const struct column_confidence *confidence = &column->confidence;
    struct memory_file evidence;
    json_t *candidates = json_array();
    print_evidence(r, memory_file_open(&evidence));
    memory_file_close(&evidence);
    for (size_t i = 0; i < r->n; i++)
        json_array_append_new(candidates, json_candidate(r, &r->candidate[i]));
    json_t *all = json_pack(
        "{s:s, s:s, s:{s:s, s:s, s:s, s:s}, s:o, s:{s:o, s:I, s:I}, s:{s:I, s:I, s:I}, s:o}", //
        "profile", r->profile->name, "evidence", evidence.text,                               //
        "column", "piece", piece_names[column->list->piece], "workload", column->list->name, "mode",
        column->mode->name, "unit", mode_info(column->mode)->unit, //
        "run", json_run(result),                                   //
        "confidence", "each", json_number(confidence->each), "comparisons",
        (json_int_t)confidence->comparisons, "corrected_for",
        (json_int_t)confidence->corrected_for, //
        "left_out", "by_options", (json_int_t)r->excluded, "unstable", (json_int_t)r->unstable,
        "incremental", (json_int_t)r->incremental, "schemes", candidates);
    json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    json_decref(all);
    free(evidence.text);
    fputc('\n', out);
}
