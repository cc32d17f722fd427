/* SPDX-License-Identifier: MIT */
#include "timing/worker/sampling.h"
#include "base/clock.h"
#include "base/tuning.h"
#include "timing/counters.h"
#include "timing/cpu_state.h"
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

bool warm_up_until_undisturbed(struct timed_row *row, bool no_warmup, struct canary *canary)
{
    bool correct = true;
    int left = no_warmup ? 0 : MAX_WARMUPS;
    for (long before = -1; correct && left && before != switches(); left--) {
        before = switches();
        correct = warm_up(row);
    }
    *canary = canary_read();
    return correct;
}

bool take_sample(const struct sampling *sampling, struct timed_row *row, struct canary *canary,
                 struct sample *sample, double *seconds)
{
    const struct canary before = *canary;
    long switched = switches();
    int cpu = sampling->cpu < 0 ? current_cpu() : sampling->cpu;
    double counts[COUNTERS], counts_after[COUNTERS];
    bool counted = !mode_table[row->planned.mode->kind].cold_cache && counters_read(counts);
    size_t steps;
    bool correct = kernel_run(row, row->sample_size, &steps, seconds);
    correct = cpu_state_kept(sampling->cpu_state) && correct;
    counted = counted && counters_read(counts_after);
    const struct canary after = canary_read();
    double ghz = (before.ghz + after.ghz) / 2, ns = *seconds * 1e9 / (double)steps;
    *sample = (struct sample){
        .process = sampling->process,
        .disturbed = switches() != switched || current_cpu() != cpu || !(*seconds > 0),
        .cycles = (float)(ns * ghz),
        .ns = (float)ns,
        .ghz = (float)ghz,
        .ghz_drift = (float)(fabs(after.ghz - before.ghz) / ghz),
        .ipc = (float)fmin(before.ipc, after.ipc),
        .ipc_high = (float)fmax(before.ipc, after.ipc),
    };
    for (int c = 0; c < COUNTERS; c++)
        sample->counts[c] = counted ? (float)((counts_after[c] - counts[c]) / (double)steps) : NAN;
    if (counted)
        sample->cycles = sample->counts[COUNT_CYCLES];
    *canary = after;
    return correct;
}
