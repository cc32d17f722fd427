/* SPDX-License-Identifier: MIT */
#include "record/recorded_run.h"
#include "analysis/conclude.h"

#include <stdlib.h>

bool recorded_run_conclude(struct recorded_run *run, struct error *error)
{
    if (!run->run.processes_ended)
        return fail(error, STATUS_INPUT, "%s: no process of this run has ended", run->report.saved);
    return conclude(&run->run, run->report.known_reference_ipc, error);
}

void recorded_run_free(struct recorded_run *run)
{
    if (!run)
        return;
    run_free(&run->run);
    free(run->lists);
    free(run->schemes);
    free(run->request.given);
    log_lines_free(&run->lines);
    free(run);
}
