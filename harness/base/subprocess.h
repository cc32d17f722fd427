/* SPDX-License-Identifier: MIT
 * Calls what may crash or hang, in a child process. */
#ifndef SUBPROCESS_H
#define SUBPROCESS_H

#include "base/error.h"

#include <stddef.h>

/* Calls function(argument, result) in a fork and brings back `size` bytes of *result. `why` is "", or, if it did
 * not end well within `seconds` of CPU time, "killed by signal 11 (Segmentation fault)" or the like. False if there is
 * no process or memory to be had, or an interrupt came. */
bool run_in_child(void (*function)(const void *argument, void *result), const void *argument,
                  void *result, size_t size, unsigned seconds, char why[static 64],
                  struct error *error);

/* For `function`: the memory, or, if it is NULL, the end of the process. */
void *shared_with_child(void *memory);

/* "killed by signal 11 (Segmentation fault)"; SIGPROF, the watchdog's, is "it did not come to an end". Into text, which is
 * returned. */
const char *signal_text(int number, char text[static 64]);

#endif
