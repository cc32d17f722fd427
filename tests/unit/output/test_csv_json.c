/* SPDX-License-Identifier: MIT
 * Every column of the CSV and every member of the JSON, from rows in which no two values are
 * equal. */
#include "output/csv.h"
#include "output/json.h"
#include "support/failing_malloc.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static struct given_option given[] = {
    {"full", NULL}, {"seed", "15"}, {"--benchmark_min_time=1x", NULL}};
static struct run_request options = {
    .matrix = {.modes = {.mode = {{.kind = MODE_LATENCY, .name = "latency"},
                                  {.kind = MODE_SETWISE, .name = "setwise"}},
                         .n = 2},
               .line = {{.pieces = {[QUEEN] = true, [ALL] = true}},
                        {.workload = {WORKLOAD_RANDOM, 0, 0, 25},
                         .pieces = {[ROOK] = true, [QUEEN] = true}},
                        {.workload = {.kind = WORKLOAD_SEARCH}}}, /* past the end: not a line */
               .n = 2},
    .processes = 11,
    .spread_over = 12.5,
    .seconds = 13.5,
    .list_length = 14,
    .seed = 15,
    .given = given,
    .given_count = 3,
};
static struct pin pin = {.cpu = 16, .description = "CPU 16", .warning = "not pinned"};
static struct report report = {
    .request = &options,
    .run = &run,
    .machine = &machine,
    .pin = &pin,
    .build = {"0.9", "c0ffee", "x86-64-v9", "tcc 1", "-O9"},
    .resumed = {{1, 2}, 2},
    .began = 1795391999,
};

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

static char *written(void (*write)(FILE *out))
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    write(out);
    fclose(out);
    return text;
}

static void write_csv(FILE *out)
{
    assert_true(csv_write(&report, out));
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
    char *csv = written(write_csv), *left = csv;
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
    free(csv);
}

static void texts_in_the_csv(void **state)
{
    (void)state;
    const struct scheme odd = {.name = "odd", .family = "one, \"two\""};
    kinds[0].planned.scheme = &odd;
    machine.microarchitecture_inferred = true;
    char *csv = written(write_csv);
    machine.microarchitecture_inferred = false;
    assert_non_null(strstr(csv,
                           "\nsome-cpu,Some (inferred),x86-64-v9,tcc 1,odd,\"one, "
                           "\"\"two\"\"\",bishop,"));
    free(csv);
}

/* ---- JSON ---- */

static const char *crc;

static void write_json(FILE *out)
{
    assert_true(json_write(&report, crc, out));
}

/* Returns the JSON text of a member such as "pin.cpu". */
static char *member(const json_t *json, const char *path)
{
    char name[64];
    for (int used; sscanf(path, "%63[^.]%n", name, &used) == 1; path += used + (path[used] == '.'))
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(name))
                                   : json_object_get(json, name);
    return json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
}

static void expect(const char *path, const char *expected)
{
    char *text = written(write_json);
    json_t *json = json_loads(text, 0, NULL);
    char *got = member(json, path);
    assert_non_null(got);
    assert_string_equal(got, expected);
    free(got);
    json_decref(json);
    free(text);
}

/* The choices of a column in which only the scheme good has a rank. */
#define CHOICE(role)                                                                               \
    "    {\"role\":\"" role "\",\"scheme\":\"good\",\"tied\":[],\"ratio\":[1.0,null,null]}"
#define CHOICES                                                                                    \
    "   \"choices\":[\n"                                                                           \
    CHOICE("best") ",\n"                                                                           \
    CHOICE("multiply-free") ",\n"                                                                  \
    CHOICE("branchy") ",\n"                                                                        \
    CHOICE("within-64-kib") ",\n"                                                                  \
    CHOICE("no-bmi2") ",\n"                                                                        \
    CHOICE("no-extension") ",\n"                                                                   \
    CHOICE("no-extension-multiply-free") "\n"                                                      \
    "   ],\n"

