/* SPDX-License-Identifier: MIT
 * A run: its rows with the samples of all processes, and the results that analysis/conclude.h
 * computes from them. */
#ifndef RUN_H
#define RUN_H

#include "analysis/sample.h"
#include "base/stats.h"
#include "plan/rows.h"

/* The result of one row in one process. */
struct process_result {
    uint32_t samples; /* 0: the process did not visit the row */
    uint32_t undisturbed;
    /* Medians of the undisturbed samples; NAN: too few of them, or not counted. */
    double cycles, ns, ghz;
    double counts[COUNTERS];
};

struct measured_row {
    struct row planned;

    /* Collected from the timing processes: */
    struct sample *samples; /* [sample_count], process by process */
    size_t sample_count, sample_capacity;
    /* [run.processes_resumed], read from the file of the run that this one resumes; NULL: none. */
    struct process_result *resumed_results;
    size_t resumed_samples; /* their sum */

    /* Computed from the samples: */
    struct process_result *process;      /* [run.processes_ended]                             */
    double *process_cycles, *process_ns; /* the same, as arrays                         */
    size_t samples_total;                /* of all processes, resumed ones included     */
    size_t processes_measured;           /* processes with enough undisturbed samples   */
    bool incomplete;                     /* to be measured by more processes            */
    bool in_doubt;                       /* unstable, and may be the best of its column */
    struct interval cycles, ns;          /* median over processes                       */
    double ghz;                          /* median over processes                       */
    double undisturbed_share;            /* of all samples; 0 to 1                      */
    double counts[COUNTERS];             /* per query, median over processes, or NAN    */
    struct standing standing;            /* among the rows of its column; rank 0: none  */
    struct interval ratio;               /* to the best choice of its column; NAN: none */
};

struct run {
    struct measured_row *row;
    size_t n;
    size_t processes_requested;
    size_t processes_ended;
    size_t processes_resumed; /* the first of those that have ended: before the resumption */
    /* References of the run that this one resumes; 0: none. */
    double resumed_reference_ipc, resumed_reference_ipc_with_corunners;

    /* Computed from the samples: */
    size_t min_processes; /* least processes_measured of a row with a result */
    size_t unsupported, wrong, unstable, in_doubt; /* rows; wrong: crashed ones included */
    /* Canary operations per cycle of an undisturbed core: of rows timed alone, and of others. */
    double reference_ipc, reference_ipc_with_corunners;
    bool has_hardware_cycles; /* cycles are those of the hardware counter, not of the canaries */
};

/* Copies the rows into a run without samples. Fails with STATUS_ENVIRONMENT if out of memory. */
bool run_make(struct run *run, const struct rows *rows, struct error *error);

/* Appends samples to a row. Returns false if out of memory. */
bool run_add_samples(struct measured_row *row, const struct sample *samples, size_t n);

/* Frees the process results of one row, and keeps its samples. */
void run_free_results(struct measured_row *row);

/* Removes the rows that could be timed and have no samples: --benchmark_filter excluded them. */
void run_drop_filtered(struct run *run);

/* Returns another scheme's row of the same workload, piece and mode; NULL if there is none. */
struct measured_row *run_find(const struct run *run, const struct measured_row *like,
                              const char *scheme);

/* Returns the undisturbed share of the samples, 0 to 1, by those of the rows; NAN without
 * samples. */
double run_undisturbed_share_by_rows(const struct run *run);

/* Returns whether two rows belong to one column of a table, see rows_same_column(). */
bool run_same_column(const struct measured_row *a, const struct measured_row *b);

void run_free(struct run *run);

#endif
