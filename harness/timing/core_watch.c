/* SPDX-License-Identifier: MIT */
#include "timing/core_watch.h"
#include "analysis/samples.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/stats.h"
#include "base/tuning.h"
#include "timing/canary.h"

#include <math.h>
#include <stdlib.h>

static const double SAMPLE = SAMPLE_SECONDS * SAMPLE_WITH_CANARY,
                    VISIT = PLAN_WARMUP_SECONDS +
                            SAMPLES_PER_VISIT * SAMPLE_SECONDS * SAMPLE_WITH_CANARY;

/* Returns how many samples fit into an undisturbed time, each series after a warm-up. */
static double samples_within(double seconds)
{
    double visits = floor(seconds / VISIT), rest = seconds - visits * VISIT;
    return SAMPLES_PER_VISIT * visits + fmax(0, floor((rest - PLAN_WARMUP_SECONDS) / SAMPLE));
}

/* Returns whether nothing happened during the canary: neither a co-tenant nor an interruption,
 * which multiplies its length. */
static bool is_undisturbed(const struct watched_canary *canary, double reference_ipc, double length)
{
    return ipc_undisturbed(canary->ipc, canary->ipc, reference_ipc) &&
           canary->end - canary->start < MAX_CANARY_GROWTH * length;
}

static void add_up(const struct watched_canary *canaries, size_t n, double length,
                   struct core_watch *watch)
{
    double undisturbed = 0, samples = 0, all = canaries[n - 1].end - canaries[0].start;
    for (size_t i = 0; i < n;) {
        size_t first = i;
        while (i < n && is_undisturbed(&canaries[i], watch->reference_ipc, length) &&
               (i == first || canaries[i].start - canaries[i - 1].end < length))
            i++;
        if (i > first) {
            double seconds = canaries[i - 1].end - canaries[first].start;
            undisturbed += seconds;
            samples += samples_within(seconds);
        } else
            i++;
    }
    watch->undisturbed = undisturbed / all;
    watch->speed = fmin(samples / all * VISIT / SAMPLES_PER_VISIT, 1);
}

bool core_watch_compute(const struct watched_canary *canaries, size_t n, struct core_watch *watch,
                        struct error *error)
{
    double *values = xcalloc(n, sizeof *values);
    *watch = (struct core_watch){0};
    for (size_t i = 0; i < n; i++)
        values[i] = canaries[i].end - canaries[i].start;
    double length = stats_quantile(values, n, 0.5);
    for (size_t i = 0; i < n; i++)
        values[i] = canaries[i].ipc;
    watch->reference_ipc = canary_reference(values, n);
    bool equal = n > 1 && values[0] == values[n - 1]; /* sorted by now */
    free(values);
    if (equal)
        return fail(error, STATUS_ENVIRONMENT,
                    "%zu measurements of the core's speed are equal to the last digit: the "
                    "system's clock is too coarse",
                    n);
    if (n)
        add_up(canaries, n, length, watch);
    return true;
}

bool core_watch_run(struct core_watch *watch, struct error *error)
{
    enum { MOST = 1 << 17 }; /* a canary takes more than 10 us */
    struct watched_canary *canaries = xcalloc(MOST, sizeof *canaries);
    size_t n = 0;
    double start = clock_seconds(), now = start;
    while (n < MOST && now - start < PLAN_SECONDS) {
        canaries[n].start = now;
        canaries[n].ipc = canary_read().ipc;
        canaries[n++].end = now = clock_seconds();
    }
    bool ok = core_watch_compute(canaries, n, watch, error);
    free(canaries);
    return ok;
}
