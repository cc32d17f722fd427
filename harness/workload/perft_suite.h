/* SPDX-License-Identifier: MIT
 * The six positions by which move generators are checked, as a list to be timed. */
#ifndef STANDARD_H
#define STANDARD_H

#include "workload/workload.h"

/* Makes the list, of which kind and piece are set; false if there is no memory. */
bool standard_make(struct workload *workload);

#endif
