/* SPDX-License-Identifier: MIT
 * A result is read back, concluded and written again, byte for byte; impossible ones are
 * refused. */
#include "analysis/conclude.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/recorded/recorded_result.h"
#include "output/recorded/samples.h"
#include "support/failing_malloc.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/json_file.h"

enum { PROCESSES = 6, SCHEMES = 3, LISTS = 3, MODES_TIMED = 4, ROWS = 10 };

/* None of these is a scheme of this program. */
#define TEXTS .family = "rays", .title = "T", .author = "A", .year = "2000", .source = "S"
static const struct scheme of_schemes[SCHEMES] = {
    {.name = "floor", TEXTS, .traits = MOCK, .view_bytes = 8},
    {.name = "first",
     TEXTS,
     .needs = "sve2-bitperm",
     .traits = BRANCHLESS | SIMD,
     .table_bytes = {10, 20, 30, 30},
     .tables = {{"all", NULL, 35}},
     .view_bytes = 8},
    {.name = "second",
     TEXTS,
     .traits = INCREMENTAL | MULTIPLY_FREE,
     .twin = "first",
     .view_bytes = 40},
};
static struct list lists[LISTS] = {
    {.name = "games:2-16",
     .piece = MIX_NNUE,
     .distinct = 64,
     .checksum = 0x123456789abcdef,
     .mean_lookups = 1,
     .mean_occupied = 13.375},
    {.name = "search",
     .piece = ALL,
     .kind = LIST_OF_GAMES,
     .distinct = 9,
     .checksum = 5,
     .mean_lookups = 3.4567,
     .mean_occupied = 25.25},
    {.name = "perft",
     .piece = ALL,
     .kind = LIST_OF_PERFT_TASKS,
     .distinct = 1,
     .checksum = 1234567,
     .mean_lookups = NAN,
     .mean_occupied = 32},
};
static struct mode_spec modes[MODES_TIMED] = {
    {.kind = MODE_THROUGHPUT, .threads = 1, .name = "throughput"},
    {.kind = MODE_BURST,
     .threads = 1,
     .kib = 512,
     .multiple = 0.5,
     .cache = CACHE_L2,
     .queries = 8,
     .name = "burst-0.5L2-8"},
    {.kind = MODE_REPLAY, .threads = 1, .name = "replay"},
    {.kind = MODE_PERFT, .threads = 1, .name = "perft"},
};
/* Scheme, list and mode of each row: all of a scheme in the order of columns. */
static const size_t places[ROWS][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 2}, {1, 0, 0}, {1, 0, 1},
                                       {1, 1, 2}, {1, 2, 3}, {2, 0, 0}, {2, 0, 1}, {2, 2, 3}};

static struct measured_row row[ROWS];
static struct process_result results[ROWS][PROCESSES];
static double cycles[ROWS][PROCESSES], ns[ROWS][PROCESSES];
static struct run run;
static struct machine machine;
static struct pin pin = {.pinned = true, .cpu = 3, .description = "CPU 3"};
static struct given_option given[] = {{"full", NULL}, {"processes", "6"}};
static struct run_request request = {.processes = PROCESSES, .given = given, .given_count = 2};
static struct report report;
static char folder[] = "/tmp/slidebench-recorded-XXXXXX", json_path[64], csv_path[64];
static struct error error;

static void set_status(struct measured_row *r, enum row_status status, const char *reason)
{
    r->planned.status = status;
    strcpy(r->planned.reason, reason);
}

