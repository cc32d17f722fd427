/* SPDX-License-Identifier: MIT
 * What a timing process draws at random. Each draw has a stream of random numbers of its own, so
 * that the draws are independent of each other. */
#ifndef DRAWS_H
#define DRAWS_H

#include "base/random.h"
#include "timing/protocol.h"

enum draw {
    DRAW_PAGES,  /* where the tables lie in physical memory                       */
    DRAW_VISITS, /* the order of rows in each round                               */
    DRAW_COLD,   /* where the memory of cold modes lies, and which of it is read */
    DRAWS
};

/* Returns the seed of a process of a run with this seed. Runs with other seeds draw differently. */
uint64_t process_seed(uint64_t seed, size_t process);

/* Returns the stream of random numbers for a draw. */
struct random process_draw(const struct timing_plan *plan, enum draw draw);

#endif
