/* SPDX-License-Identifier: MIT */
#include "analysis/columns.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "plan/scheme_set.h"

#include <math.h>
#include <stdlib.h>

/* ---- confidence ---- */

double run_confidence(const struct run *run)
{
    return run->min_processes < 2 ? NAN : stats_confidence(1, run->min_processes);
}

bool row_is_precise(const struct measured_row *row)
{
    return half_width(row->cycles) < PRECISE_WIDTH * row->cycles.mid;
}

bool column_is_ranked(const struct run *run, const struct column *column)
{
    for_each_row_of_column (row, run, column)
        if (row->standing.rank_min)
            return true;
    return false;
}

/* ---- twins ---- */

struct interval twin_ratio(const struct run *run, const struct measured_row *twin)
{
    const struct scheme *scheme = twin->planned.scheme;
    const struct measured_row *original =
        scheme->twin && !scheme->delay ? run_find(run, twin->column, scheme->twin) : NULL;
    if (!original || !twin->process_cycles || !original->process_cycles)
        return (struct interval){NAN, NAN, NAN};
    size_t pairs = 0;
    for (size_t p = 0; p < run->processes_ended; p++)
        pairs += isfinite(twin->process_cycles[p]) && isfinite(original->process_cycles[p]);
    return stats_ratio(twin->process_cycles, original->process_cycles, run->processes_ended,
                       stats_confidence(1, pairs));
}

double twin_gap(struct interval ratio)
{
    return stats_verdict(ratio, TIE_MARGIN) == TIED ? 0 : fmax(ratio.mid, 1 / ratio.mid) - 1;
}

/* ---- controls ---- */

struct control control_find(const struct run *run, const struct measured_row *row)
{
    const struct scheme *scheme = row->planned.scheme;
    const struct measured_row *original =
        scheme->twin ? run_find(run, row->column, scheme->twin) : NULL;
    struct control control = {.measured = {NAN, NAN, NAN}};
    if (!scheme->delay || !row->process_cycles || (scheme->twin && !original) ||
        (original && !original->process_cycles))
        return control;
    const double addition = mode_info(row->planned.mode)->kernel == KERNEL_THROUGHPUT ? 1 : NAN;
    /* [p]: how many cycles the control takes longer in process p than its original or, if it has no
     * original, than an addition; NAN if unknown. */
    double *longer = xcalloc(run->processes_ended, sizeof *longer);
    size_t n = 0;
    for (size_t p = 0; p < run->processes_ended; p++) {
        longer[p] = row->process_cycles[p] - (original ? original->process_cycles[p] : addition);
        n += isfinite(longer[p]);
    }
    control.cycles = (int)scheme->delay - (original ? (int)original->planned.scheme->delay : 0);
    control.measured = stats_median_interval(longer, run->processes_ended, stats_confidence(1, n));
    double margin = TIE_MARGIN * row->cycles.mid;
    control.wrong = control.measured.lo > control.cycles + margin ||
                    control.measured.hi < control.cycles - margin;
    free(longer);
    return control;
}

/* ---- comparisons ---- */

struct interval column_ratio(const struct run *run, const struct measured_row *a,
                             const struct measured_row *b)
{
    if (!a || !b)
        return (struct interval){NAN, NAN, NAN};
    const struct column_confidence *confidence = &a->column->confidence;
    struct interval ratio =
        stats_ratio(a->process_cycles, b->process_cycles, run->processes_ended, confidence->each);
    return a == b ? ratio : interval_widened(ratio, confidence->twin_gap);
}

double column_margin(const struct column *column)
{
    return (1 + TIE_MARGIN) * (1 + column->confidence.twin_gap) - 1;
}

enum verdict column_verdict(const struct run *run, const struct measured_row *a,
                            const struct measured_row *b)
{
    return stats_compare(a->process_cycles, b->process_cycles, run->processes_ended,
                         a->column->confidence.each, column_margin(a->column));
}

/* ---- choices ---- */

enum { SMALL_BYTES = 64 << 10 };

/* What a scheme must have for a role. */
static const struct {
    const char *name;
    unsigned traits, without; /* traits that it must have, and traits that it must not have */
    bool plain;               /* it must need no extension */
} roles[ROLES] = {
    [ROLE_BEST] = {.name = "best"},
    [ROLE_MULTIPLIES] = {.name = "multiplies", .without = MULTIPLY_FREE},
    [ROLE_MULTIPLY_FREE] = {.name = "multiply-free", .traits = MULTIPLY_FREE},
    [ROLE_BRANCHLESS] = {.name = "branchless", .traits = BRANCHLESS},
    [ROLE_BRANCHY] = {.name = "branchy", .without = BRANCHLESS},
    [ROLE_NO_TABLES] = {.name = "no-tables"},
    [ROLE_WITHIN_64_KIB] = {.name = "within-64-kib"},
    [ROLE_NO_BMI2] = {.name = "no-bmi2"},
    [ROLE_NO_EXTENSION] = {.name = "no-extension", .plain = true},
    [ROLE_NO_EXTENSION_MULTIPLIES] = {"no-extension-multiplies", 0, MULTIPLY_FREE, true},
    [ROLE_NO_EXTENSION_MULTIPLY_FREE] = {"no-extension-multiply-free", MULTIPLY_FREE, 0, true},
    [ROLE_INCREMENTAL] = {.name = "incremental", .traits = INCREMENTAL},
};

const char *role_name(enum role role)
{
    return roles[role].name;
}

bool mode_streams_views(const struct mode_spec *mode)
{
    return mode_info(mode)->views != VIEW_PER_GAME;
}

bool row_has_role(const struct measured_row *row, enum role role)
{
    const struct scheme *scheme = row->planned.scheme;
    const bool pays_for_view = row->planned.mode->kind == MODE_REPLAY; /* and makes lookups */
    if (scheme->twin || scheme->traits & MOCK ||
        (scheme->traits & INCREMENTAL && !pays_for_view && role != ROLE_INCREMENTAL))
        return false;
    if (role == ROLE_NO_TABLES)
        return scheme_piece_bytes(scheme, row->planned.list->piece) == 0;
    if (role == ROLE_WITHIN_64_KIB)
        return scheme_bytes(scheme) <= SMALL_BYTES;
    if (role == ROLE_NO_BMI2)
        return !scheme_needs(scheme, "bmi2");
    return (scheme->traits & roles[role].traits) == roles[role].traits &&
           !(scheme->traits & roles[role].without) &&
           !(roles[role].plain && scheme->needs && *scheme->needs);
}

bool row_precedes(const struct measured_row *a, const struct measured_row *b)
{
    return a->cycles.mid < b->cycles.mid;
}

const struct measured_row *choice_of_role(const struct run *run, const struct column *column,
                                          enum role role)
{
    const struct measured_row *chosen = NULL;
    for_each_row_of_column (row, run, column)
        if (row->standing.rank_min && row_has_role(row, role) &&
            (!chosen || row_precedes(row, chosen)))
            chosen = row;
    return chosen;
}
