/* SPDX-License-Identifier: MIT
 * The costs of a scheme apart from its lookups: initialisation and code size. */
#ifndef SCHEME_COSTS_H
#define SCHEME_COSTS_H

#include "base/error.h"
#include "scheme.h"

struct scheme_costs {
    double init_ms;   /* duration of init() in a new process; 0: no init() */
    long page_faults; /* pages of memory that init() touched first */
    /* Size of the queen's getter, as a function. 0: unknown, for example in a stripped program. */
    size_t code_bytes;
};

/* Measures the costs of a scheme that this machine supports, in a child process. Errors are those
 * of run_in_child(). */
bool scheme_costs_measure(const struct scheme *scheme, struct scheme_costs *costs,
                          struct error *error);

#endif
