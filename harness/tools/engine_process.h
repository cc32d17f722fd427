/* SPDX-License-Identifier: MIT
 * A chess engine as a child process that is controlled by UCI, the Universal Chess Interface.
 * Errors of the engine are STATUS_INPUT and begin with its name. */
#ifndef ENGINE_PROCESS_H
#define ENGINE_PROCESS_H

#include "base/subprocess.h"

struct engine_process {
    char *name;
    struct subprocess process; /* pid 0: it has ended */
    double limit;              /* seconds to wait for a line */
    char *text;                /* output since engine_forget(), complete lines or not */
    size_t used;               /* bytes of text */
    size_t read;               /* bytes of the lines that engine_read_until() has passed */
    size_t capacity;
};

/* Starts a program without arguments, with no output of its errors. */
bool engine_start(struct engine_process *engine, const char *name, const char *path, double limit,
                  struct error *error);

/* Writes text to the engine's input. */
bool engine_send(struct engine_process *engine, const char *text, struct error *error);

/* Passes lines of output up to the first that begins with `expected`. Fails if the engine ends, or
 * writes no such line within its limit; with STATUS_INTERRUPTED after an interrupt. */
bool engine_read_until(struct engine_process *engine, const char *expected, struct error *error);

/* Returns once the engine has finished all that came before, and waits for input. */
bool engine_synchronise(struct engine_process *engine, struct error *error);

/* Drops the output so far. */
void engine_forget(struct engine_process *engine);

/* Returns the CPU time of all its threads so far, in seconds. */
double engine_cpu_seconds(const struct engine_process *engine);

/* Ends the engine and frees it: by `quit` if it is in order, or else by a signal. */
void engine_stop(struct engine_process *engine, bool in_order);

#endif
