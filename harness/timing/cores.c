/* SPDX-License-Identifier: MIT */
#include "timing/cores.h"
#include "timing/canary.h"
#include "base/clock.h"
#include "timing/core_sharing.h"
#include "base/stats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Share of 20 ms in which the CPU that the thread is on did as well as in its best moments. */
static double quietness(void)
{
    double ipc[1000], start = clock_seconds();
    size_t n = 0, quiet = 0;
    while (n < 1000 && clock_seconds() - start < 0.02)
        ipc[n++] = canary_read().ipc;
    double reference = stats_quantile(ipc, n, 0.95);
    for (size_t i = 0; i < n; i++)
        quiet += ipc[i] > 0.96 * reference;
    return (double)quiet / (double)n * reference;
}

bool cores_choose(const struct affinity_request *request, struct pin *pin, struct error *error)
{
    int candidates[4];
    size_t n = request->off || request->cpu >= 0 ? 0 : affinity_candidates(request, candidates, 4);
    struct affinity_request best = *request;
    double best_quietness = 0;
    for (size_t i = 0; n > 1 && i < n; i++) {
        struct affinity_request one = {.cpu = candidates[i]};
        struct error ignored;
        if (!affinity_set(&one, pin, &ignored) || !pin->pinned)
            continue;
        double q = quietness();
        if (q > 1.1 * best_quietness) { /* candidates come in order of preference */
            best.cpu = candidates[i];
            best_quietness = q;
        }
    }
    return affinity_set(&best, pin, error);
}

/* Keeps in the record the first pair that shares a core, or else the first pair. */
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
    int candidates[MAX_CORUNNERS];
    *cores = (struct cores){.cpu = pin->cpu, .undisturbed = NAN};
    size_t n =
        pin->pinned && !machine->emulated
            ? affinity_candidates(&(struct affinity_request){.cpu = -1}, candidates, MAX_CORUNNERS)
            : 0;
    for (size_t i = 0; i < n && cores->corunner_count < wanted; i++) {
        struct core_sharing pair;
        if (candidates[i] == pin->cpu)
            continue;
        if (!core_sharing_measure(pin->cpu, candidates[i], &pair, error))
            return false;
        cores->undisturbed = pair.alone;
        record(machine, cores, &pair);
        if (core_sharing_separate(&pair))
            cores->corunners[cores->corunner_count++] = candidates[i];
    }
    return true;
}
