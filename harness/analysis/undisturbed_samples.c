/* SPDX-License-Identifier: MIT */
#include "analysis/undisturbed_samples.h"

#include <math.h>
#include <stdlib.h>

static const double TOLERANCE = 0.04, MOST_DRIFT = 0.01;

bool sample_undisturbed(const struct sample *s, double reference_ipc)
{
    return !s->disturbed && s->ipc > (1 - TOLERANCE) * reference_ipc &&
           s->ipc_high < (1 + TOLERANCE) * reference_ipc && s->ghz_drift < MOST_DRIFT;
}

bool indicates_sharing(double ipc, double reference_ipc)
{
    return ipc < (1 - TOLERANCE) * reference_ipc;
}

bool has_corunners(const struct row *row)
{
    return row->mode->threads > 1;
}

/* The 95th percentile: what the undisturbed core does, as long as it was left alone a twentieth of the
 * time; not the maximum, which is a misread clock. Infinite, with which no sample counts, if all are the same to
 * the last bit: whatever said so, it was no measurement. 0 without samples, NAN without memory. */
static double reference_ipc(const struct run *run, bool together)
{
    size_t n = 0;
    for (size_t i = 0; i < run->n; i++)
        n += run->row[i].sample_count;
    double *ipc = malloc((n + 1) * sizeof *ipc), reference = n ? NAN : 0;
    if (ipc && n) {
        n = 0;
        for (size_t i = 0; i < run->n; i++)
            for (size_t j = 0; j < run->row[i].sample_count; j++)
                if (has_corunners(&run->row[i].id) == together)
                    ipc[n++] = run->row[i].samples[j].ipc_high;
        reference = n ? stats_quantile(ipc, n, 0.95) : 0;
        if (n > 1 && ipc[0] == ipc[n - 1]) /* sorted */
            reference = INFINITY;
    }
    free(ipc);
    return reference;
}

bool compute_references(struct run *run)
{
    double alone = reference_ipc(run, false), together = reference_ipc(run, true);
    if (isnan(alone) || isnan(together))
        return false;
    run->reference_ipc = fmax(alone, run->resumed_reference_ipc);
    run->reference_ipc_with_corunners = fmax(together, run->resumed_reference_ipc_with_corunners);
    if (run->reference_ipc == 0) /* no row is timed alone */
        run->reference_ipc = run->reference_ipc_with_corunners;
    return true;
}

double reference_ipc_of(const struct run *run, const struct measured_row *row)
{
    return has_corunners(&row->id) ? run->reference_ipc_with_corunners : run->reference_ipc;
}

size_t count_undisturbed_samples(const struct measured_row *row, double reference)
{
    size_t clean = 0;
    for (size_t j = 0; j < row->sample_count; j++)
        clean += sample_undisturbed(&row->samples[j], reference);
    return clean;
}

double undisturbed_share(const struct run *run, bool all)
{
    size_t n = 0, clean = 0;
    for (size_t i = 0; i < run->n; i++)
        if (all || !has_corunners(&run->row[i].id)) {
            n += run->row[i].sample_count;
            clean += count_undisturbed_samples(&run->row[i], reference_ipc_of(run, &run->row[i]));
        }
    return n ? (double)clean / (double)n : NAN;
}

double undisturbed_share_so_far(const struct run *run)
{
    struct run so_far = *run;
    return compute_references(&so_far) ? undisturbed_share(&so_far, true) : NAN;
}
