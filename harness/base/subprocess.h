/* SPDX-License-Identifier: MIT
 * Child processes: forks that report through a socket, and what they need: a time limit, and
 * reading and writing of whole blocks. */
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

/* A function that runs in the fork. `fd` is the fork's end of the socket. The process ends with
 * status 0 when the function returns. */
typedef void subprocess_fn(const void *argument, int fd);

/* Starts function(argument, fd) in a fork. `name` describes it in errors: "child process".
 * Returns false with STATUS_ENVIRONMENT if there are no descriptors or processes left. */
bool subprocess_start(struct subprocess *child, subprocess_fn *function, const void *argument,
                      const char *name, struct error *error);

/* Closes the socket and waits for the end of the process. Returns its status as waitpid() does. */
int subprocess_wait(struct subprocess *child);

/* Exit status of a process that wrote to write-protected data (machine/pages.h). */
enum { EXIT_WROTE_STATIC_DATA = 99 };

/* Size of a text on the end of a child process. */
enum { FAULT_SIZE = 64 };

/* Calls function(argument, result) in a fork and copies `size` bytes of *result back. `why` is
 * "" on success. Otherwise it is a reason:
 *   - "killed by signal 11 (Segmentation fault)";
 *   - "ended with status 7";
 *   - that it wrote to write-protected data;
 *   - that it did not come to an end, in `seconds` of CPU time or while it slept (watchdog_set()).
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

/* Ends a process that hangs. A busy or suspended machine must not count as a hang, so the limits
 * are CPU time, and sleep while the process is neither stopped nor waiting for a CPU. */

struct watchdog {
    double cpu_seconds; /* of the process, at the last check */
    int idle_checks;    /* consecutive */
};

/* Raises SIGPROF after `seconds` of CPU time of all threads together, or after a minute of
 * sleep. 0 seconds stop the watchdog. As a signal handler writes to *watchdog, the struct must
 * outlive the watch, and must not be static data that write_protect_data() protects. */
void watchdog_set(struct watchdog *watchdog, unsigned seconds);

/* Raises SIGPROF after `seconds` of CPU time. The limit survives exec(). */
void watchdog_limit_cpu(unsigned seconds);

/* ---- sockets and files ---- */

/* Whole blocks of bytes, past short transfers and signals. */

/* Reads exactly `size` bytes. Returns false at an error or an early end. */
bool read_all(int fd, void *to, size_t size);

/* Writes exactly `size` bytes. Returns false at an error. */
bool write_all(int fd, const void *from, size_t size);

#endif
