/* SPDX-License-Identifier: MIT
 * Saves a run: after each process what there is so far, at the end all of it. */
#ifndef SAVER_H
#define SAVER_H

#include "output/notes.h"
#include "output/result_file.h"

struct saver {
    struct record record; /* the run */
    struct result result; /* its files; no folder: nothing is saved */
    double best_ipc;      /* of earlier runs on this CPU */
    bool complained;      /* of a partial result that could not be saved */
};

/* Saves what the processes that have ended measured, so that no more than one is lost if the run is killed. A failure is told once;
 * the end of the run will try again. `saver` is a struct saver: this is a process_ended_fn. */
void saver_save_partial(void *saver);

/* Saves the run, whose rows have their figures. A result that its folder no longer takes goes to the user's cache folder: STATUS_OUTPUT
 * all the same, and the error's text tells where it is. */
bool saver_save(struct saver *saver, struct error *error);

#endif
