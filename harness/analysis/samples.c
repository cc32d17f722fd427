/* SPDX-License-Identifier: MIT */
#include "analysis/samples.h"
#include "base/stats.h"
#include "base/tuning.h"

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
    return low > (1 - IPC_TOLERANCE) * reference_ipc && high < (1 + IPC_TOLERANCE) * reference_ipc;
}

bool sample_undisturbed(const struct sample *s, double reference_ipc)
{
    return !s->interrupted && ipc_undisturbed(s->ipc, s->ipc_high, reference_ipc) &&
           s->ghz_drift < MAX_GHZ_DRIFT;
}

bool ipc_indicates_sharing(double ipc, double reference_ipc)
{
    return ipc < (1 - IPC_TOLERANCE) * reference_ipc;
}
