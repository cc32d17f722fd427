/* SPDX-License-Identifier: MIT */
#include "analysis/columns.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "plan/scheme_set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- columns ---- */

/* Puts a new column after that of the scheme's row before: the first scheme may lack some. */
const struct measured_row **columns_of(const struct run *run)
{
    const struct measured_row **columns = xcalloc(run->n + 1, sizeof(struct measured_row *));
    size_t n = 0, next = 0;
    for_each_row (row, run) {
        if (row > run->row && strcmp(row->planned.scheme->name, row[-1].planned.scheme->name))
            next = 0;
        size_t c = 0;
        while (c < n && !run_same_column(columns[c], row))
            c++;
        if (c == n) {
            c = next;
            memmove(columns + c + 1, columns + c, (n++ - c) * sizeof *columns);
            columns[c] = row;
        }
        next = c + 1;
    }
    return columns;
}

/* ---- ranks ---- */

static bool is_compared(const struct measured_row *row, const struct measured_row *like)
{
    return run_same_column(row, like) && row->planned.status == ROW_OK &&
           !(row->planned.scheme->traits & MOCK);
}

struct column_confidence column_confidence(const struct run *run, const struct measured_row *like)
{
    size_t rows = 0, fewest = run->processes_ended;
    double apart = 0;
    for_each_row (row, run)
        if (is_compared(row, like)) {
            rows++;
            fewest = row->processes_measured < fewest ? row->processes_measured : fewest;
            apart = fmax(apart, twins_apart(run, row));
        }
    size_t comparisons = rows ? rows - 1 : 0;
    double each = stats_confidence(comparisons, fewest);
    size_t possible = stats_corrected_for(each);
    return (struct column_confidence){each, comparisons,
                                      possible < comparisons ? possible : comparisons, apart};
}

double interval_confidence(const struct run *run)
{
    return run->min_processes < 2 ? NAN : stats_confidence(1, run->min_processes);
}

bool is_first_of_column(const struct run *run, const struct measured_row *row)
{
    for_each_row_of_column (first, run, row)
        return first == row;
    return false;
}

/* ---- twins ---- */

struct interval twin_ratio(const struct run *run, const struct measured_row *twin)
{
    const struct measured_row *original =
        twin->planned.scheme->twin ? run_find(run, twin, twin->planned.scheme->twin) : NULL;
    if (!original || !twin->process_cycles || !original->process_cycles)
        return (struct interval){NAN, NAN, NAN};
    size_t pairs = 0;
    for (size_t p = 0; p < run->processes_ended; p++)
        pairs += isfinite(twin->process_cycles[p]) && isfinite(original->process_cycles[p]);
    return stats_ratio(twin->process_cycles, original->process_cycles, run->processes_ended,
                       stats_confidence(1, pairs));
}

double twins_apart(const struct run *run, const struct measured_row *twin)
{
    struct interval ratio = twin_ratio(run, twin);
    return stats_verdict(ratio, MARGIN) == TIED ? 0 : fmax(ratio.mid, 1 / ratio.mid) - 1;
}

/* ---- choices ---- */

enum { SMALL_BYTES = 64 << 10 };

/* What a scheme of a role has. */
static const struct {
    const char *name;
    unsigned traits, without; /* it has all of these traits, and none of those */
    bool plain;               /* it needs no extension */
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
    const struct scheme *scheme = row->planned.scheme;
    if (scheme->twin || scheme->traits & MOCK ||
        (scheme->traits & INCREMENTAL && !pays_for_view(row->planned.mode) &&
         role != ROLE_INCREMENTAL))
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
    for_each_row_of_column (row, run, like)
        if (row->standing.rank_min && choices_has_role(row, role) &&
            (!chosen || choices_precedes(row, chosen)))
            chosen = row;
    return chosen;
}

struct interval column_ratio(const struct run *run, const struct measured_row *a,
                             const struct measured_row *b,
                             const struct column_confidence *confidence)
{
    if (!a || !b)
        return unknown;
    struct interval ratio =
        stats_ratio(a->process_cycles, b->process_cycles, run->processes_ended, confidence->each);
    return a == b ? ratio : interval_widened(ratio, confidence->twins_apart);
}

/* Returns how far from 1 a ratio may be in a tie. */
static double margin_of(const struct column_confidence *confidence)
{
    return (1 + MARGIN) * (1 + confidence->twins_apart) - 1;
}

enum verdict column_verdict(const struct run *run, const struct measured_row *a,
                            const struct measured_row *b,
                            const struct column_confidence *confidence)
{
    return stats_compare(a->process_cycles, b->process_cycles, run->processes_ended,
                         confidence->each, margin_of(confidence));
}

