/* SPDX-License-Identifier: MIT
 * `slidebench recommend`: prints the scheme to take for a use, by a recorded run. */
#include "analysis/recommendation.h"
#include "base/tuning.h"
#include "cli/commands.h"
#include "output/output.h"
#include "plan/scheme_set.h"
#include "record/recorded_runs.h"

/* Returns whether the run is good enough to find a scheme: it has MIN_PROCESSES, and the profile's
 * column for at least half of all schemes, which a run of selected schemes lacks. */
static bool is_usable(const struct recorded_run *run, const void *profile)
{
    const struct column *column = profile_column(profile, &run->run, &run->machine);
    size_t rows = 0;
    for_each_row_of_column (row, &run->run, column)
        rows++;
    return run->run.processes_ended >= MIN_PROCESSES && 2 * rows >= scheme_count();
}

/* Fails because the given log lacks the profile's column or, if no log was given, because all runs
 * found here do. The error says how to measure the column. */
static bool lacks_column(const struct options *options, struct error *error)
{
    const struct profile *profile = &profiles[options->profile];
    const char *piece = piece_names[profile->piece], *log = options->log;
    return fail(error, STATUS_INPUT,
                "%s: no rows of %s (%s, %s); measure them%s with `%s bench --pieces %s "
                "--workloads %s --modes %s --out results`",
                log ? log : "results of this CPU, compiler and level", profile->mode, piece,
                profile->workload, log ? " on its machine" : "", options->run.program, piece,
                profile->workload, profile->mode);
}

bool command_recommend(const struct options *options, struct error *error)
{
    const struct profile *profile = &profiles[options->profile];
    const struct column *column;
    struct recommendation recommendation = {.n = 0};
    struct recorded_run *run = options->log ? recorded_run_read(options->log, error)
                                            : recorded_runs_find(is_usable, profile);
    if (!run)
        return options->log ? false : lacks_column(options, error);
    bool ok = recorded_run_conclude(run, error) &&
              ((column = profile_column(profile, &run->run, &run->machine)) ||
               lacks_column(options, error)) &&
              recommendation_make(&recommendation, &run->run, column, profile,
                                  &options->restrictions, error);
    if (ok && options->format == FORMAT_TABLE)
        recommendation_print(&recommendation, &run->result, options->run.program, stdout);
    else if (ok)
        recommendation_json(&recommendation, &run->result, stdout);
    recommendation_free(&recommendation);
    recorded_run_free(run);
    return ok;
}
