/* SPDX-License-Identifier: MIT
 * Co-running threads, see timing/corunners.h, at work on a row. */
#ifndef CORUNNER_THREADS_H
#define CORUNNER_THREADS_H

#include "timing/worker/inputs.h"

/* Lets the threads of the row's mode run its kernel over its list, each from another place on.
 * Returns when all have begun; corunners_stop() ends their work. */
void corunner_threads_run(const struct timed_row *row);

#endif
