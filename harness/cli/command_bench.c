/* SPDX-License-Identifier: MIT */
#include "analysis/conclude.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/tuning.h"
#include "cli/commands.h"
#include "plan/rows.h"
#include "record/recorded_runs.h"
#include "record/resume.h"
#include "target/isa_level.h"
#include "timing/canary.h"
#include "timing/cores.h"
#include "timing/parent.h"
#include "timing/worker/worker.h"
#include "verify/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Changes the number of processes. They still start at the same intervals. */
static void resume_processes(struct run_request *request, size_t processes)
{
    request->spread_over *= (double)processes / (double)request->processes;
    request->processes = processes;
}

bool resume_options(const struct recorded_run *recorded, const struct options *given,
                    struct options *options, struct error *error)
{
    struct error cause;
    int argc;
    char **argv = resume_arguments(recorded, &given->run, &argc, error);
    if (!argv)
        return false;
    bool ok = options_parse(argc, argv, options, &cause);
    free(argv);
    if (!ok)
        return fail(error, cause.status == STATUS_USAGE ? STATUS_INPUT : cause.status,
                    "%s: options.arguments: %.300s", recorded->path, cause.text);
    if (options->command != COMMAND_BENCH || options->resume || options->out ||
        options->worker >= 0)
        return fail(error, STATUS_INPUT, "%s: options.arguments are not options of a run",
                    recorded->path);
    options->format = given->format;
    options->table = given->table;
    options->quiet = given->quiet;
    if (recorded->request.processes > options->run.processes) /* it was resumed before */
        resume_processes(&options->run, recorded->request.processes);
    struct affinity_request *pin = &options->run.pin;
    bool chosen = pin->cpu >= 0 || pin->core_kind || pin->off;
    if (!chosen)
        pin->cpu = recorded->pin.pinned ? recorded->pin.cpu : -1;
    return true;
}

/* ---- bench plan ---- */

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

/* Prints how long the remaining processes will take, if it is long or the core is busy. */
static void bench_plan_print(const struct run *run, const struct run_request *request,
                             const struct cores *cores)
{
    size_t ended = run->processes_ended; /* of a resumed run: some, perhaps all */
    size_t processes = request->processes > ended ? request->processes - ended : 0,
           rows = run_count_ok(run);
    struct process_plan plan = process_plan_make(request, rows, rows, &cores->watch);
    double spread = request->spread_over * (double)processes / (double)request->processes,
           quiet = fmax(plan.quiet * (double)processes, spread),
           expected = fmax(plan.expected * (double)processes, spread);
    /* A shorter run on a quiet machine is not announced; a run slowed down by more gets advice. */
    static const double ANNOUNCED_SECONDS = 60, SLOW_FACTOR = 10;
    bool busy = cores->watch.undisturbed_share < QUIET_SHARE;
    char text[320], time[32], quiet_time[32];
    if (!processes || (expected < ANNOUNCED_SECONDS && !busy))
        return;
    int used = snprintf(text, sizeof text, "timing %zu row%s in %zu process%s: about %s", rows,
                        plural(rows), processes, processes == 1 ? "" : "es",
                        duration_text(expected, time));
    if (busy)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         " (core undisturbed %.0f %% of the time)",
                         100 * cores->watch.undisturbed_share);
    if (expected > SLOW_FACTOR * quiet)
        snprintf(text + used, sizeof text - (size_t)used,
                 ", %s on a quiet machine; --modes throughput times fewer rows",
                 duration_text(quiet, quiet_time));
    progress_note(text);
}

/* ---- bench result ---- */

/* Fails if the run is partial, or has rows without a result, and says how to go on. */
static bool check_result(const struct result *result, struct error *error)
{
    const struct run *run = result->run;
    char log[2 * LOG_PATH_SIZE], resume[sizeof log + 32] = "";
    if (*result->saved)
        snprintf(resume, sizeof resume, "continue with --resume %s",
                 shell_word(result->saved, log, sizeof log));
    if (result->partial)
        return fail(error, STATUS_INTERRUPTED, "interrupted after %zu of %zu processes%s%s",
                    run->processes_ended, result->request->processes, *resume ? "; " : "", resume);
    if (run->wrong)
        return fail(error, STATUS_WRONG, "%zu row%s wrong or crashed and %s no result", run->wrong,
                    run->wrong == 1 ? " is" : "s are", run->wrong == 1 ? "has" : "have");
    if (run->in_doubt)
        return fail(error, STATUS_IN_DOUBT,
                    "%zu of %zu rows %s unstable and in doubt: each may be the best of its "
                    "column, or is a rotated, Sherwin or SISSY scheme or the ray loop; the machine "
                    "was too busy: %s",
                    run->in_doubt, run->n, run->in_doubt == 1 ? "is" : "are",
                    *resume ? resume : "try again");
    return true;
}

