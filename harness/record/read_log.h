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
    struct run_request request; /* has its processes, full, and modes with sizes */
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

/* ---- the recorded runs of this CPU (recorded_runs.c) ---- */

/* Returns the newest run that serves() accepts, before it is concluded, by this program's compiler
 * and level, and on the kind of core to which a run without options is bound here; from the folder
 * `results`, here or in the source tree, where `scripts/bench` saves them. Ignores files that are
 * no logs. Returns NULL if there is none. */
struct recorded_run *recorded_runs_find(bool (*serves)(const struct recorded_run *run,
                                                       const void *context),
                                        const void *context);

/* Returns the best canary reference, up to CANARY_CHAINS, of the runs in a folder that are of the
 * machine's kind of core; 0 without such runs. Ignores files that are no logs. */
double recorded_runs_best_reference(const char *folder, const struct machine *machine);

/* ---- continuing a run (resume.c) ---- */

/* Returns the command line of the run, with the program name and the positions of `given`, and sets
 * *argc. free() the array; its texts belong to the recorded run. Returns NULL with STATUS_INPUT, or
 * with STATUS_USAGE if the positions are of another kind than the run's. */
char **resume_arguments(const struct recorded_run *recorded, const struct run_request *given,
                        int *argc, struct error *error);

/* Fails unless the log is by this build and of this machine: a run must not mix processes of two
 * builds or machines. Errors are STATUS_INPUT. */
bool resume_check(const struct recorded_run *recorded, const struct machine *machine,
                  struct error *error);

/* Moves the results of the log's processes to the rows of a run, after the rows have been verified.
 * Fails with STATUS_INPUT if rows, the size of a cold cache or a checksum differ. */
bool resume_rows(struct recorded_run *recorded, struct run *run, struct error *error);

#endif
