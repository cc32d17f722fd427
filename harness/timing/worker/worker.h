/* SPDX-License-Identifier: MIT
 * A timing process. */
#ifndef WORKER_H
#define WORKER_H

#include "analysis/samples.h"
#include "plan/rows.h"
#include "timing/protocol.h"

/* ---- what is timed: the inputs of a row, and a run of its kernel over them (kernel_run.c) ---- */

/* A row in a timing process, and the inputs that are prepared for it: views and expected
 * checksums. */
struct timed_row {
    struct row planned;       /* whose scheme is NULL if the row is not timed              */
    const void *views;        /* of the scheme's own type, see struct queries              */
    struct expected expected; /* checksums: of the workload, or of a mock's own results    */
    size_t sample_size;       /* queries, boards or games per sample, see calibrate()      */
    size_t cursor;            /* index in the list where the next sample begins            */
    double corunner_pace;     /* the best so far, see corunners.h                          */

    size_t visits;
    struct sample *samples; /* [undisturbed]: only undisturbed ones are kept */
    size_t undisturbed, capacity;
    unsigned failures; /* disturbed samples */
    double lost;       /* samples missed while the core was taken */
};

struct timed_rows {
    struct timed_row *row;
    size_t n;
    const struct scheme *initialised; /* the last one */
};

/* Initialises the scheme of row i, which is timed, and builds its views. Rows are prepared in
 * their order. */
void inputs_prepare(struct timed_rows *rows, size_t i);

/* Runs the kernel over the next n queries, boards or games of the list, which begins anew after its
 * end. *steps is set to the number of queries, boards or moves in them, and *seconds to the time.
 * The time of bursts is without the cache traffic between them. Returns false if the checksum is
 * wrong. */
bool kernel_run(struct timed_row *row, size_t n, size_t *steps, double *seconds);

/* Runs the kernel once over the whole list, without cold caches, so that all that it reads is in
 * some cache. Returns false if the checksum is wrong. */
bool kernel_warm(const struct timed_row *row);

/* ---- CPU state (cpu_state.c) ---- */

/* The CPU state that compiled code relies on and that a kernel must preserve:
 *   - the rounding of doubles (x86: MXCSR; ARM64: FPCR);
 *   - the direction of string instructions;
 *   - zero upper halves of vector registers, without which SSE code in other rows runs slower. */

/* Returns the state as one value; 0 on other architectures. */
uint64_t cpu_state(void);

/* Returns whether the state is as `before`. If not, restores the state of a new process. */
bool cpu_state_kept(uint64_t before);

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
    double reference_ipc;           /* rises when canaries agree on a higher speed: then all
                                     * samples so far are dropped                           */
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
bool worker_time_rows(struct timed_rows *rows, const struct timing_plan *plan, int fd,
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
