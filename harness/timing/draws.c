/* SPDX-License-Identifier: MIT */
#include "timing/draws.h"

uint64_t process_seed(uint64_t seed, size_t process)
{
    struct random random = {seed ^ (uint64_t)process << 32};
    return random_next(&random);
}

struct random process_draw(const struct timing_plan *plan, enum draw draw)
{
    struct random random = {process_seed(plan->seed, plan->process) + draw};
    return (struct random){random_next(&random)};
}
