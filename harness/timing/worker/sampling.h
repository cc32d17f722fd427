/* SPDX-License-Identifier: MIT
 * Takes one sample: a run of a row's kernel between two canaries. */
#ifndef SAMPLING_H
#define SAMPLING_H

#include "analysis/sample.h"
#include "timing/canary.h"
#include "timing/worker/inputs.h"

/* A canary, and how often the thread had lost its CPU before it began. */
struct moment {
    struct canary canary;
    long switches;
};

struct moment moment_read(void);

/* Returns whether the thread has kept its CPU since the moment began. */
bool moment_kept_cpu(const struct moment *moment);

/* Brings tables and list into the caches: runs the whole list once, for WARMUP_SECONDS at most.
 * After a shorter warm-up each sample would pay for table lines that no sample before it has read.
 * Returns false if the checksum is wrong. */
bool warm_up(struct timed_row *row);

/* The part of a sample that is the same for all rows. */
struct sampling {
    int cpu;            /* a sample on any other is disturbed; -1: the one it begins on */
    uint64_t cpu_state; /* that every kernel must preserve                              */
};

/* Takes one sample. *last is the moment read last; it becomes the one read after the run. Returns
 * false if the checksum is wrong or the CPU's state changed. */
bool take_sample(const struct sampling *sampling, struct timed_row *row, struct moment *last,
                 struct sample *sample);

#endif
