/* SPDX-License-Identifier: MIT
 * Calls what may crash or hang, in a child process. */
#ifndef GUARD_H
#define GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* Calls function(argument, result) in a fork and brings back `size` bytes of *result. False if it did not end
 * well within `seconds`; `why` then says "killed by signal 11 (Segmentation fault)" or the like. */
bool guarded(void (*function)(const void *argument, void *result), const void *argument,
             void *result, size_t size, unsigned seconds, char why[static 64]);

/* "signal 11 (Segmentation fault)"; SIGALRM is "no end after its time". Into text, which is returned. */
const char *signal_text(int number, char text[static 64]);

#endif
