/* SPDX-License-Identifier: MIT */
#include "plan/rows.h"
#include "cli/commands.h"
#include "base/subprocess.h"
#include "base/progress.h"
#include "workload/expected.h"
#include "workload/list_memory.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A mock makes no moves; a scheme that cannot be built here answers in no mode, but has its rows. */
static bool answers(const struct scheme *scheme, enum mode mode, enum piece piece)
{
    if (mode_table[mode].no_mocks && scheme->traits & MOCK)
        return false;
    return !scheme->built || scheme->kernel[mode][piece];
}

/* The rows in which queries have their registers to themselves, or those in which vectors may hold several. */
static void list_scheme(struct rows *rows, const struct scheme *scheme, const struct matrix *matrix,
                        const struct workload *workloads, size_t workload_count, bool batched)
{
    const char *why = scheme_unsupported(scheme);
    for (size_t w = 0; w < workload_count; w++)
        for (size_t i = 0; i < matrix->modes.n; i++) {
            const struct mode_spec *mode = &matrix->modes.mode[i];
            if (batched != mode_table[mode->kind].batched ||
                !matrix_has_row(matrix, &workloads[w], i) ||
                !answers(scheme, mode->kind, workloads[w].piece))
                continue;
            struct row *row = &rows->row[rows->n++];
            *row = (struct row){.scheme = scheme, .workload = &workloads[w], .mode = mode};
            row->status = why ? ROW_UNSUPPORTED : ROW_OK;
            snprintf(row->why, sizeof row->why, "%s", why ? why : "");
        }
}

bool rows_list(struct rows *rows, const struct options *options, const struct workload *workloads,
               size_t workload_count, struct error *error)
{
    size_t count = 0;
    for (const struct scheme *const *s = schemes; *s; s++)
        count++;
    *rows = (struct rows){.row = calloc(count * workload_count * MAX_MODES + 1, sizeof *rows->row)};
    if (!rows->row)
        return fail(error, STATUS_ENVIRONMENT, "no memory for %zu rows",
                    count * workload_count * MAX_MODES);
    for (const struct scheme *const *s = schemes; *s; s++)
        if (options_wants(options, *s)) {
            list_scheme(rows, *s, &options->matrix, workloads, workload_count, false);
            if ((*s)->batched)
                list_scheme(rows, (*s)->batched, &options->matrix, workloads, workload_count, true);
        }
    return true;
}

void rows_drop_without_cores(struct rows *rows, size_t cores, const char *shared)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (row->status == ROW_OK && row->mode->threads > cores) {
            row->status = ROW_UNSUPPORTED;
            if (*shared)
                snprintf(row->why, sizeof row->why, "not possible here: %s", shared);
            else
                snprintf(row->why, sizeof row->why, "needs %u cores, has %zu", row->mode->threads,
                         cores);
        }
    }
}

static void verify(const void *scheme, void *finding)
{
    *(struct finding *)finding = verify_scheme(scheme, VERIFY_RELEVANT);
}

/* The rows of one scheme stand side by side: the first that follows them. */
static size_t next_scheme(const struct rows *rows, size_t i)
{
    const struct scheme *scheme = rows->row[i].scheme;
    while (i < rows->n && rows->row[i].scheme == scheme)
        i++;
    return i;
}

bool rows_verify(struct rows *rows, struct error *error)
{
    enum { SECONDS = 60 };
    for (size_t i = 0, next; i < rows->n; i = next) {
        const struct scheme *scheme = rows->row[i].scheme;
        struct row verdict = {.status = rows->row[i].status};
        struct finding finding;
        char why[64];
        next = next_scheme(rows, i);
        progress_show("verifying", scheme->name, (double)i / (double)rows->n);
        if (verdict.status != ROW_OK || scheme->traits & MOCK)
            continue;
        if (!run_in_child(verify, scheme, &finding, sizeof finding, SECONDS, why, error))
            return false;
        if (*why) {
            verdict.status = ROW_CRASHED;
            snprintf(verdict.why, sizeof verdict.why, "in verification: %s", why);
        } else if (!finding.correct) {
            verdict.status = ROW_WRONG;
            snprintf(verdict.why, sizeof verdict.why, "%s on square %u, occupied 0x%016" PRIx64,
                     finding.what, finding.square, finding.occupied);
            progress_end();
            finding_print(scheme, &finding, stderr);
        }
        for (; i < next; i++) {
            rows->row[i].status = verdict.status;
            memcpy(rows->row[i].why, verdict.why, sizeof verdict.why);
        }
    }
    progress_end();
    return true;
}

