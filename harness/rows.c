/* SPDX-License-Identifier: MIT */
#include "rows.h"
#include "commands.h"
#include "progress.h"
#include "verify.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
static bitboard *sums_of_mock(const struct scheme *scheme, const struct workload *w,
                              const char *views)
{
    bitboard *sums = allocate(w->n + 1, sizeof *sums);
    for (size_t i = 0; sums && i < w->n; i++) {
        bitboard sets[2];
        scheme->piece[w->piece].attacks(w->square[i], views + i * scheme->view_bytes, sets);
        sums[i + 1] = sums[i] + piece_checksum(w->piece, sets);
    }
    return sums;
}

/* Views and sums of one scheme and one list serve all modes. */
static bool add_rows(struct rows *rows, const struct options *options, const struct scheme *scheme,
                     const struct workload *w, enum row_status status, const char *why)
{
    const void *views = NULL;
    const bitboard *sums = w->sums;
    if (status == ROW_OK) {
        if (!(views = views_of(scheme, w)))
            return false;
        if (scheme->traits & MOCK && !(sums = sums_of_mock(scheme, w, views)))
            return false;
    }
    for (enum mode mode = 0; mode < MODES; mode++)
        if (options->modes[mode]) {
            struct row *row = &rows->row[rows->n++];
            *row = (struct row){.scheme = scheme,
                                .workload = w,
                                .mode = mode,
                                .status = status,
                                .views = views,
                                .sums = sums};
            snprintf(row->why, sizeof row->why, "%s", why ? why : "");
        }
    return true;
}

static enum row_status ready(const struct scheme *scheme, const char **why)
{
    static char text[112];
    *why = scheme_unsupported(scheme);
    if (*why)
        return ROW_UNSUPPORTED;
    if (scheme->traits & MOCK) {
        if (scheme->init)
            scheme->init();
        return ROW_OK;
    }
    struct finding finding = verify_scheme(scheme, VERIFY_RELEVANT);
    if (finding.correct)
        return ROW_OK;
    finding_print(scheme, &finding, stderr);
    snprintf(text, sizeof text, "%s on square %u, occupied 0x%016" PRIx64, finding.what,
             finding.square, finding.occupied);
    *why = text;
    return ROW_WRONG;
}

bool rows_make(struct rows *rows, const struct options *options, const struct workload *workloads,
               size_t workload_count, struct error *error)
{
    size_t count = 0, done = 0;
    for (const struct scheme *const *s = schemes; *s; s++)
        count++;
    *rows = (struct rows){.row = calloc(count * workload_count * MODES, sizeof *rows->row)};
    if (!rows->row)
        return fail(error, STATUS_ENVIRONMENT, "no memory for %zu rows",
                    count * workload_count * MODES);
    for (const struct scheme *const *s = schemes; *s; s++) {
        progress_show("verifying", (*s)->name, (double)done++ / (double)count);
        if (!options_wants(options, *s))
            continue;
        const char *why;
        enum row_status status = ready(*s, &why);
        for (size_t i = 0; i < workload_count; i++)
            if (!add_rows(rows, options, *s, &workloads[i], status, why))
                return fail(error, STATUS_ENVIRONMENT, "no memory for the views of %s", (*s)->name);
    }
    return true;
}

/* Was nothing in the way? The core was not shared: its canaries ran as fast as ever, within 4 %;
 * the clock held still within 1 %; the thread kept its CPU. */
static bool clean(const struct sample *s, double reference_ipc)
{
    return !s->disturbed && s->ipc > 0.96 * reference_ipc && s->ipc_high < 1.04 * reference_ipc &&
           s->ghz_drift < 0.01;
}

/* The 95th percentile: what the undisturbed core does, as long as it was left alone a twentieth of
 * the time; not the maximum, which is a misread clock. */
static double reference_ipc(const struct rows *rows)
{
    size_t n = 0;
    for (size_t i = 0; i < rows->n; i++)
        n += rows->row[i].sample_count;
    double *ipc = malloc((n + 1) * sizeof *ipc), reference = NAN;
    if (ipc) {
        n = 0;
        for (size_t i = 0; i < rows->n; i++)
            for (size_t j = 0; j < rows->row[i].sample_count; j++)
                ipc[n++] = rows->row[i].samples[j].ipc_high;
        reference = stats_quantile(ipc, n, 0.95);
    }
    free(ipc);
    return reference;
}

