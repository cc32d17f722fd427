/* SPDX-License-Identifier: MIT */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "analysis/run.h"
#include "timing/cores.h"

/* Prints how long a run of more than a minute takes, and how long if processes must be added. */
void bench_plan_print(const struct run *run, const struct run_request *request,
                      const struct cores *cores);

#endif
