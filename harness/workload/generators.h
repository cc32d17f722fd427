/* SPDX-License-Identifier: MIT
 * Where the questions of a list come from. */
#ifndef GENERATORS_H
#define GENERATORS_H

#include "workload/workload.h"

/* Fills the n queries or boards of a list, whose name says from where; returns how many there were. */
size_t generate(struct workload *workload, uint64_t seed, const struct corpus *corpus);

#endif
