/* SPDX-License-Identifier: MIT */
#include "timing/worker/worker.h"
#include "base/memory.h"
#include "machine/pages.h"
#include "timing/cold_cache.h"
#include "timing/worker/gbench.h"

#include <stdio.h>
#include <stdlib.h>

/* How many bursts of a row are timed. Google Benchmark would choose far too many, because it counts
 * only the short time of a burst, and not the reads of other memory before it. */
enum { TIMED_BURSTS = 4096 };

static struct timed_rows timed;

/* Returns how many items of the list a batch has: as many as a burst, or else all. */
static size_t batch_items(const struct row *row)
{
    return mode_info(row->mode)->cold_cache ? row->mode->queries : row->list->n;
}

/* Prepares the row only at the first call, because --benchmark_filter may exclude it. */
static bool run_batch(void *timed_row, double *seconds)
{
    struct timed_row *row = timed_row;
    if (!row->views) {
        inputs_prepare(&timed, (size_t)(row - timed.row));
        cold_cache_reserve(row->planned.mode->kib);
        if (!kernel_warm(row))
            return false;
    }
    bool right = kernel_run(row, batch_items(&row->planned));
    *seconds = row->seconds;
    return right;
}

static struct gbench_row gbench_row_of(struct timed_row *timed_row)
{
    const struct row *row = &timed_row->planned;
    const struct list *list = row->list;
    bool bursts = mode_info(row->mode)->cold_cache;
    struct gbench_row described = {.run = run_batch,
                                   .context = timed_row,
                                   .batch = list_steps(list, 0, batch_items(row)),
                                   .batches = bursts ? TIMED_BURSTS : 0};
    snprintf(described.name, sizeof described.name, "%s/%s/%s/%s", row->scheme->name,
             piece_names[list->piece], list->name, row->mode->name);
    return described;
}

bool gbench_time_rows(const struct rows *rows, const struct run_request *request,
                      struct error *error)
{
    struct gbench_row *described = xcalloc(rows->n, sizeof *described);
    struct random random = {request->seed};
    size_t n = 0;
    timed = (struct timed_rows){.row = xcalloc(rows->n, sizeof *timed.row), .n = rows->n};
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        timed.row[i].planned = *row;
        if (row->status == ROW_OK && !row_has_corunners(row))
            described[n++] = gbench_row_of(&timed.row[i]);
    }
    bool ok = !request->huge_pages || pages_use_huge(error);
    pages_scatter_tables(&random);
    ok = ok && gbench_run(request->benchmark_argc, request->benchmark_argv, described, n, error);
    free(described);
    free(timed.row);
    return ok;
}