/* Schemes and columns as they are written: one scheme, choice or row per line. */
static const char layout[] =
    "\n"
    " \"schemes\":[\n"
    "  {\"name\":\"good\",\"family\":\"rays\",\"title\":\"Good\",\"author\":\"H. "
    "L\\u00FC\",\"year\":\"2000\",\"source\":\"https://"
    "x.org\",\"needs\":\"\",\"traits\":[\"multiply-free\"],\"view_bytes\":8,\"table_bytes\":{"
    "\"bishop\":2,\"all\":3},\"engine_bytes\":9,\"proof\":{}},\n"
    "  "
    "{\"name\":\"twin\",\"family\":\"rays\",\"title\":\"\",\"author\":\"\",\"year\":\"\","
    "\"source\":\"\",\"needs\":\"luck\",\"traits\":[\"branchless\",\"simd\"],\"twin\":\"good\","
    "\"view_bytes\":0,\"table_bytes\":{\"bishop\":0},\"engine_bytes\":0,\"proof\":{}},\n"
    "  "
    "{\"name\":\"mock\",\"family\":\"floor\",\"title\":\"\",\"author\":\"\",\"year\":\"\","
    "\"source\":\"\",\"needs\":\"\",\"traits\":[\"mock\"],\"view_bytes\":0,\"table_bytes\":{"
    "\"all\":7},\"engine_bytes\":7,\"proof\":{}}\n"
    " ],\n"
    " \"columns\":[\n"
    "  {\n"
    "   \"piece\":\"bishop\",\n"
    "   \"workload\":\"games:2-16\",\n"
    "   \"mode\":\"throughput\",\n"
    "   \"list_length\":2,\n"
    "   \"mean_occupied\":31.44,\n"
    "   \"lookups_per_step\":1.0,\n"
    "   \"checksum\":\"0fedcba987654321\",\n"
    "   \"confidence\":0.75,\n"
    "   \"corrected_for\":0,\n" CHOICES
    "   \"comparisons\":[],\n"
    "   \"twins\":[],\n"
    "   \"rows\":[\n"
    "    "
    "{\"scheme\":\"good\",\"process_cycles\":[1.23457,null,2.5],\"process_ns\":[0.25,0.5,null]},\n"
    "    {\"scheme\":\"twin\",\"status\":\"unsupported\",\"reason\":\"needs luck\"}\n"
    "   ]\n"
    "  },\n"
    "  {\n"
    "   \"piece\":\"bishop\",\n"
    "   \"workload\":\"games:2-16\",\n"
    "   \"mode\":\"burst-7-8\",\n"
    "   \"list_length\":2,\n"
    "   \"mean_occupied\":31.44,\n"
    "   \"lookups_per_step\":1.0,\n"
    "   \"working_set_kib\":7,\n"
    "   \"checksum\":\"0fedcba987654321\",\n"
    "   \"choices\":[],\n"
    "   \"comparisons\":[],\n"
    "   \"twins\":[],\n"
    "   \"rows\":[\n"
    "    "
    "{\"scheme\":\"good\",\"status\":\"unstable\",\"reason\":\"busy\",\"in_doubt\":true,\"process_"
    "cycles\":[1.23457,null,2.5],\"process_ns\":[0.25,0.5,null]}\n"
    "   ]\n"
    "  },\n"
    "  {\n"
    "   \"piece\":\"all\",\n"
    "   \"workload\":\"games\",\n"
    "   \"mode\":\"replay\",\n"
    "   \"list_length\":3,\n"
    "   \"mean_occupied\":27.26,\n"
    "   \"lookups_per_step\":4.126,\n"
    "   \"checksum\":\"0000000000000003\",\n"
    "   \"choices\":[],\n"
    "   \"comparisons\":[],\n"
    "   \"twins\":[],\n"
    "   \"rows\":[\n"
    "    "
    "{\"scheme\":\"good\",\"process_cycles\":[1.23457,null,2.5],\"process_ns\":[0.25,0.5,null]},\n"
    "    "
    "{\"scheme\":\"mock\",\"process_cycles\":[1.23457,null,2.5],\"process_ns\":[0.25,0.5,null]}\n"
    "   ]\n"
    "  },\n"
    "  {\n"
    "   \"piece\":\"all\",\n"
    "   \"workload\":\"perft\",\n"
    "   \"mode\":\"perft\",\n"
    "   \"list_length\":3,\n"
    "   \"mean_occupied\":20.0,\n"
    "   \"lookups_per_step\":null,\n"
    "   \"checksum\":\"0000000000000003\",\n"
    "   \"confidence\":0.75,\n"
    "   \"corrected_for\":0,\n" CHOICES
    "   \"comparisons\":[],\n"
    "   \"twins\":[],\n"
    "   \"rows\":[\n"
    "    "
    "{\"scheme\":\"good\",\"process_cycles\":[1.23457,null,2.5],\"process_ns\":[0.25,0.5,null]}\n"
    "   ]\n"
    "  }\n"
    " ]\n"
    "}\n";