struct column_choices choices_in_column(const struct run *run, const struct measured_row *like)
{
    struct column_choices choices = {.confidence = column_confidence(run, like)};
    const struct column_confidence *confidence = &choices.confidence;
    for (enum role role = 0; role < ROLES; role++) {
        const struct measured_row *row = choose(run, like, role);
        choices.choice[role] = (struct choice){
            row, column_ratio(run, row, role ? choices.choice[ROLE_BEST].row : row, confidence)};
    }
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct measured_row *a = choices.choice[compared[i].a].row,
                                  *b = choices.choice[compared[i].b].row;
        choices.comparison[i] = (struct comparison){
            .a = compared[i].a,
            .b = compared[i].b,
            .known = a && b,
            .ratio = column_ratio(run, a, b, confidence),
            .verdict = a && b ? column_verdict(run, a, b, confidence) : TIED,
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
           column_verdict(run, row, chosen, &choices->confidence) != SLOWER;
}

void rank_column(struct run *run, const struct measured_row *like)
{
    size_t processes = run->processes_ended, n = 0;
    struct column_confidence confidence = column_confidence(run, like);
    size_t most = confidence.comparisons + 1;
    double *times = xcalloc(most * processes, sizeof *times);
    struct standing *standings = xcalloc(most, sizeof *standings);
    for_each_row (row, run)
        if (is_compared(row, like))
            memcpy(times + n++ * processes, row->process_cycles, processes * sizeof *times);
    stats_rank(times, n, processes, confidence.each, margin_of(&confidence), standings);
    n = 0;
    for_each_row (row, run)
        if (is_compared(row, like))
            row->standing = standings[n++];
    free(times);
    free(standings);
    const struct measured_row *best = choose(run, like, ROLE_BEST);
    for_each_row_of_column (row, run, like) {
        row->cycles = interval_widened(row->cycles, confidence.twins_apart);
        row->ns = interval_widened(row->ns, confidence.twins_apart);
        row->ratio = row->standing.rank_min ? column_ratio(run, row, best, &confidence) : unknown;
    }
}

/* ---- incremental schemes ---- */

/* The two rows of one scheme and workload. */
struct replay_rows {
    const struct measured_row *upkeep, *lookups;
};

static struct replay_rows find_replay_rows(const struct run *run,
                                           const struct measured_row *lookups)
{
    for_each_row (row, run)
        if (row->planned.mode->kind == MODE_REPLAY_UPKEEP &&
            row->planned.scheme == lookups->planned.scheme &&
            row->planned.list == lookups->planned.list && row->planned.status == ROW_OK &&
            lookups->planned.status == ROW_OK)
            return (struct replay_rows){row, lookups};
    return (struct replay_rows){NULL, NULL};
}

/* Returns the rows of the stateless scheme with the fewest cycles per move on this workload, upkeep
 * and lookups together. */
static struct replay_rows best_stateless(const struct run *run, const struct list *list)
{
    struct replay_rows best = {NULL, NULL};
    for_each_row (row, run) {
        if (row->planned.mode->kind != MODE_REPLAY_LOOKUPS || row->planned.list != list ||
            row->planned.scheme->traits & (INCREMENTAL | MOCK))
            continue;
        struct replay_rows rows = find_replay_rows(run, row);
        if (rows.upkeep && (!best.upkeep || rows.upkeep->cycles.mid + rows.lookups->cycles.mid <
                                                best.upkeep->cycles.mid + best.lookups->cycles.mid))
            best = rows;
    }
    return best;
}

/* Returns lookups per move over the processes that measured all four rows: infinite where a lookup
 * of `a` is not cheaper. */
static struct interval break_even(const struct run *run, struct replay_rows a, struct replay_rows b)
{
    double mean = a.lookups->planned.list->mean_lookups;
    double *moves = xcalloc(run->processes_ended, sizeof *moves);
    size_t n = 0;
    for (size_t p = 0; p < run->processes_ended; p++) {
        double upkeep = a.upkeep->process_cycles[p] - b.upkeep->process_cycles[p];
        double gain = (b.lookups->process_cycles[p] - a.lookups->process_cycles[p]) / mean;
        if (isfinite(upkeep) && isfinite(gain))
            moves[n++] = gain > 0 ? fmax(upkeep, 0) / gain : INFINITY;
    }
    struct interval found = stats_median_interval(moves, n, stats_confidence(1, n));
    free(moves);
    return found;
}

bool break_even_find(const struct run *run, const struct measured_row *lookups,
                     struct break_even *found)
{
    struct replay_rows own, best;
    if (lookups->planned.mode->kind != MODE_REPLAY_LOOKUPS ||
        !(lookups->planned.scheme->traits & INCREMENTAL) ||
        !(own = find_replay_rows(run, lookups)).upkeep ||
        !(best = best_stateless(run, lookups->planned.list)).upkeep)
        return false;
    double mean = lookups->planned.list->mean_lookups;
    *found = (struct break_even){
        .scheme = lookups->planned.scheme,
        .against = best.lookups->planned.scheme,
        .list = lookups->planned.list,
        .lookups_per_move = break_even(run, own, best),
        .extra_upkeep = own.upkeep->cycles.mid - best.upkeep->cycles.mid,
        .cycles_per_lookup = own.lookups->cycles.mid / mean,
        .cycles_per_lookup_against = best.lookups->cycles.mid / mean,
    };
    return !isnan(found->lookups_per_move.lo);
}
