/* SPDX-License-Identifier: MIT
 * `slidebench bench`: workloads, pinning, verification, timing, report. */
#include "chess/board_text.h"
#include "timing/canary.h"
#include "cli/commands.h"
#include "cli/resume_options.h"
#include "analysis/previous_runs.h"
#include "analysis/conclude.h"
#include "timing/gbench.h"
#include "base/interrupt.h"
#include "base/json_memory.h"
#include "target/isa_level.h"
#include "plan/workloads.h"
#include "machine/machine.h"
#include "timing/parent.h"
#include "base/progress.h"
#include "output/report.h"
#include "output/saver.h"
#include "timing/worker.h"

#include <inttypes.h>
#include <math.h>

/* The same seed gives the same lists: for tests, and for asking other programs. */
bool command_queries(const struct options *options, struct error *error)
{
    struct run_request own = options->run;
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

static bool print(const struct record *record, enum format format, struct error *error)
{
    bool ok = true;
    switch (format) {
    case FORMAT_TABLE:
        ok = table_write(record->rows, stdout);
        if (ok)
            notes_write(record, stdout);
        break;
    case FORMAT_MARKDOWN:
        ok = markdown_write(record->rows, stdout);
        break;
    case FORMAT_CSV:
        csv_write(record->rows, record->machine, stdout);
        break;
    case FORMAT_JSON:
        ok = json_write(record, NULL, stdout) ||
             json_memory_ok(); /* else main() says what is wrong with stdout */
        break;
    }
    return ok || fail(error, STATUS_ENVIRONMENT, "no memory for the report");
}

static bool verdict_of(const struct record *record, struct error *error)
{
    const struct rows *rows = record->rows;
    if (record->partial && *record->saved)
        return fail(error, STATUS_INTERRUPTED,
                    "interrupted after %zu of %zu processes; go on by --resume %s", rows->processes,
                    record->options->processes, record->saved);
    if (record->partial)
        return fail(error, STATUS_INTERRUPTED, "interrupted after %zu of %zu processes",
                    rows->processes, record->options->processes);
    if (rows->wrong)
        return fail(error, STATUS_WRONG, "%zu rows are WRONG or CRASHED and have no figure",
                    rows->wrong);
    if (rows->in_doubt)
        return fail(error, STATUS_UNSTABLE,
                    "%zu of %zu rows are UNSTABLE and in doubt: each may be the best of its "
                    "column, or is a rotated, Sherwin or SISSY scheme or the ray loop; the machine "
                    "was too busy: try again, or --standard",
                    rows->in_doubt, rows->n);
    return true;
}

/* Tells before a run of more than a minute how long it takes, and how long if processes must be added. */
static void announce(const struct rows *rows, const struct run_request *request,
                     const struct cores *cores)
{
    const double preparation = 4e-3;    /* seconds a row, for views and calibration */
    const double quiet = 0.9, most = 2; /* times the processes, see parent.h */
    size_t processes = request->processes - rows->processes; /* those that a resumed run lacks */
    double process = request->seconds + preparation * (double)rows->n;
    double spread = request->spread * (double)processes / (double)request->processes;
    double minutes = fmax(process * (double)processes, spread) / 60;
    char text[200];
    if (minutes < 1)
        return;
    int used =
        snprintf(text, sizeof text, "timing %zu row%s in %zu process%s: about %.0f min", rows->n,
                 rows->n == 1 ? "" : "s", processes, processes == 1 ? "" : "es", ceil(minutes));
    if (cores->undisturbed < quiet)
        snprintf(
            text + used, sizeof text - (size_t)used,
            "; up to %.0f min if the machine stays busy (core undisturbed %.0f %% of the time)",
            ceil(most * minutes), 100 * cores->undisturbed);
    progress_note(text);
}

static bool time_rows(struct rows *rows, struct saver *saver, struct machine *machine,
                      struct error *error)
{
    const struct run_request *request = saver->record.options;
    const struct resume *resume = saver->record.resume;
    struct cores cores;
    unsigned beside = modes_max_threads(&request->matrix.modes) - 1;
    bool ok = cores_find(saver->record.pin, beside ? beside : 1, &cores, machine, error);
    affinity_restore(); /* the timing processes bind themselves, and we keep out of their way */
    ok = ok && rows_verify(rows, error);
    if (ok)
        rows_drop_without_cores(rows, 1 + cores.corunner_count, cores.shared);
    ok = ok && (!resume || resume_rows(resume, rows, error));
    if (ok)
        announce(rows, request, &cores);
    ok = ok && parent_run(rows, request, &cores, *saver->result.folder ? saver_save_partial : NULL,
                          saver, error);
    if (interrupted() && !rows->processes)
        return fail(error, STATUS_INTERRUPTED,
                    "interrupted before the first process came to its end; nothing is saved");
    return ok && conclude(rows, saver->best_ipc, error);
}

/* If the run is to be saved. */
static bool open_result(struct saver *saver, const char *out, struct error *error)
{
    const struct record *record = &saver->record;
    if (record->resume && !result_reopen(&saver->result, record->resume->path, error))
        return false;
    if (out && !result_open(&saver->result, out, record->machine->slug, level_compiler, level_name,
                            record->began, error))
        return false;
    if (*saver->result.folder)
        saver->best_ipc = previous_runs_best_ipc(saver->result.folder);
    return !isnan(saver->best_ipc) ||
           fail(error, STATUS_ENVIRONMENT, "no memory for the results in %s", saver->result.folder);
}

/* Saves before it prints: a reader may block the output, and no failure of the one prevents the other. */
static bool deliver(struct saver *saver, enum format format, struct error *error)
{
    struct record *record = &saver->record;
    struct error unsaved;
    bool saves = *saver->result.folder, saved = saves && saver_save(saver, &unsaved);
    record->saved = saved ? saver->result.saved.json : "";
    if (!print(record, format, error))
        return false;
    if (saves && !saved)
        return fail(error, unsaved.status, "%s", unsaved.text);
    return verdict_of(record, error);
}

static bool run_bench(struct options *options, const struct resume *resume, struct error *error)
{
    static struct machine machine; /* these are static because the stack may be small */
    static struct workloads lists;
    static struct saver saver;
    struct rows rows = {0};
    struct pin pin = {.cpu = -1};
    saver.record = (struct record){.options = &options->run,
                                   .rows = &rows,
                                   .machine = &machine,
                                   .pin = &pin,
                                   .began = resume ? resume->began : time(NULL),
                                   .saved = "",
                                   .resume = resume};
    if (options->quiet)
        progress_quiet();
    bool ok = clock_check(error) &&
              gbench_init(options->run.benchmark_argc, options->run.benchmark_argv, error) &&
              spool_positions(&options->run, error) &&
              workloads_make(&lists, &options->run, error) &&
              cores_choose(&options->run.pin, &pin, error);
    if (ok) {
        interrupt_catch(); /* before this nothing is lost, and a signal ends us as usual */
        machine_read(&machine, pin.cpu);
        if (machine.emulated)
            ok = fail(error, STATUS_ENVIRONMENT,
                      "an emulator translates this program (`slidebench machine` shows which), and "
                      "times would mean nothing");
    }
    ok = ok && (!resume || resume_check(resume, &machine, error)) &&
         open_result(&saver, options->out, error) &&
         rows_list(&rows, &options->run, lists.list, lists.n, error) &&
         time_rows(&rows, &saver, &machine, error);
    if (!ok && rows.processes > rows.resumed && *saver.result.partial.csv)
        fprintf(stderr, "kept %s and .json\n", saver.result.partial.csv);
    saver.record.partial = rows.processes < rows.asked;
    ok = ok && deliver(&saver, options->format, error);
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
        return worker_run(&options.run, options.worker, error);
    return options.resume ? resume_bench(given, error) : run_bench(&options, NULL, error);
}
