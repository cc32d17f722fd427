/* SPDX-License-Identifier: MIT
 * One timed sample. It never leaves the timing process that takes it. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>

/* Hardware counters, see timing/counters.h. */
enum counter {
    COUNT_CYCLES,
    COUNT_INSTRUCTIONS,
    COUNT_BRANCH_MISSES,
    COUNT_L1_MISSES,
    COUNT_CACHE_MISSES, /* of the last level */
    COUNTERS
};

/* A run of a kernel, timed between two canaries. */
struct sample {
    bool interrupted;       /* the thread lost its CPU or moved to another, or a co-runner did */
    float seconds;          /* of the run                                             */
    float cycles, ns;       /* per query, board or move                               */
    float ghz;              /* core clock, mean of the canaries before and after      */
    float ghz_drift;        /* their difference over their mean                       */
    float ipc;              /* canary operations per cycle, the lower of the two      */
    float ipc_high;         /* the higher of the two                                  */
    float counts[COUNTERS]; /* hardware counters, per query; NAN: not counted         */
};

#endif
