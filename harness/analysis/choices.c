/* SPDX-License-Identifier: MIT */
#include "analysis/choices.h"
#include "base/tuning.h"
#include "plan/scheme_set.h"
#include "well_known.h"

#include <math.h>

const char *const role_names[ROLES] = {
    [ROLE_BEST] = "best",
    [ROLE_MULTIPLIES] = "multiplies",
    [ROLE_MULTIPLY_FREE] = "multiply-free",
    [ROLE_BRANCHLESS] = "branchless",
    [ROLE_BRANCHY] = "branchy",
    [ROLE_NO_TABLES] = "no-tables",
    [ROLE_WITHIN_64_KIB] = "within-64-kib",
    [ROLE_NO_BMI2] = "no-bmi2",
    [ROLE_NO_EXTENSION] = "no-extension",
    [ROLE_NO_EXTENSION_MULTIPLIES] = "no-extension-multiplies",
    [ROLE_NO_EXTENSION_MULTIPLY_FREE] = "no-extension-multiply-free",
    [ROLE_INCREMENTAL] = "incremental",
};

static const struct {
    enum role a, b;
} compared[COMPARISONS] = {
    [MULTIPLY_FREE_TO_MULTIPLIES] = {ROLE_MULTIPLY_FREE, ROLE_MULTIPLIES},
    [MULTIPLY_FREE_TO_MULTIPLIES_WITHOUT_EXTENSION] = {ROLE_NO_EXTENSION_MULTIPLY_FREE,
                                                       ROLE_NO_EXTENSION_MULTIPLIES},
    [BRANCHLESS_TO_BRANCHY] = {ROLE_BRANCHLESS, ROLE_BRANCHY},
};

static const struct interval unknown = {NAN, NAN, NAN};

bool pays_for_view(const struct mode_spec *mode)
{
    return mode->kind == MODE_REPLAY || mode->kind == MODE_PERFT;
}

bool choices_has_role(const struct measured_row *row, enum role role)
{
    enum { SMALL_BYTES = 64 << 10 };
    const struct scheme *scheme = row->planned.scheme;
    bool incremental = scheme->traits & INCREMENTAL, multiplies = !(scheme->traits & MULTIPLY_FREE),
         plain = !scheme->needs || !*scheme->needs;
    if (scheme->twin || scheme->traits & MOCK)
        return false;
    if (incremental && !pays_for_view(row->planned.mode))
        return role == ROLE_INCREMENTAL;
    switch (role) {
    case ROLE_BEST:
        return true;
    case ROLE_MULTIPLIES:
        return multiplies;
    case ROLE_MULTIPLY_FREE:
        return !multiplies;
    case ROLE_BRANCHLESS:
        return scheme->traits & BRANCHLESS;
    case ROLE_BRANCHY:
        return !(scheme->traits & BRANCHLESS);
    case ROLE_NO_TABLES:
        return scheme_piece_bytes(scheme, row->planned.list->piece) == 0;
    case ROLE_WITHIN_64_KIB:
        return scheme_bytes(scheme) <= SMALL_BYTES;
    case ROLE_NO_BMI2:
        return !scheme_needs(scheme, "bmi2");
    case ROLE_NO_EXTENSION:
        return plain;
    case ROLE_NO_EXTENSION_MULTIPLIES:
        return plain && multiplies;
    case ROLE_NO_EXTENSION_MULTIPLY_FREE:
        return plain && !multiplies;
    case ROLE_INCREMENTAL:
        return incremental;
    case ROLES:
        break;
    }
    return false;
}

bool choices_precedes(const struct measured_row *a, const struct measured_row *b)
{
    if (a->standing.rank_min != b->standing.rank_min)
        return a->standing.rank_min < b->standing.rank_min;
    return a->cycles.mid < b->cycles.mid;
}

static const struct measured_row *choose(const struct run *run, const struct measured_row *like,
                                         enum role role)
{
    const struct measured_row *chosen = NULL;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (row->standing.rank_min && run_same_column(row, like) && choices_has_role(row, role) &&
            (!chosen || choices_precedes(row, chosen)))
            chosen = row;
    }
    return chosen;
}

static struct interval ratio_of(const struct run *run, const struct measured_row *a,
                                const struct measured_row *b, double confidence)
{
    return a && b
               ? stats_ratio(a->process_cycles, b->process_cycles, run->processes_ended, confidence)
               : unknown;
}

static enum verdict verdict_on(const struct run *run, const struct measured_row *a,
                               const struct measured_row *b, double confidence)
{
    return stats_compare(a->process_cycles, b->process_cycles, run->processes_ended, confidence,
                         MARGIN);
}

struct column_choices choices_in_column(const struct run *run, const struct measured_row *like)
{
    struct column_choices choices = {.confidence = column_confidence(run, like)};
    double confidence = choices.confidence.each;
    for (enum role role = 0; role < ROLES; role++) {
        const struct measured_row *row = choose(run, like, role);
        choices.choice[role] = (struct choice){
            row, ratio_of(run, row, role ? choices.choice[ROLE_BEST].row : row, confidence)};
    }
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct measured_row *a = choices.choice[compared[i].a].row,
                                  *b = choices.choice[compared[i].b].row;
        choices.comparison[i] = (struct comparison){
            .a = compared[i].a,
            .b = compared[i].b,
            .known = a && b,
            .ratio = ratio_of(run, a, b, confidence),
            .verdict = a && b ? verdict_on(run, a, b, confidence) : TIED,
        };
    }
    return choices;
}

bool choices_is_tied(const struct run *run, const struct column_choices *choices, enum role role,
                     const struct measured_row *row)
{
    const struct measured_row *chosen = choices->choice[role].row;
    return chosen && row != chosen && row->standing.rank_min && run_same_column(row, chosen) &&
           choices_has_role(row, role) &&
           verdict_on(run, row, chosen, choices->confidence.each) != SLOWER;
}

void choices_set_ratios(struct run *run, const struct measured_row *like)
{
    double confidence = column_confidence(run, like).each;
    const struct measured_row *best = choose(run, like, ROLE_BEST);
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        if (run_same_column(row, like))
            row->ratio = row->standing.rank_min ? ratio_of(run, row, best, confidence) : unknown;
    }
}

/* ---- rows in doubt ---- */

/* Returns a lower bound of a row's cycles, from its lowest process median; 0 if it has none. */
static double least_cycles(const struct run *run, const struct measured_row *row)
{
    double least = INFINITY;
    for (size_t p = 0; p < run->processes_ended; p++)
        least = fmin(least, row->process_cycles[p]); /* fmin() ignores NAN */
    return isfinite(least) ? DOUBT_FACTOR * least : 0;
}

void mark_rows_in_doubt(struct run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        if (row->planned.status != ROW_UNSTABLE || row->planned.scheme->traits & MOCK ||
            row->planned.scheme->twin)
            continue;
        double best = INFINITY;
        for (size_t j = 0; j < run->n; j++)
            if (run_same_column(&run->row[j], row) && run->row[j].standing.tied_with_best)
                best = fmin(best, run->row[j].cycles.mid);
        bool slower = least_cycles(run, row) > best;
        row->in_doubt = !slower || is_founding_scheme(row->planned.scheme);
        run->in_doubt += row->in_doubt;
    }
}
