/* SPDX-License-Identifier: MIT */
#include "analysis/twins.h"
#include "base/tuning.h"

#include <math.h>

struct interval twin_ratio(const struct run *run, const struct measured_row *twin)
{
    const struct measured_row *original =
        twin->planned.scheme->twin ? run_find(run, twin, twin->planned.scheme->twin) : NULL;
    if (!original || !twin->process_cycles || !original->process_cycles)
        return (struct interval){NAN, NAN, NAN};
    size_t pairs = 0;
    for (size_t p = 0; p < run->processes_ended; p++)
        pairs += isfinite(twin->process_cycles[p]) && isfinite(original->process_cycles[p]);
    return stats_ratio(twin->process_cycles, original->process_cycles, run->processes_ended,
                       stats_confidence(1, pairs));
}

bool twin_differs(const struct run *run, const struct measured_row *twin)
{
    return stats_verdict(twin_ratio(run, twin), MARGIN) != TIED;
}
