/* SPDX-License-Identifier: MIT
 * Signals that end a run in good order: SIGINT, SIGTERM, and SIGHUP, which the end of a session sends. A second SIGINT or
 * SIGTERM kills. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* Catches the signals from now on; SIGHUP not under nohup. */
void interrupt_catch(void);

bool interrupted(void);

#endif
