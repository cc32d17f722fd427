/* SPDX-License-Identifier: MIT
 * Input: a recorded run, as `recommend --result` and `summarize` read it. Accepted values must be
 * possible results, and accepted texts harmless in a terminal and in a comment. */
#include "fuzz.h"
#include "analysis/conclude.h"
#include "output/csv.h"
#include "output/json.h"
#include "recommend/recorded.h"

#include <math.h>
#include <string.h>

static void check_text(const char *text)
{
    for (const char *c = text; *c; c++)
        CHECK(*c >= ' ' && *c <= '~');
    CHECK(!strstr(text, "*/"));
}

static void check_row(const struct recorded *recorded, const struct recorded_row *row)
{
    struct interval cycles = recorded_cycles(recorded, row);
    CHECK(row->piece < ROW_PIECES && row->status <= ROW_UNSTABLE);
    CHECK(*row->scheme && *row->workload && *row->mode);
    for (size_t p = 0; row->cycles && p < recorded->processes; p++)
        CHECK(isnan(row->cycles[p]) || (row->cycles[p] > 0 && row->cycles[p] <= 1e8));
    CHECK(isnan(cycles.lo) == isnan(cycles.hi));
    CHECK(isnan(cycles.lo) || (cycles.lo <= cycles.mid && cycles.mid <= cycles.hi));
    CHECK(recorded_find_row(recorded, row->scheme, row->workload, row->mode, row->piece));
}

/* Concludes and writes the run: any that is accepted can be. */
static void check_output(struct recorded_result *result)
{
    struct error error;
    FILE *out = fopen("/dev/null", "w");
    CHECK(conclude_recorded(&result->run, &error));
    CHECK(csv_write(&result->report, out) && json_write(&result->report, NULL, out));
    fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    struct recorded recorded;
    struct error error;
    snprintf(path, sizeof path, "%s/run.json", fuzz_folder());
    fuzz_write(path, data, size);
    if (recorded_read(&recorded, path, &error)) {
        CHECK(recorded.n && recorded.processes && *recorded.slug);
        check_text(recorded.cpu);
        check_text(recorded.compiler);
        check_text(recorded.date);
        for (size_t i = 0; i < recorded.n; i++)
            check_row(&recorded, &recorded.row[i]);
        check_output(recorded.result);
    } else {
        check_error(&error, STATUS_INPUT);
    }
    recorded_free(&recorded);
    return 0;
}
