/* SPDX-License-Identifier: MIT
 * Times rows, within a timing process. A round visits every row once, in a random order, so that
 * drift on the machine affects all rows alike. A visit takes some samples, see timing/visit.h. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include "timing/inputs.h"

struct rounds_plan {
    double seconds;   /* timed part                                                         */
    uint64_t seed;    /* of the orders                                                      */
    uint32_t process; /* index, written into samples                                        */
    bool no_warmup;   /* one sample per visit, with caches as the other rows left them      */
    int fd;           /* socket to the parent, see protocol.h                               */
    int cpu;          /* samples taken on any other are disturbed; -1: not bound to a CPU   */
};

/* Prepares, calibrates and times the rows that are ROW_OK, and sends their samples to the parent.
 * gbench_init() has been called. */
bool rounds_run(struct timed_rows *rows, const struct rounds_plan *plan, struct error *error);

#endif
