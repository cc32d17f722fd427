/* SPDX-License-Identifier: MIT */
#include "record/resume.h"
#include "base/memory.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

bool resume_read(struct resume *resume, const char *path, struct error *error)
{
    *resume = (struct resume){.path = path, .cpu = -1};
    resume->recorded = recorded_run_read(path, error);
    if (!resume->recorded)
        return false;
    if (resume->recorded->pin.pinned)
        resume->cpu = resume->recorded->pin.cpu;
    return true;
}

bool resume_arguments(struct resume *resume, const struct run_request *given, struct error *error)
{
    const json_t *saved = json_object_get(resume->recorded->report.head, "options"),
                 *arguments = json_object_get(saved, "arguments");
    size_t n = json_array_size(arguments);
    char **argv = resume->argv = xcalloc(n + 5, sizeof *argv);
    argv[resume->argc++] = given->program;
    argv[resume->argc++] = (char *)"bench";
    for (size_t i = 0; i < n; i++) {
        const char *argument = json_string_value(json_array_get(arguments, i));
        if (!argument)
            return fail(error, STATUS_INPUT,
                        "%s: options.arguments contains an element that is not a string",
                        resume->path);
        argv[resume->argc++] = (char *)argument;
    }
    if (given->positions) {
        argv[resume->argc++] = (char *)"--positions";
        argv[resume->argc++] = (char *)given->positions;
    }
    if (json_is_true(json_object_get(saved, "custom_positions")) != (given->positions != NULL))
        return fail(error, STATUS_USAGE,
                    given->positions
                        ? "%s: this run uses the built-in games; omit --positions"
                        : "%s: this run uses custom positions; pass them with --positions",
                    resume->path);
    return true;
}

bool resume_check(const struct resume *resume, const struct machine *machine, struct error *error)
{
    const struct build *build = &resume->recorded->report.build, here = build_here();
    const struct {
        const char *name, *saved, *here;
    } same[] = {
        {"CPU", resume->recorded->machine.slug, machine->slug},
        {"kind of core", resume->recorded->machine.core_kind, machine->core_kind},
        {"level", build->level, here.level},
        {"compiler", build->compiler, here.compiler},
        {"compiler's flags", build->flags, here.flags},
        {"version", build->version, here.version},
        {"commit", build->commit, here.commit},
        /* Decides: the others may be equal, as the commit of two changed trees is. */
        {"build", build->identity ? build->identity : "unknown", here.identity},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(same[i].saved, same[i].here))
            return fail(
                error, STATUS_INPUT,
                "%s: its %s is %.80s, but here it is %.80s; resume with the same build on the "
                "same machine",
                resume->path, same[i].name, same[i].saved,
                *same[i].here ? same[i].here : "unknown");
    return true;
}

/* Returns why a row of the log is not the one of the run with the same index, NULL if it is. */
static const char *find_difference(const struct row *saved, const struct row *here)
{
    if (strcmp(saved->scheme->name, here->scheme->name) != 0 ||
        strcmp(saved->mode->name, here->mode->name) != 0 ||
        strcmp(saved->list->name, here->list->name) != 0 || saved->list->piece != here->list->piece)
        return "it is another row here";
    if (saved->mode->kib != here->mode->kib)
        return "its working set has another size here; resume on the same machine";
    if (saved->list->checksum != here->list->checksum)
        return "its checksum differs; the run used other positions";
    return NULL;
}

/* Takes the results of a row, and the status that ended its measurement. */
static void take_row(struct measured_row *saved, struct measured_row *row)
{
    const struct row *planned = &saved->planned;
    if (row->planned.status != ROW_OK)
        return;
    if (planned->status != ROW_OK) {
        run_fail_row(row, planned->status, planned->reason);
        return;
    }
    row->process = saved->process;
    row->process_cycles = saved->process_cycles;
    saved->process = NULL;
    saved->process_cycles = NULL;
}

bool resume_rows(struct resume *resume, struct run *run, struct error *error)
{
    struct run *saved = &resume->recorded->run;
    if (saved->n != run->n)
        return fail(error, STATUS_INPUT, "%s:1: %zu rows, but here the run has %zu", resume->path,
                    saved->n, run->n);
    for (size_t i = 0; i < run->n; i++) {
        const struct row *row = &saved->row[i].planned;
        const char *difference = find_difference(row, &run->row[i].planned);
        if (difference)
            return fail(error, STATUS_INPUT, "%s:1: row %zu (%s %s %s %s): %s", resume->path, i + 1,
                        row->scheme->name, piece_names[row->list->piece], row->list->name,
                        row->mode->name, difference);
        take_row(&saved->row[i], &run->row[i]);
    }
    run->processes_ended = saved->processes_ended;
    run->last_process = saved->last_process;
    run->reference_ipc = saved->reference_ipc;
    return true;
}

void resume_free(struct resume *resume)
{
    recorded_run_free(resume->recorded);
    free(resume->argv);
}
