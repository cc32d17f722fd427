/* SPDX-License-Identifier: MIT
 * Signals that end a run cleanly: SIGINT, SIGTERM, and SIGHUP, which the end of a session sends. A
 * second SIGINT or SIGTERM kills the process. Signals that the process ignores, as under nohup or
 * in the background of a script, stay ignored. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* From now on such a signal ends the process with STATUS_INTERRUPTED. To be called while there is
 * nothing to save. */
void interrupt_exit(void);

/* From now on such a signal is caught. */
void interrupt_catch(void);

/* Returns whether a signal has been caught. */
bool interrupted(void);

#endif
