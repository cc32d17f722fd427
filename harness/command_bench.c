/* SPDX-License-Identifier: MIT
 * `slidebench bench`: workloads, pinning, verification, timing, report. */
#include "bench.h"
#include "canary.h"
#include "commands.h"
#include "gbench.h"
#include "interrupt.h"
#include "level.h"
#include "machine.h"
#include "progress.h"
#include "record.h"
#include "report.h"
#include "result.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LISTS = MAX_WORKLOADS * PIECES };

/* One list a workload and piece. */
static bool make_lists(const struct options *options, struct workload *lists, size_t *n,
                       struct error *error)
{
    struct corpus corpus = {0};
    const char *name = !options->positions               ? "the built-in games"
                       : strcmp(options->positions, "-") ? options->positions
                                                         : "standard input";
    bool ok = options->positions ? corpus_read(&corpus, options->positions, error)
                                 : corpus_embedded(&corpus, error);
    *n = 0;
    for (size_t w = 0; w < options->workload_count; w++)
        for (enum piece piece = 0; piece < PIECES; piece++)
            if (ok && options->pieces[piece]) {
                ok = workload_make(&lists[*n], options->workloads[w], piece, options->list_length,
                                   options->seed, &corpus, name, error);
                *n += ok;
            }
    corpus_free(&corpus);
    return ok;
}

static void free_lists(struct workload *lists, size_t n)
{
    for (size_t i = 0; i < n; i++)
        workload_free(&lists[i]);
}

/* Share of 20 ms in which the CPU that the thread is on did as well as in its best moments. */
static double quietness(void)
{
    double ipc[1000], start = clock_seconds();
    size_t n = 0, quiet = 0;
    while (n < 1000 && clock_seconds() - start < 0.02)
        ipc[n++] = canary_read().ipc;
    double reference = stats_quantile(ipc, n, 0.95);
    for (size_t i = 0; i < n; i++)
        quiet += ipc[i] > 0.96 * reference;
    return (double)quiet / (double)n * reference;
}

/* Binds to the CPU that was asked for, or else to the quietest of the first few candidates. */
static bool choose_core(const struct pin_request *request, struct pin *pin, struct error *error)
{
    int candidates[4];
    size_t n = request->off || request->cpu >= 0 ? 0 : pin_candidates(request, candidates, 4);
    struct pin_request best = *request;
    double best_quietness = 0;
    for (size_t i = 0; n > 1 && i < n; i++) {
        struct pin_request one = {.cpu = candidates[i]};
        struct error ignored;
        if (!pin_thread(&one, pin, &ignored) || !pin->pinned)
            continue;
        double q = quietness();
        if (q > 1.1 * best_quietness) { /* candidates come in order of preference */
            best.cpu = candidates[i];
            best_quietness = q;
        }
    }
    return pin_thread(&best, pin, error);
}

/* The same seed gives the same lists: for tests, and for asking other programs. */
bool command_queries(const struct options *options, struct error *error)
{
    struct workload lists[MAX_LISTS];
    size_t n;
    bool ok = make_lists(options, lists, &n, error);
    for (size_t i = 0; ok && i < n; i++)
        for (size_t j = 0; j < lists[i].n && !ferror(stdout); j++)
            printf("%s %c%c 0x%016" PRIx64 "\n", piece_names[lists[i].piece],
                   'a' + (lists[i].square[j] & 7), '1' + (lists[i].square[j] >> 3),
                   lists[i].occupied[j]);
    free_lists(lists, n);
    return ok;
}

static bool print(const struct record *record, enum format format, struct error *error)
{
    switch (format) {
    case FORMAT_TABLE:
        report_table(record->rows, stdout);
        record_notes(record, stdout);
        break;
    case FORMAT_MARKDOWN:
        report_markdown(record->rows, stdout);
        break;
    case FORMAT_CSV:
        report_csv(record->rows, record->machine->slug, stdout);
        break;
    case FORMAT_JSON:
        return record_json(record, stdout) ||
               fail(error, STATUS_OUTPUT, "standard output: the JSON could not be written");
    }
    return true;
}

static bool save(const struct record *record, struct result *result, struct error *error)
{
    report_csv(record->rows, record->machine->slug, result->csv);
    if (!record_json(record, result->json)) {
        result_discard(result);
        return fail(error, STATUS_OUTPUT, "%s: the JSON could not be written", result->folder);
    }
    if (!result_commit(result, error))
        return false;
    fprintf(stderr, "saved %s and .json\n", result->csv_path);
    return true;
}

static bool verdict_of(const struct rows *rows, struct error *error)
{
    if (rows->wrong)
        return fail(error, STATUS_WRONG, "%zu rows are WRONG and have no figure", rows->wrong);
    if (rows->unstable)
        return fail(error, STATUS_UNSTABLE,
                    "%zu of %zu rows are UNSTABLE: the machine was too busy for a figure; try "
                    "again, or --time",
                    rows->unstable, rows->n);
    return true;
}

static bool time_rows(const struct options *options, struct rows *rows, struct error *error)
{
    bool ok = bench_rows(rows, options->seconds, options->seed, error);
    progress_end();
    if (ok && interrupted())
        return fail(error, STATUS_INTERRUPTED, "interrupted; nothing is saved");
    return ok && rows_conclude(rows, error);
}

bool command_bench(const struct options *options, struct error *error)
{
    struct workload lists[MAX_LISTS];
    size_t n = 0;
    struct rows rows = {0};
    struct pin pin = {.cpu = -1};
    static struct machine machine;
    struct record record = {options, &rows, &machine, &pin};
    struct result result = {0};

    interrupt_catch();
    bool ok = gbench_init(options->benchmark_argc, options->benchmark_argv, error) &&
              make_lists(options, lists, &n, error) && choose_core(&options->pin, &pin, error);
    if (ok) {
        machine_read(&machine, pin.cpu);
        ok = !options->out ||
             result_open(&result, options->out, machine.slug, level_compiler, level_name, error);
    }
    ok = ok && rows_make(&rows, options, lists, n, error) && time_rows(options, &rows, error);
    progress_end();
    ok = ok && print(&record, options->format, error) &&
         (!options->out || save(&record, &result, error)) && verdict_of(&rows, error);
    result_discard(&result);
    rows_free(&rows);
    free_lists(lists, n);
    pin_restore();
    return ok;
}
