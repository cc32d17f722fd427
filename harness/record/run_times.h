/* SPDX-License-Identifier: MIT
 * The times of a run by row and process: of a recorded one, or of that of this program. */
#ifndef RUN_TIMES_H
#define RUN_TIMES_H

#include "base/error.h"
#include "base/stats.h"
#include "record/read_log.h"

struct run_times_row {
    const char *scheme, *workload, *mode; /* as in results */
    enum piece piece;
    enum row_status status;
    /* [processes], core cycles per unit of the mode; NAN: that process has no result. NULL: none
     * has. */
    const double *cycles;
};

struct run_times {
    struct recorded_run *recorded; /* the file, with all texts and times; NULL: no file */
    const char *slug, *compiler;
    char cpu[160]; /* "AMD EPYC, Zen 5" */
    char date[11]; /* "2026-11-21" */
    bool partial;
    double l1d_bytes, l2_bytes, l3_bytes; /* 0: unknown */
    size_t processes;
    struct run_times_row *row;
    size_t n;
};

/* Reads the log of a run. A fault of it is STATUS_INPUT. run_times_free() must follow in any
 * case. */
bool run_times_read(struct run_times *times, const char *path, struct error *error);

/* Lists the rows of a run of this program, whose names and times remain in it; before conclude()
 * they have no times. Returns false if out of memory. run_times_free() must follow in any case. */
bool run_times_of_run(struct run_times *times, const struct run *run,
                      const struct machine *machine);

/* Returns whether a row has this workload. Perft has one in a run: `perft`, or in older runs
 * `perft-suite`, of six positions. */
bool run_times_row_has_workload(const struct run_times_row *row, const char *workload);

/* Returns the row with these names, NULL if there is none. */
const struct run_times_row *run_times_find_row(const struct run_times *times, const char *scheme,
                                               const char *workload, const char *mode,
                                               enum piece piece);

/* Returns the bytes of other memory of a burst with this number of queries: of "burst-2048-8", or
 * "burst-0.5L2-8", half of the L2 cache. NAN: another mode. */
double run_times_burst_bytes(const struct run_times *times, const char *mode, unsigned queries);

/* Returns the median over processes with its confidence interval; NAN without a result. */
struct interval run_times_cycles(const struct run_times *times, const struct run_times_row *row);

void run_times_free(struct run_times *times);

#endif
