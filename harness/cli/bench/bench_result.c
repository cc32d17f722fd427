/* SPDX-License-Identifier: MIT */
#include "cli/bench/bench_result.h"
#include "analysis/conclude.h"
#include "cli/print_report.h"

static bool check_complete(const struct report *report, struct error *error)
{
    size_t ended = report->run->processes_ended, requested = report->request->processes;
    if (!report->partial)
        return true;
    if (!*report->saved)
        return fail(error, STATUS_INTERRUPTED, "interrupted after %zu of %zu processes", ended,
                    requested);
    return fail(error, STATUS_INTERRUPTED,
                "interrupted after %zu of %zu processes; continue with --resume %s", ended,
                requested, report->saved);
}

static bool check_rows(const struct report *report, struct error *error)
{
    const struct run *run = report->run;
    bool saved = *report->saved;
    if (run->wrong)
        return fail(error, STATUS_WRONG, "%zu rows are wrong or crashed and have no result",
                    run->wrong);
    if (run->in_doubt)
        return fail(error, STATUS_UNSTABLE,
                    "%zu of %zu rows are unstable and in doubt: each may be the best of its "
                    "column, or is a rotated, Sherwin or SISSY scheme or the ray loop; the machine "
                    "was too busy: %s%s",
                    run->in_doubt, run->n, saved ? "continue with --resume " : "try again",
                    report->saved);
    return true;
}

/* Ends the log first, since a reader of stdout may block. Prints even if it lacks a line. */
bool bench_result_deliver(const struct report *report, struct run *run, struct run_log *log,
                          const struct options *options, struct error *error)
{
    struct error unsaved;
    bool saved = run_log_end(log, !report->partial, &unsaved);
    if (!conclude(run, report->known_reference_ipc, error))
        return false;
    if (saved && *report->saved)
        fprintf(stderr, "saved %s\n", report->saved);
    if (!print_report(report, options))
        return fail(error, STATUS_ENVIRONMENT, "no memory for the report");
    if (!saved)
        return fail(error, unsaved.status, "%s", unsaved.text);
    return check_complete(report, error) && check_rows(report, error);
}
