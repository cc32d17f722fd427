/* SPDX-License-Identifier: MIT
 * Runs over parts of a list in every mode, and the cache traffic before bursts. */
#include "base/clock.h"
#include "kernels/queries.h"
#include "plan/rows.h"
#include "plan/scheme_set.h"
#include "support/test.h"
#include "timing/canary.h"
#include "timing/cold_cache.h"
#include "timing/worker/worker.h"
#include "workload/list.h"

enum { LENGTH = 1000 };

static struct run_request options = {.list_length = LENGTH};
static struct lists lists;
static struct rows listed;
static struct timed_rows rows;

/* Every mode, of one scheme that runs here, whose view is no bitboard. */
static int prepare(void **state)
{
    static const bool pieces[ROW_PIECES] = {
        [QUEEN] = true, [BOTH] = true, [ALL] = true, [MIX_NNUE] = true};
    size_t one = 0;
    struct modes modes;
    while (schemes[one]->view_bytes == sizeof(bitboard) || scheme_unsupported(schemes[one]) ||
           !batch_builds[one])
        one++;
    options.selected = calloc(scheme_count(), sizeof *options.selected);
    options.selected[one] = true;
    assert_ok(
        modes_parse("throughput,latency,latency-occupancy,setwise,replay,replay-upkeep,"
                    "replay-lookups,burst-64-8,burst-64-16,processes,"
                    "processes-shared,batch,board",
                    &modes, &error));
    assert_ok(matrix_parse("games", pieces, &modes, &options.matrix, &error));
    assert_ok(lists_for_matrix(&lists, &options, &error));
    cold_cache_reserve(64);
    rows_make(&listed, &options, &lists);
    rows.row = calloc(listed.n, sizeof *rows.row);
    rows.n = listed.n;
    for (size_t i = 0; i < rows.n; i++) {
        rows.row[i].planned = listed.row[i];
        inputs_prepare(&rows, i);
    }
    return 0;
}

static int forget(void **state)
{
    free(rows.row);
    rows_free(&listed);
    lists_free(&lists);
    free(options.selected);
    return 0;
}

/* In one test each reading advances the clocks by a tick or a second, and what comes before a burst
 * takes PREPARATION ticks each. Otherwise they are real. */
enum { PREPARATION = 10 };
static uint64_t readings;

static void advance_clock(void)
{
    readings += readings ? PREPARATION : 0;
}

uint64_t __real_clock_ticks(void);
double __real_clock_seconds(void);

uint64_t __wrap_clock_ticks(void)
{
    return readings ? readings++ : __real_clock_ticks();
}

double __wrap_clock_seconds(void)
{
    static double seconds;
    return readings ? ++seconds : __real_clock_seconds();
}

/* Records of the calls: ranges brought into the caches, KiB of the working set. */
static const void *touched[2];
static size_t touched_bytes[2], touches, kib_read;

void __real_cold_cache_touch(const void *from, size_t bytes);
void __real_cold_cache_read(unsigned kib);

void __wrap_cold_cache_touch(const void *from, size_t bytes)
{
    touched[touches % 2] = from;
    touched_bytes[touches++ % 2] = bytes;
    advance_clock();
    __real_cold_cache_touch(from, bytes);
}

void __wrap_cold_cache_read(unsigned kib)
{
    kib_read += kib;
    advance_clock();
    __real_cold_cache_read(kib);
}

static struct timed_row *find_row(const char *mode)
{
    struct timed_row *row = rows.row;
    while (strcmp(row->planned.mode->name, mode))
        row++;
    return row;
}

/* With runs of several lengths, across the end of the list and longer than it; of a mix,
 * groups. */
TEST(checksums_and_steps_are_right)
{
    for (size_t i = 0; i < rows.n; i++) {
        struct timed_row *row = &rows.row[i];
        const struct list *w = row->planned.list;
        const size_t one = list_group(w->piece);
        const size_t lengths[] = {one, 7 * one, w->n - one, w->n, 2 * w->n + one};
        size_t total = 0, walked = 0;
        for (size_t l = 0; l < COUNT(lengths); l++) {
            double start = clock_seconds();
            assert_true(kernel_run(row, lengths[l]));
            /* Arm's counter ticks every 42 ns on Apple's M, and once in 1 us under QEMU. */
            assert_true(row->seconds > 0 || lengths[l] < w->n);
            assert_true(row->seconds >= 0 && row->seconds <= clock_seconds() - start);
            total += lengths[l];
            walked += row->steps;
            assert_int_equal(row->cursor, total % w->n);
            assert_int_equal(walked, total / w->n * list_steps(w, 0, w->n) +
                                         list_steps(w, 0, total % w->n));
        }
    }
}

static bitboard zeros(const struct queries *queries)
{
    return queries->zero;
}

/* In every mode, even in a run of one query, or of one group. */
TEST(wrong_checksum_is_detected)
{
    for (size_t i = 0; i < rows.n; i++) {
        struct timed_row row = rows.row[i];
        struct scheme wrong = *row.planned.scheme;
        wrong.kernel[mode_table[row.planned.mode->kind].kernel][row.planned.list->piece] = zeros;
        row.planned.scheme = &wrong;
        size_t one = list_group(row.planned.list->piece);
        row.cursor = row.planned.list->n - one;
        assert_false(kernel_run(&row, one));
        assert_false(kernel_warm(&row));
    }
}

/* 25 bursts of 8 queries: each takes one tick. Before it, reading other memory and warming squares
 * and views take PREPARATION each. */
TEST(only_bursts_are_timed)
{
    enum { BURSTS = 25, READINGS = 2 + 2 * BURSTS, TICKS = 3 * PREPARATION * BURSTS + READINGS };
    struct timed_row *row = find_row("burst-64-8");
    row->cursor = 0;
    readings = 1;
    bool right = kernel_run(row, BURSTS * 8);
    assert_int_equal(readings, 1 + TICKS);
    readings = 0;
    assert_true(right);
    assert_within(row->seconds, (double)BURSTS / (TICKS - 1), 1e-12);
}

/* Squares and views are warmed, all else is cold. A run without bursts reads nothing else. */
TEST(caches_are_cold_before_a_burst)
{
    struct timed_row *row = find_row("burst-64-8");
    row->cursor = 16;
    touches = kib_read = 0;
    assert_true(kernel_run(row, 3 * 8));
    assert_int_equal(kib_read, 3 * 64);
    assert_int_equal(touches, 2 * 3);
    assert_ptr_equal(touched[0], row->planned.list->square + 32);
    assert_int_equal(touched_bytes[0], 8);
    assert_ptr_equal(touched[1], (const char *)row->views + 32 * row->planned.scheme->view_bytes);
    assert_int_equal(touched_bytes[1], 8 * row->planned.scheme->view_bytes);
    assert_true(kernel_warm(row));
    assert_int_equal(kib_read, 3 * 64);
}

RUN_TESTS(prepare, forget)
