/* SPDX-License-Identifier: MIT
 * A timing process. */
#ifndef WORKER_H
#define WORKER_H

#include "timing/protocol.h"
#include "timing/worker/kernel_run.h"

/* ---- a visit (visit.c) ---- */

/* A visit to a row: a warm-up, then some samples of about 0.1 ms, each a run of its kernel between
 * two canaries. While the core is taken a visit waits: it reads canaries, and takes no samples. */

enum { HIGHER_CANARIES = 16 };

/* What all visits of a process share. */
struct visit_context {
    const struct timing_plan *plan;
    const struct timed_rows *rows;
    size_t n;                       /* rows that are timed                                   */
    uint64_t cpu_state;             /* that every kernel must preserve                       */
    double start, seconds;          /* of the timed part; its length on a quiet machine      */
    size_t rounds;                  /* planned                                               */
    double reference_ipc;           /* rises when canaries agree on a higher speed           */
    double higher[HIGHER_CANARIES]; /* the last canaries above the reference's tolerance     */
    size_t higher_count;
    /* Of all rows: */
    size_t undisturbed; /* samples                                        */
    size_t needed;      /* undisturbed ones that count for MIN_SAMPLES    */
    double lost;        /* samples missed while the core was taken        */
};

/* Sets row->sample_size to the number of queries, boards or games that take about SAMPLE_SECONDS
 * with warm caches. Returns false if no number does, as the clock does not advance. Reports a wrong
 * row as visit_row() does: on a core that is never undisturbed no visit runs the kernel. */
bool calibrate(const struct visit_context *context, struct timed_row *row);

/* Visits a row. Takes samples until SAMPLES_PER_VISIT are undisturbed, until MAX_VISIT_FAILURES are
 * disturbed, or until the bound of the process. Sends the parent the progress, or that the row is
 * wrong; the row's status is ROW_WRONG then. */
void visit_row(struct visit_context *context, struct timed_row *row);

/* ---- co-runners (corunner_work.c) ---- */

/* Co-runners (timing/corunners.h) at work on a row: processes, as engines of a match are. Some
 * share the tables' physical memory with the timing process, as an engine's threads do, others have
 * their own. */

/* Starts as many co-runners of each kind as the timed rows need, bound to these CPUs. All rows have
 * been prepared. `fd` is the socket to the parent. Errors are STATUS_ENVIRONMENT. */
bool row_corunners_start(const struct timed_rows *rows, const int *cpus, int fd,
                         struct error *error);

/* Lets as many co-runners as the row's mode has run the row's kernel over its list, each from
 * another place on. Returns when all have begun. If one is gone, reports that to the parent and
 * exits. */
void row_corunners_run(const struct timed_rows *rows, const struct timed_row *row);

/* Stops the co-runners. Returns when all sleep. If one is gone, reports that to the parent and
 * exits. */
void row_corunners_stop(void);

/* ---- rounds ---- */

/* A round visits each row once, in a random order, so that drift on the machine affects all rows
 * alike. */

/* Prepares, calibrates and times the rows with a scheme, and sends their results to the parent
 * through the socket `fd`. After the planned rounds further ones follow, for the rows that lack
 * samples. Errors are STATUS_ENVIRONMENT. */
bool rounds_run(struct timed_rows *rows, const struct timing_plan *plan, int fd,
                struct error *error);

/* ---- the process ---- */

/* Reads the parent's plan from the socket, times its rows and sends their results. Exits; returns
 * only if no plan came. */
bool worker_run(int fd, struct error *error);

/* ---- Google Benchmark (gbench_rows.c) ---- */

/* Lets Google Benchmark time the verified rows in this process, and print and write what
 * request->benchmark_argv asks for. Leaves out rows with co-runners, and rows that are not ROW_OK.
 * Errors are those of gbench_run() and pages_use_huge(). */
bool gbench_time_rows(const struct rows *rows, const struct run_request *request,
                      struct error *error);

#endif
