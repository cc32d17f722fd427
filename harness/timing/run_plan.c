/* SPDX-License-Identifier: MIT */
#include "timing/run_plan.h"
#include "base/clock.h"
#include "base/progress.h"
#include "base/tuning.h"

#include <math.h>
#include <stdio.h>

struct process_plan process_plan_make(const struct run_request *request, size_t rows, size_t all,
                                      const struct core_watch *core)
{
    unsigned of_visit = request->no_warmup ? 1 : SAMPLES_PER_VISIT;
    double visit = (request->no_warmup ? 0 : PLAN_WARMUP_SECONDS) +
                   SAMPLE_WITH_CANARY * SAMPLE_SECONDS * of_visit;
    double seconds = request->seconds * (double)rows / (double)all, round = visit * (double)rows;
    double rounds = fmax(floor(VISITS_SHARE * seconds / round), MIN_ROUNDS);
    double quiet = rounds * round, needed = quiet * MIN_SAMPLES / (rounds * of_visit);
    double whole = quiet / core->speed;
    if (whole > fmax(seconds, quiet))
        whole = fmax(fmax(seconds, quiet), needed / core->speed);
    double preparation = PREPARATION_SECONDS * (double)rows,
           bound = fmax(BOUND_FACTOR * quiet, MIN_BOUND_SECONDS);
    return (struct process_plan){.seconds = seconds,
                                 .quiet = quiet + preparation,
                                 .expected = fmin(whole + preparation / core->undisturbed, bound),
                                 .bound = bound};
}

/* ---- progress ---- */

/* Appends the undisturbed share of the process, once it is known and worth a word. */
static void append_share(const struct process_progress *process, char *text, size_t size)
{
    if (process->done > 0 && process->undisturbed < QUIET_SHARE)
        snprintf(text, size, ", core undisturbed %.0f %% of the time", 100 * process->undisturbed);
}

void timing_progress_show(const struct timing_progress *p)
{
    const struct run *run = p->run;
    size_t done = run->processes_ended, requested = run->processes_requested, used;
    double share = ((double)done + p->process.done) / (double)requested;
    char detail[160];
    if (p->repeated_rows) {
        share = fmin((clock_seconds() - p->repeating_since) / p->repeat_seconds, 1);
        used = (size_t)snprintf(detail, sizeof detail, "process %zu, for %zu of %zu rows", done + 1,
                                p->repeated_rows, run->n);
    } else {
        if (p->spread_over > 0)
            share = (clock_seconds() - p->start) / p->spread_over;
        used = (size_t)snprintf(detail, sizeof detail,
                                "process %zu of %zu has measured %u of %zu rows", done + 1,
                                requested, (unsigned)p->process.measured, run->n);
    }
    append_share(&p->process, detail + used, sizeof detail - used);
    progress_show(p->repeated_rows ? "timing again" : "timing", detail, share);
}
