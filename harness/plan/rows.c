/* SPDX-License-Identifier: MIT */
#include "plan/rows.h"
#include "base/memory.h"
#include "plan/scheme_set.h"

#include <stdio.h>
#include <stdlib.h>

const struct list *lists_add(struct lists *lists, const struct list_request *wanted,
                             const struct corpus *corpus, struct error *error)
{
    for (size_t i = 0; i < lists->n; i++) {
        const struct list *list = &lists->list[i];
        if (list->kind == wanted->kind && list->piece == wanted->piece &&
            workload_equal(&list->spec, &wanted->spec))
            return list;
    }
    if (!list_make(&lists->list[lists->n], wanted, corpus, error))
        return NULL;
    return &lists->list[lists->n++];
}

/* The order of columns: what an engine needs, then its parts. */
static const enum piece column_order[ROW_PIECES] = {MIX_NNUE, MIX_HCE, ROOK, BISHOP,
                                                    QUEEN,    BOTH,    ALL};

/* Returns whether the matrix has a row that needs this list. */
static bool is_needed(const struct matrix *matrix, const struct list_request *list)
{
    for (size_t mode = 0; mode < matrix->modes.n; mode++)
        if (matrix_has_row(matrix, list, mode))
            return true;
    return false;
}

/* Adds a list for each piece, if it is needed and possible. */
static bool add_lists(struct lists *lists, const struct run_request *request,
                      const struct matrix_line *line, enum list_kind kind,
                      const struct corpus *corpus, struct error *error)
{
    struct list_request wanted = {
        .spec = line->workload, .kind = kind, .n = request->list_length, .seed = request->seed};
    for (size_t i = 0; i < ROW_PIECES; i++) {
        wanted.piece = column_order[i];
        if (is_needed(&request->matrix, &wanted) &&
            workload_possible(&wanted.spec, wanted.piece, kind) &&
            !lists_add(lists, &wanted, corpus, error))
            return false;
    }
    return true;
}

bool lists_for_matrix(struct lists *lists, const struct run_request *request, struct error *error)
{
    struct corpus corpus;
    const struct matrix *matrix = &request->matrix;
    bool ok = corpus_read(&corpus, request->positions, error);
    corpus_print_skipped(&corpus, stderr);
    lists->n = 0;
    for (size_t i = 0; ok && i < matrix->n; i++)
        for (enum list_kind kind = 0; ok && kind < LIST_KINDS; kind++)
            ok = add_lists(lists, request, &matrix->line[i], kind, &corpus, error);
    corpus_free(&corpus);
    return ok && (lists->n || fail(error, STATUS_USAGE,
                                   "nothing to time: these modes have no rows for these pieces and "
                                   "workloads; see `slidebench --help`"));
}

void lists_free(struct lists *lists)
{
    for (size_t i = 0; i < lists->n; i++)
        list_free(&lists->list[i]);
    lists->n = 0;
}

/* ---- rows ---- */

const char *const row_status_names[] = {[ROW_OK] = "ok",
                                        [ROW_UNSUPPORTED] = "unsupported",
                                        [ROW_WRONG] = "wrong",
                                        [ROW_CRASHED] = "crashed",
                                        [ROW_UNSTABLE] = "unstable"};

/* Returns whether the scheme has rows of this mode and piece. A control has rows of a queen only. A
 * scheme that is not built here has no kernels, but keeps its rows. */
static bool has_kernel(const struct scheme *scheme, enum mode mode, enum piece piece)
{
    if (scheme->delay && (piece != QUEEN || !mode_table[mode].delays))
        return false;
    return !scheme->built || scheme->kernel[mode_table[mode].kernel][piece];
}

/* Appends the rows of a scheme: of batched modes, for its batch build, or of all other modes. */
static void add_rows(struct rows *rows, const struct scheme *scheme, const struct matrix *matrix,
                     const struct lists *lists, bool batched)
{
    const char *why = scheme_unsupported(scheme);
    for (const struct list *list = lists->list; list < lists->list + lists->n; list++)
        for (size_t i = 0; i < matrix->modes.n; i++) {
            const struct mode_spec *mode = &matrix->modes.mode[i];
            if (batched != mode_info(mode)->batched || !matrix_has_row(matrix, &list->request, i) ||
                !has_kernel(scheme, mode->kind, list->piece))
                continue;
            struct row *row = &rows->row[rows->n++];
            *row = (struct row){scheme, list, mode, why ? ROW_UNSUPPORTED : ROW_OK, ""};
            snprintf(row->reason, sizeof row->reason, "%s", why ? why : "");
        }
}

void rows_make(struct rows *rows, const struct run_request *request, const struct lists *lists)
{
    const size_t most = scheme_count() * lists->n * MAX_MODES;
    *rows = (struct rows){.row = xcalloc(most, sizeof *rows->row)};
    for (const struct scheme *const *s = schemes; *s; s++)
        if (run_request_selects(request, *s)) {
            const struct scheme *batched = batch_builds[s - schemes];
            add_rows(rows, *s, &request->matrix, lists, false);
            if (batched)
                add_rows(rows, batched, &request->matrix, lists, true);
        }
}

void rows_mark_without_cores(struct rows *rows, size_t cores, const char *shared)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (row->status == ROW_OK && row->mode->cores > cores) {
            row->status = ROW_UNSUPPORTED;
            if (*shared)
                snprintf(row->reason, sizeof row->reason, "not possible here: %s", shared);
            else
                snprintf(row->reason, sizeof row->reason, "needs %u cores, has %zu",
                         row->mode->cores, cores);
        }
    }
}

void rows_free(struct rows *rows)
{
    free(rows->row);
    *rows = (struct rows){0};
}
