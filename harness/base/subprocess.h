/* SPDX-License-Identifier: MIT
 * Child processes: forks that report to their parent through a socket, limits of the time that a
 * process may take, and functions that read and write whole blocks. */
#ifndef SUBPROCESS_H
#define SUBPROCESS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct subprocess {
    pid_t pid;
    int fd; /* the parent's end of the socket */
};

/* A function that runs in the fork, whose end of the socket is `fd`. When it returns, the fork ends
 * with status 0. */
typedef void subprocess_fn(const void *argument, int fd);

/* Starts function(argument, fd) in a fork. `name` is what errors call the fork, such as "child
 * process". Returns false with STATUS_ENVIRONMENT if there are no descriptors or processes left. */
bool subprocess_start(struct subprocess *child, subprocess_fn *function, const void *argument,
                      const char *name, struct error *error);

/* Closes the socket and waits for the end of the process. Returns its status as waitpid() does. */
int subprocess_wait(struct subprocess *child);

/* Exit status of a process that wrote to write-protected data (machine/pages.h). */
enum { EXIT_WROTE_STATIC_DATA = 99 };

/* Size of a text that says how a child process ended. */
enum { FAULT_SIZE = 64 };

/* Calls function(argument, result) in a fork and copies `size` bytes of *result back. `why` is
 * "" on success. Otherwise it is a reason:
 *   - "killed by signal 11 (Segmentation fault)";
 *   - "ended with status 7";
 *   - that it wrote to write-protected data;
 *   - that it did not come to an end: it took `seconds` of CPU time, or slept too long.
 * Fails with STATUS_ENVIRONMENT if no process or memory is available, with STATUS_INTERRUPTED after
 * an interrupt. */
bool run_in_child(void (*function)(const void *argument, void *result), const void *argument,
                  void *result, size_t size, unsigned seconds, char why[static FAULT_SIZE],
                  struct error *error);

/* Writes "killed by signal 11 (Segmentation fault)", or "it did not come to an end" for SIGPROF,
 * the signal of the watchdog. Returns text. */
const char *signal_text(int number, char text[static FAULT_SIZE]);

/* Writes how a process ended, from its status by waitpid(): the text of its signal, or "ended with
 * status 7". Returns text. */
const char *end_text(int status, char text[static FAULT_SIZE]);

/* ---- a process that hangs ---- */

/* A watchdog ends a process that hangs. It must not take a busy or suspended machine for a hang. So
 * it limits the CPU time, and how long the process sleeps while it is neither stopped nor waiting
 * for a CPU. */

struct watchdog {
    double cpu_seconds; /* of the process, at the last check */
    int idle_checks;    /* consecutive */
};

/* Raises SIGPROF after all threads together have taken `seconds` of CPU time, or after a minute of
 * sleep. 0 seconds stop the watchdog. A signal handler writes to *watchdog, so the struct must
 * outlive the watch. It must not be static in a process that calls write_protect_data(). */
void watchdog_set(struct watchdog *watchdog, unsigned seconds);

/* Raises SIGPROF after `seconds` of CPU time. The limit survives exec(). */
void watchdog_limit_cpu(unsigned seconds);

/* ---- sockets and files ---- */

/* Both functions go on after a short transfer or a signal, until the whole block is transferred. */

/* Reads exactly `size` bytes. Returns false at an error or an early end. */
bool read_all(int fd, void *to, size_t size);

/* Writes exactly `size` bytes. Returns false at an error. */
bool write_all(int fd, const void *from, size_t size);

#endif
