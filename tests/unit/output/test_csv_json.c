/* SPDX-License-Identifier: MIT
 * Every column of the CSV and every member of the JSON, from rows in which no two values are
 * equal. */
#include "output/csv.h"
#include "output/json.h"
#include "target/isa_level.h"
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

enum { KINDS = 5, COLUMNS = 36 };

static const struct scheme
    good = {.name = "good", .family = "rays", .traits = MULTIPLY_FREE, .table_bytes = {1, 2, 3, 4}},
    twin = {.name = "twin", .family = "rays", .traits = BRANCHLESS, .twin = "good"},
    mock = {.name = "mock", .family = "floor", .traits = MOCK, .table_bytes = {5, 6, 7, 8}};
static bitboard prefix_sums[] = {0, 1, 0xfedcba987654321, 3};
static struct workload queries = {.name = "games:2-16",
                                  .piece = BISHOP,
                                  .n = 3,
                                  .distinct = 2,
                                  .expected = {prefix_sums, NULL},
                                  .lookups = 1,
                                  .mean_occupied = 31.44},
                       games = {.name = "games",
                                .piece = ALL,
                                .n = 3,
                                .distinct = 3,
                                .expected = {prefix_sums, NULL},
                                .lookups = 4.126,
                                .mean_occupied = 27.26},
                       positions = {.name = "perft",
                                    .piece = ALL,
                                    .n = 3,
                                    .distinct = 3,
                                    .expected = {prefix_sums, NULL},
                                    .lookups = NAN,
                                    .mean_occupied = 20};
static const struct mode_spec throughput = {.kind = MODE_THROUGHPUT,
                                            .threads = 1,
                                            .name = "throughput"},
                              replay = {.kind = MODE_REPLAY, .threads = 1, .name = "replay"},
                              perft = {.kind = MODE_PERFT, .threads = 1, .name = "perft"};
static double cycles[] = {1.5, NAN, 2.5}, ns[] = {0.25, 0.5, INFINITY};

static const struct measured_row typical = {
    .id.workload = &queries,
    .id.mode = &throughput,
    .process_cycles = cycles,
    .process_ns = ns,
    .sample_count = 700,
    .processes_measured = 12,
    .undisturbed_share = 0.8764,
    .cycles = {10.00014, 10.00024, 10.00034},
    .ns = {3.00014, 3.00024, 3.00034},
    .ghz = 3.33334,
    .counted = {10.5, 20.5, 30.5, 40.5, 50.5},
    .standing = {.rank = 4, .last = 9, .tied_with_best = true},
};

static struct measured_row kinds[KINDS];
static struct run run = {.row = kinds,
                         .n = KINDS,
                         .processes = 3,
                         .counted = true,
                         .reference_ipc = 3.875,
                         .reference_ipc_with_corunners = 3.5};
static struct machine machine = {.slug = "some-cpu", .microarchitecture = "Some"};

/* Makes a row with a result, a mock, an unstable row, an unsupported row, and a row with unknown
 * values. */
static int make_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < KINDS; i++) {
        kinds[i] = typical;
        kinds[i].id.scheme = &good;
    }
    kinds[1].id.scheme = &mock;
    kinds[1].id.workload = &games;
    kinds[1].id.mode = &replay;
    kinds[1].standing = (struct standing){0};
    kinds[2].id.status = ROW_UNSTABLE;
    strcpy(kinds[2].id.reason, "busy");
    kinds[2].standing = (struct standing){0};
    kinds[3].id.scheme = &twin;
    kinds[3].id.status = ROW_UNSUPPORTED;
    strcpy(kinds[3].id.reason, "needs luck");
    kinds[3].process_cycles = kinds[3].process_ns = NULL;
    kinds[3].sample_count = 0;
    kinds[3].standing = (struct standing){0};
    kinds[4].id.workload = &positions;
    kinds[4].id.mode = &perft;
    kinds[4].cycles.lo = kinds[4].cycles.hi = NAN;
    kinds[4].standing.tied_with_best = false;
    for (int c = 0; c < COUNTERS; c++)
        kinds[4].counted[c] = NAN;
    return 0;
}

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
    csv_write(&run, &machine, out);
}

/* Placeholders for the names of the compiler and of the level. */
#define LEVEL    "(level)"
#define COMPILER "(compiler)"

