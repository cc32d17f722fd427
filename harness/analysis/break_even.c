/* SPDX-License-Identifier: MIT */
#include "analysis/break_even.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

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
