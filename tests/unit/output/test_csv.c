/* SPDX-License-Identifier: MIT
 * Every column of the CSV, from rows in which no two values are equal. */
#include "output/views.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/captured_text.h"

enum { KINDS = 6, COLUMNS = 39 };

static const struct scheme good = {.name = "good",
                                   .family = "rays",
                                   .title = "Good",
                                   .author = "H. L\u00fc",
                                   .year = "2000",
                                   .source = "https://x.org",
                                   .traits = MULTIPLY_FREE,
                                   .table_bytes = {1, 2, 3, 4},
                                   .view_bytes = 8,
                                   .tables = {{"a", NULL, 4}, {"b", NULL, 5}}},
                           twin = {.name = "twin",
                                   .family = "rays",
                                   .title = "",
                                   .author = "",
                                   .year = "",
                                   .source = "",
                                   .needs = "luck",
                                   .traits = BRANCHLESS | SIMD,
                                   .twin = "good"},
                           mock = {.name = "mock",
                                   .family = "floor",
                                   .title = "",
                                   .author = "",
                                   .year = "",
                                   .source = "",
                                   .traits = MOCK,
                                   .table_bytes = {5, 6, 7, 8}};
static struct list queries = {.name = "games:2-16",
                              .piece = BISHOP,
                              .n = 3,
                              .distinct = 2,
                              .checksum = 0xfedcba987654321,
                              .mean_lookups = 1,
                              .mean_occupied = 31.44},
                   games = {.name = "games",
                            .piece = ALL,
                            .n = 3,
                            .distinct = 3,
                            .checksum = 3,
                            .mean_lookups = 4.126,
                            .mean_occupied = 27.26},
                   positions = {.name = "perft",
                                .piece = ALL,
                                .n = 3,
                                .distinct = 3,
                                .checksum = 3,
                                .mean_lookups = NAN,
                                .mean_occupied = 20};
static const struct mode_spec throughput = {.kind = MODE_THROUGHPUT,
                                            .threads = 1,
                                            .name = "throughput"},
                              burst = {.kind = MODE_BURST,
                                       .threads = 1,
                                       .kib = 7,
                                       .name = "burst-7-8"},
                              replay = {.kind = MODE_REPLAY, .threads = 1, .name = "replay"},
                              perft = {.kind = MODE_PERFT, .threads = 1, .name = "perft"};
static double cycles[] = {1.5, NAN, 2.5}, ns[] = {0.25, 0.5, INFINITY};

static const struct measured_row typical = {
    .planned.list = &queries,
    .planned.mode = &throughput,
    .process_cycles = cycles,
    .process_ns = ns,
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

static struct measured_row kinds[KINDS + 1]; /* the last is past the end: not a row */
static struct run run = {.row = kinds,
                         .n = KINDS,
                         .processes_ended = 3,
                         .min_processes = 3,
                         .has_hardware_cycles = true,
                         .reference_ipc = 3.875};
static struct machine machine = {.slug = "some-cpu", .microarchitecture = "Some"};
static struct report report = {
    .run = &run, .machine = &machine, .build = {"0.9", "c0ffee", "x86-64-v9", "tcc 1", "-O9"}};

static void set_status(struct measured_row *row, enum row_status status, const char *reason)
{
    row->planned.status = status;
    strcpy(row->planned.reason, reason);
    row->standing = (struct standing){0};
}

/* Makes a row with a result, one in doubt, one that is not ranked, one with unknown values, an
 * unsupported row, and a mock. */
static int make_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i <= KINDS; i++) {
        kinds[i] = typical;
        kinds[i].planned.scheme = &good;
    }
    kinds[1].planned.mode = &burst;
    kinds[1].in_doubt = true;
    set_status(&kinds[1], ROW_UNSTABLE, "busy");
    kinds[2].planned.list = &games;
    kinds[2].planned.mode = &replay;
    kinds[2].standing = (struct standing){0};
    kinds[3].planned.list = &positions;
    kinds[3].planned.mode = &perft;
    kinds[3].cycles.lo = kinds[3].cycles.hi = kinds[3].ratio.lo = NAN;
    kinds[3].standing.tied_with_best = false;
    for (int c = 0; c < COUNTERS; c++)
        kinds[3].counts[c] = NAN;
    kinds[4].planned.scheme = &twin;
    set_status(&kinds[4], ROW_UNSUPPORTED, "needs luck");
    kinds[4].process_cycles = kinds[4].process_ns = NULL;
    kinds[4].samples_total = 0;
    kinds[5].planned.scheme = &mock;
    kinds[5].planned.list = &games;
    kinds[5].planned.mode = &replay;
    kinds[5].standing = (struct standing){0};
    kinds[6].planned.list = &games;
    kinds[6].planned.mode = &replay;
    return 0;
}

