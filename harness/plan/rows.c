/* SPDX-License-Identifier: MIT */
#include "plan/rows.h"
#include "plan/support.h"

#include <stdlib.h>
#include <string.h>

const char *const row_status_names[] = {[ROW_OK] = "ok",
                                        [ROW_UNSUPPORTED] = "unsupported",
                                        [ROW_WRONG] = "wrong",
                                        [ROW_CRASHED] = "crashed",
                                        [ROW_UNSTABLE] = "unstable"};

/* Returns whether the scheme has the mode. A mock makes no moves. A scheme that is not built here
 * has no kernels, but keeps its rows. */
static bool has_kernel(const struct scheme *scheme, enum mode mode, enum piece piece)
{
    if (mode_table[mode].no_mocks && scheme->traits & MOCK)
        return false;
    return !scheme->built || scheme->kernel[mode_table[mode].kernel][piece];
}

/* Appends a scheme's rows of the matrix: those of its batch build, or all others. */
static void list_scheme(struct rows *rows, const struct scheme *scheme, const struct matrix *matrix,
                        const struct list *lists, size_t list_count, bool batched)
{
    const char *why = scheme_unsupported(scheme);
    for (size_t l = 0; l < list_count; l++)
        for (size_t i = 0; i < matrix->modes.n; i++) {
            const struct mode_spec *mode = &matrix->modes.mode[i];
            if (batched != mode_table[mode->kind].batched ||
                !matrix_has_row(matrix, &lists[l], i) ||
                !has_kernel(scheme, mode->kind, lists[l].piece))
                continue;
            struct row *row = &rows->row[rows->n++];
            *row = (struct row){.scheme = scheme, .list = &lists[l], .mode = mode};
            row->status = why ? ROW_UNSUPPORTED : ROW_OK;
            snprintf(row->reason, sizeof row->reason, "%s", why ? why : "");
        }
}

bool rows_make(struct rows *rows, const struct run_request *request, const struct list *lists,
               size_t list_count, struct error *error)
{
    size_t most = scheme_count() * list_count * MAX_MODES;
    *rows = (struct rows){.row = calloc(most + 1, sizeof *rows->row)};
    if (!rows->row)
        return fail(error, STATUS_ENVIRONMENT, "no memory for %zu rows", most);
    for (const struct scheme *const *s = schemes; *s; s++)
        if (run_request_selects(request, *s)) {
            list_scheme(rows, *s, &request->matrix, lists, list_count, false);
            if ((*s)->batched)
                list_scheme(rows, (*s)->batched, &request->matrix, lists, list_count, true);
        }
    return true;
}

void rows_mark_without_cores(struct rows *rows, size_t cores, const char *shared)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (row->status == ROW_OK && row->mode->threads > cores) {
            row->status = ROW_UNSUPPORTED;
            if (*shared)
                snprintf(row->reason, sizeof row->reason, "not possible here: %s", shared);
            else
                snprintf(row->reason, sizeof row->reason, "needs %u cores, has %zu",
                         row->mode->threads, cores);
        }
    }
}

bool rows_same_column(const struct row *a, const struct row *b)
{
    return a->list == b->list && a->mode == b->mode;
}

bool row_has_corunners(const struct row *row)
{
    return row->mode->threads > 1;
}

void rows_free(struct rows *rows)
{
    free(rows->row);
    *rows = (struct rows){0};
}
