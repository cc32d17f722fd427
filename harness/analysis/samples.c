/* SPDX-License-Identifier: MIT */
#include "analysis/samples.h"
#include "base/memory.h"
#include "base/stats.h"
#include "base/tuning.h"

#include <math.h>
#include <stdlib.h>

double canary_reference(double *ipc, size_t n)
{
    stats_quantile(ipc, n, 0.5); /* sorts */
    while (n && ipc[n - 1] > CANARY_CHAINS)
        n--;
    size_t share = (size_t)(REFERENCE_SHARE * (double)n),
           agreeing = share > REFERENCE_CANARIES ? share : REFERENCE_CANARIES;
    for (size_t end = n; end >= agreeing; end--)
        if (ipc[end - agreeing] >= (1 - REFERENCE_SPREAD) * ipc[end - 1])
            return ipc[end - 1 - agreeing / 2];
    return n ? stats_quantile(ipc, n, 0.5) : 0;
}

bool ipc_undisturbed(double low, double high, double reference_ipc)
{
    return low > (1 - CANARY_TOLERANCE) * reference_ipc &&
           high < (1 + CANARY_TOLERANCE) * reference_ipc;
}

bool sample_undisturbed(const struct sample *s, double reference_ipc)
{
    return !s->interrupted && ipc_undisturbed(s->ipc, s->ipc_high, reference_ipc) &&
           s->ghz_drift < MAX_GHZ_DRIFT;
}

bool ipc_indicates_sharing(double ipc, double reference_ipc)
{
    return ipc < (1 - CANARY_TOLERANCE) * reference_ipc;
}

/* ---- the result of a process ---- */

struct process_result process_result_without_value(uint32_t samples, uint32_t undisturbed)
{
    struct process_result result = {
        .samples = samples, .undisturbed = undisturbed, .cycles = NAN, .ns = NAN, .ghz = NAN};
    for (int c = 0; c < COUNTERS; c++)
        result.counts[c] = NAN;
    return result;
}

/* Returns the median of a field of the samples. */
static double median_of(const struct sample *samples, size_t n, size_t field, double *scratch)
{
    for (size_t i = 0; i < n; i++)
        scratch[i] = *(const float *)((const char *)&samples[i] + field);
    return stats_quantile(scratch, n, 0.5);
}

#define MEDIAN_OF(field) median_of(samples, n, offsetof(struct sample, field), scratch)

struct process_result process_result_make(const struct sample *samples, size_t n, size_t lost)
{
    struct process_result result = process_result_without_value((uint32_t)(n + lost), (uint32_t)n);
    if (n < MIN_SAMPLES)
        return result;
    double *scratch = xcalloc(n, sizeof *scratch);
    result.cycles = round_measured(MEDIAN_OF(cycles));
    result.ghz = round_measured(result.cycles / MEDIAN_OF(ns));
    result.ns = round_recorded(result.cycles / result.ghz); /* a log has no ns */
    for (size_t c = 0; c < COUNTERS; c++)
        if (isfinite(samples[0].counts[c]))
            result.counts[c] = round_measured(MEDIAN_OF(counts[c]));
    free(scratch);
    return result;
}