/* Returns the boards from which a row's views are built. */
static const bitboard *boards_of(const struct row *row, size_t *n)
{
    return list_boards(row->workload, mode_table[row->mode->kind].views, n);
}

/* Where a view is the bare bitboard, whatever its type, that is the list's own array: all such schemes then read
 * the same memory. */
static const void *views_of(const struct row *row)
{
    const struct scheme *scheme = row->scheme;
    size_t n;
    const bitboard *boards = boards_of(row, &n);
    char *views = list_memory(n, scheme->view_bytes);
    for (size_t i = 0; views && i < n; i++)
        scheme->set_view(views + i * scheme->view_bytes, boards[i]);
    if (views && scheme->view_bytes == sizeof(bitboard) &&
        !memcmp(views, boards, n * sizeof(bitboard))) {
        free(views);
        return boards;
    }
    return views;
}

static bitboard mock_one(const void *mock, enum piece piece, unsigned square, bitboard occupied)
{
    const struct scheme *scheme = mock;
    bitboard sets[2];
    scheme->piece[piece].attacks(square, &occupied, sets);
    return piece_checksum(piece, sets);
}

static bitboard mock_set(const void *mock, enum piece piece, bitboard sliders, bitboard occupied)
{
    const struct scheme *scheme = mock;
    return scheme->piece[piece].attacks_of_set(sliders, &occupied);
}

/* A mock has no right answers but its own; its view is the bare bitboard. */
static bool prepare_sums(struct row *row)
{
    const struct reference mock = {row->scheme, mock_one, mock_set};
    row->expected = row->workload->expected;
    return !(row->scheme->traits & MOCK) || expected_compute(row->workload, &mock, &row->expected);
}

bool rows_prepare(struct rows *rows, size_t i, struct error *error)
{
    struct row *row = &rows->row[i], *before = i ? row - 1 : NULL;
    size_t n;
    if (before && before->scheme == row->scheme && before->workload == row->workload &&
        before->views && boards_of(before, &n) == boards_of(row, &n)) {
        row->views = before->views; /* the modes of one list share them */
        row->expected = before->expected;
        return true;
    }
    if (row->scheme != rows->ready && row->scheme->init)
        row->scheme->init();
    rows->ready = row->scheme;
    row->views = views_of(row);
    return (row->views && prepare_sums(row)) ||
           fail(error, STATUS_ENVIRONMENT, "no memory for the views of %s", row->scheme->name);
}

bool row_add_samples(struct row *row, const struct sample *samples, size_t n)
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

const struct row *rows_find(const struct rows *rows, const struct row *like, const char *scheme)
{
    for (size_t i = 0; i < rows->n; i++)
        if (rows->row[i].workload == like->workload && rows->row[i].mode == like->mode &&
            !strcmp(rows->row[i].scheme->name, scheme))
            return &rows->row[i];
    return NULL;
}

bool rows_same_group(const struct row *a, const struct row *b)
{
    return a->workload == b->workload && a->mode == b->mode;
}

void rows_drop_filtered(struct rows *rows)
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        if (row->status != ROW_OK || row->sample_count || row->past_samples)
            rows->row[kept++] = *row;
    }
    rows->n = kept;
}

void row_forget_figures(struct row *row)
{
    free(row->process);
    free(row->process_cycles);
    free(row->process_ns);
    row->process = NULL;
    row->process_cycles = row->process_ns = NULL;
}

/* Views are the timing processes', which end without any tidying up. */
void rows_free(struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        free(row->samples);
        free(row->past);
        row_forget_figures(row);
    }
    free(rows->row);
    *rows = (struct rows){0};
}
