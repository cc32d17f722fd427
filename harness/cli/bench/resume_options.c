/* SPDX-License-Identifier: MIT */
#include "cli/bench/resume_options.h"
#include "cli/parse_options.h"

void resume_processes(struct run_request *request, size_t processes)
{
    request->spread_over *= (double)processes / (double)request->processes;
    request->processes = processes;
}

bool resume_options(struct resume *resume, const struct options *given, struct options *options,
                    struct error *error)
{
    struct error cause;
    if (!resume_arguments(resume, &given->run, error))
        return false;
    if (!options_parse(resume->argc, resume->argv, options, &cause))
        return fail(error, cause.status == STATUS_USAGE ? STATUS_INPUT : cause.status,
                    "%s: options.arguments: %.300s", resume->path, cause.text);
    if (options->command != COMMAND_BENCH || options->resume || options->out ||
        options->worker >= 0)
        return fail(error, STATUS_INPUT, "%s: options.arguments are not options of a run",
                    resume->path);
    options->format = given->format;
    options->top = given->top;
    options->quiet = given->quiet;
    if (resume->recorded->request.processes > options->run.processes) /* it was resumed before */
        resume_processes(&options->run, resume->recorded->request.processes);
    struct affinity_request *pin = &options->run.pin;
    bool chosen = pin->cpu >= 0 || pin->core_kind || pin->off;
    if (!chosen)
        pin->cpu = resume->cpu;
    return true;
}
