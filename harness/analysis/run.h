/* SPDX-License-Identifier: MIT
 * A run: its rows with the samples of all processes, and what analysis/conclude.h computes from them. */
#ifndef RUN_H
#define RUN_H

#include "analysis/sample.h"
#include "base/stats.h"
#include "plan/rows.h"

/* What one process measured of a row. */
struct process_result {
    uint32_t samples; /* 0 if the process left the row out */
    uint32_t undisturbed;
    double cycles, ns, ghz;   /* medians of the undisturbed samples; NAN: too few of them   */
    double counted[COUNTERS]; /* the same; NAN: not counted                                */
};

struct measured_row {
    struct row id;

    /* Collected from the timing processes: */
    struct sample *samples; /* [sample_count], process by process */
    size_t sample_count, sample_capacity;
    struct process_result
        *resumed_results;   /* [run.resumed], of the run that this one resumes; NULL: none */
    size_t resumed_samples; /* sum over past                                               */

    /* Computed from the samples: */
    struct process_result *process;      /* [run.processes]                                */
    double *process_cycles, *process_ns; /* the same, as arrays                            */
    size_t processes_measured;           /* processes with enough undisturbed samples      */
    bool incomplete;                     /* has fewer of these than a result takes         */
    bool in_doubt;                       /* ROW_UNSTABLE, and may be the best of its group */
    struct interval cycles, ns;          /* median over processes, with its interval       */
    double ghz, undisturbed_share;
    double counted[COUNTERS]; /* medians of the undisturbed samples, per query; NAN: not counted */
    struct standing standing; /* among the rows of its group; rank 0: none */
};

struct run {
    struct measured_row *row;
    size_t n;
    size_t requested; /* processes */
    size_t processes; /* that have ended; the first `resumed` of them in an earlier run */
    size_t resumed;
    double resumed_reference_ipc,
        resumed_reference_ipc_with_corunners; /* references of that run; 0: none */

    /* Computed from the samples: */
    size_t min_processes; /* processes behind a result, the minimum over all rows */
    size_t unsupported, wrong, unstable, in_doubt; /* rows; wrong: crashed ones included */
    double reference_ipc; /* canary operations per cycle of an undisturbed core       */
    double
        reference_ipc_with_corunners; /* the same for rows with co-runners                        */
    bool counted;                     /* cycles come from the hardware counter, not from canaries */
};

/* Copies the rows into a run without samples; false without memory. */
bool run_make(struct run *run, const struct rows *rows, struct error *error);

/* Appends samples to a row; false without memory. */
bool run_add_samples(struct measured_row *row, const struct sample *samples, size_t n);

/* Frees the results of one row, and keeps its samples. */
void run_free_results(struct measured_row *row);

/* Removes the rows that could be timed and have no samples: --benchmark_filter excluded them. */
void run_drop_filtered(struct run *run);

/* Returns another scheme's row of the same workload, piece and mode; NULL if there is none. */
const struct measured_row *run_find(const struct run *run, const struct measured_row *like,
                                    const char *scheme);

/* Returns whether two rows belong to one column of a table, see rows_same_group(). */
bool run_same_group(const struct measured_row *a, const struct measured_row *b);

void run_free(struct run *run);

#endif
