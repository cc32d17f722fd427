/* SPDX-License-Identifier: MIT
 * Runs a row's kernel over a part of its list and compares the checksum. This is what is timed. */
#ifndef KERNEL_RUN_H
#define KERNEL_RUN_H

#include "timing/worker/inputs.h"

/* Runs the kernel over the next n queries, boards, games or positions of the list, which begins
 * anew after its end. *steps is set to the number of queries, boards, moves or nodes in them, and
 * *seconds to the time. The time of bursts is without the cache traffic between them. Returns false
 * if the checksum is wrong. */
bool kernel_run(struct timed_row *row, size_t n, size_t *steps, double *seconds);

/* Returns the kernel's checksum of n queries from `first` on. Does not use row->cursor, so that
 * several threads can run the same row. */
bitboard kernel_sum(const struct timed_row *row, size_t first, size_t n);

#endif
