/* SPDX-License-Identifier: MIT */
#include "cli/bench/bench_plan.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/tuning.h"
#include "timing/run_plan.h"

#include <math.h>
#include <stdio.h>

/* Writes a duration as "50 s", "12 min" or "3.5 h". Returns text. */
static const char *duration_text(double seconds, char text[static 32])
{
    if (seconds < 100)
        snprintf(text, 32, "%.0f s", ceil(seconds));
    else if (seconds < 100 * 60)
        snprintf(text, 32, "%.0f min", ceil(seconds / 60));
    else
        snprintf(text, 32, "%.1f h", seconds / 3600);
    return text;
}

void bench_plan_print(const struct run *run, const struct run_request *request,
                      const struct cores *cores)
{
    size_t ended = run->processes_ended; /* a resumed run has some already, perhaps all */
    size_t processes = request->processes > ended ? request->processes - ended : 0, rows = 0;
    for (size_t i = 0; i < run->n; i++)
        rows += run->row[i].planned.status == ROW_OK;
    struct process_plan plan = process_plan_make(request, rows, rows, &cores->watch);
    double spread = request->spread_over * (double)processes / (double)request->processes,
           quiet = fmax(plan.quiet * (double)processes, spread),
           expected = fmax(plan.expected * (double)processes, spread);
    bool busy = cores->watch.undisturbed < QUIET_SHARE;
    char text[320], time[32], quiet_time[32];
    if (!processes || (expected < ANNOUNCED_SECONDS && !busy))
        return;
    int used = snprintf(text, sizeof text, "timing %zu row%s in %zu process%s: about %s", rows,
                        plural(rows), processes, processes == 1 ? "" : "es",
                        duration_text(expected, time));
    if (busy)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         " (core undisturbed %.0f %% of the time)", 100 * cores->watch.undisturbed);
    if (expected > SLOW_FACTOR * quiet)
        snprintf(text + used, sizeof text - (size_t)used,
                 ", %s on a quiet machine; --modes throughput times fewer rows",
                 duration_text(quiet, quiet_time));
    progress_note(text);
}
