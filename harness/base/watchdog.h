/* SPDX-License-Identifier: MIT
 * Ends a process that hangs. A busy or suspended machine must not count as a hang, so the limits
 * are:
 *   - CPU time;
 *   - sleep, but only while the process is neither stopped nor waiting for a CPU. */
#ifndef WATCHDOG_H
#define WATCHDOG_H

struct watchdog {
    double cpu_seconds; /* of the process, at the last check */
    int idle_checks;    /* consecutive */
};

/* Raises SIGPROF after `seconds` of CPU time of all threads together, or after a minute of
 * sleep. 0 seconds stop the watchdog. A signal handler writes to *watchdog: it must outlive the
 * watch, and must not be static data that write_protect.h protects. */
void watchdog_set(struct watchdog *watchdog, unsigned seconds);

/* Raises SIGPROF after `seconds` of CPU time. The limit survives exec(). */
void watchdog_limit_cpu(unsigned seconds);

#endif
