/* SPDX-License-Identifier: MIT
 * `slidebench summarize`: prints a recorded run as bench did, from the values of its processes. */
#include "analysis/conclude.h"
#include "cli/commands.h"
#include "cli/print_report.h"
#include "output/json_support.h"
#include "output/recorded/recorded_result.h"
#include "output/recorded/samples.h"

bool command_summarize(const struct options *options, struct error *error)
{
    if (!json_supported(error))
        return false;
    struct recorded_result *result = recorded_result_read(options->result, error);
    bool ok = result && samples_read(result, options->result, error) &&
              conclude_recorded(&result->run, error);
    if (ok) {
        result->report.saved = options->result;
        ok = print_report(&result->report, options) ||
             fail(error, STATUS_ENVIRONMENT, "no memory for the report");
    }
    recorded_result_free(result);
    return ok;
}
