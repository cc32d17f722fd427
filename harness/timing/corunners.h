/* SPDX-License-Identifier: MIT
 * Other cores that do at the same time what the timed one does: what sharing caches costs. */
#ifndef RIVALS_H
#define RIVALS_H

#include "plan/rows.h"

enum { MAX_RIVALS = 255 };

/* One thread for each of these CPUs, bound to it and asleep. */
bool rivals_start(const int *cpus, size_t n, struct error *error);

/* What a thread does: `self` of `n`, counted from 0, until rivals_must_rest(). */
typedef void rival_work(const void *what, size_t self, size_t n);
bool rivals_must_rest(void);

/* The first n begin to work; returns when all do. */
void rivals_work(rival_work *work, const void *what, size_t n);

/* The same with the row's kernel over its list, each from a place of its own. */
void rivals_run(const struct row *row, size_t n);

/* Returns when all are asleep again. */
void rivals_rest(void);

#endif
