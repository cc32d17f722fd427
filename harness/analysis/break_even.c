/* SPDX-License-Identifier: MIT */
#include "analysis/break_even.h"

#include <math.h>
#include <stdlib.h>

/* The two rows of a scheme. */
struct cost {
    const struct measured_row *upkeep, *lookups;
};

static struct cost cost_of(const struct run *run, const struct measured_row *lookups)
{
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (row->id.mode->kind == MODE_REPLAY_UPKEEP && row->id.scheme == lookups->id.scheme &&
            row->id.workload == lookups->id.workload && row->id.status == ROW_OK &&
            lookups->id.status == ROW_OK)
            return (struct cost){row, lookups};
    }
    return (struct cost){NULL, NULL};
}

/* The stateless scheme with the cheapest moves on this workload, upkeep and lookups together. */
static struct cost best_stateless(const struct run *run, const struct workload *workload)
{
    struct cost best = {NULL, NULL};
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (row->id.mode->kind != MODE_REPLAY_LOOKUPS || row->id.workload != workload ||
            row->id.scheme->traits & (INCREMENTAL | MOCK))
            continue;
        struct cost cost = cost_of(run, row);
        if (cost.upkeep && (!best.upkeep || cost.upkeep->cycles.mid + cost.lookups->cycles.mid <
                                                best.upkeep->cycles.mid + best.lookups->cycles.mid))
            best = cost;
    }
    return best;
}

/* Lookups a move, by each process that measured all four; infinite where a lookup is not cheaper, NAN without memory. */
static struct interval break_even(const struct run *run, struct cost a, struct cost b)
{
    double mean = a.lookups->id.workload->lookups;
    double *moves = malloc((run->processes + 1) * sizeof *moves);
    size_t n = 0;
    for (size_t p = 0; moves && p < run->processes; p++) {
        double upkeep = a.upkeep->process_cycles[p] - b.upkeep->process_cycles[p];
        double gain = (b.lookups->process_cycles[p] - a.lookups->process_cycles[p]) / mean;
        if (isfinite(upkeep) && isfinite(gain))
            moves[n++] = gain > 0 ? fmax(upkeep, 0) / gain : INFINITY;
    }
    struct interval found = {NAN, NAN, NAN};
    if (moves)
        found = stats_median_interval(moves, n, stats_confidence(1, n));
    free(moves);
    return found;
}

void break_even_print(const struct run *run, FILE *out)
{
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        struct cost cost, best;
        if (row->id.mode->kind != MODE_REPLAY_LOOKUPS || !(row->id.scheme->traits & INCREMENTAL) ||
            !(cost = cost_of(run, row)).upkeep ||
            !(best = best_stateless(run, row->id.workload)).upkeep)
            continue;
        struct interval found = break_even(run, cost, best);
        if (isnan(found.lo))
            continue; /* too few processes measured all four */
        double mean = row->id.workload->lookups;
        fprintf(out,
                "break-even: %s pays %+.1f cycles a move for its view and %.2f a lookup, %s %.2f: ",
                row->id.scheme->name, cost.upkeep->cycles.mid - best.upkeep->cycles.mid,
                cost.lookups->cycles.mid / mean, best.lookups->id.scheme->name,
                best.lookups->cycles.mid / mean);
        if (isinf(found.mid))
            fprintf(out, "it never gains (%.1f lookups a move in games)\n", mean);
        else
            fprintf(out, "it gains from %.1f [%.1f, %.1f] lookups a move on (%.1f in games)\n",
                    found.mid, found.lo, found.hi, mean);
    }
}
