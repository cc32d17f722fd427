/* SPDX-License-Identifier: MIT */
#include "analysis/run.h"
#include "base/memory.h"
#include "base/parse.h"
#include "plan/scheme_set.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void run_make(struct run *run, const struct rows *rows)
{
    *run = (struct run){.row = xcalloc(rows->n, sizeof *run->row), .n = rows->n};
    for (size_t i = 0; i < rows->n; i++)
        run->row[i].planned = rows->row[i];
    run_set_columns(run);
}

/* Returns the index of a row's column; n if it is none of the n columns. */
static size_t index_of_column(const struct column *columns, size_t n, const struct row *row)
{
    size_t c = 0;
    while (c < n && (columns[c].list != row->list || columns[c].mode != row->mode))
        c++;
    return c;
}

/* Any scheme may lack columns. A column that all earlier schemes lack is inserted after the column
 * of the scheme's previous row. */
void run_set_columns(struct run *run)
{
    struct column *columns = NULL;
    size_t n = 0, next = 0;
    for_each_row (row, run) {
        if (row > run->row && strcmp(row->planned.scheme->name, row[-1].planned.scheme->name))
            next = 0;
        size_t c = index_of_column(columns, n, &row->planned);
        if (c == n) {
            c = next;
            columns = xreallocarray(columns, n + 1, sizeof *columns);
            memmove(columns + c + 1, columns + c, (n++ - c) * sizeof *columns);
            columns[c] = row->column ? *row->column
                                     : (struct column){row->planned.list, row->planned.mode, {0}};
        }
        next = c + 1;
    }
    for_each_row (row, run)
        row->column = &columns[index_of_column(columns, n, &row->planned)];
    free(run->column);
    run->column = columns;
    run->column_count = n;
}

/* Makes room for so many processes and some more, because a log has thousands of rows to grow. */
static void grow_row(struct measured_row *row, size_t processes)
{
    enum { STEP = 16 };
    size_t room = (processes + STEP - 1) / STEP * STEP;
    row->process = xreallocarray(row->process, room, sizeof *row->process);
    row->process_cycles = xreallocarray(row->process_cycles, room, sizeof *row->process_cycles);
}

static void set_result(struct measured_row *row, size_t p, struct process_result result)
{
    row->process[p] = result;
    row->process_cycles[p] = result.cycles;
}

void run_add_process(struct run *run, const struct process_result *results, double reference_ipc)
{
    size_t p = run->processes_ended;
    bool shared = ipc_indicates_sharing(reference_ipc, run->reference_ipc);
    bool was_shared = ipc_indicates_sharing(run->reference_ipc, reference_ipc);
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *row = &run->row[i];
        if (row->planned.status != ROW_OK)
            continue;
        grow_row(row, p + 1);
        for (size_t q = 0; was_shared && q < p; q++)
            set_result(row, q, process_result_without_value(row->process[q].samples, 0));
        set_result(row, p,
                   shared ? process_result_without_value(results[i].samples, 0) : results[i]);
    }
    run->reference_ipc = fmax(run->reference_ipc, reference_ipc);
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

size_t run_count_ok(const struct run *run)
{
    size_t n = 0;
    for_each_row (row, run)
        n += row->planned.status == ROW_OK;
    return n;
}

size_t run_mark_incomplete(struct run *run, size_t processes)
{
    size_t incomplete = 0;
    for_each_row (row, run) {
        const bool timed = row->planned.status == ROW_OK;
        size_t measured = 0;
        for (size_t p = 0; timed && p < run->processes_ended; p++)
            measured += isfinite(row->process_cycles[p]);
        row->incomplete = timed && measured < processes;
        incomplete += row->incomplete;
    }
    return incomplete;
}

struct measured_row *run_find(const struct run *run, const struct column *column,
                              const char *scheme)
{
    for_each_row_of_column (row, run, column)
        if (!strcmp(row->planned.scheme->name, scheme))
            return row;
    return NULL;
}

double run_undisturbed_share(const struct run *run)
{
    double undisturbed = 0, all = 0;
    for_each_row (row, run) {
        undisturbed += row->undisturbed_share * (double)row->samples_total;
        all += (double)row->samples_total;
    }
    return all > 0 ? undisturbed / all : NAN;
}

