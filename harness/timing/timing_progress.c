/* SPDX-License-Identifier: MIT */
#include "timing/timing_progress.h"
#include "analysis/undisturbed_samples.h"
#include "base/clock.h"
#include "base/progress.h"
#include "base/tuning.h"

#include <math.h>
#include <stdio.h>

static void update_undisturbed_share(struct timing_progress *p)
{
    if (clock_seconds() - p->share_computed_at > SHARE_INTERVAL_SECONDS) {
        p->undisturbed_share = samples_undisturbed_share_so_far(p->run);
        p->share_computed_at = clock_seconds();
    }
}

static void show_repeats(const struct timing_progress *p)
{
    char detail[80];
    double spent = clock_seconds() - p->repeating_since;
    snprintf(detail, sizeof detail, "%zu of %zu rows", p->repeated_rows, p->run->n);
    progress_show("taking more samples", detail, fmin(spent / p->repeat_seconds, 1));
}

static void show_processes(const struct timing_progress *p)
{
    size_t done = p->run->processes_ended, requested = p->run->processes_requested;
    double within = p->visits ? (double)p->visits_done / (double)p->visits : 0;
    double share = ((double)done + within) / (double)requested;
    char detail[80];
    int used = snprintf(detail, sizeof detail, "process %zu of %zu", done + 1, requested);
    if (isfinite(p->undisturbed_share))
        snprintf(detail + used, sizeof detail - (size_t)used, ", %.0f %% of samples undisturbed",
                 100 * p->undisturbed_share);
    if (p->spread_over > 0)
        share = (clock_seconds() - p->start) / p->spread_over;
    progress_show("timing", detail, share);
}

void timing_progress_show(struct timing_progress *progress)
{
    update_undisturbed_share(progress);
    if (progress->repeated_rows)
        show_repeats(progress);
    else
        show_processes(progress);
}
