/* SPDX-License-Identifier: MIT */
#include "record/resume.h"
#include "base/array.h"
#include "base/memory.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

char **resume_arguments(const struct recorded_run *recorded, const struct run_request *given,
                        int *argc, struct error *error)
{
    const json_t *saved = json_object_get(recorded->result.head, "options"),
                 *arguments = json_object_get(saved, "arguments");
    bool custom = json_is_true(json_object_get(saved, "custom_positions"));
    size_t n = json_array_size(arguments);
    char **argv = xcalloc(n + 5, sizeof *argv);
    bool ok = custom == (given->positions != NULL) ||
              fail(error, STATUS_USAGE,
                   custom ? "%s: this run uses custom positions; pass them with --positions"
                          : "%s: this run uses the built-in games; omit --positions",
                   recorded->path);
    *argc = 0;
    argv[(*argc)++] = given->program;
    argv[(*argc)++] = (char *)"bench";
    for (size_t i = 0; ok && i < n; i++) {
        argv[*argc] = (char *)json_string_value(json_array_get(arguments, i));
        ok = argv[(*argc)++] ||
             fail(error, STATUS_INPUT,
                  "%s: options.arguments contains an element that is not a string", recorded->path);
    }
    if (custom) {
        argv[(*argc)++] = (char *)"--positions";
        argv[(*argc)++] = (char *)given->positions;
    }
    if (ok)
        return argv;
    free(argv);
    return NULL;
}

bool resume_check(const struct recorded_run *recorded, const struct machine *machine,
                  struct error *error)
{
    const struct build *build = &recorded->result.build, here = build_here();
    const struct {
        const char *name, *saved, *here;
    } same[] = {
        {"CPU", recorded->machine.slug, machine->slug},
        {"kind of core", recorded->machine.core_kind, machine->core_kind},
        {"level", build->level, here.level},
        {"compiler", build->compiler, here.compiler},
        {"compiler's flags", build->flags, here.flags},
        {"version", build->version, here.version},
        {"commit", build->commit, here.commit},
        /* Only this decides: two builds may agree in all the others, because a source tree with
         * changes has the commit of the tree without them. */
        {"build", build->identity ? build->identity : "unknown", here.identity},
    };
    for (size_t i = 0; i < COUNT(same); i++)
        if (strcmp(same[i].saved, same[i].here))
            return fail(
                error, STATUS_INPUT,
                "%s: its %s is %.80s, but here it is %.80s; resume with the same build on the "
                "same machine",
                recorded->path, same[i].name, same[i].saved,
                *same[i].here ? same[i].here : "unknown");
    return true;
}

/* Returns why a row of the log is not the run's row with the same index; NULL if it is. */
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

bool resume_rows(struct recorded_run *recorded, struct run *run, struct error *error)
{
    struct run *saved = &recorded->run;
    if (saved->n != run->n)
        return fail(error, STATUS_INPUT, "%s:1: %zu rows, but here the run has %zu", recorded->path,
                    saved->n, run->n);
    for (size_t i = 0; i < run->n; i++) {
        struct measured_row *from = &saved->row[i], *to = &run->row[i];
        const struct row *row = &from->planned;
        const char *difference = find_difference(row, &to->planned);
        if (difference)
            return fail(error, STATUS_INPUT, "%s:1: row %zu (%s %s %s %s): %s", recorded->path,
                        i + 1, row->scheme->name, piece_names[row->list->piece], row->list->name,
                        row->mode->name, difference);
        if (to->planned.status != ROW_OK)
            continue;
        if (row->status != ROW_OK) {
            run_fail_row(to, row->status, row->reason);
            continue;
        }
        to->process = from->process;
        to->process_cycles = from->process_cycles;
        from->process = NULL;
        from->process_cycles = NULL;
    }
    run->processes_ended = saved->processes_ended;
    run->last_process = saved->last_process;
    run->reference_ipc = saved->reference_ipc;
    return true;
}
