/* SPDX-License-Identifier: MIT
 * Ends a process that hangs. A busy, stopped or suspended machine is no hang, so CPU time counts, and sleep only while
 * the process is neither stopped nor without a CPU. */
#ifndef WATCHDOG_H
#define WATCHDOG_H

struct watchdog {
    double cpu_seconds; /* of the process, at the last look */
    int idle_looks;     /* in a row                         */
};

/* Raises SIGPROF after `seconds` of CPU time, of all threads together, or a minute of sleep. 0 ends the watch. A signal
 * handler writes to *watchdog, so it must outlive the watch and lie outside sealed data, see write_protect.h. */
void watchdog_set(struct watchdog *watchdog, unsigned seconds);

/* Raises SIGPROF after `seconds` of CPU time; holds for a program that exec() starts, too. */
void watchdog_limit_cpu(unsigned seconds);

#endif
