/* SPDX-License-Identifier: MIT */
#include "analysis/run.h"
#include "base/memory.h"
#include "base/parse.h"
#include "base/stats.h"
#include "base/tuning.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

void run_make(struct run *run, const struct rows *rows)
{
    *run = (struct run){.row = xcalloc(rows->n, sizeof *run->row), .n = rows->n};
    for (size_t i = 0; i < rows->n; i++)
        run->row[i].planned = rows->row[i];
}

/* Makes room for these processes and some more: a log has thousands of rows. */
static void grow_row(struct measured_row *row, size_t processes)
{
    enum { STEP = 16 };
    size_t room = (processes + STEP - 1) / STEP * STEP;
    row->process = xreallocarray(row->process, room, sizeof *row->process);
    row->process_cycles = xreallocarray(row->process_cycles, room, sizeof *row->process_cycles);
}

/* Sets the result of process p, if the row can have one. */
static void set_result(struct measured_row *row, size_t p, struct process_result result)
{
    if (!row->process)
        return;
    row->process[p] = result;
    row->process_cycles[p] = result.cycles;
}

/* Drops the values of the processes so far: their core was shared. */
static void drop_values(struct run *run)
{
    for_each_row (row, run)
        for (size_t p = 0; row->process && p < run->processes_ended; p++)
            set_result(row, p, process_result_without_value(row->process[p].samples, 0));
}

void run_add_process(struct run *run, const struct process_result *results, double reference_ipc)
{
    size_t p = run->processes_ended;
    bool shared = ipc_indicates_sharing(reference_ipc, run->reference_ipc);
    if (ipc_indicates_sharing(run->reference_ipc, reference_ipc))
        drop_values(run);
    for (size_t i = 0; i < run->n; i++) {
        if (run->row[i].planned.status == ROW_OK)
            grow_row(&run->row[i], p + 1);
        set_result(&run->row[i], p,
                   shared ? process_result_without_value(results[i].samples, 0) : results[i]);
    }
    run->reference_ipc = fmax(run->reference_ipc, reference_ipc);
    run->last_reference_ipc = reference_ipc;
    run->processes_ended++;
    run->last_process++;
}

static void free_results(struct measured_row *row)
{
    free(row->process);
    free(row->process_cycles);
    row->process = NULL;
    row->process_cycles = NULL;
}

void run_fail_row(struct measured_row *row, enum row_status status, const char *reason)
{
    row->planned.status = status;
    snprintf(row->planned.reason, sizeof row->planned.reason, "%s", reason);
    free_results(row);
}

size_t run_visits(const struct run *run, const struct measured_row *row)
{
    size_t visits = 0;
    for (size_t p = 0; p < run->processes_ended; p++)
        visits += row->process && row->process[p].samples > 0;
    return visits;
}

struct measured_row *run_find(const struct run *run, const struct measured_row *like,
                              const char *scheme)
{
    for_each_row_of_column (row, run, like)
        if (!strcmp(row->planned.scheme->name, scheme))
            return row;
    return NULL;
}

double run_undisturbed_share_by_rows(const struct run *run)
{
    double undisturbed = 0, all = 0;
    for_each_row (row, run) {
        undisturbed += row->undisturbed_share * (double)row->samples_total;
        all += (double)row->samples_total;
    }
    return all > 0 ? undisturbed / all : NAN;
}

bool run_same_column(const struct measured_row *a, const struct measured_row *b)
{
    return rows_same_column(&a->planned, &b->planned);
}

/* Returns whether a list with commas has the name, or its part before a size: burst of
 * burst-L2-8. */
static bool list_has(const char *list, const char *name)
{
    for (; list; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL) {
        size_t length = strcspn(list, ",");
        const char *rest = name + length;
        if (!strncmp(list, name, length) &&
            (!*rest || (*rest == '-' && strchr("0123456789L", rest[1]))))
            return true;
    }
    return false;
}

static const char *const conditions[] = {"schemes", "pieces", "workloads", "modes"};
enum { CONDITIONS = sizeof conditions / sizeof *conditions };

/* Returns whether the row is selected, and adds to `met` which of the conditions it meets. Sets
 * `near` to names like those that the conditions have. */
static bool is_selected(const struct measured_row *row, const struct selection *selection,
                        const regex_t *names, bool met[static CONDITIONS],
                        const char *near[static CONDITIONS])
{
    const struct list *list = row->planned.list;
    const char *name = row->planned.scheme->name, *mode = row->planned.mode->name;
    const char *const wanted[CONDITIONS] = {selection->schemes, NULL, selection->workloads,
                                            selection->modes},
                      *const has[CONDITIONS] = {name, NULL, list->name, mode};
    const bool meets[CONDITIONS] = {!names || !regexec(names, name, 0, NULL, 0),
                                    selection->any_piece || selection->pieces[list->piece],
                                    !selection->workloads ||
                                        list_has(selection->workloads, list->name),
                                    !selection->modes || list_has(selection->modes, mode)};
    for (size_t i = 0; i < CONDITIONS; i++) {
        met[i] |= meets[i];
        if (wanted[i])
            near[i] = nearer_name(wanted[i], strcspn(wanted[i], ","), near[i], has[i]);
    }
    return (meets[0] || (selection->reference && !strcmp(name, selection->reference))) &&
           meets[1] && meets[2] && meets[3];
}

bool run_select(struct run *run, const struct selection *selection, struct error *error)
{
    regex_t regex, *names = selection->schemes ? &regex : NULL;
    size_t kept = 0;
    bool met[CONDITIONS] = {false};
    const char *near[CONDITIONS] = {NULL};
    if (names && regcomp(names, selection->schemes, REG_EXTENDED | REG_NOSUB))
        return fail(error, STATUS_USAGE, "--schemes: '%s' is not a regular expression",
                    selection->schemes);
    for_each_row (row, run)
        if (is_selected(row, selection, names, met, near))
            run->row[kept++] = *row;
        else
            free_results(row);
    run->n = kept;
    run->is_of_some_schemes |= names != NULL;
    if (names)
        regfree(names);
    for (size_t i = 0; i < CONDITIONS; i++)
        if (!met[i])
            return fail(error, STATUS_USAGE, "--%s: the run has none of these", conditions[i]) ||
                   suggest(near[i], error, "; --all prints all");
    return kept || fail(error, STATUS_USAGE,
                        "the run has no row of the selected schemes, pieces, "
                        "workloads and modes");
}

void run_free(struct run *run)
{
    for_each_row (row, run)
        free_results(row);
    free(run->row);
    *run = (struct run){0};
}
