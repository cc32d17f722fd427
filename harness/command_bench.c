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

static bool save(const struct record *record, struct result *result, struct error *error)
{
    if (record->partial)
        strcat(result->stem, "-partial");
    report_csv(record->rows, record->machine, result->csv);
    char crc[9];
    snprintf(crc, sizeof crc, "%08" PRIx32, result_csv_crc32(result));
    if (!record_json(record, crc, result->json)) {
        result_discard(result);
        return json_whole()
                   ? fail(error, STATUS_OUTPUT, "%s: the JSON could not be written", result->folder)
                   : fail(error, STATUS_ENVIRONMENT, "no memory for the JSON; nothing is saved");
    }
    if (!result_commit(result, error))
        return false;
    fprintf(stderr, "saved %s and .json\n", result->csv_path);
    return true;
}

static bool verdict_of(const struct record *record, struct error *error)
{
    const struct rows *rows = record->rows;
    if (record->partial)
        return fail(error, STATUS_INTERRUPTED,
                    "interrupted after %zu of %zu processes; what they gave is marked partial",
                    rows->processes, record->options->processes);
    if (rows->wrong)
        return fail(error, STATUS_WRONG, "%zu rows are WRONG or CRASHED and have no figure",
                    rows->wrong);
    if (rows->unstable)
        return fail(error, STATUS_UNSTABLE,
                    "%zu of %zu rows are UNSTABLE: the machine was too busy for a figure; try "
                    "again, or --standard",
                    rows->unstable, rows->n);
    return true;
}

/* Tells before a run of more than a minute how long it takes, and how long if processes must be added. */
static void announce(const struct rows *rows, const struct options *options,
                     const struct cores *cores)
{
    const double preparation = 4e-3;    /* seconds a row, for views and calibration */
    const double quiet = 0.9, most = 2; /* times the processes, see processes.h */
    double process = options->seconds + preparation * (double)rows->n;
    double minutes = fmax(process * (double)options->processes, options->spread) / 60;
    char text[200];
    if (minutes < 1)
        return;
    int used = snprintf(text, sizeof text, "timing %zu row%s in %zu process%s: about %.0f min",
                        rows->n, rows->n == 1 ? "" : "s", options->processes,
                        options->processes == 1 ? "" : "es", ceil(minutes));
    if (cores->undisturbed < quiet)
        snprintf(
            text + used, sizeof text - (size_t)used,
            "; up to %.0f min if the machine stays busy (core undisturbed %.0f %% of the time)",
            ceil(most * minutes), 100 * cores->undisturbed);
    progress_note(text);
}

static bool time_rows(struct rows *rows, const struct options *options, const struct pin *pin,
                      struct machine *machine, struct error *error)
{
    struct cores cores;
    unsigned beside = ways_most_threads(&options->asks.ways) - 1;
    bool ok = cores_find(pin, beside ? beside : 1, &cores, machine, error);
    pin_restore(); /* the timing processes bind themselves, and we keep out of their way */
    ok = ok && rows_verify(rows, error);
    if (ok) {
        rows_need_cores(rows, 1 + cores.rival_count, cores.shared);
        announce(rows, options, &cores);
    }
    ok = ok && processes_run(rows, options, &cores, error);
    if (interrupted() && !rows->processes)
        return fail(error, STATUS_INTERRUPTED,
                    "interrupted before the first process came to its end; nothing is saved");
    if (!ok)
        return false;
    double best_ipc = options->out ? earlier_best_ipc(options->out, machine->slug) : 0;
    if (isnan(best_ipc))
        return fail(error, STATUS_ENVIRONMENT, "no memory for the results in %s", options->out);
    return figures_conclude(rows, best_ipc, error);
}

bool command_bench(const struct options *given, struct error *error)
{
    struct options options = *given;
    static struct lists lists;
    struct rows rows = {0};
    struct pin pin = {.cpu = -1};
    static struct machine machine;
    struct result result = {0};
    time_t began = time(NULL);
    if (options.worker >= 0)
        return worker_run(&options, error);

    if (options.quiet)
        progress_quiet();
    bool ok = clock_check(error) &&
              gbench_init(options.benchmark_argc, options.benchmark_argv, error) &&
              lists_make_rereadable(&options, error) && lists_make(&lists, &options, error) &&
              cores_choose(&options.pin, &pin, error);
    if (ok) {
        interrupt_catch(); /* before this nothing is lost, and a signal ends us as usual */
        machine_read(&machine, pin.cpu);
        if (machine.emulated)
            ok = fail(error, STATUS_ENVIRONMENT,
                      "an emulator translates this program (`slidebench machine` shows which), and "
                      "times would mean nothing");
        ok = ok && (!options.out || result_open(&result, options.out, machine.slug, level_compiler,
                                                level_name, began, error));
    }
    ok = ok && rows_list(&rows, &options, lists.list, lists.n, error) &&
         time_rows(&rows, &options, &pin, &machine, error);
    struct record record = {&options, &rows, &machine, &pin, began, interrupted()};
    ok = ok && (!options.out || save(&record, &result, error)) &&
         print(&record, options.format, error) && verdict_of(&record, error);
    result_discard(&result);
    rows_free(&rows);
    lists_free(&lists);
    return ok;
}
