/* SPDX-License-Identifier: MIT
 * What is timed: a row's kernel over a stretch of its list, answers checked. */
#ifndef KERNEL_RUN_H
#define KERNEL_RUN_H

#include "timing/inputs.h"

/* Runs the kernel over the next n queries, boards, games or positions of the list, which is walked round and round.
 * *steps is how many queries, boards, moves or nodes this was, *seconds what it took: of bursts, the bursts alone.
 * False if the answers do not add up to what the right ones do. */
bool kernel_run(struct timed_row *row, size_t n, size_t *steps, double *seconds);

/* The sum over n queries from `first` on, wherever row->cursor stands: for a second thread. */
bitboard kernel_sum(const struct timed_row *row, size_t first, size_t n);

#endif
