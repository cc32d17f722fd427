/* SPDX-License-Identifier: MIT
 * `slidebench bench`: workloads, pinning, verification, timing, report. */
#include "chess/board_text.h"
#include "timing/canary.h"
#include "cli/commands.h"
#include "analysis/previous_runs.h"
#include "analysis/conclude.h"
#include "timing/gbench.h"
#include "base/interrupt.h"
#include "base/json_memory.h"
#include "target/isa_level.h"
#include "plan/workloads.h"
#include "machine/machine.h"
#include "timing/parent.h"
#include "timing/preflight.h"
#include "base/progress.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/markdown.h"
#include "output/notes.h"
#include "output/saver.h"
#include "output/terminal.h"
#include "timing/worker.h"

#include <inttypes.h>
#include <math.h>

/* The same seed gives the same lists: for tests, and for asking other programs. */
bool command_queries(const struct options *options, struct error *error)
{
    struct options own = *options;
    static struct workloads lists;
    bool ok = spool_positions(&own, error) && workloads_make(&lists, &own, error);
    for (size_t i = 0; ok && i < lists.n; i++) {
        const struct workload *w = &lists.list[i];
        for (size_t j = 0; j < w->distinct && !ferror(stdout); j++) {
            char square[3];
            printf("%s %s 0x%016" PRIx64 "\n", piece_names[w->piece],
                   square_text(w->square[j], square), w->occupied[j]);
        }
    }
    workloads_free(&lists);
    return ok;
}

static bool print(const struct report *report, enum format format, struct error *error)
{
    bool ok = true;
    switch (format) {
    case FORMAT_TABLE:
        ok = terminal_write(report->run, stdout);
        if (ok)
            notes_write(report, stdout);
        break;
    case FORMAT_MARKDOWN:
        ok = markdown_write(report->run, stdout);
        break;
    case FORMAT_CSV:
        csv_write(report->run, report->machine, stdout);
        break;
    case FORMAT_JSON:
        ok = json_write(report, NULL, stdout) ||
             json_memory_ok(); /* else main() says what is wrong with stdout */
        break;
    }
    return ok || fail(error, STATUS_ENVIRONMENT, "no memory for the report");
}

static bool verdict_of(const struct report *report, struct error *error)
{
    const struct run *run = report->run;
    if (report->partial && *report->saved)
        return fail(error, STATUS_INTERRUPTED,
                    "interrupted after %zu of %zu processes; go on by --resume %s", run->processes,
                    report->options->processes, report->saved);
    if (report->partial)
        return fail(error, STATUS_INTERRUPTED, "interrupted after %zu of %zu processes",
                    run->processes, report->options->processes);
    if (run->wrong)
        return fail(error, STATUS_WRONG, "%zu rows are wrong or crashed and have no result",
                    run->wrong);
    if (run->in_doubt)
        return fail(error, STATUS_UNSTABLE,
                    "%zu of %zu rows are unstable and in doubt: each may be the best of its "
                    "column, or is a rotated, Sherwin or SISSY scheme or the ray loop; the machine "
                    "was too busy: try again, or --standard",
                    run->in_doubt, run->n);
    return true;
}

/* Tells before a run of more than a minute how long it takes, and how long if processes must be added. */
static void announce(const struct run *run, const struct options *options,
                     const struct cores *cores)
{
    const double preparation = 4e-3;    /* seconds a row, for views and calibration */
    const double quiet = 0.9, most = 2; /* times the processes, see parent.h */
    size_t processes = options->processes - run->processes; /* those that a resumed run lacks */
    double process = options->seconds + preparation * (double)run->n;
    double spread = options->spread * (double)processes / (double)options->processes;
    double minutes = fmax(process * (double)processes, spread) / 60;
    char text[200];
    if (minutes < 1)
        return;
    int used =
        snprintf(text, sizeof text, "timing %zu row%s in %zu process%s: about %.0f min", run->n,
                 run->n == 1 ? "" : "s", processes, processes == 1 ? "" : "es", ceil(minutes));
    if (cores->undisturbed < quiet)
        snprintf(
            text + used, sizeof text - (size_t)used,
            "; up to %.0f min if the machine stays busy (core undisturbed %.0f %% of the time)",
            ceil(most * minutes), 100 * cores->undisturbed);
    progress_note(text);
}

