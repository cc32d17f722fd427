/* SPDX-License-Identifier: MIT */
#include "cli/bench/bench_plan.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/tuning.h"

#include <math.h>
#include <stdio.h>

/* Returns the minutes of `processes` processes that time rows for `seconds` each. */
static double minutes_of(size_t processes, double seconds, size_t row_count,
                         const struct run_request *request)
{
    seconds += PREPARATION_SECONDS * (double)row_count;
    double spread = request->spread_over * (double)processes / (double)request->processes;
    return fmax(seconds * (double)processes, spread) / 60;
}

void bench_plan_print(const struct run *run, const struct run_request *request,
                      const struct cores *cores)
{
    size_t ended = run->processes_ended; /* a resumed run has some already, perhaps all */
    size_t processes = request->processes > ended ? request->processes - ended : 0;
    double quiet_seconds = request->seconds * (1 - RETRY_SHARE);
    double minutes = minutes_of(processes, quiet_seconds, run->n, request);
    double busy_minutes = minutes_of(processes, request->seconds, run->n, request);
    char text[200];
    if (minutes < ANNOUNCED_MINUTES)
        return;
    int used =
        snprintf(text, sizeof text, "timing %zu row%s in %zu process%s: about %.0f min", run->n,
                 plural(run->n), processes, processes == 1 ? "" : "es", ceil(minutes));
    if (cores->undisturbed < QUIET_SHARE)
        snprintf(
            text + used, sizeof text - (size_t)used,
            "; up to %.0f min if the machine stays busy (core undisturbed %.0f %% of the time)",
            ceil(BUSY_TIME_FACTOR * busy_minutes), 100 * cores->undisturbed);
    progress_note(text);
}
