/* SPDX-License-Identifier: MIT */
#include "timing/cores.h"
#include "analysis/undisturbed_samples.h"
#include "base/clock.h"
#include "base/tuning.h"
#include "timing/canary.h"
#include "timing/core_sharing.h"

#include <stdio.h>
#include <string.h>

/* Returns the speed of the thread's CPU times the share of time in which it has it, from
 * canaries. */
static double quietness(void)
{
    double ipc[QUIETNESS_READINGS], start = clock_seconds();
    size_t n = 0, quiet = 0;
    while (n < QUIETNESS_READINGS && clock_seconds() - start < QUIETNESS_SECONDS)
        ipc[n++] = canary_read().ipc;
    double reference = canary_reference(ipc, n);
    for (size_t i = 0; i < n; i++)
        quiet += !ipc_indicates_sharing(ipc[i], reference);
    return (double)quiet / (double)n * reference;
}

bool cores_choose(const struct affinity_request *request, struct pin *pin, struct error *error)
{
    int candidates[CORE_CANDIDATES];
    size_t n = request->off || request->cpu >= 0
                   ? 0
                   : affinity_candidates(request, candidates, CORE_CANDIDATES);
    struct affinity_request best = *request;
    double best_quietness = 0;
    for (size_t i = 0; n > 1 && i < n; i++) {
        struct affinity_request one = {.cpu = candidates[i]};
        struct error ignored;
        if (!affinity_set(&one, pin, &ignored) || !pin->pinned)
            continue;
        double q = quietness();
        if (q > QUIETER_FACTOR * best_quietness) {
            best.cpu = candidates[i];
            best_quietness = q;
        }
    }
    return affinity_set(&best, pin, error);
}

/* Records the first pair that shares a core, or the first pair if none does. */
static void record(struct machine *machine, struct cores *cores, const struct core_sharing *pair)
{
    char text[64];
    bool separate = core_sharing_separate(pair);
    core_sharing_text(pair, text);
    if (*cores->shared || (separate && *machine->core_sharing))
        return;
    snprintf(machine->core_sharing, sizeof machine->core_sharing,
             "%s%s: undisturbed %.0f %% of the time alone, %.0f %% together", text,
             separate ? "" : ", though the system reports two", 100 * pair->alone,
             100 * pair->together);
    if (!separate) {
        snprintf(cores->shared, sizeof cores->shared, "%s", text);
        machine_add_warning(machine, "%s, though the system reports two: keep CPU %d idle", text,
                            pair->other);
    }
}

bool cores_find(const struct pin *pin, size_t wanted, struct cores *cores, struct machine *machine,
                struct error *error)
{
    const struct affinity_request any = {.cpu = -1};
    int candidates[MAX_CORUNNERS];
    size_t n = 0;
    *cores = (struct cores){.cpu = pin->cpu};
    if (!core_watch_run(&cores->watch, error))
        return false;
    if (pin->pinned && !machine->emulated)
        n = affinity_candidates(&any, candidates, MAX_CORUNNERS);
    for (size_t i = 0; i < n && cores->corunner_count < wanted; i++) {
        struct core_sharing pair;
        if (candidates[i] == pin->cpu)
            continue;
        if (!core_sharing_measure(pin->cpu, candidates[i], &pair, error))
            return false;
        record(machine, cores, &pair);
        if (core_sharing_separate(&pair))
            cores->corunners[cores->corunner_count++] = candidates[i];
    }
    return true;
}
