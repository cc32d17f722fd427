/* SPDX-License-Identifier: MIT
 * Signals that end a run cleanly: SIGINT, SIGTERM, and SIGHUP, sent at the end of a session. A
 * second SIGINT or SIGTERM kills the process. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* Ends the process with STATUS_INTERRUPTED at such a signal from now on, unless it is ignored: as
 * long as there is nothing to save. */
void interrupt_exit(void);

/* Catches these signals from now on, except SIGHUP under nohup. */
void interrupt_catch(void);

/* Returns true if one of them has been caught. */
bool interrupted(void);

#endif
