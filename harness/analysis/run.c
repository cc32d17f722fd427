/* SPDX-License-Identifier: MIT */
#include "analysis/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool run_make(struct run *run, const struct rows *rows, struct error *error)
{
    *run = (struct run){.row = calloc(rows->n + 1, sizeof *run->row), .n = rows->n};
    if (!run->row)
        return fail(error, STATUS_ENVIRONMENT, "no memory for %zu rows", rows->n);
    for (size_t i = 0; i < rows->n; i++)
        run->row[i].planned = rows->row[i];
    return true;
}

bool run_add_samples(struct measured_row *row, const struct sample *samples, size_t n)
{
    if (row->sample_count + n > row->sample_capacity) {
        size_t capacity = 2 * row->sample_capacity + n;
        struct sample *grown = realloc(row->samples, capacity * sizeof *grown);
        if (!grown)
            return false;
        row->samples = grown;
        row->sample_capacity = capacity;
    }
    memcpy(row->samples + row->sample_count, samples, n * sizeof *samples);
    row->sample_count += n;
    return true;
}

struct measured_row *run_find(const struct run *run, const struct measured_row *like,
                              const char *scheme)
{
    for (size_t i = 0; i < run->n; i++)
        if (run_same_column(&run->row[i], like) &&
            !strcmp(run->row[i].planned.scheme->name, scheme))
            return &run->row[i];
    return NULL;
}

double run_undisturbed_share_by_rows(const struct run *run)
{
    double undisturbed = 0, all = 0;
    for (size_t i = 0; i < run->n; i++) {
        undisturbed += run->row[i].undisturbed_share * (double)run->row[i].samples_total;
        all += (double)run->row[i].samples_total;
    }
    return all > 0 ? undisturbed / all : NAN;
}

bool run_same_column(const struct measured_row *a, const struct measured_row *b)
{
    return rows_same_column(&a->planned, &b->planned);
}

void run_drop_filtered(struct run *run)
{
    size_t kept = 0;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (row->planned.status != ROW_OK || row->sample_count || row->resumed_samples)
            run->row[kept++] = *row;
    }
    run->n = kept;
}

void run_free_results(struct measured_row *row)
{
    free(row->process);
    free(row->process_cycles);
    free(row->process_ns);
    row->process = NULL;
    row->process_cycles = row->process_ns = NULL;
}

void run_free(struct run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        free(row->samples);
        free(row->resumed_results);
        run_free_results(row);
    }
    free(run->row);
    *run = (struct run){0};
}
