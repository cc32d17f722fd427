/* SPDX-License-Identifier: MIT
 * Reports of a timing process to its parent, among them that a row crashes or hangs. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include "analysis/run.h"
#include "timing/protocol.h"

/* Sends all reports to this socket, and catches signals of crashes and of the watchdog. */
void messages_open(int fd);

/* Reports a crash from now on, or more than `seconds` of CPU time, as that of this row. */
void messages_watch_row(uint32_t row, unsigned seconds);

/* Ends the watch for hangs. */
void messages_end_watch(void);

/* Ends the watch and sends a message with its data. Exits if the parent is gone. */
void messages_send(enum message_kind kind, uint32_t row, uint32_t n, const void *data, size_t size);

/* Reports that there is no memory for samples, and exits. */
_Noreturn void messages_exit_without_memory(void);

/* Sends the results of the n rows, the last message. */
void messages_send_results(const struct process_result *results, uint32_t n, double reference_ipc);

#endif
