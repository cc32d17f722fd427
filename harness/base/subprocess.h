/* SPDX-License-Identifier: MIT
 * Child processes: forks that report through a pipe or a socket. */
#ifndef SUBPROCESS_H
#define SUBPROCESS_H

#include "base/error.h"

#include <stddef.h>
#include <sys/types.h>

struct subprocess {
    pid_t pid;
    int fd; /* the parent's end: of a pipe for reading, or of a socket */
};

enum channel { CHANNEL_PIPE, CHANNEL_SOCKET };

/* Runs in the fork, with its end of the channel. The process ends with status 0 when it returns. */
typedef void subprocess_fn(const void *argument, int fd);

/* Starts function(argument, fd) in a fork. `name` describes it in errors: "child process".
 * Returns false with STATUS_ENVIRONMENT if there are no descriptors or processes left. */
bool subprocess_start(struct subprocess *child, enum channel channel, subprocess_fn *function,
                      const void *argument, const char *name, struct error *error);

/* Closes the channel and waits for the end of the process. Returns its status as waitpid() does. */
int subprocess_wait(struct subprocess *child);

/* Size of a text on the end of a child process. */
enum { FAULT_SIZE = 64 };

/* Calls function(argument, result) in a fork and copies `size` bytes of *result back. `why` is
 * "" on success. Otherwise it is a reason:
 *   - "killed by signal 11 (Segmentation fault)";
 *   - "ended with status 7";
 *   - that it wrote to write-protected data (write_protect.h);
 *   - that it did not come to an end, in `seconds` of CPU time or while it slept (watchdog.h).
 * Fails with STATUS_ENVIRONMENT if no process or memory is available, with STATUS_INTERRUPTED after
 * an interrupt. */
bool run_in_child(void (*function)(const void *argument, void *result), const void *argument,
                  void *result, size_t size, unsigned seconds, char why[static FAULT_SIZE],
                  struct error *error);

/* Returns `memory`, or ends the process if it is NULL: run_in_child() then reports a lack of
 * memory. For use in `function`. */
void *require_in_child(void *memory);

/* Writes "killed by signal 11 (Segmentation fault)", or "it did not come to an end" for SIGPROF,
 * the signal of the watchdog. Returns text. */
const char *signal_text(int number, char text[static FAULT_SIZE]);

#endif
