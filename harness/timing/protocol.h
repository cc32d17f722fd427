/* SPDX-License-Identifier: MIT
 * What a timing process (worker.h) and its parent (parent.h) say to each other over a socket. Both are the same program. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "timing/corunners.h"
#include "plan/rows.h"

/* From the parent, first and once; row_count bytes follow, 1 for each row to leave out. */
struct request {
    double seconds; /* the timed part */
    uint32_t process, row_count;
    uint32_t positions_on_stdin; /* 1: read them there, from its start, whatever --positions says */
    int32_t cpu;                 /* that the process is bound to; -1: none                        */
    uint32_t corunner_count; /* see corunners.h; their CPUs                                      */
    int corunners[MAX_CORUNNERS];
};

/* From the timing process. */
enum message_kind {
    MESSAGE_PLAN = 1, /* n visits will come, unless Google Benchmark filters some               */
    MESSAGE_VISIT,    /* n samples of a row follow                                              */
    MESSAGE_WRONG,    /* the row's kernel returned a wrong sum                                  */
    MESSAGE_CRASHED,  /* signal n came while the row was timed; nothing else follows            */
    MESSAGE_FAILED,   /* n characters of an error's text follow; `row` is its status            */
    MESSAGE_END,      /* all is done                                                            */
};

struct message {
    uint32_t kind, row, n;
};

/* A whole MESSAGE_FAILED. */
void message_write_error(int fd, const struct error *error);

/* The rest of one, of which *message has been read; false if that is none. */
bool message_read_error(int fd, const struct message *message, struct error *error);

#endif
