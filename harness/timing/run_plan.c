/* SPDX-License-Identifier: MIT */
#include "timing/run_plan.h"
#include "base/tuning.h"

#include <math.h>

struct process_plan process_plan_make(const struct run_request *request, size_t rows, size_t all,
                                      const struct core_watch *core)
{
    unsigned of_visit = request->no_warmup ? 1 : SAMPLES_PER_VISIT;
    double visit = (request->no_warmup ? 0 : PLAN_WARMUP_SECONDS) +
                   SAMPLE_WITH_CANARY * SAMPLE_SECONDS * of_visit;
    double seconds = request->seconds * (double)rows / (double)all, round = visit * (double)rows;
    double rounds = fmax(floor(VISITS_SHARE * seconds / round), MIN_ROUNDS);
    double quiet = rounds * round, needed = quiet * MIN_SAMPLES / (rounds * of_visit);
    double whole = quiet / core->speed;
    if (whole > fmax(seconds, quiet))
        whole = fmax(fmax(seconds, quiet), needed / core->speed);
    double preparation = PREPARATION_SECONDS * (double)rows,
           bound = fmax(BOUND_FACTOR * quiet, MIN_BOUND_SECONDS);
    return (struct process_plan){.seconds = seconds,
                                 .quiet = quiet + preparation,
                                 .expected = fmin(whole + preparation / core->undisturbed, bound),
                                 .bound = bound};
}
