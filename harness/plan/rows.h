/* SPDX-License-Identifier: MIT
 * Rows: scheme x piece x workload x mode, what was sampled for each, and what follows from it. */
#ifndef ROWS_H
#define ROWS_H

#include "timing/counters.h"
#include "plan/request.h"
#include "base/stats.h"
#include "workload/workload.h"

enum row_status {
    ROW_OK,
    ROW_UNSUPPORTED, /* the CPU or the build lacks what the scheme needs: not timed         */
    ROW_WRONG,       /* a wrong attack set, in verification or in a timed sample: no figure */
    ROW_CRASHED,     /* died or hung, in verification or when timed: no figure              */
    ROW_UNSTABLE,    /* too few undisturbed samples: no figure                              */
};

/* One stretch of the list, timed between two canaries. */
struct sample {
    uint32_t process;        /* which of the run's processes took it                         */
    uint32_t disturbed;      /* the kernel took the CPU away, or the thread moved: 0 or 1   */
    float cycles, ns;        /* per query, board or move                                     */
    float ghz;               /* core clock, mean of the canaries before and after            */
    float ghz_drift;         /* their difference over their mean                             */
    float ipc;               /* the lower of the two canaries' operations per cycle          */
    float ipc_high;          /* the higher                                                   */
    float counted[COUNTERS]; /* hardware counters, per query; NAN: not there                  */
};

/* What one process measured of a row. */
struct process_figures {
    uint32_t samples, clean; /* samples: 0 if the process left the row out   */
    double cycles, ns, ghz,
        counted[COUNTERS]; /* medians of the clean ones; NAN: too few, or not counted */
};

struct row {
    const struct scheme *scheme; /* one of schemes[], or its `across` */
    const struct workload *workload;
    const struct mode_spec *mode;
    enum row_status status;
    char why[112]; /* unless ROW_OK */

    /* In a process that times: */
    const void *views; /* of the scheme's own type, as struct queries wants them             */
    struct expected
        expected;      /* what the kernel must return: the workload's, or a mock's own       */
    size_t batch_size; /* queries, boards or games in a sample: about 0.1 ms                 */
    size_t cursor;     /* where in the list the next sample begins                           */

    /* Where the samples of all processes come together: */
    struct sample *samples; /* [sample_count], process by process */
    size_t sample_count, sample_capacity;
    struct process_figures *past; /* [resumed], of the run that this one resumes; NULL: nothing */
    size_t past_samples;          /* sum over past                                              */
    struct process_figures *process;     /* [processes]                                         */
    double *process_cycles, *process_ns; /* the same, as arrays                                 */
    size_t measured;                     /* processes with a figure                             */
    bool lacking;                        /* has fewer of them than a figure takes               */
    bool in_doubt;                       /* UNSTABLE, and the run's result may depend on it     */
    struct interval cycles, ns;          /* median over processes and its interval                */
    double ghz, undisturbed_share;
    double counted[COUNTERS]; /* medians of the clean samples, per query; NAN: not counted */
    struct standing
        standing; /* among the rows of the same workload, piece and mode; rank 0: none */
};

struct rows {
    struct row *row;
    size_t n;
    const struct scheme *ready; /* the scheme that was initialised last */
    size_t asked;               /* processes that the options ask for */
    size_t processes;           /* that came to their end; the first `resumed` in an earlier run */
    size_t resumed;
    double past_ipc, past_together; /* references of that run; 0: none */
    size_t fewest;                  /* processes that a figure rests on, the least of all rows */
    size_t unsupported, wrong, unstable, in_doubt; /* wrong: crashed ones, too */
    double reference_ipc;      /* of an undisturbed core, from all canaries of the run */
    double reference_together; /* the same, of rows that other cores work beside       */
    bool counted; /* cycles come from the hardware counter, not from canaries              */
};

/* All rows that the options ask for, in table order, and which of them cannot run here. The same options
 * give the same rows in every process. */
bool rows_list(struct rows *rows, const struct run_request *options,
               const struct workload *workloads, size_t workload_count, struct error *error);

/* Rows that want more cores than there are become ROW_UNSUPPORTED; after rows_verify(), which takes a scheme's rows
 * together. shared: "CPU 0 and 1 share a core" if the system reports more cores than there are, else "". */
void rows_drop_without_cores(struct rows *rows, size_t cores, const char *shared);

/* Verifies each scheme that runs here, in a process of its own; draws wrong answers on stderr. False, with an
 * error, if there is no process to be had or an interrupt came. */
bool rows_verify(struct rows *rows, struct error *error);

/* Initialises the scheme of row i, which is ROW_OK, and builds its views. Rows must be prepared in their order. */
bool rows_prepare(struct rows *rows, size_t i, struct error *error);

bool row_add_samples(struct row *row, const struct sample *samples, size_t n);

/* Frees what conclude() has made. */
void row_forget_figures(struct row *row);

/* Returns whether two rows belong to one column of a table: the same workload, piece and mode. */
bool rows_same_group(const struct row *a, const struct row *b);

/* Leaves out rows that could be timed and have no samples: --benchmark_filter has left them out. */
void rows_drop_filtered(struct rows *rows);

/* The row of the same workload, piece and mode of another scheme; NULL if there is none. */
const struct row *rows_find(const struct rows *rows, const struct row *like, const char *scheme);

void rows_free(struct rows *rows);

#endif
