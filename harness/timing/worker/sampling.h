/* SPDX-License-Identifier: MIT
 * Takes one sample: a run of a row's kernel between two canaries. */
#ifndef SAMPLING_H
#define SAMPLING_H

#include "analysis/sample.h"
#include "timing/canary.h"
#include "timing/worker/inputs.h"

/* Brings tables and list into the caches: runs the whole list once, for WARMUP_SECONDS at most.
 * After a shorter warm-up each sample would pay for table lines that no sample before it has read.
 * Returns false if the checksum is wrong. */
bool warm_up(struct timed_row *row);

/* Warms up, again if the thread lost its CPU meanwhile, MAX_WARMUPS times at most, and reads a
 * canary. Does not warm up if `no_warmup` is set. Returns false if the checksum is wrong. */
bool warm_up_until_undisturbed(struct timed_row *row, bool no_warmup, struct canary *canary);

/* The part of a sample that is the same for all rows. */
struct sampling {
    int cpu;            /* a sample on any other is disturbed; -1: the one it begins on */
    uint32_t process;   /* written into samples                                         */
    uint64_t cpu_state; /* that every kernel must preserve                              */
};

/* Takes one sample. *canary is the one read last; it becomes the one read after the run. *seconds
 * is the time of the run. Returns false if the checksum is wrong or the CPU's state changed. */
bool take_sample(const struct sampling *sampling, struct timed_row *row, struct canary *canary,
                 struct sample *sample, double *seconds);

#endif
