/* SPDX-License-Identifier: MIT
 * Signals that end a run cleanly: SIGINT, SIGTERM, and SIGHUP, which the end of a session sends.
 * Signals that the process ignores, as under nohup or in the background of a script, stay
 * ignored. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* Lets these signals end the process with STATUS_INTERRUPTED, while there is nothing to save. */
void interrupt_exit(void);

/* Catches these signals. A second SIGINT or SIGTERM kills the process. */
void interrupt_catch(void);

/* Returns whether a signal has been caught. */
bool interrupted(void);

#endif
