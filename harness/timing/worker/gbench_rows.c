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

/* What one row's batches run over. */
struct context {
    struct timed_rows *rows;
    size_t index;
    size_t n; /* items of the list in a batch */
};

/* Prepares the row at its first call: Google Benchmark may have excluded it. */
static bool run_batch(void *context, double *seconds)
{
    const struct context *c = context;
    struct timed_row *row = &c->rows->row[c->index];
    size_t steps;
    if (!row->views) {
        inputs_prepare(c->rows, c->index);
        cold_cache_reserve(row->planned.mode->kib);
        if (!kernel_warm(row))
            return false;
    }
    return kernel_run(row, c->n, &steps, seconds);
}

/* A batch is a burst, or else a pass over the list. */
static struct gbench_row gbench_row_of(const struct row *row, struct context *context)
{
    const struct list *list = row->list;
    bool bursts = mode_info(row->mode)->cold_cache;
    context->n = bursts ? row->mode->queries : list->n;
    struct gbench_row described = {.run = run_batch,
                                   .context = context,
                                   .batch = bursts ? context->n : list_steps(list, 0, list->n),
                                   .batches = bursts ? TIMED_BURSTS : 0};
    snprintf(described.name, sizeof described.name, "%s/%s/%s/%s", row->scheme->name,
             piece_names[list->piece], list->name, row->mode->name);
    return described;
}

bool gbench_time_rows(const struct rows *rows, const struct run_request *request,
                      struct error *error)
{
    struct timed_rows timed = {.row = xcalloc(rows->n, sizeof *timed.row), .n = rows->n};
    struct gbench_row *described = xcalloc(rows->n, sizeof *described);
    struct context *contexts = xcalloc(rows->n, sizeof *contexts);
    struct random random = {request->seed};
    size_t n = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        timed.row[i].planned = *row;
        contexts[i] = (struct context){.rows = &timed, .index = i};
        if (row->status == ROW_OK && !row_has_corunners(row))
            described[n++] = gbench_row_of(row, &contexts[i]);
    }
    bool ok = !request->huge_pages || pages_use_huge(error);
    pages_scatter_tables(&random);
    ok = ok && gbench_run(request->benchmark_argc, request->benchmark_argv, described, n, error);
    free(contexts);
    free(described);
    free(timed.row);
    return ok;
}
