/* SPDX-License-Identifier: MIT
 * `slidebench recommend`: takes a recorded run of this CPU, or times the profile's column. */
#include "analysis/recommendation.h"
#include "base/tuning.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "output/views.h"
#include "plan/scheme_set.h"
#include "record/recorded_runs.h"

/* ---- a recorded run ---- */

/* Returns whether the run has the column for at least half of the schemes: others were not
 * selected. */
static bool serves(const struct recorded_run *run, const void *profile)
{
    const struct measured_row *column;
    return run->run.processes_ended >= MIN_PROCESSES &&
           2 * profile_rows(profile, &run->run, &run->machine, &column) >= scheme_count();
}

static struct recorded_run *read_result(const char *path, struct error *error)
{
    struct recorded_run *run = recorded_run_read(path, error);
    if (!run || recorded_run_conclude(run, error))
        return run;
    recorded_run_free(run);
    return NULL;
}

/* ---- a run of the profile's column ---- */

/* Fills in what is timed. */
static bool make_matrix(struct matrix *matrix, const struct profile *profile,
                        const struct mode_spec *mode, struct error *error)
{
    struct modes modes = {.mode = {*mode}, .n = 1};
    bool pieces[ROW_PIECES] = {false};
    pieces[profile->piece] = true;
    return matrix_parse(profile->workload, pieces, &modes, matrix, error);
}

/* Times the column, and saves the run in the user's cache. Rows in doubt are no error here: they
 * are not recommended. */
static bool time_column(const struct options *given, const struct profile *profile,
                        struct error *error)
{
    struct machine machine;
    machine_read(&machine, affinity_default_cpu());
    struct mode_spec mode = profile_mode(profile, &machine);
    double rows = (double)scheme_count(), seconds = RECOMMEND_ROW_SECONDS * rows;
    char folder[4096], processes_text[16], seconds_text[32], *program = given->run.program;
    snprintf(processes_text, sizeof processes_text, "%d", CORRECTED_PROCESSES);
    snprintf(seconds_text, sizeof seconds_text, "%.2f", seconds);
    struct given_option to_resume[] = {{"pieces", piece_names[profile->piece]},
                                       {"workloads", profile->workload},
                                       {"modes", mode.name},
                                       {"processes", processes_text},
                                       {"time", seconds_text}};
    struct options options = {.command = COMMAND_BENCH,
                              .run = {.seconds = seconds,
                                      .processes = CORRECTED_PROCESSES,
                                      .list_length = DEFAULT_LIST_LENGTH,
                                      .seed = DEFAULT_SEED,
                                      .pin.cpu = -1,
                                      .given = to_resume,
                                      .given_count = sizeof to_resume / sizeof *to_resume,
                                      .program = program,
                                      .benchmark_argc = 1,
                                      .benchmark_argv = (char *[]){program, NULL}},
                              .format = FORMAT_NONE,
                              .quiet = given->quiet,
                              .out = folder,
                              .worker = -1};
    if (!recorded_runs_cache(folder, sizeof folder))
        return fail(error, STATUS_ENVIRONMENT,
                    "no run is recorded and there is no cache folder to save one: set HOME, or "
                    "use --result FILE");
    fprintf(stderr,
            "slidebench: no run of this CPU and build has what --for %s needs: timing it, about "
            "%.0f s\n",
            profile->name, CORRECTED_PROCESSES * (seconds + PREPARATION_SECONDS * rows));
    return make_matrix(&options.run.matrix, profile, &mode, error) &&
           (command_bench(&options, error) || error->status == STATUS_UNSTABLE);
}

static struct recorded_run *find_or_time(const struct options *options,
                                         const struct profile *profile, struct error *error)
{
    struct recorded_run *run = recorded_runs_find(serves, profile);
    if (run || !time_column(options, profile, error))
        return run;
    run = recorded_runs_find(serves, profile);
    if (!run)
        fail(error, STATUS_OUTPUT, "the run that was just timed cannot be read");
    return run;
}

/* ---- the command ---- */

static bool find_column(const struct recorded_run *run, const struct profile *profile,
                        const struct measured_row **column, struct error *error)
{
    const char *piece = piece_names[profile->piece];
    return profile_rows(profile, &run->run, &run->machine, column) ||
           fail(error, STATUS_INPUT,
                "%s: no rows of %s (%s, %s); measure them with `slidebench bench --pieces %s "
                "--workloads %s --modes %s --out results`",
                run->report.saved, profile->mode, piece, profile->workload, piece,
                profile->workload, profile->mode);
}

static void print(const struct recommendation *recommendation, const struct report *report,
                  const struct options *options)
{
    if (options->format == FORMAT_TABLE)
        recommendation_print(recommendation, report, options->run.program, stdout);
    else
        recommendation_json(recommendation, report, stdout);
}

bool command_recommend(const struct options *options, struct error *error)
{
    const struct profile *profile = &profiles[options->profile];
    const struct measured_row *column;
    struct recommendation recommendation = {.n = 0};
    struct recorded_run *run = options->result ? read_result(options->result, error)
                                               : find_or_time(options, profile, error);
    bool ok = run && find_column(run, profile, &column, error) &&
              recommendation_make(&recommendation, &run->run, column, profile,
                                  &options->restrictions, error);
    if (ok)
        print(&recommendation, &run->report, options);
    recommendation_free(&recommendation);
    recorded_run_free(run);
    return ok;
}
