/* SPDX-License-Identifier: MIT
 * Which CPUs a run uses: the timed one, and others with cores of their own for those that work beside it. */
#ifndef CORES_H
#define CORES_H

#include "machine/machine.h"
#include "machine/affinity.h"
#include "timing/corunners.h"

struct cores {
    int cpu; /* -1: anywhere */
    int corunners[MAX_CORUNNERS];
    size_t corunner_count;
    double undisturbed; /* share of canaries, 0..1; NAN: not measured */
    char
        shared[64]; /* "CPU 0 and 1 share a core": why a CPU is no rival; "" if none was left out */
};

/* Binds the thread to the requested CPU, or else to the quietest of the first few candidates. */
bool cores_choose(const struct affinity_request *request, struct pin *pin, struct error *error);

/* Finds up to `wanted` rivals whose work leaves the timed CPU its whole core, whatever the system reports;
 * half a second for each CPU tried. What was measured goes into the machine's record. */
bool cores_find(const struct pin *pin, size_t wanted, struct cores *cores, struct machine *machine,
                struct error *error);

#endif
