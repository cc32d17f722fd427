/* SPDX-License-Identifier: MIT
 * What runs in a timing process. worker_run() receives the parent's plan, prepares the rows of the
 * plan and times them in rounds of visits. A visit takes samples; a sample is a run of a kernel
 * between two canaries. In some modes co-runners work on other cores meanwhile. Google Benchmark is
 * another way to time the same rows. */
#ifndef WORKER_H
#define WORKER_H

#include "analysis/samples.h"
#include "plan/rows.h"
#include "timing/protocol.h"

/* ---- what is timed: the inputs of a row, and a run of its kernel over them (kernel_run.c) ---- */

/* A row in a timing process, with its inputs (views and expected checksums) and its samples. */
struct timed_row {
    struct row planned;
    uint32_t index;           /* in the run                                                */
    const void *views;        /* of the scheme's own type, see struct queries              */
    struct expected expected; /* checksums: of the workload, or of a mock's own results    */
    size_t sample_size;       /* queries, boards or games per sample, see calibrate()      */
    size_t cursor;            /* index in the list where the next run begins               */
    size_t steps;             /* queries, boards or moves of the last run                  */
    double seconds;           /* of the last run, without the reads between bursts         */
    double corunner_pace;     /* best pace of its co-runners so far, see corunners.h       */

    size_t visits;
    struct sample *samples; /* [undisturbed]: only undisturbed ones are kept */
    size_t undisturbed, capacity;
    unsigned failures; /* disturbed samples */
    double lost;       /* samples missed while the core was taken */
};

struct timed_rows {
    struct timed_row *row;
    size_t n;
    const struct scheme *initialised; /* the scheme whose init() ran last */
};

/* Initialises the scheme of row i and builds the row's views. Call it for the rows in their order,
 * in which rows of one scheme and list follow each other and share these. */
void inputs_prepare(struct timed_rows *rows, size_t i);

/* Runs the kernel over the next n queries, boards or games of the list; after the end of the list
 * it goes on at the beginning. Returns false if the checksum is wrong. */
bool kernel_run(struct timed_row *row, size_t n);

/* Runs the kernel once over the whole list, without the reads between bursts, so that all that it
 * reads is in some cache afterwards. Returns false if the checksum is wrong. */
bool kernel_warm(const struct timed_row *row);

/* ---- CPU state (cpu_state.c) ---- */

/* The CPU state that compiled code relies on and that a kernel must preserve:
 *   - the rounding of doubles (x86: MXCSR; ARM64: FPCR);
 *   - the direction of string instructions;
 *   - zero upper halves of vector registers, without which SSE code in other rows runs slower. */

/* Returns the state as one value; 0 on architectures other than x86 and ARM64. */
uint64_t cpu_state(void);

/* Returns whether the state is as `before`. If not, restores the state of a new process. */
bool cpu_state_kept(uint64_t before);

/* ---- a visit (visit.c) ---- */

/* A visit to a row is a warm-up and then some samples of about 0.1 ms, each a run of the kernel
 * between two canaries. While the core is taken, the visit only reads canaries and waits. */

enum { HIGHER_CANARIES = 16 };

/* What all visits of a process share. */
struct visit_context {
    const struct timing_plan *plan;
    const struct timed_rows *rows;
    uint64_t cpu_state;             /* the state that every kernel must preserve             */
    double start, seconds;          /* of the timed part; its length on a quiet machine      */
    size_t rounds;                  /* planned visits to each row                            */
    double reference_ipc;           /* rises when successive canaries agree on a higher
                                     * speed: then all samples so far are dropped           */
    double higher[HIGHER_CANARIES]; /* successive canaries above the reference's tolerance   */
    size_t higher_count;
    /* Sums over all rows: */
    size_t undisturbed; /* samples                                               */
    size_t needed;      /* undisturbed samples, at most MIN_SAMPLES of each row  */
    double lost;        /* samples missed while the core was taken               */
};

/* Sets row->sample_size to the number of queries, boards or games that take about SAMPLE_SECONDS.
 * Returns false if there is no such number because the clock does not advance.
 * Reports a wrong row, as visit_row() does, because on a core that is always disturbed no visit
 * runs the kernel. */
bool calibrate(const struct visit_context *context, struct timed_row *row);

/* Visits a row. Takes samples until SAMPLES_PER_VISIT are undisturbed, until MAX_VISIT_FAILURES are
 * disturbed, or until the process reaches its bound. Sends the progress to the parent. Reports a
 * wrong row instead, and sets its status to ROW_WRONG. */
void visit_row(struct visit_context *context, struct timed_row *row);

/* ---- co-runners (corunner_work.c) ---- */

/* Co-runners (timing/corunners.h) that run the kernel of a row. One kind has tables of its own,
 * like the engines of a match; the other kind shares the physical memory of the tables with the
 * timing process, like the threads of an engine. */

/* Starts as many co-runners of each kind as the timed rows need, and binds them to these CPUs. All
 * rows must have been prepared. Errors are STATUS_ENVIRONMENT. */
bool row_corunners_start(const struct timed_rows *rows, const int *cpus, struct error *error);

/* Lets co-runners, as many as the row's mode has, run the row's kernel over its list; each begins
 * at another place. Returns when all have begun. If one of them is gone, reports that to the parent
 * and exits. */
void row_corunners_run(const struct timed_rows *rows, const struct timed_row *row);

/* Stops the co-runners. Returns when all sleep. If one of them is gone, reports that to the parent
 * and exits. */
void row_corunners_stop(void);

/* ---- the process (worker.c) ---- */

/* Reads the parent's plan from the socket, times the rows of the plan and sends their results, then
 * exits. Returns, with STATUS_USAGE, only if no plan came. */
bool worker_run(int fd, struct error *error);

/* ---- Google Benchmark (gbench_rows.c) ---- */

/* Lets Google Benchmark time the verified rows in this process, and lets it print and write what
 * request->benchmark_argv asks for. Leaves out rows with co-runners, and rows that are not ROW_OK.
 * Errors are those of gbench_run() and pages_use_huge(). */
bool gbench_time_rows(const struct rows *rows, const struct run_request *request,
                      struct error *error);

#endif