/* Makes a concluded run, with an unstable row, one that is unsupported, and a missing value. */
static int make_run(void **state)
{
    (void)state;
    memset(row, 0, sizeof row);
    memset(&machine, 0, sizeof machine);
    strcpy(machine.slug, "some-cpu");
    strcpy(machine.warnings[machine.warning_count++], "loud");
    machine.l2_bytes = 1 << 20;
    machine.family = -1;
    for (size_t i = 0; i < ROWS; i++) {
        row[i].planned = (struct row){.scheme = &of_schemes[places[i][0]],
                                      .list = &lists[places[i][1]],
                                      .mode = &modes[places[i][2]]};
        row[i].process = results[i];
        row[i].process_cycles = cycles[i];
        row[i].process_ns = ns[i];
        row[i].samples_total = 100 + i;
        row[i].undisturbed_share = 0.875;
        row[i].ghz = 3.1234;
        for (size_t c = 0; c < COUNTERS; c++)
            row[i].counts[c] = c == COUNT_BRANCH_MISSES ? NAN : (double)(c + i);
        for (size_t p = 0; p < PROCESSES; p++) {
            cycles[i][p] = 1.25 + (double)i + 0.0123 * (double)p;
            ns[i][p] = cycles[i][p] / 4;
            results[i][p] = (struct process_result){30,       20,    cycles[i][p],
                                                    ns[i][p], 3.125, {NAN, NAN, NAN, NAN, NAN}};
        }
    }
    cycles[3][2] = ns[3][2] = results[3][2].cycles = results[3][2].ns = NAN;
    set_status(&row[4], ROW_UNSTABLE, "too few");
    row[4].in_doubt = true;
    set_status(&row[8], ROW_UNSUPPORTED, "needs \"luck\"");
    row[8].process_cycles = row[8].process_ns = NULL;
    row[8].process = NULL;
    row[8].samples_total = 0;
    run = (struct run){.row = row,
                       .n = ROWS,
                       .processes_requested = PROCESSES,
                       .processes_ended = PROCESSES,
                       .reference_ipc = 3.87654,
                       .has_hardware_cycles = true};
    report = (struct report){.request = &request,
                             .run = &run,
                             .machine = &machine,
                             .pin = &pin,
                             .build = {"0.1", "c0ffee", "native", "gcc 12", "-O3"},
                             .resumed = {{2, 4}, 2},
                             .began = 1795391999,
                             .saved = ""};
    assert_true(conclude_recorded(&run, &error));
    return 0;
}

static char *text_of_file(const char *path)
{
    size_t size = 1 << 20;
    char *text = calloc(1, size);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, size - 1, file) < size - 1);
    fclose(file);
    return text;
}

static void write_files(const struct report *of, const char *json, const char *csv)
{
    FILE *file = fopen(csv, "w");
    assert_true(csv_write(of, file));
    fclose(file);
    file = fopen(json, "w");
    assert_true(json_write(of, "01234567", file));
    fclose(file);
}

static void assert_same_files(const char *a, const char *b)
{
    char *one = text_of_file(a), *other = text_of_file(b);
    assert_string_equal(one, other);
    free(one);
    free(other);
}

static void result_is_read_and_written_again(void **state)
{
    (void)state;
    char again_json[80], again_csv[80];
    snprintf(again_json, sizeof again_json, "%s/again.json", folder);
    snprintf(again_csv, sizeof again_csv, "%s/again.csv", folder);
    for (int partial = 0; partial < 2; partial++) {
        report.partial = partial;
        write_files(&report, json_path, csv_path);
        struct recorded_result *result = recorded_result_read(json_path, &error);
        assert_non_null(result);
        assert_true(samples_read(result, json_path, &error));
        assert_true(conclude_recorded(&result->run, &error));
        write_files(&result->report, again_json, again_csv);
        recorded_result_free(result);
        assert_same_files(json_path, again_json);
        assert_same_files(csv_path, again_csv);
    }
    unlink(again_json);
    unlink(again_csv);
}