/* Ends the log, and then prints the result: in this order, because a reader of stdout may block.
 * Prints even if the end of the log could not be written. */
static bool bench_result_deliver(const struct result *result, struct run *run, struct run_log *log,
                                 const struct options *options, struct error *error)
{
    struct error unsaved;
    bool saved = run_log_end(log, !result->partial, &unsaved);
    conclude(run, result->known_reference_ipc);
    if (saved && *result->saved)
        fprintf(stderr, "saved %s\n", result->saved);
    result_print(result, options->format, &options->table, options->run.program);
    if (!saved)
        return fail(error, unsaved.status, "%s", unsaved.text);
    return check_result(result, error);
}

/* ---- command bench ---- */

struct bench {
    struct run_request *request;
    struct recorded_run *resume; /* NULL: not a resumed run */
    struct lists lists;
    struct rows rows;
    struct run run;
    struct machine machine;
    struct pin pin;
    struct result result;
    struct run_log log;
};

static bool make_lists(struct bench *b, struct error *error)
{
    struct run_request *request = b->request;
    return clock_check(error) && corpus_spool(&request->positions, error) &&
           lists_for_matrix(&b->lists, request, error);
}

/* Makes the rows. Refuses a run without rows, and options of tables that name a column or a scheme
 * without rows, so that such a failure shows before timing. */
static bool plan_rows(struct bench *b, const struct options *options, struct error *error)
{
    rows_make(&b->rows, b->request, &b->lists);
    if (!b->rows.n)
        return fail(error, STATUS_USAGE,
                    "nothing to time: the selected schemes have no rows of these pieces, workloads "
                    "and modes");
    run_make(&b->run, &b->rows);
    bool ok = tables_check(&b->result, options->table, error);
    run_free(&b->run);
    return ok;
}

static bool bind_to_cpu(struct bench *b, struct error *error)
{
    if (!cores_choose(&b->request->pin, &b->pin, error))
        return false;
    interrupt_catch(); /* until here an interrupt ends the program: there is nothing to save */
    machine_read(&b->machine, b->pin.cpu);
    if (b->machine.emulated)
        return fail(error, STATUS_ENVIRONMENT,
                    "this CPU is emulated (`slidebench machine` names the emulator): times would "
                    "be meaningless");
    struct modes *modes = &b->request->matrix.modes;
    return (!b->resume || resume_check(b->resume, &b->machine, error)) &&
           modes_resolve(modes, &b->machine, error);
}

/* Opens the log of a resumed run, or checks that a new log can be created, so that a failure shows
 * before timing. */
static bool open_log(struct bench *b, const char *out, struct error *error)
{
    b->log.file.fd = -1;
    if (b->resume)
        return log_reopen(&b->log.file, b->resume->path, &b->resume->lines, error);
    if (!out)
        return true;
    b->result.known_reference_ipc = recorded_runs_best_reference(out, &b->machine);
    return log_create_folder(out, b->machine.slug, error);
}

static bool find_cores(struct bench *b, struct cores *cores, struct error *error)
{
    unsigned corunners = modes_max_cores(&b->request->matrix.modes) - 1;
    double seconds = (double)b->request->processes * b->request->seconds;
    bool ok = cores_find(&b->pin, corunners ? corunners : 1, seconds, cores, &b->machine, error);
    affinity_reset(); /* timing processes bind themselves; their parent need not disturb them */
    return ok;
}

/* Verifies the rows and makes the run from them. A resumed run gets its earlier results. */
static bool begin_run(struct bench *b, const struct cores *cores, struct error *error)
{
    if (!verify_rows(&b->rows, error))
        return false;
    rows_mark_without_cores(&b->rows, 1 + cores->corunner_count, cores->shared);
    run_make(&b->run, &b->rows);
    if (b->resume && !resume_rows(b->resume, &b->run, error))
        return false;
    if (!b->resume || b->resume->result.partial ||
        run_mark_incomplete(&b->run, b->request->processes))
        return true;
    size_t processes = 2 * b->request->processes; /* a complete run gets as many again */
    if (processes > MAX_RECORDED_PROCESSES)
        return fail(error, STATUS_USAGE, "%s: %zu processes, expected at most %d to add as many",
                    b->resume->path, b->request->processes, MAX_RECORDED_PROCESSES / 2);
    resume_processes(b->request, processes);
    return true;
}

