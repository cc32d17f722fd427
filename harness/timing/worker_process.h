/* SPDX-License-Identifier: MIT
 * The parent's side of one timing process: starts it, sends the plan, and reads its messages. */
#ifndef WORKER_PROCESS_H
#define WORKER_PROCESS_H

#include "plan/request.h"
#include "timing/cores.h"
#include "timing/timing_progress.h"

struct worker_process {
    const struct run_request *request; /* of the run */
    const struct cores *cores;
    double seconds, bound; /* timed part: on a quiet machine, and at most */
    struct timing_progress *progress;
};

enum process_outcome {
    PROCESS_RUNNING,  /* has not sent its last message     */
    PROCESS_COMPLETE, /* its results are in the run        */
    PROCESS_REPEAT,   /* a row crashed, and is now skipped */
    PROCESS_FAILED,   /* with an error, or an interrupt    */
};

/* Runs one timing process to its end and adds its results to the run. It visits the incomplete
 * rows if progress->repeated_rows is set, else all that are ROW_OK. */
enum process_outcome worker_process_run(const struct worker_process *process, struct run *run,
                                        struct error *error);

#endif
