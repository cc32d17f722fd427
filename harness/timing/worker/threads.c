/* SPDX-License-Identifier: MIT */
#include "timing/worker/threads.h"
#include "base/tuning.h"
#include "timing/corunners.h"
#include "timing/worker/kernel_run.h"

static void run_row(const void *what, size_t self, size_t n)
{
    const struct timed_row *row = what;
    const struct list *w = row->id.workload;
    size_t part = w->n / LIST_PARTS + 1, from = w->n / (n + 1) * (self + 1);
    for (size_t first = from % w->n; !corunners_must_stop();
         first = first + part < w->n ? first + part : 0)
        kernel_sum(row, first, part < w->n - first ? part : w->n - first);
}

void threads_run(const struct timed_row *row)
{
    corunners_work(run_row, row, row->id.mode->threads - 1);
}
