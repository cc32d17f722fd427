/* SPDX-License-Identifier: MIT
 * A run: its rows with the results of all processes, and what conclude() computes from them. */
#ifndef RUN_H
#define RUN_H

#include "analysis/samples.h"
#include "base/stats.h"
#include "plan/rows.h"

#include <time.h>

/* What is recorded of a process beside the results of rows. */
struct process_record {
    size_t number; /* the first is 1 */
    time_t began;
    double seconds;
    unsigned link;            /* of the program, see base/program.h */
    uint64_t seed;            /* of its other draws, see timing/protocol.h */
    double undisturbed_share; /* of its time; 0 to 1 */
    double reference_ipc;     /* canary operations per cycle of the undisturbed core */
};

/* The confidence of the comparisons in a column, among all rows that the run has of the column. */
struct column_confidence {
    size_t processes;   /* the fewest that have measured a row */
    double each;        /* of one comparison, 0 to 1 */
    size_t comparisons; /* of each ranked row: with all others */
    /* How many comparisons hold together with 95 %. They are fewer than all, down to 0, if the run
     * has too few processes. */
    size_t corrected_for;
    /* The largest twin_gap() of the column. All its intervals and ties allow for it. */
    double twin_gap;
};

/* A column: the rows of one piece, workload and mode. Ranks hold within it. */
struct column {
    const struct list *list; /* of the piece and workload */
    const struct mode_spec *mode;
    struct column_confidence confidence; /* computed from the processes */
};

struct measured_row {
    struct row planned;
    const struct column *column; /* of the run */

    /* Collected from the timing processes: */
    struct process_result *process; /* [run.processes_ended]       */
    double *process_cycles;         /* the same cycles as an array */

    /* Computed from them: */
    size_t samples_total;       /* of all processes                             */
    size_t processes_measured;  /* processes with enough undisturbed samples    */
    bool incomplete;            /* to be measured by more processes             */
    bool in_doubt;              /* unstable, and may be the best of its column  */
    struct interval cycles, ns; /* median over processes                        */
    double ghz;                 /* median over processes                        */
    double undisturbed_share;   /* of all samples; 0 to 1                       */
    double counts[COUNTERS];    /* per query, median over processes, or NAN     */
    struct standing standing;   /* among the rows of its column; rank 0: none   */
    struct interval ratio;      /* to the best choice of its column; NAN: none  */
};

struct run {
    struct measured_row *row;
    size_t n;
    struct column *column; /* in the order in which each scheme has its rows */
    size_t column_count;
    size_t processes_requested;
    size_t processes_ended;
    size_t last_process;  /* its number, from 1; a log may have lost processes before it; 0: none */
    double reference_ipc; /* canary operations per cycle of the undisturbed core; 0: unknown */

    /* Computed from the results of processes: */
    size_t min_processes; /* least processes_measured of a row with a result */
    size_t unsupported, wrong, unstable, in_doubt; /* rows; wrong: crashed ones included */
    bool is_of_some_schemes;  /* chosen by the user, so that the best of them is no advice */
    bool has_hardware_cycles; /* cycles are those of the hardware counter, not of the canaries */
};

/* Loop over all columns or rows of a run, or over the rows of one column. */
#define for_each_column(each, run)                                                                 \
    for (struct column *each = (run)->column; each < (run)->column + (run)->column_count; each++)
#define for_each_row(each, run)                                                                    \
    for (struct measured_row *each = (run)->row; each < (run)->row + (run)->n; each++)
#define for_each_row_of_column(each, run, of)                                                      \
    for_each_row (each, run)                                                                       \
        if ((each)->column != (of))                                                                \
            continue;                                                                              \
        else

/* Copies the rows into a run without processes. */
void run_make(struct run *run, const struct rows *rows);

/* Makes the columns of the run from its rows. A column that it had before keeps its confidence. */
void run_set_columns(struct run *run);

void run_free(struct run *run);

/* Appends the results [run->n] of a process that has ended, and its reference, which is that of its
 * core. If that is lower than the run's reference so far, the core was shared throughout this
 * process, whose values are dropped. If it is higher, the core was shared during all processes
 * before, and their values are dropped. */
void run_add_process(struct run *run, const struct process_result *results, double reference_ipc);

/* Gives a row a status other than ROW_OK, and drops its results. */
void run_fail_row(struct measured_row *row, enum row_status status, const char *reason);

/* Returns the number of rows that are ROW_OK, which are those that a timing process visits. */
size_t run_count_ok(const struct run *run);

/* Marks as incomplete the rows that fewer than this many processes have measured. Returns their
 * number. */
size_t run_mark_incomplete(struct run *run, size_t processes);

/* ---- conclusions (conclude.c) ---- */

/* Computes results, ranks and statuses from the values of all processes. To be called once for each
 * run.
 *   - A row becomes ROW_UNSTABLE if too few processes have measured it.
 *   - Where a twin differs from its original, all intervals of its column become wider by the
 *     difference: as the two are the same code, all other rows of the column are as uncertain.
 *   - All rows become ROW_UNSTABLE if the core was shared during the whole run: if the run's
 *     reference is 4 % below best_ipc, the best of previous runs on this CPU. best_ipc is 0 if
 *     there are none.
 *   - A row with co-runners becomes ROW_UNSUPPORTED if they share its core. */
void conclude(struct run *run, double best_ipc);

/* ---- what is read of a run ---- */

enum selection_list { BY_PIECE, BY_WORKLOAD, BY_MODE, SELECTION_LISTS };

/* Which rows of a run are printed. */
struct selection {
    const char *schemes;                /* an extended regular expression; NULL: all */
    const char *relative_to;            /* a scheme whose rows are printed, too; NULL: none */
    const char *lists[SELECTION_LISTS]; /* with commas; NULL: all */
};

/* Removes from a concluded run the rows that are not selected. Fails with STATUS_USAGE if none
 * remains, or if a part of the selection matches no row, which the error names. */
bool run_select(struct run *run, const struct selection *selection, struct error *error);

/* Counts the rows of each status, and min_processes. */
void run_count_statuses(struct run *run);

/* Returns the scheme's row of a column; NULL if there is none. */
struct measured_row *run_find(const struct run *run, const struct column *column,
                              const char *scheme);

/* Returns which share of all samples of the run is undisturbed, 0 to 1, computed from the shares of
 * its rows; NAN without samples. */
double run_undisturbed_share(const struct run *run);

#endif