static bool time_rows(struct rows *rows, struct run *run, struct saver *saver,
                      struct machine *machine, struct error *error)
{
    const struct options *options = saver->report.options;
    const struct resume *resume = saver->report.resume;
    struct cores cores;
    unsigned beside = modes_max_threads(&options->matrix.modes) - 1;
    bool ok = cores_find(saver->report.pin, beside ? beside : 1, &cores, machine, error);
    affinity_restore(); /* the timing processes bind themselves, and we keep out of their way */
    ok = ok && preflight(rows, error);
    if (ok)
        rows_drop_without_cores(rows, 1 + cores.corunner_count, cores.shared);
    ok = ok && run_make(run, rows, error) && (!resume || resume_rows(resume, run, error));
    if (ok)
        announce(run, options, &cores);
    ok = ok && parent_run(run, options, &cores, *saver->result.folder ? saver_save_partial : NULL,
                          saver, error);
    if (interrupted() && !run->processes)
        return fail(error, STATUS_INTERRUPTED,
                    "interrupted before the first process came to its end; nothing is saved");
    return ok && conclude(run, saver->best_ipc, error);
}

/* If the run is to be saved. */
static bool open_result(struct saver *saver, struct error *error)
{
    const struct report *report = &saver->report;
    const char *out = report->options->out;
    if (report->resume && !result_reopen(&saver->result, report->resume->path, error))
        return false;
    if (out && !result_open(&saver->result, out, report->machine->slug, level_compiler, level_name,
                            report->began, error))
        return false;
    if (*saver->result.folder)
        saver->best_ipc = previous_runs_best_ipc(saver->result.folder);
    return !isnan(saver->best_ipc) ||
           fail(error, STATUS_ENVIRONMENT, "no memory for the results in %s", saver->result.folder);
}

/* Saves before it prints: a reader may block the output, and no failure of the one prevents the other. */
static bool deliver(struct saver *saver, struct error *error)
{
    struct report *report = &saver->report;
    struct error unsaved;
    bool saves = *saver->result.folder, saved = saves && saver_save(saver, &unsaved);
    report->saved = saved ? saver->result.saved.json : "";
    if (!print(report, report->options->format, error))
        return false;
    if (saves && !saved)
        return fail(error, unsaved.status, "%s", unsaved.text);
    return verdict_of(report, error);
}

static bool run_bench(struct options *options, const struct resume *resume, struct error *error)
{
    static struct machine machine; /* these are static because the stack may be small */
    static struct workloads lists;
    static struct saver saver;
    struct rows rows = {0};
    struct run run = {0};
    struct pin pin = {.cpu = -1};
    saver.report = (struct report){.options = options,
                                   .run = &run,
                                   .machine = &machine,
                                   .pin = &pin,
                                   .began = resume ? resume->began : time(NULL),
                                   .saved = "",
                                   .resume = resume};
    if (options->quiet)
        progress_quiet();
    bool ok = clock_check(error) &&
              gbench_init(options->benchmark_argc, options->benchmark_argv, error) &&
              spool_positions(options, error) && workloads_make(&lists, options, error) &&
              cores_choose(&options->pin, &pin, error);
    if (ok) {
        interrupt_catch(); /* before this nothing is lost, and a signal ends us as usual */
        machine_read(&machine, pin.cpu);
        if (machine.emulated)
            ok = fail(error, STATUS_ENVIRONMENT,
                      "an emulator translates this program (`slidebench machine` shows which), and "
                      "times would mean nothing");
    }
    ok = ok && (!resume || resume_check(resume, &machine, error)) && open_result(&saver, error) &&
         rows_list(&rows, options, lists.list, lists.n, error) &&
         time_rows(&rows, &run, &saver, &machine, error);
    if (!ok && run.processes > run.resumed && *saver.result.partial.csv)
        fprintf(stderr, "kept %s and .json\n", saver.result.partial.csv);
    saver.report.partial = run.processes < run.requested;
    ok = ok && deliver(&saver, error);
    run_free(&run);
    rows_free(&rows);
    workloads_free(&lists);
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
    if (options.worker >= 0)
        return worker_run(&options, error);
    return options.resume ? resume_bench(given, error) : run_bench(&options, NULL, error);
}
