/* SPDX-License-Identifier: MIT
 * Other cores that do at the same time what the timed one does: what sharing caches costs. */
#ifndef CORUNNERS_H
#define CORUNNERS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct timed_row; /* see inputs.h */

enum { MAX_CORUNNERS = 255 };

/* One thread for each of these CPUs, bound to it and asleep. */
bool corunners_start(const int *cpus, size_t n, struct error *error);

/* What a thread does: `self` of `n`, counted from 0, until corunners_must_stop(). */
typedef void corunner_work(const void *what, size_t self, size_t n);
bool corunners_must_stop(void);

/* The first n begin to work; returns when all do. */
void corunners_work(corunner_work *work, const void *what, size_t n);

/* The same with the row's kernel over its list, each from a place of its own. */
void corunners_run(const struct timed_row *row, size_t n);

/* Returns when all are asleep again. */
void corunners_stop(void);

#endif
