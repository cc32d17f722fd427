/* SPDX-License-Identifier: MIT */
#include "rows.h"
#include "commands.h"
#include "guard.h"
#include "progress.h"
#include "verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool rows_list(struct rows *rows, const struct options *options, const struct workload *workloads,
               size_t workload_count, struct error *error)
{
    size_t count = 0;
    for (const struct scheme *const *s = schemes; *s; s++)
        count++;
    *rows = (struct rows){.row = calloc(count * workload_count * MODES, sizeof *rows->row)};
    if (!rows->row)
        return fail(error, STATUS_ENVIRONMENT, "no memory for %zu rows",
                    count * workload_count * MODES);
    for (const struct scheme *const *s = schemes; *s; s++) {
        if (!options_wants(options, *s))
            continue;
        const char *why = scheme_unsupported(*s);
        for (size_t w = 0; w < workload_count; w++)
            for (enum mode mode = 0; mode < MODES; mode++)
                if (options->modes[mode]) {
                    struct row *row = &rows->row[rows->n++];
                    *row = (struct row){.scheme = *s, .workload = &workloads[w], .mode = mode};
                    row->status = why ? ROW_UNSUPPORTED : ROW_OK;
                    snprintf(row->why, sizeof row->why, "%s", why ? why : "");
                }
    }
    return true;
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
        if (!guarded(verify, scheme, &finding, sizeof finding, SECONDS, why, error))
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

static void *allocate(size_t n, size_t size)
{
    size_t bytes = (n * size + 63) & ~(size_t)63;
    void *memory = aligned_alloc(64, bytes ? bytes : 64);
    return memory ? memset(memory, 0, bytes) : NULL;
}

/* The scheme's views of a list. Where a view is the bare bitboard, whatever its type, that is the
 * list's own array: all such schemes then read the same memory. */
static const void *views_of(const struct scheme *scheme, const struct workload *w)
{
    char *views = allocate(w->n, scheme->view_bytes);
    for (size_t i = 0; views && i < w->n; i++)
        scheme->set_view(views + i * scheme->view_bytes, w->occupied[i]);
    if (views && scheme->view_bytes == sizeof(bitboard) &&
        !memcmp(views, w->occupied, w->n * sizeof(bitboard))) {
        free(views);
        return w->occupied;
    }
    return views;
}

/* A mock has no right answers but its own. */
static const bitboard *sums_of(const struct scheme *scheme, const struct workload *w,
                               const char *views)
{
    if (!(scheme->traits & MOCK))
        return w->sums;
    bitboard *sums = allocate(w->n + 1, sizeof *sums);
    for (size_t i = 0; sums && i < w->n; i++) {
        bitboard sets[2];
        scheme->piece[w->piece].attacks(w->square[i], views + i * scheme->view_bytes, sets);
        sums[i + 1] = sums[i] + piece_checksum(w->piece, sets);
    }
    return sums;
}

bool rows_prepare(struct rows *rows, size_t i, struct error *error)
{
    struct row *row = &rows->row[i], *before = i ? row - 1 : NULL;
    if (before && before->scheme == row->scheme && before->workload == row->workload &&
        before->views) {
        row->views = before->views; /* the modes of one list share them */
        row->sums = before->sums;
        return true;
    }
    if (row->scheme != rows->ready && row->scheme->init)
        row->scheme->init();
    rows->ready = row->scheme;
    row->views = views_of(row->scheme, row->workload);
    row->sums = row->views ? sums_of(row->scheme, row->workload, row->views) : NULL;
    return row->sums ||
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

void rows_free(struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (row->views && row->views != row->workload->occupied &&
            (i == 0 || row->views != row[-1].views))
            free((void *)(uintptr_t)row->views);
        if (row->sums && row->sums != row->workload->sums && (i == 0 || row->sums != row[-1].sums))
            free((void *)(uintptr_t)row->sums);
        free(row->samples);
        free(row->process_cycles);
        free(row->process_ns);
    }
    free(rows->row);
    *rows = (struct rows){0};
}
