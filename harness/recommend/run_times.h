/* SPDX-License-Identifier: MIT
 * The times of a run by row and process: of a recorded one, or of that of this program. */
#ifndef RECORDED_H
#define RECORDED_H

#include "base/error.h"
#include "base/stats.h"
#include "output/recorded/recorded_result.h"

struct recorded_row {
    const char *scheme, *workload, *mode; /* as in results */
    enum piece piece;
    enum row_status status;
    /* [processes], core cycles per unit of the mode; NAN: that process has no result. NULL: none
     * has. */
    const double *cycles;
};

struct recorded {
    struct recorded_result *result; /* the file, with all texts and times; NULL: no file */
    const char *slug, *compiler;
    char cpu[160]; /* "AMD EPYC, Zen 5" */
    char date[11]; /* "2026-11-21" */
    bool partial;
    double l1d_bytes, l2_bytes, l3_bytes; /* 0: unknown */
    size_t processes;
    struct recorded_row *row;
    size_t n;
};

/* Reads the .json of a result. A fault of it is STATUS_INPUT. recorded_free() must follow in any
 * case. */
bool recorded_read(struct recorded *recorded, const char *path, struct error *error);

/* Lists the rows of a run of this program, whose names and times remain in it; before conclude()
 * they have no times. Returns false without memory. recorded_free() must follow in any case. */
bool recorded_of_run(struct recorded *recorded, const struct run *run,
                     const struct machine *machine);

/* Returns the row with these names, NULL if there is none. */
const struct recorded_row *recorded_find_row(const struct recorded *recorded, const char *scheme,
                                             const char *workload, const char *mode,
                                             enum piece piece);

/* Returns the bytes of other memory of a burst with this number of queries: of "burst-2048-8", or
 * "burst-0.5L2-8", half of the L2 cache. NAN: another mode. */
double recorded_burst_bytes(const struct recorded *recorded, const char *mode, unsigned queries);

/* Returns the median over processes with its confidence interval; NAN without a result. */
struct interval recorded_cycles(const struct recorded *recorded, const struct recorded_row *row);

void recorded_free(struct recorded *recorded);

#endif