static void members_are_read_as_written(void **state)
{
    (void)state;
    write_files(&report, json_path, csv_path);
    struct recorded_result *result = recorded_result_read(json_path, &error);
    assert_non_null(result);
    assert_int_equal(result->run.n, ROWS);
    assert_int_equal(result->scheme_count, SCHEMES);
    assert_int_equal(result->lists->n, LISTS);
    assert_int_equal(result->request.matrix.modes.n, MODES_TIMED);
    assert_int_equal(result->request.processes, PROCESSES);
    assert_int_equal(result->request.given_count, 2);
    assert_string_equal(result->request.given[1].name, "processes");
    assert_int_equal(result->report.began, report.began);
    assert_int_equal(result->report.resumed.n, 2);
    assert_int_equal(result->machine.family, -1);
    assert_int_equal(result->machine.warning_count, 1);
    assert_int_equal(result->pin.cpu, 3);
    for (size_t i = 0; i < ROWS; i++) {
        const struct measured_row *r = &result->run.row[i];
        assert_string_equal(r->planned.scheme->name, row[i].planned.scheme->name);
        assert_string_equal(r->planned.mode->name, row[i].planned.mode->name);
        assert_int_equal(r->planned.mode->kib, row[i].planned.mode->kib);
        assert_int_equal(r->planned.list->kind, row[i].planned.list->kind);
        assert_int_equal(r->planned.status, row[i].planned.status);
        assert_int_equal(r->planned.scheme->traits, row[i].planned.scheme->traits);
        assert_int_equal(r->in_doubt, row[i].in_doubt);
    }
    assert_int_equal(result->run.row[5].planned.list->spec.kind, WORKLOAD_SEARCH);
    assert_int_equal(result->run.row[6].planned.list->spec.kind, WORKLOAD_PERFT);
    recorded_result_free(result);
}

static bool accepts(const char *where, const char *value)
{
    write_files(&report, json_path, csv_path);
    set_in_file(json_path, where, value);
    struct recorded_result *result = recorded_result_read(json_path, &error);
    bool ok = result && conclude_recorded(&result->run, &error);
    recorded_result_free(result);
    return ok;
}

static const char value_text[] = "a value of a process",
                  list_text[] = "column 1 (mix-nnue games:2-16 throughput): a member of the list",
                  mode_text[] = "the mode or its working_set_kib is impossible",
                  run_text[] = "processes_ended, options.processes or a canary_ipc_reference";