void run_count_statuses(struct run *run)
{
    run->unsupported = run->wrong = run->unstable = run->in_doubt = 0;
    run->min_processes = run->processes_ended;
    for_each_row (row, run) {
        run->unsupported += row->planned.status == ROW_UNSUPPORTED;
        run->wrong += row->planned.status == ROW_WRONG || row->planned.status == ROW_CRASHED;
        run->unstable += row->planned.status == ROW_UNSTABLE;
        run->in_doubt += row->in_doubt;
        if (row->planned.status == ROW_OK && row->processes_measured < run->min_processes)
            run->min_processes = row->processes_measured;
    }
}

/* Returns the name by which a list of a selection selects a column. */
static const char *name_in_list(const struct column *column, enum selection_list list)
{
    return list == BY_PIECE      ? piece_names[column->list->piece]
           : list == BY_WORKLOAD ? column->list->name
                                 : column->mode->name;
}

/* Returns whether a list with commas has the name, or the part of the name before its numbers:
 * `burst` selects burst-L2-8. */
static bool list_has(const char *list, const char *name)
{
    size_t length;
    for (const char *word; (word = next_word(&list, ',', &length));) {
        const char *rest = name + length;
        if (!strncasecmp(word, name, length) &&
            (!*rest || (*rest == '-' && strchr("0123456789L", rest[1]))))
            return true;
    }
    return false;
}

/* Fails unless each of the words selects a column. */
static bool check_words(const struct run *run, enum selection_list list, const char *words,
                        struct error *error)
{
    static const char *const options[] = {
        [BY_PIECE] = "pieces", [BY_WORKLOAD] = "workloads", [BY_MODE] = "modes"};
    size_t length;
    for (const char *each; (each = next_word(&words, ',', &length));) {
        char word[64], names[200] = ""; /* the names of all modes are longer; the first will do */
        const char *near = NULL;
        bool is_met = false;
        snprintf(word, sizeof word, "%.*s", (int)length, each);
        for_each_column (column, run) {
            const char *name = name_in_list(column, list);
            is_met = is_met || list_has(word, name);
            near = nearer_name(word, strlen(word), near, name);
            if (!list_has(names, name) && strlen(names) + strlen(name) + 2 < sizeof names)
                sprintf(names + strlen(names), "%s%s", *names ? "," : "", name);
        }
        if (!is_met)
            return fail(error, STATUS_USAGE, "--%s: the run has no '%s'", options[list], word) ||
                   suggest(near, error, "; it has %s", names);
    }
    return true;
}

static bool is_in_lists(const struct measured_row *row, const struct selection *selection)
{
    for (enum selection_list i = 0; i < SELECTION_LISTS; i++)
        if (selection->lists[i] && !list_has(selection->lists[i], name_in_list(row->column, i)))
            return false;
    return true;
}

bool run_select(struct run *run, const struct selection *selection, struct error *error)
{
    const char *filter = selection->schemes, *relative_to = selection->relative_to, *near = NULL;
    regex_t regex;
    size_t kept = 0;
    bool is_met = !filter;
    for (size_t i = 0; i < SELECTION_LISTS; i++)
        if (!check_words(run, i, selection->lists[i], error))
            return false;
    if (filter && !scheme_filter_compile(filter, &regex, error))
        return false;
    for_each_row (row, run) {
        const char *name = row->planned.scheme->name;
        bool is_chosen = !filter || !regexec(&regex, name, 0, NULL, 0);
        is_met |= is_chosen;
        if (filter)
            near = nearer_name(filter, strlen(filter), near, name);
        if ((is_chosen || (relative_to && !strcmp(name, relative_to))) &&
            is_in_lists(row, selection))
            run->row[kept++] = *row;
        else
            free_results(row);
    }
    run->n = kept;
    run_set_columns(run);
    run_count_statuses(run);
    run->is_of_some_schemes |= filter != NULL;
    if (filter)
        regfree(&regex);
    if (!is_met)
        return fail(error, STATUS_USAGE, "--schemes: the run has no '%s'", filter) ||
               suggest(near, error, "; see `slidebench list`");
    return kept || fail(error, STATUS_USAGE,
                        "the run has no row of the selected schemes, pieces, "
                        "workloads and modes");
}

void run_free(struct run *run)
{
    for_each_row (row, run)
        free_results(row);
    free(run->row);
    free(run->column);
    *run = (struct run){0};
}
