/* SPDX-License-Identifier: MIT
 * What is timed: the inputs of a row, and a run of its kernel over them. */
#ifndef KERNEL_RUN_H
#define KERNEL_RUN_H

#include "analysis/samples.h"
#include "kernels/queries.h"
#include "plan/rows.h"

/* ---- inputs ---- */

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
    struct sample *samples; /* [undisturbed], by the reference at their time */
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

/* ---- running a kernel ---- */

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

#endif
