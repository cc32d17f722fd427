/* SPDX-License-Identifier: MIT
 * A run, read back from its log. Schemes, lists and modes come from the file: this program need not
 * contain them. */
#ifndef RECORDED_RUN_H
#define RECORDED_RUN_H

#include "plan/lists.h"
#include "record/log.h"
#include "record/report.h"

struct recorded_run {
    struct log_lines lines; /* into which texts point */
    struct scheme *schemes;
    size_t scheme_count;
    struct lists *lists;        /* without items */
    struct run_request request; /* its processes, names of given options, modes with sizes */
    struct run run;             /* not concluded */
    struct machine machine;
    struct pin pin;
    bool ended;           /* was not interrupted */
    struct report report; /* of all these */
};

/* Reads a log of format 4. Returns NULL if out of memory (STATUS_ENVIRONMENT), and if a member
 * is missing or impossible (STATUS_INPUT). Texts of the file contain no control characters. */
struct recorded_run *recorded_run_read(const char *path, struct error *error);

/* Computes the figures of the run. Fails with STATUS_INPUT if no process has ended, and as
 * conclude() does. */
bool recorded_run_conclude(struct recorded_run *run, struct error *error);

/* Frees the run; NULL is allowed. */
void recorded_run_free(struct recorded_run *run);

#endif
