/* SPDX-License-Identifier: MIT
 * Rows: scheme x piece x workload x mode, what was sampled for each, and what follows from it. */
#ifndef ROWS_H
#define ROWS_H

#include "options.h"
#include "stats.h"
#include "workload.h"

enum row_status {
    ROW_OK,
    ROW_UNSUPPORTED, /* the CPU or the build lacks what the scheme needs: not timed        */
    ROW_WRONG,       /* a wrong attack set, in verification or in a timed sample: no figure */
    ROW_UNSTABLE,    /* too few undisturbed samples: no figure                             */
};

/* One stretch of the list, timed between two canaries. */
struct sample {
    unsigned round;
    float cycles, ns; /* per query                                                      */
    float ghz;        /* core clock, mean of the canaries before and after             */
    float ghz_drift;  /* their difference over their mean                              */
    float ipc;        /* the lower of the two canaries' operations per cycle           */
    float ipc_high;   /* the higher                                                    */
    bool disturbed;   /* the kernel took the CPU away, or the thread moved             */
};

struct row {
    const struct scheme *scheme;
    const struct workload *workload;
    enum mode mode;
    enum row_status status;
    char why[112]; /* for ROW_UNSUPPORTED and ROW_WRONG */

    const void *views;    /* [workload->n] of the scheme's view */
    const bitboard *sums; /* what the kernel must return: the workload's, or a mock's own */
    size_t stretch;       /* queries in a sample: about 0.1 ms                            */
    size_t cursor;        /* where in the list the next sample begins                     */

    struct sample *samples; /* [sample_count], in order of time */
    size_t sample_count, sample_capacity;

    double *round_cycles,
        *round_ns;              /* [rounds]: median of the round's clean samples, NAN if none   */
    struct interval cycles, ns; /* median over rounds and its 95 % interval                      */
    double ghz, clean_share;
    struct standing
        standing; /* among the rows of the same workload, piece and mode; rank 0: none */
};

struct rows {
    struct row *row;
    size_t n, rounds;
    size_t unsupported, wrong, unstable;
    double reference_ipc; /* of an undisturbed core, from all canaries of the run */
};

/* All rows that the options ask for, in table order. Supported schemes are initialised and
 * verified, wrong ones get ROW_WRONG and are drawn on stderr. */
bool rows_make(struct rows *rows, const struct options *options, const struct workload *workloads,
               size_t workload_count, struct error *error);

/* Turns samples into figures, ranks and statuses. */
bool rows_conclude(struct rows *rows, struct error *error);

void rows_free(struct rows *rows);

/* The row of the same workload, piece and mode of another scheme; NULL if there is none. */
const struct row *rows_find(const struct rows *rows, const struct row *like, const char *scheme);

#endif
