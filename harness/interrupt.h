/* SPDX-License-Identifier: MIT
 * Ctrl-C: the first asks the program to end in good order, the second kills it. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

void interrupt_catch(void); /* SIGINT and SIGTERM, from now on */
bool interrupted(void);

#endif
