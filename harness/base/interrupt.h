/* SPDX-License-Identifier: MIT
 * Signals that end a run cleanly: SIGINT, SIGTERM, and SIGHUP, which the end of a session sends. A
 * second SIGINT or SIGTERM kills the process. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* From now on such a signal ends the process with STATUS_INTERRUPTED, unless the process ignores
 * the signal. To be called while there is nothing to save. */
void interrupt_exit(void);

/* From now on these signals are caught, except SIGHUP under nohup. */
void interrupt_catch(void);

/* Returns whether a signal has been caught. */
bool interrupted(void);

#endif