/* Returns how many processes had ended before this program began. */
static size_t processes_before(const struct bench *b)
{
    return b->resume ? b->resume->run.processes_ended : 0;
}

/* Writes the first line of the log, or the line that says that the run was resumed. By now all that
 * the line says is known. */
static bool begin_log(struct bench *b, const char *out, struct error *error)
{
    struct result *result = &b->result;
    if (b->resume)
        return run_log_begin(&b->log, result, true, error);
    result->head = log_head(result);
    if (out && !log_create(&b->log.file, out, &b->machine, level_compiler, level_name,
                           result->began, error))
        return false;
    result->saved = b->log.file.fd >= 0 ? b->log.file.path : "";
    return run_log_begin(&b->log, result, false, error);
}

static bool time_rows(struct bench *b, const char *out, struct error *error)
{
    struct cores cores;
    bool ok =
        find_cores(b, &cores, error) && begin_run(b, &cores, error) && begin_log(b, out, error);
    if (ok) {
        bench_plan_print(&b->run, b->request, &cores);
        ok = parent_run(&b->run, b->request, &cores, run_log_add_process, &b->log, error);
    }
    if (interrupted() && b->run.processes_ended == processes_before(b))
        return fail(error, STATUS_INTERRUPTED,
                    b->resume ? "interrupted before a further process ended; the log remains"
                              : "interrupted before the first process ended; nothing is saved");
    /* Partial: processes are missing, or an interrupt came while rows were repeated. */
    b->result.partial = b->run.processes_ended < b->request->processes ||
                        (interrupted() && run_mark_incomplete(&b->run, b->request->processes));
    return ok;
}

static struct result new_result(const struct bench *b)
{
    return (struct result){.request = b->request,
                           .run = &b->run,
                           .machine = &b->machine,
                           .pin = &b->pin,
                           .build = build_here(),
                           .began = time(NULL),
                           .saved = ""};
}

/* Returns the result with the conditions that the log has, so that `summarize` prints the same as
 * this run. The conditions may have changed since then, for instance the load. */
static struct result resumed_result(const struct bench *b)
{
    struct result result = b->resume->result;
    result.request = b->request;
    result.run = &b->run;
    json_incref(result.head);
    if (result.resumed.n < MAX_RESUMED)
        result.resumed.after[result.resumed.n++] = b->resume->run.processes_ended;
    return result;
}

/* Times the rows, saves and prints the results. */
static bool record_rows(struct bench *b, const struct options *options, struct error *error)
{
    bool ok = open_log(b, options->out, error) && time_rows(b, options->out, error);
    if (!ok && b->run.processes_ended > processes_before(b) && b->log.keep)
        fprintf(stderr, "kept %s\n", b->result.saved);
    ok = ok && bench_result_deliver(&b->result, &b->run, &b->log, options, error);
    run_log_close(&b->log);
    return ok;
}

/* Lets Google Benchmark time the rows and print the results. */
static bool gbench_rows(struct bench *b, struct error *error)
{
    interrupt_exit(); /* there is nothing to save */
    return verify_rows(&b->rows, error) && gbench_time_rows(&b->rows, b->request, error);
}

static bool run_bench(struct options *options, struct recorded_run *resume, struct error *error)
{
    static struct bench bench; /* large */
    struct bench *b = &bench;
    b->request = &options->run;
    b->resume = resume;
    b->pin.cpu = -1;
    b->result = resume ? resumed_result(b) : new_result(b);
    if (options->quiet)
        progress_quiet();
    bool ok = make_lists(b, error) && bind_to_cpu(b, error) && plan_rows(b, options, error) &&
              (options->run.benchmark_argc > 1 && !resume ? gbench_rows(b, error)
                                                          : record_rows(b, options, error));
    json_decref(b->result.head);
    run_free(&b->run);
    rows_free(&b->rows);
    lists_free(&b->lists);
    return ok;
}

static bool resume_bench(const struct options *given, struct error *error)
{
    struct options options = {0};
    struct recorded_run *run = recorded_run_read(given->resume, error);
    if (run)
        log_note_faults(run->path, &run->lines);
    bool ok = run && resume_options(run, given, &options, error) && run_bench(&options, run, error);
    options_free(&options);
    recorded_run_free(run);
    return ok;
}

bool command_bench(const struct options *given, struct error *error)
{
    struct options options = *given;
    if (given->worker >= 0)
        return worker_run(given->worker, error);
    return given->resume ? resume_bench(given, error) : run_bench(&options, NULL, error);
}
