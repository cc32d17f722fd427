/* SPDX-License-Identifier: MIT
 * The six positions by which move generators are checked, as a list to be timed. */
#ifndef PERFT_SUITE_H
#define PERFT_SUITE_H

#include "workload/workload.h"

/* Makes the list, of which kind and piece are set; false if there is no memory. */
bool perft_suite_make(struct workload *workload);

#endif
