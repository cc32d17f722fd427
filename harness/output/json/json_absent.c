/* SPDX-License-Identifier: MIT
 * Replaces json.c, recorded/ and resume.c where jansson is not installed.
 * json_supported() refuses what needs them. */
#include "output/json.h"
#include "output/recorded/previous_runs.h"
#include "output/recorded/recorded_result.h"
#include "output/recorded/samples.h"
#include "output/resume.h"

bool json_write(const struct report *report, const char *csv_crc32, FILE *out)
{
    (void)report, (void)csv_crc32, (void)out;
    return false;
}

struct recorded_result *recorded_result_read(const char *path, struct error *error)
{
    fail(error, STATUS_ENVIRONMENT, "%s: this build cannot read JSON", path);
    return NULL;
}

void recorded_result_free(struct recorded_result *result)
{
    (void)result;
}

bool samples_read(struct recorded_result *result, const char *json_path, struct error *error)
{
    (void)result, (void)json_path, (void)error;
    return false;
}

bool resume_read(struct resume *resume, const char *path, struct error *error)
{
    *resume = (struct resume){.path = path};
    return fail(error, STATUS_ENVIRONMENT, "%s: this build cannot read JSON", path);
}

bool resume_arguments(struct resume *resume, const struct run_request *given, struct error *error)
{
    (void)resume, (void)given, (void)error;
    return false;
}

bool resume_check(const struct resume *resume, const struct machine *machine, struct error *error)
{
    (void)resume, (void)machine, (void)error;
    return false;
}

bool resume_check_sizes(const struct resume *resume, const struct modes *modes, struct error *error)
{
    (void)resume, (void)modes, (void)error;
    return false;
}

bool resume_rows(struct resume *resume, struct run *run, struct error *error)
{
    (void)resume, (void)run, (void)error;
    return false;
}

void resume_free(struct resume *resume)
{
    (void)resume;
}

double previous_runs_best_ipc(const char *folder)
{
    (void)folder;
    return 0;
}
