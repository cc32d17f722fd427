/* SPDX-License-Identifier: MIT
 * Games as scripts for the replay kernels; scheme.h says what a script is. After each move all sliders of the side
 * to move are asked. */
#ifndef REPLAY_SCRIPT_H
#define REPLAY_SCRIPT_H

#include "workload/workload.h"

/* Turns the first games of the corpus that hold w->n lookups into a list of games: sets all of w but sums and men,
 * n to the number of games. *found: lookups there are, which may be too few; false if there is no memory. */
bool replay_script_make(struct workload *w, const struct corpus *corpus, size_t *found);

/* expected_compute() of games; sums->answers is allocated. */
bool replay_script_sum(const struct workload *w, const struct reference *reference,
                       struct expected *expected);

/* Cleared memory for lists, on cache lines of its own; NULL if there is none. */
void *list_memory(size_t n, size_t size);

#endif
