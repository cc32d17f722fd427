/* SPDX-License-Identifier: MIT */
#include "timing/worker/sampling.h"
#include "base/clock.h"
#include "base/tuning.h"
#include "timing/counters.h"
#include "timing/cpu_state.h"
#include "timing/worker/corunner_pace.h"
#include "timing/worker/kernel_run.h"

#include <math.h>
#include <sched.h>
#include <sys/resource.h>

/* Returns how often the thread lost its CPU against its will. */
static long switches(void)
{
    struct rusage usage;
#ifdef RUSAGE_THREAD
    getrusage(RUSAGE_THREAD, &usage);
#else
    getrusage(RUSAGE_SELF, &usage);
#endif
    return usage.ru_nivcsw;
}

static int current_cpu(void)
{
#ifdef __linux__
    return sched_getcpu();
#else
    return 0;
#endif
}

struct moment moment_read(void)
{
    long before = switches();
    return (struct moment){canary_read(), before};
}

bool moment_kept_cpu(const struct moment *moment)
{
    return switches() == moment->switches;
}

bool warm_up(struct timed_row *row)
{
    size_t n = row->planned.list->n, group = list_group(row->planned.list->piece), steps;
    size_t part = mode_table[row->planned.mode->kind].cold_cache
                      ? row->planned.mode->queries
                      : (n / LIST_PARTS / group + 1) * group;
    double seconds, start = clock_seconds();
    bool correct = true;
    for (size_t done = 0; correct && done < n && clock_seconds() - start < WARMUP_SECONDS;
         done += part)
        correct = kernel_run(row, part, &steps, &seconds);
    return correct;
}

bool take_sample(const struct sampling *sampling, struct timed_row *row, struct moment *last,
                 struct sample *sample)
{
    const struct moment before = *last;
    int cpu = sampling->cpu < 0 ? current_cpu() : sampling->cpu;
    double counts[COUNTERS], counts_after[COUNTERS];
    bool counted = !mode_table[row->planned.mode->kind].cold_cache && counters_read(counts);
    double seconds;
    size_t steps;
    struct corunner_parts parts;
    corunner_parts_read(&parts, row->planned.mode->threads - 1);
    bool correct = kernel_run(row, row->sample_size, &steps, &seconds);
    double pace = corunner_parts_pace(&parts);
    correct = cpu_state_kept(sampling->cpu_state) && correct;
    counted = counted && counters_read(counts_after);
    const struct moment after = moment_read();
    double ghz = (before.canary.ghz + after.canary.ghz) / 2, ns = seconds * 1e9 / (double)steps;
    bool kept = moment_kept_cpu(&before) && current_cpu() == cpu && seconds > 0;
    if (kept)
        row->corunner_pace = fmax(row->corunner_pace, pace);
    *sample = (struct sample){
        .interrupted = !kept || pace < CORUNNER_PACE * row->corunner_pace,
        .seconds = (float)seconds,
        .cycles = (float)(ns * ghz),
        .ns = (float)ns,
        .ghz = (float)ghz,
        .ghz_drift = (float)(fabs(after.canary.ghz - before.canary.ghz) / ghz),
        .ipc = (float)fmin(before.canary.ipc, after.canary.ipc),
        .ipc_high = (float)fmax(before.canary.ipc, after.canary.ipc),
    };
    for (int c = 0; c < COUNTERS; c++)
        sample->counts[c] = counted ? (float)((counts_after[c] - counts[c]) / (double)steps) : NAN;
    if (counted)
        sample->cycles = sample->counts[COUNT_CYCLES];
    *last = after;
    return correct;
}