static void json_layout_is_fixed(void **state)
{
    (void)state;
    cycles[0] = 1.23456789;
    char *text = written(write_json);
    cycles[0] = 1.5;
    assert_ptr_equal(strstr(text, "{\n \"format\":3,\n \"partial\":false,\n"), text);
    assert_string_equal(strstr(text, "\n \"schemes\":"), layout);
    free(text);
}

/* Each allocation of the JSON library fails once. */
static void json_without_memory(void **state)
{
    (void)state;
    enum { SOME = 50 };
    bool hit = true;
    long n = 0;
    for (; hit; n++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        allocations_fail_after(n);
        bool ok = json_write(&report, NULL, out);
        hit = allocation_failed();
        assert_int_equal(ok, !hit);
        fclose(out);
        free(text);
    }
    assert_true(n > SOME);
}

static void every_member_of_the_run(void **state)
{
    (void)state;
    crc = "0123abcd";
    expect("format", "3");
    expect("partial", "false");
    expect("processes_ended", "3");
    expect("resumed_after", "[1,2]");
    expect("slidebench", "\"0.9\"");
    expect("commit", "\"c0ffee\"");
    expect("date", "\"2026-11-22T23:59:59Z\"");
    expect("level", "\"x86-64-v9\"");
    expect("compiler", "\"tcc 1\"");
    expect("flags", "\"-O9\"");
    expect("options.arguments", "[\"--full\",\"--seed\",\"15\",\"--benchmark_min_time=1x\"]");
    expect("options.pieces", "[\"queen\",\"all\",\"rook\"]");
    expect("options.modes", "[\"latency\",\"setwise\"]");
    expect("options.workloads", "[\"games\",\"random\"]");
    expect("options.processes", "11");
    expect("options.spread_over", "12.5");
    expect("options.seconds", "13.5");
    expect("options.list_length", "14");
    expect("options.seed", "15");
    expect("options.custom_positions", "false");
    expect("options.huge_pages", "false");
    expect("options.no_warmup", "false");
    expect("pin.pinned", "false");
    expect("pin.cpu", "16");
    expect("pin.smt_shared", "false");
    expect("pin.description", "\"CPU 16\"");
    expect("pin.warning", "\"not pinned\"");
    expect("machine.slug", "\"some-cpu\"");
    expect("cycles_source", "\"counter\"");
    expect("canary_ipc_reference", "3.875");
    expect("csv_crc32", "\"0123abcd\"");
    expect("rules", "{\"margin\":0.01,\"confidence\":0.95,\"canary_tolerance\":0.04}");
    expect("interval_confidence", "0.75");
    expect("break_even", "[]");
    crc = NULL;
    expect("csv_crc32", "null");
}

static void unknown_reference_is_zero(void **state)
{
    (void)state;
    run.has_hardware_cycles = false;
    run.reference_ipc = INFINITY;
    run.min_processes = 1;
    expect("cycles_source", "\"canary\"");
    expect("canary_ipc_reference", "0.0");
    expect("interval_confidence", "null");
    run.has_hardware_cycles = true;
    run.reference_ipc = 3.875;
    run.min_processes = 3;
}

static void full_disk_is_an_error(void **state)
{
    (void)state;
    FILE *full = fopen("/dev/full", "w");
    setvbuf(full, NULL, _IONBF, 0);
    assert_false(json_write(&report, NULL, full));
    fclose(full);
}

/* Sets one flag at a time, so that a member with another flag's value fails. */
static void every_flag_has_its_own_member(void **state)
{
    (void)state;
    const struct {
        bool *flag;
        const char *path;
    } flags[] = {{&pin.pinned, "pin.pinned"},
                 {&pin.smt_shared, "pin.smt_shared"},
                 {&options.huge_pages, "options.huge_pages"},
                 {&options.no_warmup, "options.no_warmup"}};
    for (size_t set = 0; set < 4; set++)
        for (size_t read = 0; read < 4; read++) {
            *flags[set].flag = true;
            expect(flags[read].path, set == read ? "true" : "false");
            *flags[set].flag = false;
        }
    options.positions = "some.pgn";
    expect("options.custom_positions", "true");
    options.positions = NULL;
}

#define TEST(test) cmocka_unit_test_setup(test, make_rows)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_csv_column),        TEST(texts_in_the_csv),
        TEST(every_member_of_the_run), TEST(unknown_reference_is_zero),
        TEST(full_disk_is_an_error),   TEST(every_flag_has_its_own_member),
        TEST(json_layout_is_fixed),    TEST(json_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
