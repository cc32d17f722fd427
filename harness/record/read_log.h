/* SPDX-License-Identifier: MIT
 * Reads a run back from its log. */
#ifndef READ_LOG_H
#define READ_LOG_H

#include "record/log.h"
#include "record/report.h"

/* A run, read back from its log. Schemes, lists and modes come from the file: this program need
 * not contain them. */

struct recorded_run {
    char *path;
    struct log_lines lines; /* into which texts point */
    struct scheme *schemes;
    size_t scheme_count;
    struct lists *lists;        /* without items */
    struct run_request request; /* has its processes, the given options, and modes with sizes */
    struct run run;             /* not concluded */
    struct machine machine;
    struct pin pin;
    bool ended;           /* the run was not interrupted */
    struct report report; /* points to all of the above */
};

/* Reads a log. Returns NULL with STATUS_INPUT if its format is not LOG_FORMAT, or if a member is
 * missing or impossible. */
struct recorded_run *recorded_run_read(const char *path, struct error *error);

/* Calls conclude() for the run. Fails with STATUS_INPUT if no process has ended. */
bool recorded_run_conclude(struct recorded_run *run, struct error *error);

/* Frees the run; NULL is allowed. */
void recorded_run_free(struct recorded_run *run);

#endif
