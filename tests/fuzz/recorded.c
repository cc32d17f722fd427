/* SPDX-License-Identifier: MIT
 * Input: a log, as `recommend`, `summarize` and `bench --resume` read it. Accepted values
 * must be possible results, and accepted texts harmless in a terminal. */
#include "cli/commands.h"
#include "fuzz.h"
#include "output/output.h"
#include "record/run_log.h"

#include <math.h>
#include <string.h>

static void check_text(const char *text)
{
    CHECK(*text);
    for (const char *c = text; *c; c++)
        CHECK((unsigned char)*c >= ' ' && *c != 127);
}

static void check_row(const struct run *run, const struct measured_row *row)
{
    const struct row *planned = &row->planned;
    CHECK(planned->list->piece < ROW_PIECES && planned->status <= ROW_UNSTABLE);
    check_text(planned->scheme->name);
    check_text(planned->list->name);
    check_text(planned->mode->name);
    if (planned->status != ROW_OK)
        return;
    for (size_t p = 0; p < run->processes_ended; p++)
        CHECK(isnan(row->process_cycles[p]) ||
              (row->process_cycles[p] > 0 && row->process_cycles[p] <= 1e8));
    CHECK(isnan(row->cycles.lo) == isnan(row->cycles.hi));
    CHECK(isnan(row->cycles.lo) ||
          (row->cycles.lo <= row->cycles.mid && row->cycles.mid <= row->cycles.hi));
}

static void check_recommendation(const struct profile *profile, const struct recorded_run *run,
                                 FILE *out)
{
    static const struct restrictions none = {.max_kib = UINT64_MAX};
    const struct column *column = profile_column(profile, &run->run, &run->machine);
    struct recommendation made;
    struct error error;
    if (!column)
        return;
    if (recommendation_make(&made, &run->run, column, profile, &none, &error)) {
        CHECK(made.n && made.candidate[0].role == CANDIDATE_TAKE);
        recommendation_print(&made, &run->result, "slidebench", out);
        recommendation_json(&made, &run->result, out);
    } else {
        check_error(&error, STATUS_IN_DOUBT);
    }
    recommendation_free(&made);
}

/* Any run that is accepted can be written, and resumed or refused. */
static void check_output(const struct recorded_run *run)
{
    static char program[] = "slidebench";
    const struct options given = {.run.program = program};
    struct options options = {0};
    struct error error;
    FILE *out = fopen("/dev/null", "w");
    csv_write(&run->result, out);
    json_write(&run->result, out);
    for (enum profile_id id = 0; id < PROFILES; id++)
        check_recommendation(&profiles[id], run, out);
    fclose(out);
    if (!resume_options(run, &given, &options, &error))
        check_error(&error, error.status == STATUS_USAGE ? STATUS_USAGE : STATUS_INPUT);
    options_free(&options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error;
    struct recorded_run *run = recorded_run_read(fuzz_file(".jsonl.gz", data, size), &error);
    if (run && recorded_run_conclude(run, &error)) {
        check_text(run->machine.slug);
        for (size_t i = 0; i < run->run.n; i++)
            check_row(&run->run, &run->run.row[i]);
        check_output(run);
    } else {
        check_error(&error, STATUS_INPUT);
    }
    recorded_run_free(run);
    return 0;
}
