/* SPDX-License-Identifier: MIT
 * Signals that end a run cleanly: SIGINT, SIGTERM, and SIGHUP, sent at the end of a session. A
 * second SIGINT or SIGTERM kills the process. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* From now on such a signal ends the process with STATUS_INTERRUPTED, unless the process ignores
 * it. For the time in which there is nothing to save. */
void interrupt_exit(void);

/* From now on these signals are caught, except SIGHUP under nohup. */
void interrupt_catch(void);

/* Returns whether a signal has been caught. */
bool interrupted(void);

#endif
