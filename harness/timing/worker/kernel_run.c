/* SPDX-License-Identifier: MIT */
#include "timing/worker/kernel_run.h"
#include "base/clock.h"
#include "timing/cold_cache.h"
#include "timing/cold_code.h"

/* Volatile, so that the compiler cannot assume its value. */
static volatile bitboard zero;

/* Returns the kernel's input for n entries of the list from `first` on. */
static struct queries kernel_input(const struct timed_row *row, size_t first, size_t n)
{
    enum view_source views = mode_table[row->planned.mode->kind].views;
    size_t view = list_first_board(row->planned.list, views, first);
    struct queries q = list_queries(row->planned.list, first, n);
    q.views = (const char *)row->views + view * row->planned.scheme->view_bytes;
    q.zero = zero;
    return q;
}

static kernel_fn *kernel_of(const struct row *row)
{
    return row->scheme->kernel[mode_table[row->mode->kind].kernel][row->list->piece];
}

bitboard kernel_sum(const struct timed_row *row, size_t first, size_t n)
{
    struct queries queries = kernel_input(row, first, n);
    return kernel_of(&row->planned)(&queries);
}

static bitboard expected_sum(const struct timed_row *row, size_t first, size_t end)
{
    const struct mode_info *mode = &mode_table[row->planned.mode->kind];
    bitboard sum = 0;
    if (!mode->no_lookups)
        sum += row->expected.prefix_sums[end] - row->expected.prefix_sums[first];
    if (mode->views == VIEW_PER_GAME)
        sum += row->expected.game_end_sums[end] - row->expected.game_end_sums[first];
    return sum;
}

/* Runs one burst on cold caches. Squares and views are warmed, as an engine has them at hand;
 * tables and code stay cold. */
static bitboard burst_sum(const struct timed_row *row, size_t first, size_t n, uint64_t *ticks)
{
    struct queries queries = kernel_input(row, first, n);
    kernel_fn *kernel = kernel_of(&row->planned);
    if (mode_table[row->planned.mode->kind].cold_code)
        cold_code_run();
    cold_cache_read(row->planned.mode->kib);
    cold_cache_touch(queries.square, n);
    cold_cache_touch(queries.views, n * row->planned.scheme->view_bytes);
    uint64_t start = cold_cache_ticks();
    bitboard sum = kernel(&queries);
    *ticks += cold_cache_ticks() - start;
    return sum;
}

bool kernel_run(struct timed_row *row, size_t n, size_t *steps, double *seconds)
{
    const struct list *list = row->planned.list;
    bool bursts = mode_table[row->planned.mode->kind].cold_cache;
    bitboard sum = 0, expected = 0;
    uint64_t ticks_in_bursts = 0, ticks = cold_cache_ticks();
    double start = clock_seconds();
    *steps = 0;
    while (n) {
        size_t first = row->cursor, part = n < list->n - first ? n : list->n - first;
        if (bursts && part > row->planned.mode->queries)
            part = row->planned.mode->queries;
        size_t end = first + part;
        sum +=
            bursts ? burst_sum(row, first, part, &ticks_in_bursts) : kernel_sum(row, first, part);
        expected += expected_sum(row, first, end);
        *steps += list_steps(list, first, end);
        row->cursor = end == list->n ? 0 : end;
        n -= part;
    }
    *seconds = clock_seconds() - start;
    if (bursts) /* the bursts' share, as the length of a tick is unknown */
        *seconds *= (double)ticks_in_bursts / (double)(cold_cache_ticks() - ticks);
    return sum == expected;
}
