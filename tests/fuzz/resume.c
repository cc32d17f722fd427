/* SPDX-License-Identifier: MIT
 * Input: a result file. Accepted values must be possible results of a process. */
#include "cli/bench/resume_options.h"
#include "cli/parse_options.h"
#include "fuzz.h"

#include <math.h>

enum { ROWS = 2 };

static struct run some_rows(void)
{
    static bitboard expected[2];
    static const struct list games = {
        .name = "games", .piece = QUEEN, .distinct = 1, .expected.prefix_sums = expected};
    static const struct mode_spec mode = {
        .kind = MODE_THROUGHPUT, .name = "throughput", .threads = 1};
    struct run run = {.row = calloc(ROWS, sizeof *run.row), .n = ROWS};
    for (size_t i = 0; i < ROWS; i++)
        run.row[i] = (struct measured_row){
            .planned.scheme = schemes[i], .planned.list = &games, .planned.mode = &mode};
    return run;
}

static void check_rows(const struct resume *resume, const struct run *run)
{
    CHECK(run->processes_ended == resume->recorded->run.processes_ended);
    CHECK(run->reference_ipc >= 0 && run->reference_ipc <= 8);
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        for (size_t p = 0; row->process && p < run->processes_ended; p++) {
            const struct process_result *figures = &row->process[p];
            CHECK(figures->undisturbed <= figures->samples);
            CHECK(isnan(figures->cycles) || (figures->cycles >= 0 && figures->cycles <= 1e8));
            CHECK(isnan(figures->cycles) == isnan(figures->ns));
            CHECK(isnan(figures->cycles) || figures->samples);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64], program[] = "slidebench";
    const struct options given = {.run.program = program};
    struct resume resume;
    struct options options = {0};
    struct run run = some_rows();
    struct error error;
    snprintf(path, sizeof path, "%s/x-partial.json", fuzz_folder());
    fuzz_write(path, data, size);
    if (!resume_read(&resume, path, &error) || !resume_options(&resume, &given, &options, &error) ||
        !resume_rows(&resume, &run, &error))
        check_error(&error, error.status == STATUS_USAGE ? STATUS_USAGE : STATUS_INPUT);
    else
        check_rows(&resume, &run);
    run_free(&run);
    options_free(&options);
    resume_free(&resume);
    return 0;
}
