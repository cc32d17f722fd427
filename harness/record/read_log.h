/* SPDX-License-Identifier: MIT
 * Reads a run back from its log. */
#ifndef READ_LOG_H
#define READ_LOG_H

#include "record/log.h"
#include "record/report.h"

/* A run that was read back from its log. Its schemes, lists and modes come from the file, so that
 * this program need not have them. */

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

/* Reads a log. Returns NULL with STATUS_INPUT if the format is not LOG_FORMAT, or if a member is
 * missing or impossible. */
struct recorded_run *recorded_run_read(const char *path, struct error *error);

/* Calls conclude() for the run. Fails with STATUS_INPUT if no process has ended. */
bool recorded_run_conclude(struct recorded_run *run, struct error *error);

/* Frees the run; NULL is allowed. */
void recorded_run_free(struct recorded_run *run);

/* ---- the recorded runs of this CPU (recorded_runs.c) ---- */

/* Returns the newest run that serves() accepts and that has this program's compiler and level, and
 * the kind of core to which a run without options is bound here; NULL if there is none. Looks in
 * the folder `results`, here and in the source tree, where `scripts/bench` saves runs. Ignores
 * files that are no logs. serves() gets runs that are not concluded. */
struct recorded_run *recorded_runs_find(bool (*serves)(const struct recorded_run *run,
                                                       const void *context),
                                        const void *context);

/* Returns the best reference that a run in the folder has on the machine's kind of core; 0 if there
 * is no such run. Ignores references above CANARY_CHAINS, and files that are no logs. */
double recorded_runs_best_reference(const char *folder, const struct machine *machine);

/* ---- continuing a run (resume.c) ---- */

/* Returns the command line of the run, but with the program name and the positions of `given`, and
 * sets *argc. The caller frees the array; its texts belong to the recorded run. Returns NULL with
 * STATUS_INPUT, or with STATUS_USAGE if the positions are of another kind than those of the run. */
char **resume_arguments(const struct recorded_run *recorded, const struct run_request *given,
                        int *argc, struct error *error);

/* Fails with STATUS_INPUT unless the log was made by this build and on this machine, because a run
 * must not mix processes of two builds or machines. */
bool resume_check(const struct recorded_run *recorded, const struct machine *machine,
                  struct error *error);

/* Moves the results of the log's processes to the rows of a run, which have been verified before.
 * Fails with STATUS_INPUT if the log has other rows, another size of a cold cache or another
 * checksum. */
bool resume_rows(struct recorded_run *recorded, struct run *run, struct error *error);

#endif
