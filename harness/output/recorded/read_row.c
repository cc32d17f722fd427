/* SPDX-License-Identifier: MIT */
#include "output/recorded/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST = 1e-8, MOST = 1e8; /* cycles, ns, GHz, counts */

static bool read_status(const json_t *json, struct row *row)
{
    const char *word = reader_text(json, "status");
    if (!json_object_get(json, "status"))
        return true;
    for (enum row_status s = ROW_OK + 1; s <= ROW_UNSTABLE; s++)
        if (!strcmp(word, row_status_names[s])) {
            row->status = s;
            return reader_copy_text(json, "reason", row->reason, sizeof row->reason);
        }
    return false;
}

/* Reads an array with a number or null for each process. The first goes to *to, the others follow
 * at this distance in bytes. An array that is absent leaves them as they are if it is optional. */
static bool read_values(const json_t *array, size_t processes, bool optional, double least,
                        double *to, size_t distance)
{
    if (!array)
        return optional;
    bool ok = json_array_size(array) == processes;
    for (size_t p = 0; ok && p < processes; p++) {
        double *value = (double *)(void *)((char *)to + p * distance);
        *value = reader_number(json_array_get(array, p), least, MOST);
        ok = !isinf(*value);
    }
    return ok;
}

static bool read_counts(const json_t *array, size_t processes, uint32_t *to)
{
    const size_t distance = sizeof(struct process_result) / sizeof *to;
    bool ok = !array || json_array_size(array) == processes;
    for (size_t p = 0; array && ok && p < processes; p++) {
        double count = reader_number(json_array_get(array, p), 0, MOST);
        ok = isfinite(count);
        to[p * distance] = ok ? (uint32_t)count : 0;
    }
    return ok;
}

/* Reads what only resuming a run needs. Results of older programs lack it. */
static bool read_details(const json_t *json, struct process_result *process, size_t processes)
{
    const json_t *counted = json_object_get(json, "process_counted");
    bool ok = read_values(json_object_get(json, "process_ghz"), processes, true, LEAST,
                          &process->ghz, sizeof *process) &&
              read_counts(json_object_get(json, "process_samples"), processes, &process->samples) &&
              read_counts(json_object_get(json, "process_undisturbed"), processes,
                          &process->undisturbed) &&
              (!counted || json_array_size(counted) == processes);
    for (size_t p = 0; ok && p < processes; p++)
        ok = process[p].undisturbed <= process[p].samples &&
             read_values(json_array_get(counted, p), COUNTERS, true, 0, process[p].counts,
                         sizeof(double));
    return ok;
}

bool reader_make_processes(struct measured_row *row, size_t processes)
{
    row->process = calloc(processes, sizeof *row->process);
    row->process_cycles = malloc(processes * sizeof(double));
    row->process_ns = malloc(processes * sizeof(double));
    bool ok = row->process && row->process_cycles && row->process_ns;
    for (size_t p = 0; ok && p < processes; p++) {
        row->process[p].ghz = NAN;
        for (size_t c = 0; c < COUNTERS; c++)
            row->process[p].counts[c] = NAN;
    }
    return ok;
}

/* Returns the number of processes with a result; SIZE_MAX if one has cycles or ns only. */
static size_t count_results(struct measured_row *row, size_t processes)
{
    size_t n = 0;
    for (size_t p = 0; p < processes; p++) {
        row->process[p].cycles = row->process_cycles[p];
        row->process[p].ns = row->process_ns[p];
        if (isnan(row->process_cycles[p]) != isnan(row->process_ns[p]))
            return SIZE_MAX;
        n += isfinite(row->process_cycles[p]);
    }
    return n;
}

const char *reader_row(const struct result_reader *reader, const json_t *json,
                       struct measured_row *row)
{
    size_t processes = reader->result->run.processes_ended;
    const json_t *cycles = json_object_get(json, "process_cycles");
    if (!read_status(json, &row->planned))
        return "status or reason is missing or impossible";
    row->in_doubt =
        row->planned.status == ROW_UNSTABLE && json_is_true(json_object_get(json, "in_doubt"));
    if (!cycles)
        return row->planned.status == ROW_OK ? "process_cycles is missing" : NULL;
    if (!read_values(cycles, processes, false, LEAST, row->process_cycles, sizeof(double)) ||
        !read_values(json_object_get(json, "process_ns"), processes, false, LEAST, row->process_ns,
                     sizeof(double)) ||
        !read_details(json, row->process, processes))
        return "a value of a process is missing or impossible";
    size_t results = count_results(row, processes);
    if (results > processes)
        return "a process has cycles without ns, or ns without cycles";
    return row->planned.status == ROW_OK && !results ? "no process has a result" : NULL;
}
