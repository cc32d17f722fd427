/* SPDX-License-Identifier: MIT
 * `slidebench bench`: workloads, pinning, verification, timing, report. */
#include "board_text.h"
#include "canary.h"
#include "commands.h"
#include "earlier.h"
#include "figures.h"
#include "gbench.h"
#include "interrupt.h"
#include "json_whole.h"
#include "level.h"
#include "lists.h"
#include "machine.h"
#include "processes.h"
#include "progress.h"
#include "record.h"
#include "report.h"
#include "result.h"
#include "worker.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The same seed gives the same lists: for tests, and for asking other programs. */
bool command_queries(const struct options *options, struct error *error)
{
    struct options own = *options;
    static struct lists lists;
    bool ok = lists_make_rereadable(&own, error) && lists_make(&lists, &own, error);
    for (size_t i = 0; ok && i < lists.n; i++) {
        const struct workload *w = &lists.list[i];
        for (size_t j = 0; j < w->distinct && !ferror(stdout); j++) {
            char square[3];
            printf("%s %s 0x%016" PRIx64 "\n", piece_names[w->piece],
                   square_text(w->square[j], square), w->occupied[j]);
        }
    }
    lists_free(&lists);
    return ok;
}

static bool print(const struct record *record, enum format format, struct error *error)
{
    bool ok = true;
    switch (format) {
    case FORMAT_TABLE:
        ok = report_table(record->rows, stdout);
        if (ok)
            record_notes(record, stdout);
        break;
    case FORMAT_MARKDOWN:
        ok = report_markdown(record->rows, stdout);
        break;
    case FORMAT_CSV:
        report_csv(record->rows, record->machine, stdout);
        break;
    case FORMAT_JSON:
        ok = record_json(record, NULL, stdout) ||
             json_whole(); /* else main() says what is wrong with stdout */
        break;
    }
    return ok || fail(error, STATUS_ENVIRONMENT, "no memory for the report");
}

static bool write_pair(const struct record *record, struct result *result, struct error *error)
{
    if (!result_begin(result, error))
        return false;
    report_csv(record->rows, record->machine, result->csv);
    char crc[9];
    snprintf(crc, sizeof crc, "%08" PRIx32, result_csv_crc32(result));
    if (!record_json(record, crc, result->json)) {
        result_discard(result);
        return json_whole()
                   ? fail(error, STATUS_OUTPUT, "%s: the JSON could not be written", result->folder)
                   : fail(error, STATUS_ENVIRONMENT, "no memory for the JSON; nothing is saved");
    }
    return result_commit(result, record->partial, error);
}

/* A result that its folder no longer takes goes to the cache folder: an error all the same, but nothing is lost. */
static bool save(const struct record *record, struct result *result, struct error *error)
{
    if (write_pair(record, result, error)) {
        fprintf(stderr, "saved %s and .json\n", result->saved.csv);
        return true;
    }
    const struct error first = *error;
    struct error second;
    if (result_turn_to_cache(result, record->machine->slug) && write_pair(record, result, &second))
        fail(error, first.status, "%.200s; it is %.250s and .json", first.text, result->saved.csv);
    return false;
}

/* What the run has measured so far, so that no more than one process is lost if it is killed. */
struct progress_of_run {
    struct record record;
    struct result *result;
    double best_ipc;
    bool failed;
};

