/* SPDX-License-Identifier: MIT
 * Input: a log, as `recommend --result`, `summarize` and `bench --resume` read it. Accepted values
 * must be possible results, and accepted texts harmless in a terminal and in a comment. */
#include "cli/command_bench.h"
#include "cli/parse_options.h"
#include "fuzz.h"
#include "output/csv.h"
#include "output/json.h"
#include "record/run_times.h"

#include <math.h>
#include <string.h>

static void check_text(const char *text)
{
    for (const char *c = text; *c; c++)
        CHECK(*c >= ' ' && *c <= '~');
    CHECK(!strstr(text, "*/"));
}

static void check_row(const struct run_times *times, const struct run_times_row *row)
{
    struct interval cycles = run_times_cycles(times, row);
    CHECK(row->piece < ROW_PIECES && row->status <= ROW_UNSTABLE);
    CHECK(*row->scheme && *row->workload && *row->mode);
    for (size_t p = 0; row->cycles && p < times->processes; p++)
        CHECK(isnan(row->cycles[p]) || (row->cycles[p] > 0 && row->cycles[p] <= 1e8));
    CHECK(isnan(cycles.lo) == isnan(cycles.hi));
    CHECK(isnan(cycles.lo) || (cycles.lo <= cycles.mid && cycles.mid <= cycles.hi));
    CHECK(run_times_find_row(times, row->scheme, row->workload, row->mode, row->piece));
}

/* Any run that is accepted can be written, and resumed or refused. */
static void check_output(const char *path, const struct recorded_run *run)
{
    static char program[] = "slidebench";
    const struct options given = {.run.program = program};
    struct options options = {0};
    struct resume resume;
    struct error error;
    FILE *out = fopen("/dev/null", "w");
    CHECK(csv_write(&run->report, out) && json_write(&run->report, out));
    fclose(out);
    CHECK(resume_read(&resume, path, &error));
    if (!resume_options(&resume, &given, &options, &error))
        check_error(&error, error.status == STATUS_USAGE ? STATUS_USAGE : STATUS_INPUT);
    options_free(&options);
    resume_free(&resume);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    struct run_times times;
    struct error error;
    snprintf(path, sizeof path, "%s/run.jsonl.gz", fuzz_folder());
    fuzz_write(path, data, size);
    if (run_times_read(&times, path, &error)) {
        CHECK(times.n && times.processes && *times.slug);
        check_text(times.cpu);
        check_text(times.compiler);
        check_text(times.date);
        for (size_t i = 0; i < times.n; i++)
            check_row(&times, &times.row[i]);
        check_output(path, times.recorded);
    } else {
        check_error(&error, STATUS_INPUT);
    }
    run_times_free(&times);
    return 0;
}