static const struct {
    const char *name, *of[KINDS];
} columns[COLUMNS] = {
    {"cpu", {"some-cpu", "some-cpu", "some-cpu", "some-cpu", "some-cpu"}},
    {"microarchitecture", {"Some", "Some", "Some", "Some", "Some"}},
    {"level", {LEVEL, LEVEL, LEVEL, LEVEL, LEVEL}},
    {"compiler", {COMPILER, COMPILER, COMPILER, COMPILER, COMPILER}},
    {"scheme", {"good", "mock", "good", "twin", "good"}},
    {"family", {"rays", "floor", "rays", "rays", "rays"}},
    {"piece", {"bishop", "all", "bishop", "bishop", "all"}},
    {"workload", {"games:2-16", "games", "games:2-16", "games:2-16", "perft"}},
    {"mode", {"throughput", "replay", "throughput", "throughput", "perft"}},
    {"status", {"ok", "ok", "unstable", "unsupported", "ok"}},
    {"reason", {"", "", "busy", "needs luck", ""}},
    {"list_length", {"2", "3", "2", "2", "3"}},
    {"cycles", {"10.0001", "10.0001", "", "", "10.0001"}},
    {"cycles_ci_low", {"10.0002", "10.0002", "", "", ""}},
    {"cycles_ci_high", {"10.0003", "10.0003", "", "", ""}},
    {"ns", {"3.0001", "3.0001", "", "", "3.0001"}},
    {"ns_ci_low", {"3.0002", "3.0002", "", "", "3.0002"}},
    {"ns_ci_high", {"3.0003", "3.0003", "", "", "3.0003"}},
    {"core_ghz", {"3.3333", "3.3333", "", "", "3.3333"}},
    {"rank_min", {"4", "", "", "", "4"}},
    {"rank_max", {"9", "", "", "", "9"}},
    {"tied_with_best", {"yes", "", "", "", "no"}},
    {"processes", {"12", "12", "12", "", "12"}},
    {"samples_total", {"700", "700", "700", "", "700"}},
    {"undisturbed_share", {"0.876", "0.876", "0.876", "", "0.876"}},
    {"table_bytes", {"2", "7", "2", "0", "3"}},
    {"branchless", {"no", "no", "no", "yes", "no"}},
    {"multiply_free", {"yes", "no", "yes", "no", "yes"}},
    {"checksum", {"0fedcba987654321", "", "0fedcba987654321", "", "0000000000000003"}},
    {"cycles_source", {"counter", "counter", "", "", "canary"}},
    {"instructions", {"20.5000", "20.5000", "", "", ""}},
    {"branch_misses", {"30.5000", "30.5000", "", "", ""}},
    {"l1_misses", {"40.5000", "40.5000", "", "", ""}},
    {"llc_misses", {"50.5000", "50.5000", "", "", ""}},
    {"mean_occupied", {"31.4", "27.3", "31.4", "31.4", "20.0"}},
    {"lookups_per_step", {"1.00", "4.13", "1.00", "1.00", ""}},
};

static void test_every_csv_column(void **state)
{
    (void)state;
    char *csv = written(write_csv), *left = csv;
    for (size_t line = 0; line <= KINDS; line++) {
        char *fields = strsep(&left, "\n");
        for (size_t c = 0; c < COLUMNS; c++) {
            const char *expected = line ? columns[c].of[line - 1] : columns[c].name;
            expected = !strcmp(expected, LEVEL)      ? level_name
                       : !strcmp(expected, COMPILER) ? level_compiler
                                                     : expected;
            assert_non_null(fields);
            assert_string_equal(strsep(&fields, ","), expected);
        }
        assert_null(fields);
    }
    assert_string_equal(left, "");
    free(csv);
}

/* ---- JSON ---- */

static struct run_request options = {
    .matrix = {.modes = {.mode = {{.kind = MODE_LATENCY, .name = "latency"},
                                  {.kind = MODE_SETWISE, .name = "setwise"}},
                         .n = 2},
               .line = {{.pieces = {[QUEEN] = true, [ALL] = true}},
                        {.workload = {WORKLOAD_RANDOM, 0, 0, 25},
                         .pieces = {[ROOK] = true, [QUEEN] = true}}},
               .n = 2},
    .processes = 11,
    .spread = 12.5,
    .seconds = 13.5,
    .list_length = 14,
    .seed = 15,
};
static struct pin pin = {.cpu = 16, .description = "CPU 16", .warning = "not pinned"};
static const char *crc;

