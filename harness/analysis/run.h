/* SPDX-License-Identifier: MIT
 * A run: its rows with the results of all processes, and what conclude() computes from them. */
#ifndef RUN_H
#define RUN_H

#include "analysis/samples.h"
#include "base/stats.h"
#include "plan/rows.h"

#include <time.h>

/* What is recorded of a process in addition to the results of rows. */
struct process_record {
    size_t number; /* the first is 1 */
    time_t began;
    double seconds;
    unsigned link;            /* of the program, see base/program.h */
    uint64_t seed;            /* of all that it draws but the link, see timing/protocol.h */
    double undisturbed_share; /* of its time; 0 to 1 */
    double reference_ipc;     /* canary operations per cycle of the undisturbed core */
};

/* The confidence of the comparisons in a column. It counts all rows that the run had when it was
 * concluded, also rows that are not selected for output. */
struct column_confidence {
    size_t processes;   /* the fewest that have measured a row */
    double each;        /* confidence of one comparison, 0 to 1 */
    size_t comparisons; /* of one ranked row with all others */
    /* How many of these comparisons hold together with 95 %: all, or fewer (even 0) if the run has
     * too few processes. */
    size_t corrected_for;
    /* The largest twin_gap() of the column. All intervals and ties of the column allow for it. */
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
    const struct column *column; /* one of run.column */

    /* Collected from the timing processes: */
    struct process_result *process; /* [run.processes_ended]; NULL: the row has no results   */
    double *process_cycles;         /* [run.processes_ended]: the cycles of these, for stats */

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
    size_t last_process;  /* number of the last process, from 1 (a log may lack some); 0: none */
    double reference_ipc; /* canary operations per cycle of the undisturbed core; 0: unknown */

    /* Computed from the results of processes: */
    size_t min_processes; /* the least processes_measured of a row with a result */
    size_t unsupported, wrong, unstable, in_doubt; /* numbers of rows; wrong: or crashed */
    bool is_of_some_schemes;  /* the user selected schemes: the best of them is no advice */
    bool has_hardware_cycles; /* a hardware counter counted cycles; else canaries give them */
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

/* Makes the columns of the run from its rows. Columns that it had before keep their confidence. */
void run_set_columns(struct run *run);

void run_free(struct run *run);

/* Appends the results [run->n] of a process that has ended. `reference_ipc` is the reference of the
 * core that the process found. If it is CANARY_TOLERANCE below the run's, the core was shared
 * throughout this process, and its values are dropped. If it is as far above, the core was shared
 * during all processes before, and their values are dropped. */
void run_add_process(struct run *run, const struct process_result *results, double reference_ipc);

/* Gives a row a status other than ROW_OK, and drops its results. */
void run_fail_row(struct measured_row *row, enum row_status status, const char *reason);

/* Returns the number of rows that are ROW_OK. A timing process visits only these. */
size_t run_count_ok(const struct run *run);

/* Marks rows that fewer than `processes` processes have measured as incomplete. Returns how many
 * rows these are. */
size_t run_mark_incomplete(struct run *run, size_t processes);

/* ---- what output needs of a run ---- */

enum selection_list { BY_PIECE, BY_WORKLOAD, BY_MODE, SELECTION_LISTS };

/* Which rows of a run are printed. */
struct selection {
    const char *schemes;                /* an extended regular expression; NULL: all */
    const char *relative_to;            /* a scheme whose rows are kept in any case; NULL: none */
    const char *lists[SELECTION_LISTS]; /* names with commas between them; NULL: all */
};

/* Removes the rows that are not selected from a concluded run. Fails with STATUS_USAGE if no row
 * remains, or if a part of the selection matches no row; the error names this part. */
bool run_select(struct run *run, const struct selection *selection, struct error *error);

/* Counts the rows of each status, and sets min_processes. */
void run_count_statuses(struct run *run);

/* Returns the scheme's row of a column; NULL if there is none. */
struct measured_row *run_find(const struct run *run, const struct column *column,
                              const char *scheme);

/* Returns which share of all samples of a concluded run is undisturbed, 0 to 1; NAN if it has no
 * samples. */
double run_undisturbed_share(const struct run *run);

#endif