static bool conclude_row(struct row *row, size_t rounds, double reference)
{
    enum { FEW_SAMPLES = 15 };
    size_t clean_count = 0, measured_rounds = 0, n = row->sample_count;
    double *cycles = malloc((n + 1) * sizeof *cycles), *ns = malloc((n + 1) * sizeof *ns);
    double *ghz = malloc((n + 1) * sizeof *ghz),
           *rounds_copy = malloc((rounds + 1) * sizeof *rounds_copy);
    row->round_cycles = malloc((rounds + 1) * sizeof(double));
    row->round_ns = malloc((rounds + 1) * sizeof(double));
    bool ok = cycles && ns && ghz && rounds_copy && row->round_cycles && row->round_ns;
    for (size_t round = 0, j = 0; ok && round < rounds; round++) {
        size_t in_round = 0;
        for (; j < n && row->samples[j].round == round; j++) {
            const struct sample *s = &row->samples[j];
            if (!clean(s, reference))
                continue;
            cycles[in_round] = s->cycles;
            ns[in_round++] = s->ns;
            ghz[clean_count++] = s->ghz;
        }
        measured_rounds += in_round > 0;
        row->round_cycles[round] = stats_quantile(cycles, in_round, 0.5);
        row->round_ns[round] = stats_quantile(ns, in_round, 0.5);
    }
    if (ok) {
        row->clean_share = n ? (double)clean_count / (double)n : 0;
        row->ghz = stats_quantile(ghz, clean_count, 0.5);
        row->cycles = stats_median_interval(
            memcpy(rounds_copy, row->round_cycles, rounds * sizeof(double)), rounds, 0.95);
        row->ns = stats_median_interval(memcpy(rounds_copy, row->round_ns, rounds * sizeof(double)),
                                        rounds, 0.95);
        if (clean_count < FEW_SAMPLES || measured_rounds < rounds / 4 || isnan(row->cycles.lo))
            row->status = ROW_UNSTABLE;
    }
    free(cycles);
    free(ns);
    free(ghz);
    free(rounds_copy);
    return ok;
}

static bool same_group(const struct row *a, const struct row *b)
{
    return a->workload == b->workload && a->mode == b->mode;
}

/* Ranks the rows of the first row's group among each other. */
static bool rank_group(struct rows *rows, const struct row *first)
{
    double *times = malloc(rows->n * rows->rounds * sizeof *times + 1);
    struct standing *standings = calloc(rows->n, sizeof *standings);
    struct row **members = malloc(rows->n * sizeof *members);
    bool ok = times && standings && members;
    size_t n = 0;
    for (size_t i = 0; ok && i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (!same_group(row, first) || row->status != ROW_OK || row->scheme->traits & MOCK)
            continue;
        memcpy(times + n * rows->rounds, row->round_cycles, rows->rounds * sizeof *times);
        members[n++] = row;
    }
    if (ok)
        stats_rank(times, n, rows->rounds, 0.95, 0.01, standings);
    for (size_t i = 0; ok && i < n; i++)
        members[i]->standing = standings[i];
    free(times);
    free(standings);
    free(members);
    return ok;
}

bool rows_conclude(struct rows *rows, struct error *error)
{
    rows->reference_ipc = reference_ipc(rows);
    bool ok = true;
    for (size_t i = 0; ok && i < rows->n; i++)
        if (rows->row[i].status == ROW_OK)
            ok = conclude_row(&rows->row[i], rows->rounds, rows->reference_ipc);
    for (size_t i = 0; ok && i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        rows->unsupported += row->status == ROW_UNSUPPORTED;
        rows->wrong += row->status == ROW_WRONG;
        rows->unstable += row->status == ROW_UNSTABLE;
        bool first = true;
        for (size_t j = 0; j < i; j++)
            first = first && !same_group(row, &rows->row[j]);
        if (first)
            ok = rank_group(rows, row);
    }
    return ok || fail(error, STATUS_ENVIRONMENT, "no memory for the figures of %zu rows", rows->n);
}

const struct row *rows_find(const struct rows *rows, const struct row *like, const char *scheme)
{
    for (size_t i = 0; i < rows->n; i++)
        if (same_group(&rows->row[i], like) && !strcmp(rows->row[i].scheme->name, scheme))
            return &rows->row[i];
    return NULL;
}

void rows_free(struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        /* The modes of one scheme and list share these, and stand side by side. */
        if (row->views != row->workload->occupied && (i == 0 || row->views != row[-1].views))
            free((void *)(uintptr_t)row->views);
        if (row->sums != row->workload->sums && (i == 0 || row->sums != row[-1].sums))
            free((void *)(uintptr_t)row->sums);
        free(row->samples);
        free(row->round_cycles);
        free(row->round_ns);
    }
    free(rows->row);
    *rows = (struct rows){0};
}
