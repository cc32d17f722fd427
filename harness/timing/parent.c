/* SPDX-License-Identifier: MIT */
#include "timing/parent.h"
#include "analysis/process_results.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/tuning.h"
#include "timing/run_plan.h"
#include "timing/worker_process.h"

#include <poll.h>
#include <signal.h>

struct parent {
    struct run *run;
    const struct run_request *request;
    const struct cores *cores;
    struct timing_progress progress;
    /* Of the processes that visited all rows. */
    double seconds_taken;
    size_t processes_completed;
    size_t repeats;
    process_ended_fn *ended; /* NULL: none */
    void *context;
};

/* Returns the time for all repeats: as much as the requested processes took. */
static double repeat_seconds(const struct parent *parent)
{
    double seconds = parent->processes_completed
                         ? parent->seconds_taken / (double)parent->processes_completed
                         : parent->request->seconds;
    return seconds * (double)parent->run->processes_requested;
}

/* Chooses the rows of the next process: all, or the incomplete ones, whose time begins with the
 * first choice. Returns false if there is nothing left to time. */
static bool choose_next_process(struct parent *parent)
{
    struct run *run = parent->run;
    struct timing_progress *progress = &parent->progress;
    if (run->processes_ended < run->processes_requested)
        return true;
    if (!progress->repeated_rows) {
        progress->repeating_since = clock_seconds();
        progress->repeat_seconds = repeat_seconds(parent);
    }
    progress->repeated_rows = process_results_mark_incomplete(run);
    return progress->repeated_rows && parent->repeats < run->processes_requested &&
           clock_seconds() - progress->repeating_since < progress->repeat_seconds;
}

/* Waits until the next process is due. */
static void wait_for_turn(struct parent *parent)
{
    struct timing_progress *progress = &parent->progress;
    double due = progress->start + progress->spread_over * (double)parent->run->processes_ended /
                                       (double)parent->run->processes_requested;
    while (!progress->repeated_rows && clock_seconds() < due && !interrupted()) {
        timing_progress_show(progress);
        poll(NULL, 0, TURN_POLL_MS);
    }
}

static enum process_outcome run_process(struct parent *parent, struct error *error)
{
    double start = clock_seconds();
    struct process_times times = {.began = time(NULL)};
    size_t all = parent->run->n, repeated = parent->progress.repeated_rows;
    struct process_plan plan =
        process_plan_make(parent->request, repeated ? repeated : all, all, &parent->cores->watch);
    struct worker_process process = {.request = parent->request,
                                     .cores = parent->cores,
                                     .seconds = plan.seconds,
                                     .bound = plan.bound,
                                     .progress = &parent->progress};
    enum process_outcome outcome = worker_process_run(&process, parent->run, error);
    times.seconds = clock_seconds() - start;
    times.undisturbed = parent->progress.process.undisturbed;
    if (repeated)
        parent->repeats++;
    else {
        parent->seconds_taken += times.seconds;
        parent->processes_completed += outcome == PROCESS_COMPLETE;
    }
    if (parent->ended && outcome == PROCESS_COMPLETE)
        parent->ended(parent->context, &times);
    return outcome;
}

bool parent_run(struct run *run, const struct run_request *request, const struct cores *cores,
                process_ended_fn *ended, void *context, struct error *error)
{
    run->processes_requested = request->processes;
    double spread_over = request->spread_over;
    double start = clock_seconds() -
                   spread_over * (double)run->processes_ended / (double)run->processes_requested;
    struct parent parent = {.run = run,
                            .request = request,
                            .cores = cores,
                            .progress = {.run = run, .start = start, .spread_over = spread_over},
                            .ended = ended,
                            .context = context};
    bool ok = true;
    signal(SIGPIPE, SIG_IGN); /* a process that exits early is an error of write_all() */
    while (ok && !interrupted() && choose_next_process(&parent)) {
        wait_for_turn(&parent);
        if (!interrupted())
            ok = run_process(&parent, error) != PROCESS_FAILED || interrupted();
    }
    progress_end();
    return ok;
}
