/* SPDX-License-Identifier: MIT
 * The messages between a timing process (worker.h) and its parent (parent.h), over a socket.
 * Structs are sent as they are in memory. This works because both processes are links of one build,
 * as the first message proves. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "analysis/run.h"
#include "base/random.h"
#include "plan/rows.h"
#include "timing/corunners.h"

#include <limits.h>

/* What the parent sends after it has read the first message. A struct row_request for each timed
 * row follows. */
struct timing_plan {
    double seconds;       /* timed part on a quiet machine: visits are planned for VISITS_SHARE */
    double bound;         /* the longest that the timed part may take                         */
    double reference_ipc; /* canary operations per cycle of the undisturbed core              */
    uint64_t seed;        /* of the run                                                       */
    uint32_t process;     /* index                                                            */
    uint32_t run_rows, timed_rows;
    bool huge_pages;
    int cpu; /* a sample taken on any other CPU is disturbed; -1: not bound to a CPU */
    int corunners[MAX_CORUNNERS]; /* the CPUs of co-runners                                   */
    char positions[PATH_MAX];     /* file, "-" for standard input, or "" for the built-in games */
};

struct row_request {
    uint32_t row;    /* index in the run */
    char scheme[64]; /* name; a batched mode times the batch build of this scheme */
    struct list_request list;
    bitboard checksum; /* of the parent's list: another one means that the positions changed */
    struct mode_spec mode;
};

/* ---- what a timing process draws at random ---- */

/* Each of these has a stream of random numbers of its own, so that the draws are independent. */
enum random_for {
    RANDOM_PAGES,  /* where the tables lie in physical memory                      */
    RANDOM_VISITS, /* the order of rows in each round                              */
    RANDOM_COLD,   /* where the memory of cold modes lies, and which of it is read */
    RANDOM_USES
};

/* Returns the seed of a process, from the seed of its run and the index of the process. */
uint64_t process_seed(uint64_t seed, size_t process);

/* Returns the process's stream of random numbers for this purpose. */
struct random process_random(const struct timing_plan *plan, enum random_for what);

/* ---- the messages of a timing process ---- */

enum message_kind {
    MESSAGE_BUILD = 1, /* n characters of program_build follow; the first message        */
    MESSAGE_VISIT,     /* a visit has ended; a struct process_progress follows           */
    MESSAGE_WRONG,     /* the row is wrong, see WRONG_KERNEL                             */
    MESSAGE_CRASHED,   /* signal n came while the row was timed; the last message        */
    MESSAGE_FAILED,    /* a struct error follows; the last message                       */
    MESSAGE_RESULTS,   /* a struct process_results follows; the last message             */
};

struct message {
    uint32_t kind, row, n;
};

/* How far a timing process is. */
struct process_progress {
    float done;              /* the part of its work that is done; 0 to 1 */
    float undisturbed_share; /* of the time of all visits; 0 to 1         */
};

struct process_results {
    double reference_ipc;        /* of the core; may be higher than in the plan   */
    struct process_result row[]; /* [run_rows]: all rows of the run, timed or not */
};

#define WRONG_KERNEL                                                                               \
    "wrong kernel checksum, or changed CPU state (rounding, direction flag, upper vector halves)"

/* Writes a message with its data. Returns false if that fails. */
bool message_write(int fd, enum message_kind kind, uint32_t row, uint32_t n, const void *data,
                   size_t size);

/* Writes a MESSAGE_FAILED with its error. */
void message_write_error(int fd, const struct error *error);

/* Reads the build that follows a MESSAGE_BUILD. Returns whether it is the build of this program. */
bool message_read_build(int fd, const struct message *message);

/* ---- sending them, in the timing process ---- */

/* Sends all further messages to this socket, and from now on reports crashes. */
void messages_open(int fd);

/* Closes the socket in a fork of the timing process, whose crashes are not reported. */
void messages_close(void);

/* From now on, blames this row for a crash, and for a hang, which takes more than `seconds` of CPU
 * time (see watchdog_set()). */
void messages_watch_row(uint32_t row, unsigned seconds);

/* Ends the watch for hangs that messages_watch_row() began. */
void messages_end_watch(void);

/* Ends the watch for hangs, and sends a message with its data. Exits if the parent is gone. */
void messages_send(enum message_kind kind, uint32_t row, const void *data, size_t size);

#endif
