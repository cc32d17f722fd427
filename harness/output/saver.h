/* SPDX-License-Identifier: MIT
 * Saves a run: a partial result after each process, the whole result at the end. */
#ifndef SAVER_H
#define SAVER_H

#include "output/report.h"
#include "output/result_file.h"

struct saver {
    struct report report;
    struct result_file result; /* no folder: nothing is saved                          */
    double best_ipc;           /* of previous runs on this CPU                         */
    bool has_warned;           /* of a partial result that could not be saved          */
};

/* Saves the results of the processes that have ended, so that a killed run loses at most one
 * process. Prints the first failure only; the end of the run tries again. `saver` is a struct
 * saver: this is a process_ended_fn. */
void saver_save_partial(void *saver);

/* Saves the run after conclude(). If its folder cannot be written to, the result goes to the
 * user's cache folder. That is still an error, STATUS_OUTPUT, whose text contains the path. */
bool saver_save(struct saver *saver, struct error *error);

#endif
