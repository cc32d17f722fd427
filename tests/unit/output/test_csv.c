/* SPDX-License-Identifier: MIT
 * Every column of the CSV, from rows in which no two values are equal. */
#include "output/output.h"

#include "support/planted_run.h"

enum { KINDS = 6, COLUMNS = 40 };

static const struct measured_row typical = {
    .samples_total = 700,
    .processes_measured = 12,
    .undisturbed_share = 0.8764,
    .cycles = {10.00014, 10.00024, 10.00034},
    .ns = {3.00014, 3.00024, 3.00034},
    .ghz = 3.33334,
    .counts = {10.5, 20.5, 30.5, 40.5, 50.5},
    .standing = {.rank_min = 4, .rank_max = 9, .tied_with_best = true},
    .ratio = {1.234567, 1, 2.5},
};
static struct machine machine = {
    .slug = "some-cpu", .core_kind = "eff", .microarchitecture = "Some"};
static struct result result = {.run = &run,
                               .machine = &machine,
                               .build = {"0.9", "c0ffee", "x86-64-v9", "tcc 1", "-O9", NULL}};

/* Makes a row with a result, one in doubt, one that is not ranked, one with unknown values, an
 * unsupported row, and a mock. */
static int make_rows(void **state)
{
    plant(
        0,
        "magic_2 bishop: 1; magic_2 bishop games burst-9-8: unstable; magic_2 all games replay: 1;"
        "magic_2 all random setwise: 1; pext_2 bishop: unsupported; floor all games replay: 1");
    planted_list("all", "random")->mean_lookups = NAN;
    for_each_row (row, &run) {
        struct row planned = row->planned;
        const struct column *column = row->column;
        *row = typical;
        row->planned = planned;
        row->column = column;
        if (planned.status != ROW_OK || planned.mode->kind == MODE_REPLAY)
            row->standing = (struct standing){0};
    }
    run.row[3].cycles.lo = run.row[3].cycles.hi = run.row[3].ratio.lo = NAN;
    run.row[3].standing.tied_with_best = false;
    for (int c = 0; c < COUNTERS; c++)
        run.row[3].counts[c] = NAN;
    run.row[4].samples_total = 0;
    return 0;
}

/* The lines of the CSV: rows by column. */
static const size_t order[KINDS] = {0, 4, 1, 2, 5, 3};

static char *written(void)
{
    csv_write(&result, capture());
    return captured();
}

static const struct {
    const char *name, *of[KINDS];
} columns[COLUMNS] = {
    {"cpu", {"some-cpu", "some-cpu", "some-cpu", "some-cpu", "some-cpu", "some-cpu"}},
    {"microarchitecture", {"Some", "Some", "Some", "Some", "Some", "Some"}},
    {"core_kind", {"eff", "eff", "eff", "eff", "eff", "eff"}},
    {"level", {"x86-64-v9", "x86-64-v9", "x86-64-v9", "x86-64-v9", "x86-64-v9", "x86-64-v9"}},
    {"compiler", {"tcc 1", "tcc 1", "tcc 1", "tcc 1", "tcc 1", "tcc 1"}},
    {"scheme", {"magic_2", "magic_2", "magic_2", "magic_2", "pext_2", "floor"}},
    {"family", {"magic", "magic", "magic", "magic", "pext", "floor"}},
    {"piece", {"bishop", "bishop", "all", "all", "bishop", "all"}},
    {"workload", {"games", "games", "games", "random", "games", "games"}},
    {"mode", {"throughput", "burst-9-8", "replay", "setwise", "throughput", "replay"}},
    {"status", {"ok", "unstable", "ok", "ok", "unsupported", "ok"}},
    {"reason", {"", "as planted", "", "", "as planted", ""}},
    {"list_length", {"2", "2", "2", "2", "2", "2"}},
    {"cycles", {"10.0001", "", "10.0001", "10.0001", "", "10.0001"}},
    {"cycles_ci_low", {"10.0002", "", "10.0002", "", "", "10.0002"}},
    {"cycles_ci_high", {"10.0003", "", "10.0003", "", "", "10.0003"}},
    {"ns", {"3.0001", "", "3.0001", "3.0001", "", "3.0001"}},
    {"ns_ci_low", {"3.0002", "", "3.0002", "3.0002", "", "3.0002"}},
    {"ns_ci_high", {"3.0003", "", "3.0003", "3.0003", "", "3.0003"}},
    {"core_ghz", {"3.3333", "", "3.3333", "3.3333", "", "3.3333"}},
    {"rank_min", {"4", "", "", "4", "", ""}},
    {"rank_max", {"9", "", "", "9", "", ""}},
    {"tied_with_best", {"yes", "", "", "no", "", ""}},
    {"ratio_to_best", {"1.2346", "", "", "1.2346", "", ""}},
    {"ratio_ci_low", {"1", "", "", "", "", ""}},
    {"ratio_ci_high", {"2.5", "", "", "2.5", "", ""}},
    {"processes", {"12", "12", "12", "12", "", "12"}},
    {"samples_total", {"700", "700", "700", "700", "", "700"}},
    {"undisturbed_share", {"0.876", "0.876", "0.876", "0.876", "", "0.876"}},
    {"table_bytes", {"800", "800", "2048", "2048", "800", "0"}},
    {"branchless", {"yes", "yes", "yes", "yes", "yes", "yes"}},
    {"multiply_free", {"no", "no", "no", "no", "yes", "yes"}},
    {"checksum",
     {"0fedcba987654321", "0fedcba987654321", "0fedcba987654321", "0fedcba987654321", "", ""}},
    {"cycles_source", {"counter", "", "counter", "canary", "", "counter"}},
    {"instructions", {"20.5000", "", "20.5000", "", "", "20.5000"}},
    {"branch_misses", {"30.5000", "", "30.5000", "", "", "30.5000"}},
    {"l1_misses", {"40.5000", "", "40.5000", "", "", "40.5000"}},
    {"llc_misses", {"50.5000", "", "50.5000", "", "", "50.5000"}},
    {"mean_occupied", {"31.4", "31.4", "31.4", "31.4", "31.4", "31.4"}},
    {"lookups_per_step", {"4.13", "4.13", "4.13", "", "4.13", "4.13"}},
};

TEST_BETWEEN(make_rows, every_csv_column, NULL)
{
    char *csv = written(), *left = csv;
    for (size_t line = 0; line <= KINDS; line++) {
        char *fields = strsep(&left, "\n");
        for (size_t c = 0; c < COLUMNS; c++) {
            const char *expected = line ? columns[c].of[order[line - 1]] : columns[c].name;
            assert_non_null(fields);
            assert_string_equal(strsep(&fields, ","), expected);
        }
        assert_null(fields);
    }
    assert_string_equal(left, "");
}

TEST_BETWEEN(make_rows, texts_in_the_csv, NULL)
{
    const struct scheme odd = {.name = "odd", .family = "one, \"two\""};
    run.row[0].planned.scheme = &odd;
    machine.microarchitecture_inferred = true;
    char *csv = written();
    machine.microarchitecture_inferred = false;
    HAS(csv,
        "\nsome-cpu,Some (inferred),eff,x86-64-v9,tcc 1,odd,\"one, "
        "\"\"two\"\"\",bishop,");
}

RUN_TESTS(NULL, NULL)