/* The lines of the CSV: rows by column. */
static const size_t order[KINDS] = {0, 4, 1, 2, 5, 3};

static char *written(void)
{
    csv_write(&report, capture());
    return captured();
}

static const struct {
    const char *name, *of[KINDS];
} columns[COLUMNS] = {
    {"cpu", {"some-cpu", "some-cpu", "some-cpu", "some-cpu", "some-cpu", "some-cpu"}},
    {"microarchitecture", {"Some", "Some", "Some", "Some", "Some", "Some"}},
    {"level", {"x86-64-v9", "x86-64-v9", "x86-64-v9", "x86-64-v9", "x86-64-v9", "x86-64-v9"}},
    {"compiler", {"tcc 1", "tcc 1", "tcc 1", "tcc 1", "tcc 1", "tcc 1"}},
    {"scheme", {"good", "good", "good", "good", "twin", "mock"}},
    {"family", {"rays", "rays", "rays", "rays", "rays", "floor"}},
    {"piece", {"bishop", "bishop", "all", "all", "bishop", "all"}},
    {"workload", {"games:2-16", "games:2-16", "games", "perft", "games:2-16", "games"}},
    {"mode", {"throughput", "burst-7-8", "replay", "perft", "throughput", "replay"}},
    {"status", {"ok", "unstable", "ok", "ok", "unsupported", "ok"}},
    {"reason", {"", "busy", "", "", "needs luck", ""}},
    {"list_length", {"2", "2", "3", "3", "2", "3"}},
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
    {"table_bytes", {"2", "2", "3", "3", "0", "7"}},
    {"branchless", {"no", "no", "no", "no", "yes", "no"}},
    {"multiply_free", {"yes", "yes", "yes", "yes", "no", "no"}},
    {"checksum",
     {"0fedcba987654321", "0fedcba987654321", "0000000000000003", "0000000000000003", "", ""}},
    {"cycles_source", {"counter", "", "counter", "canary", "", "counter"}},
    {"instructions", {"20.5000", "", "20.5000", "", "", "20.5000"}},
    {"branch_misses", {"30.5000", "", "30.5000", "", "", "30.5000"}},
    {"l1_misses", {"40.5000", "", "40.5000", "", "", "40.5000"}},
    {"llc_misses", {"50.5000", "", "50.5000", "", "", "50.5000"}},
    {"mean_occupied", {"31.4", "31.4", "27.3", "20.0", "31.4", "27.3"}},
    {"lookups_per_step", {"1.00", "1.00", "4.13", "", "1.00", "4.13"}},
};

static void every_csv_column(void **state)
{
    (void)state;
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

static void texts_in_the_csv(void **state)
{
    (void)state;
    const struct scheme odd = {.name = "odd", .family = "one, \"two\""};
    kinds[0].planned.scheme = &odd;
    machine.microarchitecture_inferred = true;
    char *csv = written();
    machine.microarchitecture_inferred = false;
    HAS(csv,
        "\nsome-cpu,Some (inferred),x86-64-v9,tcc 1,odd,\"one, "
        "\"\"two\"\"\",bishop,");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_csv_column, make_rows),
        cmocka_unit_test_setup(texts_in_the_csv, make_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
