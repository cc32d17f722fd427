/* SPDX-License-Identifier: MIT */
#include "timing/worker/corunner_threads.h"
#include "base/tuning.h"
#include "timing/corunners.h"
#include "timing/worker/corunner_pace.h"
#include "timing/worker/kernel_run.h"

/* Returns the length of a part: short beside the list, and beside a sample, in which parts are
 * counted. */
static size_t corunner_part(const struct timed_row *row)
{
    size_t of_list = row->planned.list->n / LIST_PARTS, of_sample = row->sample_size / SAMPLE_PARTS;
    return (of_list < of_sample ? of_list : of_sample) + 1;
}

static void run_row(const void *what, size_t self, size_t n)
{
    const struct timed_row *row = what;
    const struct list *list = row->planned.list;
    size_t part = corunner_part(row), from = list->n / (n + 1) * (self + 1);
    for (size_t first = from % list->n; !corunners_must_stop();
         first = first + part < list->n ? first + part : 0) {
        kernel_sum(row, first, part < list->n - first ? part : list->n - first);
        corunner_pace_count(self);
    }
}

void corunner_threads_run(const struct timed_row *row)
{
    corunners_work(run_row, row, row->planned.mode->threads - 1);
}