static const struct {
    const char *where, *value, *text;
} impossible[] = {
    {"format", "2", "its format is 2, expected 3"},
    {"format", "\"3\"", "its format is 0, expected 3"},
    {"level", "\"\"", "level or compiler is missing"},
    {"compiler", "7", "level or compiler is missing"},
    {"flags", "\"\\u001b[2J\"", "a text contains a control character"},
    {"commit", "\"\\u009b2J\"", "a text contains a control character"},
    {"date", "\"2026-11-22\"", "date is not a UTC time"},
    {"date", "\"2026-11-22T01:02:03Zx\"", "date is not a UTC time"},
    {"processes_ended", "0", run_text},
    {"processes_ended", "10001", run_text},
    {"processes_ended", "6.5", run_text},
    {"processes_ended", "", run_text},
    {"processes_ended", "7", value_text},
    {"options", "null", run_text},
    {"canary_ipc_reference", "8.001", run_text},
    {"canary_ipc_reference", "\"4\"", run_text},
    {"resumed_after.0", "-1", "resumed_after"},
    {"resumed_after", "{}", "resumed_after"},
    {"pin.cpu", "99999999999", "pin"},
    {"pin.description", "", "pin"},
    {"machine.slug", "\"\"", "machine"},
    {"machine.cores", "\"2\"", "machine"},
    {"machine.family", "99999999999", "machine"},
    {"machine.l2_bytes", "-1", "machine"},
    {"machine.warnings.0", "{}", "machine"},
    {"schemes", "[]", "0 schemes, expected 1 to 1000"},
    {"schemes.1", "7", "scheme 2 ()"},
    {"schemes.1.name", "\"floor\"", "scheme 2 (floor)"},
    {"schemes.1.traits.0", "\"quick\"", "scheme 2 (first)"},
    {"schemes.1.traits.0", "[]", "scheme 2 (first)"},
    {"schemes.1.table_bytes.mix-nnue", "-1", "scheme 2 (first)"},
    {"schemes.1.table_bytes.pawn", "1", "scheme 2 (first)"},
    {"schemes.1.engine_bytes", "1e30", "scheme 2 (first)"},
    {"columns", "{}", "0 columns, expected 1 to 1000"},
    {"columns.0", "[]", "column 1 (  ): "},
    {"columns.0.mode", "\"burst\"", mode_text},
    {"columns.0.mode", "\"throughput,latency\"", mode_text},
    {"columns.1.working_set_kib", "", mode_text},
    {"columns.1.working_set_kib", "1048577", mode_text},
    {"columns.1.mode", "\"burst-9-8\"", mode_text},
    {"columns.0.piece", "\"pawn\"", "a member of the list"},
    {"columns.0.workload", "\"a workload with a long name\"", "a member of the list"},
    {"columns.0.list_length", "0", list_text},
    {"columns.0.list_length", "65", "column 2 (mix-nnue games:2-16 burst-0.5L2-8): a member"},
    {"columns.0.mean_occupied", "null", list_text},
    {"columns.0.mean_occupied", "65", list_text},
    {"columns.0.lookups_per_step", "\"1\"", list_text},
    {"columns.0.checksum", "\"xyz\"", list_text},
    {"columns.0.checksum", "", list_text},
    {"columns.1.mode", "\"throughput\"", "column 2 (mix-nnue games:2-16 throughput): it occurs"},
    {"columns.0.rows", "[]", "column 1 has no rows"},
    {"columns.0.rows", "", "column 1 has no rows"},
    {"columns.0.rows.1", "7", "column 1: scheme  is none of schemes"},
    {"columns.0.rows.1.scheme", "\"none\"", "column 1: scheme none is none of schemes"},
    {"columns.0.rows.1.scheme", "\"floor\"", "column 1: scheme floor occurs twice"},
    {"columns.0.rows.1.status", "\"fine\"", "status or reason"},
    {"columns.0.rows.1.status", "\"wrong\"", "status or reason"},
    {"columns.0.rows.1.process_cycles", "", "process_cycles is missing"},
    {"columns.0.rows.1.process_cycles", "7", value_text},
    {"columns.0.rows.1.process_cycles.0", "0", value_text},
    {"columns.0.rows.1.process_cycles.0", "1.1e8", value_text},
    {"columns.0.rows.1.process_cycles.0", "\"1\"", value_text},
    {"columns.0.rows.1.process_cycles.6", "1", value_text},
    {"columns.0.rows.1.process_cycles.0", "null", "cycles without ns"},
    {"columns.0.rows.1.process_ns", "", value_text},
};

static void impossible_values_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        assert_false(accepts(impossible[i].where, impossible[i].value));
        assert_int_equal(error.status, STATUS_INPUT);
        assert_int_equal(strncmp(error.text, json_path, strlen(json_path)), 0);
        if (!strstr(error.text, impossible[i].text))
            fail_msg("%s = %s: %s", impossible[i].where, impossible[i].value, error.text);
    }
}

static void impossible_values_for_resuming(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"process_ghz.1", "-1"},         {"process_ghz.1", "0"},
        {"process_ghz.5", ""},           {"process_samples.1", "null"},
        {"process_samples.1", "4e9"},    {"process_samples.1", "19"},
        {"process_undisturbed.1", "31"}, {"process_undisturbed.1", "null"},
        {"process_counted", "[]"},       {"process_counted", "[0, 0, 0, 0, 0, 0]"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char where[60];
        snprintf(where, sizeof where, "columns.0.rows.1.%s", bad[i][0]);
        assert_false(accepts(where, bad[i][1]));
        assert_non_null(strstr(error.text, "column 1: scheme first: a value of a process"));
    }
    assert_true(accepts("columns.0.rows.1.process_ghz", ""));
    assert_true(accepts("columns.0.rows.1.process_samples.1", "1e8"));
}

