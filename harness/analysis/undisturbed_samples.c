/* SPDX-License-Identifier: MIT */
#include "analysis/undisturbed_samples.h"
#include "base/tuning.h"

#include <math.h>
#include <stdlib.h>

bool ipc_undisturbed(double low, double high, double reference_ipc)
{
    return low > (1 - IPC_TOLERANCE) * reference_ipc && high < (1 + IPC_TOLERANCE) * reference_ipc;
}

bool sample_undisturbed(const struct sample *s, double reference_ipc)
{
    return !s->disturbed && ipc_undisturbed(s->ipc, s->ipc_high, reference_ipc) &&
           s->ghz_drift < MAX_GHZ_DRIFT;
}

bool ipc_indicates_sharing(double ipc, double reference_ipc)
{
    return ipc < (1 - IPC_TOLERANCE) * reference_ipc;
}

bool row_has_corunners(const struct row *row)
{
    return row->mode->threads > 1;
}

/* Returns the reference of the rows with or without co-runners: 0 without samples, NAN without
 * memory. If all canaries are equal to the last bit, no clock was read: the reference is infinite,
 * and no sample counts. */
static double compute_reference(const struct run *run, bool with_corunners)
{
    size_t n = 0;
    for (size_t i = 0; i < run->n; i++)
        n += run->row[i].sample_count;
    double *ipc = malloc((n + 1) * sizeof *ipc), reference = n ? NAN : 0;
    if (ipc && n) {
        n = 0;
        for (size_t i = 0; i < run->n; i++)
            for (size_t j = 0; j < run->row[i].sample_count; j++)
                if (row_has_corunners(&run->row[i].planned) == with_corunners)
                    ipc[n++] = run->row[i].samples[j].ipc_high;
        reference = n ? stats_quantile(ipc, n, REFERENCE_QUANTILE) : 0;
        if (n > 1 && ipc[0] == ipc[n - 1]) /* sorted by now */
            reference = INFINITY;
    }
    free(ipc);
    return reference;
}

bool run_compute_references(struct run *run)
{
    double alone = compute_reference(run, false), with_corunners = compute_reference(run, true);
    if (isnan(alone) || isnan(with_corunners))
        return false;
    run->reference_ipc = fmax(alone, run->resumed_reference_ipc);
    run->reference_ipc_with_corunners =
        fmax(with_corunners, run->resumed_reference_ipc_with_corunners);
    if (run->reference_ipc == 0) /* no row is timed alone */
        run->reference_ipc = run->reference_ipc_with_corunners;
    return true;
}

double run_reference_ipc(const struct run *run, const struct measured_row *row)
{
    return row_has_corunners(&row->planned) ? run->reference_ipc_with_corunners
                                            : run->reference_ipc;
}

size_t samples_count_undisturbed(const struct sample *samples, size_t n, double reference_ipc)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += sample_undisturbed(&samples[i], reference_ipc);
    return count;
}

static double share_of(const struct run *run, bool with_corunners)
{
    size_t n = 0, undisturbed = 0;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        if (row_has_corunners(&row->planned) && !with_corunners)
            continue;
        n += row->sample_count;
        undisturbed +=
            samples_count_undisturbed(row->samples, row->sample_count, run_reference_ipc(run, row));
    }
    return n ? (double)undisturbed / (double)n : NAN;
}

double samples_undisturbed_share(const struct run *run)
{
    return share_of(run, true);
}

double samples_undisturbed_share_alone(const struct run *run)
{
    return share_of(run, false);
}

double samples_undisturbed_share_so_far(const struct run *run)
{
    struct run so_far = *run;
    return run_compute_references(&so_far) ? samples_undisturbed_share(&so_far) : NAN;
}
