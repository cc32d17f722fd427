/* SPDX-License-Identifier: MIT */
#include "timing/worker/worker.h"
#include "timing/cold_cache.h"
#include "timing/corunners.h"

#include <unistd.h>

enum { BURSTS_PER_LOOK = 2 }; /* bursts between two looks at the flag to stop: some 6 us */

/* Returns which kind of co-runners the row has: with tables of their own, or with shared ones. */
static bool own_tables(const struct timed_row *row)
{
    return mode_info(row->planned.mode)->own_tables;
}

/* ---- in a co-runner ---- */

static void run_row(const void *context, size_t self, uint32_t index)
{
    const struct timed_rows *rows = context;
    struct timed_row row = rows->row[index];
    size_t part = (size_t)row.planned.mode->queries * BURSTS_PER_LOOK, n = row.planned.list->n;
    row.cursor = n / row.planned.mode->cores * (self + 1) % n;
    while (!corunners_must_stop()) {
        kernel_run(&row, part);
        corunner_part_done(self);
    }
}

/* Makes the co-runner's memory its own. A co-runner of the kind with tables of its own builds them
 * again: after a fork, the first write to a page gives the process a copy of that page. */
static void begin(const void *context, unsigned own, size_t self)
{
    const struct timed_rows *rows = context;
    const struct scheme *made = NULL;
    messages_close(); /* a crash of the co-runner must not be reported as a crash of the row */
    cold_cache_make_private(self);
    for (size_t i = 0; own && i < rows->n; i++) {
        const struct timed_row *row = &rows->row[i];
        if (!own_tables(row) || row->planned.scheme == made)
            continue;
        made = row->planned.scheme;
        if (made->init)
            made->init();
    }
}

/* ---- their control ---- */

static size_t wanted(const struct timed_rows *rows, bool own)
{
    size_t most = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i].planned;
        if (own_tables(&rows->row[i]) == own && row->mode->cores - 1 > most)
            most = row->mode->cores - 1;
    }
    return most;
}

bool row_corunners_start(const struct timed_rows *rows, const int *cpus, struct error *error)
{
    const struct corunner_job job = {begin, run_row, rows};
    for (unsigned own = 0; own < CORUNNER_KINDS; own++)
        if (!corunners_start(own, cpus, wanted(rows, own), &job, error))
            return false;
    return true;
}

static void exit_for_lost_corunner(void)
{
    static const struct error gone = {STATUS_ENVIRONMENT,
                                      "a co-running process exited unexpectedly"};
    messages_send(MESSAGE_FAILED, 0, &gone, sizeof gone);
    _exit(STATUS_ENVIRONMENT);
}

void row_corunners_run(const struct timed_rows *rows, const struct timed_row *row)
{
    size_t n = row->planned.mode->cores - 1;
    if (!corunners_work(own_tables(row), n, (uint32_t)(row - rows->row)))
        exit_for_lost_corunner();
}

void row_corunners_stop(void)
{
    if (!corunners_stop())
        exit_for_lost_corunner();
}
