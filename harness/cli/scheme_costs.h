/* SPDX-License-Identifier: MIT
 * What a scheme costs beside its lookups. */
#ifndef SCHEME_COSTS_H
#define SCHEME_COSTS_H

#include "base/error.h"
#include "scheme.h"

struct measured {
    double init_ms; /* that init() takes, in a process that has just begun; 0: there is none      */
    long
        page_faults; /* pages of memory that it was given meanwhile                                 */
    size_t
        code_bytes; /* of the queen's getter, as a function; 0: not known, as in a stripped program */
};

/* For a scheme that runs here. STATUS_ENVIRONMENT if there is no process to measure in. */
bool measure(const struct scheme *scheme, struct measured *measured, struct error *error);

#endif