static void save_partial(void *context)
{
    struct progress_of_run *run = context;
    struct rows so_far;
    struct error error;
    struct record record = run->record;
    if (!figures_so_far(run->record.rows, run->best_ipc, &so_far, &error))
        return; /* without memory; the end of the run will tell */
    record.rows = &so_far;
    record.partial = true;
    if (!write_pair(&record, run->result, &error) && !run->failed) {
        run->failed = true;
        progress_note(error.text);
    }
    figures_forget(&so_far);
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
static void announce(const struct rows *rows, const struct options *options,
                     const struct cores *cores)
{
    const double preparation = 4e-3;    /* seconds a row, for views and calibration */
    const double quiet = 0.9, most = 2; /* times the processes, see processes.h */
    size_t processes = options->processes - rows->processes; /* those that a resumed run lacks */
    double process = options->seconds + preparation * (double)rows->n;
    double spread = options->spread * (double)processes / (double)options->processes;
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

static bool time_rows(struct progress_of_run *run, bool saves, struct rows *rows,
                      struct machine *machine, struct error *error)
{
    const struct options *options = run->record.options;
    const struct resume *resume = run->record.resume;
    struct cores cores;
    unsigned beside = ways_most_threads(&options->asks.ways) - 1;
    bool ok = cores_find(run->record.pin, beside ? beside : 1, &cores, machine, error);
    pin_restore(); /* the timing processes bind themselves, and we keep out of their way */
    ok = ok && rows_verify(rows, error);
    if (ok)
        rows_need_cores(rows, 1 + cores.rival_count, cores.shared);
    ok = ok && (!resume || resume_rows(resume, rows, error));
    if (ok)
        announce(rows, options, &cores);
    ok = ok && processes_run(rows, options, &cores, saves ? save_partial : NULL, run, error);
    if (interrupted() && !rows->processes)
        return fail(error, STATUS_INTERRUPTED,
                    "interrupted before the first process came to its end; nothing is saved");
    return ok && figures_conclude(rows, run->best_ipc, error);
}

static bool open_result(struct result *result, const struct options *options,
                        const struct machine *machine, const struct resume *resume, time_t began,
                        struct error *error)
{
    if (resume)
        return result_reopen(result, resume->path, error);
    return !options->out || result_open(result, options->out, machine->slug, level_compiler,
                                        level_name, began, error);
}

static bool run_bench(struct options *options, const struct resume *resume, struct error *error)
{
    static struct machine machine; /* these are static because the stack may be small */
    static struct lists lists;
    static struct result result;
    struct rows rows = {0};
    struct pin pin = {.cpu = -1};
    struct progress_of_run run = {.record = {options, &rows, &machine, &pin,
                                             resume ? resume->began : time(NULL), false, "",
                                             resume},
                                  .result = &result};
    if (options->quiet)
        progress_quiet();
    bool ok = clock_check(error) &&
              gbench_init(options->benchmark_argc, options->benchmark_argv, error) &&
              lists_make_rereadable(options, error) && lists_make(&lists, options, error) &&
              cores_choose(&options->pin, &pin, error);
    if (ok) {
        interrupt_catch(); /* before this nothing is lost, and a signal ends us as usual */
        machine_read(&machine, pin.cpu);
        if (machine.emulated)
            ok = fail(error, STATUS_ENVIRONMENT,
                      "an emulator translates this program (`slidebench machine` shows which), and "
                      "times would mean nothing");
        ok = ok && (!resume || resume_check(resume, &machine, error)) &&
             open_result(&result, options, &machine, resume, run.record.began, error);
    }
    bool saves = *result.folder;
    run.best_ipc = ok && saves ? earlier_best_ipc(result.folder) : 0;
    if (isnan(run.best_ipc))
        ok = fail(error, STATUS_ENVIRONMENT, "no memory for the results in %s", result.folder);
    ok = ok && rows_list(&rows, options, lists.list, lists.n, error) &&
         time_rows(&run, saves, &rows, &machine, error);
    run.record.partial = rows.processes < rows.asked;
    struct error save_error;
    bool saved = ok && saves && save(&run.record, &result, &save_error);
    run.record.saved = saved ? result.saved.json : "";
    ok = ok && print(&run.record, options->format, error);
    if (ok && saves && !saved) {
        *error = save_error;
        ok = false;
    } else if (!ok && *result.partial.csv)
        fprintf(stderr, "kept %s and .json\n", result.partial.csv);
    ok = ok && verdict_of(&run.record, error);
    rows_free(&rows);
    lists_free(&lists);
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
