/* SPDX-License-Identifier: MIT
 * The messages between a timing process (worker.h) and its parent (parent.h), over a socket. Both
 * are the same program: structs travel as they are in memory. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "plan/rows.h"
#include "timing/corunners.h"

/* The parent's only message. After it come row_count bytes: 1 for each row to skip, else 0. */
struct worker_request {
    double seconds;       /* timed part on a quiet machine, and as much again by half */
    double bound;         /* timed part at most                                       */
    double reference_ipc; /* canary operations per cycle of the undisturbed core      */
    struct modes modes;   /* those of the options, with sizes of caches               */
    /* Of the names of all rows, see row_checksum(): both sides must list the same rows. */
    uint64_t rows_checksum;
    uint32_t process; /* index */
    uint32_t row_count;
    /* 1: the positions are on standard input, from its start, whatever --positions is. */
    uint32_t positions_on_stdin;
    int32_t cpu; /* that the process is bound to; -1: none */
    uint32_t corunner_count;
    int corunners[MAX_CORUNNERS]; /* their CPUs */
};

/* Messages of the timing process. */
enum message_kind {
    MESSAGE_VISIT = 1, /* a visit has ended; a struct process_progress follows           */
    MESSAGE_WRONG,     /* the row is wrong, see WRONG_KERNEL                             */
    MESSAGE_CRASHED,   /* signal n came while the row was timed; the last message        */
    MESSAGE_FAILED,    /* n characters of an error follow, with `row` as its status      */
    MESSAGE_RESULTS,   /* the reference of the core (double) and n struct process_result,
                        * one per row, follow; the last message                          */
};

struct message {
    uint32_t kind, row, n;
};

/* How far a timing process is. */
struct process_progress {
    float done;        /* share of its samples; 0 to 1               */
    float undisturbed; /* share of the time of all visits; 0 to 1    */
    uint32_t measured; /* rows with enough undisturbed samples       */
};

#define WRONG_KERNEL                                                                               \
    "wrong kernel checksum, or changed CPU state (rounding, direction flag, upper vector halves)"

/* Continues the checksum of a list of rows, which begins with 0, by the name of the next row. */
uint64_t row_checksum(uint64_t checksum, const struct row *row);

/* Writes a MESSAGE_FAILED with its text. */
void message_write_error(int fd, const struct error *error);

/* Reads the text of a MESSAGE_FAILED, of which *message has been read. Returns false if it is
 * malformed. */
bool message_read_error(int fd, const struct message *message, struct error *error);

#endif