static void write_json(FILE *out)
{
    struct report report = {
        .options = &options, .run = &run, .machine = &machine, .pin = &pin, .began = 1795391999};
    assert_true(json_write(&report, crc, out));
}

/* Returns the JSON text of a member such as "pin.cpu" or "rows.0.status". */
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

static void expect_word(const char *path, const char *expected)
{
    char quoted[1024];
    snprintf(quoted, sizeof quoted, "\"%s\"", expected);
    expect(path, quoted);
}

/* One space per level, six digits and a final newline: results in a repository then differ in
 * their values only. */
static void test_json_layout(void **state)
{
    (void)state;
    cycles[0] = 1.23456789;
    char *text = written(write_json);
    cycles[0] = 1.5;
    assert_ptr_equal(strstr(text, "{\n \"format\": 2,\n"), text);
    assert_non_null(strstr(text, "\n    1.23457,\n    null,\n    2.5\n"));
    assert_string_equal(text + strlen(text) - 5, " ]\n}\n");
    free(text);
}

/* Each allocation of the JSON library fails once. */
static void test_json_without_memory(void **state)
{
    (void)state;
    struct report report = {.options = &options, .run = &run, .machine = &machine, .pin = &pin};
    enum { SOME = 50 };
    bool hit = true;
    long n = 0;
    for (; hit; n++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        scarce_after(n);
        bool ok = json_write(&report, NULL, out);
        hit = scarce_hit();
        assert_int_equal(ok, !hit);
        fclose(out);
        free(text);
    }
    assert_true(n > SOME);
}

static void test_every_member_of_the_run(void **state)
{
    (void)state;
    crc = "0123abcd";
    expect("format", "2");
    expect("partial", "false");
    expect("slidebench", "\"" SLIDEBENCH_VERSION "\"");
    expect("date", "\"2026-11-22T23:59:59Z\"");
    expect_word("level", level_name);
    expect_word("compiler", level_compiler);
    expect_word("flags", level_flags);
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
    expect("canary_ipc_reference_with_corunners", "3.5");
    expect("csv_crc32", "\"0123abcd\"");
    crc = NULL;
    expect("csv_crc32", "null");
}

/* Sets one flag at a time, so that a member with another flag's value fails. */
static void test_every_flag(void **state)
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

static void test_every_member_of_a_row(void **state)
{
    (void)state;
    static const struct {
        const char *name, *of[KINDS];
    } members[] = {
        {"scheme", {"\"good\"", "\"mock\"", "\"good\"", "\"twin\"", "\"good\""}},
        {"twin", {"null", "null", "null", "\"good\"", "null"}},
        {"mock", {"false", "true", "false", "false", "false"}},
        {"piece", {"\"bishop\"", "\"all\"", "\"bishop\"", "\"bishop\"", "\"all\""}},
        {"workload",
         {"\"games:2-16\"", "\"games\"", "\"games:2-16\"", "\"games:2-16\"", "\"perft\""}},
        {"mode", {"\"throughput\"", "\"replay\"", "\"throughput\"", "\"throughput\"", "\"perft\""}},
        {"status", {"\"ok\"", "\"ok\"", "\"unstable\"", "\"unsupported\"", "\"ok\""}},
        {"reason", {"\"\"", "\"\"", "\"busy\"", "\"needs luck\"", "\"\""}},
        {"process_cycles",
         {"[1.5,null,2.5]", "[1.5,null,2.5]", "[1.5,null,2.5]", "[]", "[1.5,null,2.5]"}},
        {"process_ns",
         {"[0.25,0.5,null]", "[0.25,0.5,null]", "[0.25,0.5,null]", "[]", "[0.25,0.5,null]"}},
    };
    for (size_t m = 0; m < sizeof members / sizeof *members; m++)
        for (size_t kind = 0; kind < KINDS; kind++) {
            char path[64];
            snprintf(path, sizeof path, "rows.%zu.%s", kind, members[m].name);
            expect(path, members[m].of[kind]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_csv_column),    cmocka_unit_test(test_every_member_of_the_run),
        cmocka_unit_test(test_every_flag),          cmocka_unit_test(test_json_layout),
        cmocka_unit_test(test_json_without_memory), cmocka_unit_test(test_every_member_of_a_row),
    };
    return cmocka_run_group_tests(tests, make_rows, NULL);
}
