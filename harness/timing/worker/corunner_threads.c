/* SPDX-License-Identifier: MIT */
#include "timing/worker/corunner_threads.h"
#include "base/tuning.h"
#include "timing/corunners.h"
#include "timing/worker/kernel_run.h"

static void run_row(const void *what, size_t self, size_t n)
{
    const struct timed_row *row = what;
    const struct list *list = row->planned.list;
    size_t part = list->n / LIST_PARTS + 1, from = list->n / (n + 1) * (self + 1);
    for (size_t first = from % list->n; !corunners_must_stop();
         first = first + part < list->n ? first + part : 0)
        kernel_sum(row, first, part < list->n - first ? part : list->n - first);
}

void corunner_threads_run(const struct timed_row *row)
{
    corunners_work(run_row, row, row->planned.mode->threads - 1);
}
