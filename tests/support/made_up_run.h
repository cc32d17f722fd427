/* SPDX-License-Identifier: MIT
 * A run of made-up rows. Include it after cmocka.h. */
#ifndef MADE_UP_RUN_H
#define MADE_UP_RUN_H

#include "analysis/run.h"

enum { MOST_PROCESSES = 12, MOST_ROWS = 256 };

static double cycles[MOST_ROWS][MOST_PROCESSES];
static struct measured_row rows[MOST_ROWS];
static struct run run;

/* Begins a run without rows. */
static inline void start_run(size_t processes)
{
    run = (struct run){.row = rows,
                       .processes_ended = processes,
                       .processes_requested = processes,
                       .min_processes = processes};
}

/* Appends a row that takes `each` cycles in all processes. */
static inline struct measured_row *add_row(const struct scheme *scheme, const struct list *list,
                                           const struct mode_spec *mode, double each)
{
    double *own = cycles[run.n];
    struct measured_row *row = &rows[run.n++];
    *row = (struct measured_row){.planned.scheme = scheme,
                                 .planned.list = list,
                                 .planned.mode = mode,
                                 .process_cycles = own,
                                 .processes_measured = run.processes_ended,
                                 .cycles = {each, each, each}};
    for (size_t p = 0; p < run.processes_ended; p++)
        own[p] = each;
    return row;
}

#endif
