/* SPDX-License-Identifier: MIT */
#include "timing/worker/corunner_work.h"
#include "base/tuning.h"
#include "timing/cold_cache.h"
#include "timing/corunners.h"
#include "timing/protocol.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { BURSTS_PER_LOOK = 2 }; /* between two looks at the flag: some 6 us */

/* The kinds of co-runners are the kinds of tables, of which threads need none. */
_Static_assert(CORUNNER_THREADS == (int)NO_PROCESSES, "kinds of co-runners");
_Static_assert(CORUNNER_KINDS == (int)TABLE_COPIES, "kinds of co-runners");

static enum table_copies copies_of(const struct timed_row *row)
{
    return mode_info(row->planned.mode)->copies;
}

/* ---- in a co-runner ---- */

/* Returns the length of a part: short beside the list, and beside a sample, in which parts are
 * counted. */
static size_t corunner_part(const struct timed_row *row)
{
    size_t of_list = row->planned.list->n / LIST_PARTS, of_sample = row->sample_size / SAMPLE_PARTS;
    return (of_list < of_sample ? of_list : of_sample) + 1;
}

static void run_in_thread(const void *context, size_t self, uint32_t index)
{
    const struct timed_rows *rows = context;
    const struct timed_row *row = &rows->row[index];
    const struct list *list = row->planned.list;
    size_t part = corunner_part(row), from = list->n / row->planned.mode->threads * (self + 1);
    for (size_t first = from % list->n; !corunners_must_stop();
         first = first + part < list->n ? first + part : 0) {
        kernel_sum(row, first, part < list->n - first ? part : list->n - first);
        corunner_part_done(self);
    }
}

static void run_in_process(const void *context, size_t self, uint32_t index)
{
    const struct timed_rows *rows = context;
    struct timed_row row = rows->row[index];
    size_t steps, part = (size_t)row.planned.mode->queries * BURSTS_PER_LOOK,
                  n = row.planned.list->n;
    double seconds;
    row.cursor = n / row.planned.mode->threads * (self + 1) % n;
    while (!corunners_must_stop()) {
        kernel_run(&row, part, &steps, &seconds);
        corunner_part_done(self);
    }
}

static int parent_fd;

static void begin_process(const void *context, size_t self)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGPROF};
    (void)context;
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        signal(crashes[i], SIG_DFL); /* its crash is none of the row's */
    close(parent_fd);
    cold_cache_unshare(self + 2);
}

/* Builds the tables again. The first write to a page gives the process a copy of its own. */
static void begin_with_own_tables(const void *context, size_t self)
{
    const struct timed_rows *rows = context;
    const struct scheme *made = NULL;
    begin_process(context, self);
    for (size_t i = 0; i < rows->n; i++) {
        const struct timed_row *row = &rows->row[i];
        if (!row->planned.scheme || copies_of(row) != OWN_TABLES || row->planned.scheme == made)
            continue;
        made = row->planned.scheme;
        if (made->init)
            made->init();
    }
}

/* ---- their control ---- */

/* Returns how many co-runners of this kind the rows need. */
static size_t wanted(const struct timed_rows *rows, enum table_copies copies)
{
    size_t most = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->row[i].planned;
        if (row->scheme && copies_of(&rows->row[i]) == copies && row->mode->threads - 1 > most)
            most = row->mode->threads - 1;
    }
    return most;
}

bool row_corunners_start(const struct timed_rows *rows, const int *cpus, int fd,
                         struct error *error)
{
    const struct corunner_job jobs[TABLE_COPIES] = {
        [NO_PROCESSES] = {NULL, run_in_thread, rows},
        [OWN_TABLES] = {begin_with_own_tables, run_in_process, rows},
        [SHARED_TABLES] = {begin_process, run_in_process, rows},
    };
    parent_fd = fd;
    for (int copies = TABLE_COPIES - 1; copies >= 0; copies--)
        if (!corunners_start((unsigned)copies, cpus, wanted(rows, copies), &jobs[copies], error))
            return false;
    return true;
}

static void expect_all(bool all)
{
    static const char text[] = "a co-running process exited unexpectedly";
    if (all)
        return;
    messages_send(MESSAGE_FAILED, STATUS_ENVIRONMENT, strlen(text), text, strlen(text));
    _exit(STATUS_ENVIRONMENT);
}

void row_corunners_run(const struct timed_rows *rows, const struct timed_row *row)
{
    expect_all(corunners_work(copies_of(row), row->planned.mode->threads - 1,
                              (uint32_t)(row - rows->row)));
}

void row_corunners_stop(void)
{
    expect_all(corunners_stop());
}