static void harmless_changes_are_accepted(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        {"processes_ended", "6"},       {"canary_ipc_reference_with_corunners", "null"},
        {"canary_ipc_reference", "8"},  {"machine.cores", ""},
        {"machine.cores", "null"},      {"columns.0.rows.1.process_cycles.0", "1e8"},
        {"schemes.2.twin", "\"none\""}, {"columns.1.rows.1.in_doubt", "7"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!accepts(good[i][0], good[i][1]))
            fail_msg("%s = %s: %s", good[i][0], good[i][1], error.text);
}

/* Replaces the first `from` in the CSV and returns whether it is accepted. */
static bool accepts_csv(const char *from, const char *to)
{
    write_files(&report, json_path, csv_path);
    char *text = text_of_file(csv_path), *at = strstr(text, from);
    assert_non_null(at);
    FILE *file = fopen(csv_path, "w");
    fprintf(file, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    fclose(file);
    free(text);
    struct recorded_result *result = recorded_result_read(json_path, &error);
    assert_non_null(result);
    bool ok = samples_read(result, json_path, &error);
    recorded_result_free(result);
    return ok;
}

static void other_csv_is_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {",floor,", ",first,"}, {"samples_total", "samples"}, {",100,", ",-1,"},
        {",100,", ",x,"},       {",100,", ",1e400,"},         {"cpu,", ""},
        {"cpu,", "cpu,,"},      {"some-cpu", "\"some-cpu"},
    };
    assert_true(accepts_csv(",100,", ",101,"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (accepts_csv(bad[i][0], bad[i][1]))
            fail_msg("%s -> %s", bad[i][0], bad[i][1]);
        assert_int_equal(error.status, STATUS_INPUT);
        assert_non_null(strstr(error.text, "not the row of the .json"));
    }
}

static void missing_files_are_errors(void **state)
{
    (void)state;
    assert_null(recorded_result_read("/no/such/file", &error));
    assert_non_null(strstr(error.text, "/no/such/file: No such file"));
    assert_int_equal(error.status, STATUS_INPUT);
    write_files(&report, json_path, csv_path);
    struct recorded_result *result = recorded_result_read(json_path, &error);
    unlink(csv_path);
    assert_false(samples_read(result, json_path, &error));
    assert_non_null(strstr(error.text, ".csv: No such file"));
    assert_false(samples_read(result, "result.txt", &error));
    assert_non_null(strstr(error.text, "expected a name that ends in .json"));
    recorded_result_free(result);
}

/* Each allocation fails once. */
static void reading_without_memory(void **state)
{
    (void)state;
    enum { SOME = 100 };
    bool hit = true;
    long n = 0;
    write_files(&report, json_path, csv_path);
    for (; hit; n++) {
        error.status = STATUS_OK;
        allocations_fail_after(n);
        struct recorded_result *result = recorded_result_read(json_path, &error);
        hit = allocation_failed();
        assert_int_equal(result != NULL, !hit);
        if (hit)
            assert_int_equal(error.status, STATUS_ENVIRONMENT);
        recorded_result_free(result);
    }
    assert_true(n > SOME);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(json_path, sizeof json_path, "%s/a.json", folder);
    snprintf(csv_path, sizeof csv_path, "%s/a.csv", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(json_path);
    unlink(csv_path);
    return rmdir(folder);
}

#define TEST(test) cmocka_unit_test_setup(test, make_run)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(result_is_read_and_written_again), TEST(members_are_read_as_written),
        TEST(impossible_values_are_refused),    TEST(impossible_values_for_resuming),
        TEST(harmless_changes_are_accepted),    TEST(other_csv_is_refused),
        TEST(missing_files_are_errors),         TEST(reading_without_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
