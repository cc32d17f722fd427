/* SPDX-License-Identifier: MIT
 * `slidebench bench`: makes the lists, binds to a CPU, verifies, times and reports. */
#include "analysis/conclude.h"
#include "analysis/process_results.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "cli/bench/bench_plan.h"
#include "cli/bench/bench_prediction.h"
#include "cli/bench/bench_result.h"
#include "cli/bench/resume_options.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "output/json_support.h"
#include "output/recorded/previous_runs.h"
#include "plan/lists.h"
#include "target/isa_level.h"
#include "timing/canary.h"
#include "timing/parent.h"
#include "timing/preflight.h"
#include "timing/worker/gbench.h"
#include "timing/worker/worker.h"

#include <math.h>
#include <time.h>

struct bench {
    struct run_request *request;
    struct resume *resume; /* NULL: not a resumed run */
    struct lists lists;
    struct rows rows;
    struct run run;
    struct machine machine;
    struct pin pin;
    struct saver saver;
};

static bool make_lists(struct bench *b, struct error *error)
{
    struct run_request *request = b->request;
    return clock_check(error) &&
           gbench_init(request->benchmark_argc, request->benchmark_argv, error) &&
           spool_positions(request, error) && lists_make(&b->lists, request, error);
}

static bool bind_to_cpu(struct bench *b, struct error *error)
{
    if (!cores_choose(&b->request->pin, &b->pin, error))
        return false;
    interrupt_catch(); /* until now there is nothing to save, and a signal may end the program */
    machine_read(&b->machine, b->pin.cpu);
    if (b->machine.emulated)
        return fail(error, STATUS_ENVIRONMENT,
                    "this CPU is emulated (`slidebench machine` names the emulator): times would "
                    "be meaningless");
    struct modes *modes = &b->request->matrix.modes;
    return (!b->resume || resume_check(b->resume, &b->machine, error)) &&
           modes_resolve(modes, &b->machine, error) &&
           (!b->resume || resume_check_sizes(b->resume, modes, error));
}

/* Opens the folder that the result is saved in, if any. */
static bool open_result(struct bench *b, const char *out, struct error *error)
{
    struct saver *saver = &b->saver;
    struct result_file *result = &saver->result;
    if (b->resume && !result_file_reopen(result, b->resume->path, level_compiler, level_name,
                                         saver->report.began, error))
        return false;
    if (out && !result_file_open(result, out, b->machine.slug, level_compiler, level_name,
                                 saver->report.began, error))
        return false;
    if (*result->folder)
        saver->best_ipc = previous_runs_best_ipc(result->folder);
    if (isnan(saver->best_ipc))
        return fail(error, STATUS_ENVIRONMENT, "no memory for the results in %s", result->folder);
    return true;
}

static bool find_cores(struct bench *b, struct cores *cores, struct error *error)
{
    unsigned corunners = modes_max_threads(&b->request->matrix.modes) - 1;
    bool ok = cores_find(&b->pin, corunners ? corunners : 1, cores, &b->machine, error);
    affinity_restore(); /* the timing processes bind themselves; this one stays off their CPU */
    return ok;
}

static bool prepare_rows(struct bench *b, const struct cores *cores, struct error *error)
{
    if (!preflight(&b->rows, error))
        return false;
    rows_mark_without_cores(&b->rows, 1 + cores->corunner_count, cores->shared);
    if (!run_make(&b->run, &b->rows, error) ||
        (b->resume && !resume_rows(b->resume, &b->run, error)))
        return false;
    b->run.processes_requested = b->request->processes;
    if (b->resume && !b->resume->recorded->report.partial &&
        !process_results_mark_incomplete(&b->run)) /* of a finished run: as many again */
        resume_processes(b->request, 2 * b->request->processes);
    return true;
}

/* Returns how many processes had ended before this program began. */
static size_t processes_before(const struct bench *b)
{
    return b->resume ? b->resume->recorded->run.processes_ended : 0;
}

static bool time_rows(struct bench *b, struct error *error)
{
    struct saver *saver = &b->saver;
    struct cores cores;
    bool ok = find_cores(b, &cores, error) && prepare_rows(b, &cores, error);
    if (ok) {
        bench_plan_print(&b->run, b->request, &cores);
        ok = parent_run(&b->run, b->request, &cores,
                        *saver->result.folder ? saver_save_partial : NULL, saver, error);
    }
    if (interrupted() && b->run.processes_ended == processes_before(b))
        return fail(error, STATUS_INTERRUPTED,
                    "interrupted before the first process ended; nothing is saved");
    return ok && conclude(&b->run, saver->best_ipc, error);
}

static struct report new_report(const struct bench *b)
{
    struct report report = {.request = b->request,
                            .run = &b->run,
                            .machine = &b->machine,
                            .pin = &b->pin,
                            .build = build_here(),
                            .began = time(NULL),
                            .saved = ""};
    if (b->resume) {
        report.began = b->resume->recorded->report.began;
        report.resumed = b->resume->resumed;
    }
    return report;
}

/* Names the partial result that remains of a run which failed after some processes. */
static void print_kept(const struct bench *b)
{
    const char *partial = b->saver.result.partial.csv;
    if (b->run.processes_ended > processes_before(b) && *partial)
        fprintf(stderr, "kept %s and .json\n", partial);
}

/* Returns whether processes are missing, or an interrupt came while rows were repeated. */
static bool was_cut_short(const struct run *run)
{
    bool incomplete = false;
    for (size_t i = 0; i < run->n; i++)
        incomplete = incomplete || run->row[i].incomplete;
    return run->processes_ended < run->processes_requested || (interrupted() && incomplete);
}

static bool run_bench(struct options *options, struct resume *resume, struct error *error)
{
    static struct bench bench; /* static, since the stack may be small */
    struct bench *b = &bench;
    b->request = &options->run;
    b->resume = resume;
    b->pin.cpu = -1;
    b->saver.report = new_report(b);
    if (options->quiet)
        progress_quiet();
    bool writes_json = options->out || options->format == FORMAT_JSON;
    bool ok = (!writes_json || json_supported(error)) && make_lists(b, error) &&
              bind_to_cpu(b, error) && open_result(b, options->out, error) &&
              rows_make(&b->rows, b->request, b->lists.list, b->lists.n, error) &&
              bench_prediction_check(options->predicted, &b->rows, &b->machine, error) &&
              time_rows(b, error);
    if (!ok)
        print_kept(b);
    b->saver.report.partial = was_cut_short(&b->run);
    ok = ok && bench_result_deliver(&b->saver, options, error);
    run_free(&b->run);
    rows_free(&b->rows);
    lists_free(&b->lists);
    return ok;
}

static bool resume_bench(const struct options *given, struct error *error)
{
    struct resume resume;
    struct options options = {0};
    bool ok = resume_read(&resume, given->resume, error) &&
              resume_options(&resume, given, &options, error) &&
              run_bench(&options, &resume, error);
    options_free(&options);
    resume_free(&resume);
    return ok;
}

bool command_bench(const struct options *given, struct error *error)
{
    struct options options = *given;
    if (given->worker >= 0)
        return worker_run(given->worker, error);
    return given->resume ? resume_bench(given, error) : run_bench(&options, NULL, error);
}
