/* SPDX-License-Identifier: MIT
 * One timed sample, as a timing process sends it to its parent. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdint.h>

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
    uint32_t process;       /* index of the timing process                            */
    uint32_t disturbed;     /* 1: the thread lost its CPU or moved to another; else 0 */
    float cycles, ns;       /* per query, board or move                               */
    float ghz;              /* core clock, mean of the canaries before and after      */
    float ghz_drift;        /* their difference over their mean                       */
    float ipc;              /* canary operations per cycle, the lower of the two      */
    float ipc_high;         /* the higher of the two                                  */
    float counts[COUNTERS]; /* hardware counters, per query; NAN: not counted         */
};

#endif
