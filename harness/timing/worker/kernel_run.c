/* SPDX-License-Identifier: MIT */
#include "timing/worker/worker.h"
#include "base/clock.h"
#include "kernels/queries.h"
#include "timing/cold_cache.h"
#include "workload/list.h"

#include <stdlib.h>
#include <string.h>

static const bitboard *boards_of(const struct timed_row *row, size_t *n)
{
    return list_boards(row->planned.list, mode_info(row->planned.mode)->views, n);
}

/* Builds the views. Returns the list's own bitboards if the views are equal to them, so that all
 * schemes with such views read the same memory. */
static const void *views_of(const struct timed_row *row)
{
    const struct scheme *scheme = row->planned.scheme;
    size_t n;
    const bitboard *boards = boards_of(row, &n);
    void *views = list_views(scheme, boards, n);
    if (scheme->view_bytes == sizeof(bitboard) && !memcmp(views, boards, n * sizeof(bitboard))) {
        free(views);
        return boards;
    }
    return views;
}

void inputs_prepare(struct timed_rows *rows, size_t i)
{
    struct timed_row *row = &rows->row[i], *before = i ? row - 1 : NULL;
    const struct scheme *scheme = row->planned.scheme;
    size_t n;
    if (before && before->planned.scheme == scheme && before->planned.list == row->planned.list &&
        before->views && boards_of(before, &n) == boards_of(row, &n)) {
        row->views = before->views; /* the modes of one list share them */
        row->expected = before->expected;
        return;
    }
    if (scheme != rows->initialised && scheme->init)
        scheme->init();
    rows->initialised = scheme;
    row->views = views_of(row);
    row->expected = row->planned.list->expected;
    if (scheme->traits & MOCK)
        expected_compute(row->planned.list, scheme, &row->expected);
}

/* ---- running a kernel ---- */

/* Volatile, so that the compiler cannot assume its value. */
static volatile bitboard zero;

static struct queries kernel_input(const struct timed_row *row, size_t first, size_t n)
{
    enum view_source views = mode_info(row->planned.mode)->views;
    size_t view = list_first_board(row->planned.list, views, first);
    struct queries q = list_queries(row->planned.list, first, n);
    q.views = (const char *)row->views + view * row->planned.scheme->view_bytes;
    q.zero = zero;
    return q;
}

static kernel_fn *kernel_of(const struct row *row)
{
    return row->scheme->kernel[mode_info(row->mode)->kernel][row->list->piece];
}

static bitboard kernel_sum(const struct timed_row *row, size_t first, size_t n)
{
    struct queries queries = kernel_input(row, first, n);
    return kernel_of(&row->planned)(&queries);
}

static bitboard expected_sum(const struct timed_row *row, size_t first, size_t end)
{
    const struct mode_info *mode = mode_info(row->planned.mode);
    bitboard sum = 0;
    if (!mode->no_lookups)
        sum += row->expected.prefix_sums[end] - row->expected.prefix_sums[first];
    if (mode->views == VIEW_PER_GAME)
        sum += row->expected.game_end_sums[end] - row->expected.game_end_sums[first];
    return sum;
}

/* Runs one burst on cold caches. Squares and views are warm, because an engine has them at hand;
 * tables and code stay cold. */
static bitboard burst_sum(const struct timed_row *row, size_t first, size_t n, uint64_t *ticks)
{
    struct queries queries = kernel_input(row, first, n);
    kernel_fn *kernel = kernel_of(&row->planned);
    cold_cache_read(row->planned.mode->kib);
    cold_cache_touch(queries.square, n);
    cold_cache_touch(queries.views, n * row->planned.scheme->view_bytes);
    uint64_t start = clock_ticks();
    bitboard sum = kernel(&queries);
    *ticks += clock_ticks() - start;
    return sum;
}

bool kernel_warm(const struct timed_row *row)
{
    size_t n = row->planned.list->n;
    return kernel_sum(row, 0, n) == expected_sum(row, 0, n);
}

bool kernel_run(struct timed_row *row, size_t n)
{
    const struct list *list = row->planned.list;
    bool bursts = mode_info(row->planned.mode)->cold_cache;
    bitboard sum = 0, expected = 0;
    uint64_t ticks_in_bursts = 0, ticks = clock_ticks();
    double start = clock_seconds();
    row->steps = 0;
    while (n) {
        size_t first = row->cursor, part = n < list->n - first ? n : list->n - first;
        if (bursts && part > row->planned.mode->queries)
            part = row->planned.mode->queries;
        size_t end = first + part;
        sum +=
            bursts ? burst_sum(row, first, part, &ticks_in_bursts) : kernel_sum(row, first, part);
        expected += expected_sum(row, first, end);
        row->steps += list_steps(list, first, end);
        row->cursor = end == list->n ? 0 : end;
        n -= part;
    }
    row->seconds = clock_seconds() - start;
    if (bursts) /* the part of the ticks that the bursts took: the length of a tick is unknown */
        row->seconds *= (double)ticks_in_bursts / (double)(clock_ticks() - ticks);
    return sum == expected;
}
