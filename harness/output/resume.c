/* SPDX-License-Identifier: MIT */
#include "output/resume.h"
#include "base/tuning.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const struct resume *resume, struct error *error, const char *reason)
{
    return fail(error, STATUS_INPUT, "%s: %s", resume->path, reason);
}

/* Copies the last resumptions, as many as there is room for, and appends this one. */
static void add_resumption(struct resume *resume)
{
    const struct resumptions *before = &resume->recorded->report.resumed;
    for (size_t i = before->n == MAX_RESUMED; i < before->n; i++)
        resume->resumed.after[resume->resumed.n++] = before->after[i];
    resume->resumed.after[resume->resumed.n++] = resume->recorded->run.processes_ended;
}

bool resume_read(struct resume *resume, const char *path, struct error *error)
{
    *resume = (struct resume){.path = path, .cpu = -1};
    resume->recorded = recorded_result_read(path, error);
    if (!resume->recorded)
        return false;
    if (resume->recorded->pin.pinned)
        resume->cpu = resume->recorded->pin.cpu;
    add_resumption(resume);
    return true;
}

bool resume_arguments(struct resume *resume, const struct run_request *given, struct error *error)
{
    const json_t *saved = json_object_get(resume->recorded->json, "options"),
                 *arguments = json_object_get(saved, "arguments");
    size_t n = json_array_size(arguments);
    char **argv = resume->argv = calloc(n + 5, sizeof *argv);
    if (!argv)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the options");
    argv[resume->argc++] = given->program;
    argv[resume->argc++] = (char *)"bench";
    for (size_t i = 0; i < n; i++) {
        const char *argument = json_string_value(json_array_get(arguments, i));
        if (!argument)
            return refuse(resume, error,
                          "options.arguments contains an element that is not a string");
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
        {"level", build->level, here.level},
        {"compiler", build->compiler, here.compiler},
        {"compiler's flags", build->flags, here.flags},
        {"version", build->version, here.version},
        {"commit", build->commit, here.commit},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(same[i].saved, same[i].here))
            return fail(
                error, STATUS_INPUT,
                "%s: its %s is %.80s, but here it is %.80s; resume with the same build on the "
                "same machine",
                resume->path, same[i].name, same[i].saved, same[i].here);
    return true;
}

bool resume_check_sizes(const struct resume *resume, const struct modes *modes, struct error *error)
{
    const struct modes *recorded = &resume->recorded->request.matrix.modes;
    for (size_t i = 0; i < recorded->n; i++) {
        const struct mode_spec *saved = &recorded->mode[i];
        size_t m = modes_find(modes, saved->name);
        if (m < MAX_MODES && saved->cache && saved->kib != modes->mode[m].kib)
            return fail(error, STATUS_INPUT,
                        "%s: its working set of %s has %u KiB, but here it has %u; resume on the "
                        "same machine",
                        resume->path, saved->name, saved->kib, modes->mode[m].kib);
    }
    return true;
}

static struct measured_row *find_row(const struct run *run, const struct row *like)
{
    for (size_t i = 0; i < run->n; i++) {
        struct row *planned = &run->row[i].planned;
        if (!strcmp(planned->scheme->name, like->scheme->name) &&
            !strcmp(planned->mode->name, like->mode->name) &&
            !strcmp(planned->list->name, like->list->name) &&
            planned->list->piece == like->list->piece)
            return &run->row[i];
    }
    return NULL;
}

/* Gives the row the status that ended its measurement in the saved run. */
static void take_status(const struct row *saved, struct measured_row *row)
{
    if (row->planned.status == ROW_OK &&
        (saved->status == ROW_WRONG || saved->status == ROW_CRASHED))
        run_fail_row(row, saved->status, saved->reason);
}

/* Takes the values of the processes. */
static bool take_row(const struct resume *resume, struct measured_row *saved,
                     struct measured_row *row, struct error *error)
{
    const struct list *list = row->planned.list;
    take_status(&saved->planned, row);
    if (row->planned.status != ROW_OK || !saved->process)
        return true;
    if (list->checksum != saved->planned.list->checksum)
        return fail(error, STATUS_INPUT,
                    "%s: %s %s: the checksum differs; the run used other positions", resume->path,
                    list->name, piece_names[list->piece]);
    size_t processes = resume->recorded->run.processes_ended;
    bool older = !run_visits(&resume->recorded->run, saved); /* without numbers of samples */
    for (size_t p = 0; older && p < processes; p++) {
        struct process_result *result = &saved->process[p];
        result->samples = MIN_SAMPLES;
        result->undisturbed = isfinite(result->cycles) ? MIN_SAMPLES : 0;
    }
    struct measured_row none = *row;
    row->process = saved->process;
    row->process_cycles = saved->process_cycles;
    row->process_ns = saved->process_ns;
    saved->process = none.process;
    saved->process_cycles = none.process_cycles;
    saved->process_ns = none.process_ns;
    return true;
}

bool resume_rows(struct resume *resume, struct run *run, struct error *error)
{
    struct run *saved = &resume->recorded->run;
    for (size_t i = 0; i < run->n; i++)
        if (!measured_row_reserve(&run->row[i], saved->processes_ended))
            return fail(error, STATUS_ENVIRONMENT, "no memory for %zu rows", run->n);
    for (size_t i = 0; i < saved->n; i++) {
        const struct row *planned = &saved->row[i].planned;
        struct measured_row *row = find_row(run, planned);
        if (!row)
            return fail(error, STATUS_INPUT, "%s: %s %s %s %s is not a row of this run",
                        resume->path, planned->scheme->name, planned->list->name,
                        piece_names[planned->list->piece], planned->mode->name);
        if (!take_row(resume, &saved->row[i], row, error))
            return false;
    }
    run->processes_ended = saved->processes_ended;
    run->reference_ipc = saved->reference_ipc;
    return true;
}

void resume_free(struct resume *resume)
{
    recorded_result_free(resume->recorded);
    free(resume->argv);
}
