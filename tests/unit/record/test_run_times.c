/* SPDX-License-Identifier: MIT
 * Recorded runs are read, faults are named, and the best run of this CPU is found. */
#include "export/figures.h"
#include "machine/cpu_slug.h"
#include "output/recorded/recorded_runs.h"
#include "support/within.h"
#include "target/isa_level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/json_file.h"
#include "support/made_up_samples.h"

static char folder[] = "/tmp/slidebench-recorded-XXXXXX", slug[64];
static struct run_times times;
static struct error error;

/* Makes a folder of its own, whose `results` and cache are empty. */
static int make_folder(void **state)
{
    (void)state;
    struct cpu cpu;
    strcpy(strrchr(folder, '-'), "-XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) || setenv("XDG_CACHE_HOME", folder, 1))
        return -1;
    cpu_identify(&cpu, 0);
    cpu_slug(&cpu, slug, sizeof slug);
    return 0;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *ftw)
{
    (void)status, (void)kind, (void)ftw;
    return remove(path);
}

static int remove_folder(void **state)
{
    (void)state;
    run_times_free(&times);
    times = (struct run_times){.result = NULL};
    return nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* Writes a result of one scheme and three processes with slug, compiler, date, "partial" and
 * columns. */
static void write_run(const char *path, int format, const char *of_slug, const char *compiler,
                      const char *date, bool partial, const char *columns)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "{\"format\": %d, \"processes_ended\": 3, \"resumed_after\": [], \"level\": \"native\","
            " \"compiler\": \"%s\", \"date\": \"%sT01:02:03Z\", \"partial\": %s,"
            " \"options\": {\"processes\": 3}, \"canary_ipc_reference\": 4,"
            " \"pin\": {\"cpu\": 0, \"description\": \"\", \"warning\": \"\"},"
            " \"machine\": {\"slug\": \"%s\", \"cpu\": \"Some CPU\","
            " \"l1d_bytes\": 32768, \"l2_bytes\": 1048576, \"l3_bytes\": 33554432,"
            " \"microarchitecture\": \"Core\", \"microarchitecture_inferred\": true},"
            " \"schemes\": [{\"name\": \"one\", \"family\": \"rays\", \"traits\": [],"
            " \"view_bytes\": 8, \"table_bytes\": {}, \"engine_bytes\": 0}], \"columns\": [%s]}\n",
            format, compiler, date, partial ? "true" : "false", of_slug, columns);
    fclose(file);
}

#define COLUMN(piece, workload, mode, row)                                                         \
    "{\"piece\": \"" piece "\", \"workload\": \"" workload "\", \"mode\": \"" mode                 \
    "\", \"list_length\": 9, \"mean_occupied\": 9, \"lookups_per_step\": null,"                    \
    " \"checksum\": \"1\", \"rows\": [{\"scheme\": \"one\", " row "}]}"
#define TIMES(times) "\"process_cycles\": " times ", \"process_ns\": " times
#define GOOD         COLUMN("rook", "games", "throughput", TIMES("[2, 1, 3]"))
#define STATUS(word) "\"status\": \"" word "\", \"reason\": \"\""

static void rows_are_read(void **state)
{
    (void)state;
    static const char columns[] =
        GOOD "," COLUMN("all", "perft-suite", "perft",
                        STATUS("unstable") ", " TIMES("[5, null, null]")) "," //
        COLUMN("rook", "games", "latency", STATUS("unsupported"));
    write_run("1.json", 3, "a-cpu", "gcc 12.2.0", "2026-11-21", true, columns);
    assert_true(run_times_read(&times, "1.json", &error));
    assert_string_equal(times.slug, "a-cpu");
    assert_string_equal(times.cpu, "Some CPU, Core (inferred)");
    assert_string_equal(times.compiler, "gcc 12.2.0");
    assert_string_equal(times.date, "2026-11-21");
    assert_true(times.partial);
    assert_within(times.l1d_bytes, 1 << 15, 0);
    assert_within(times.l2_bytes, 1 << 20, 0);
    assert_within(times.l3_bytes, 1 << 25, 0);
    assert_int_equal(times.processes, 3);
    const struct run_times_row *row =
        run_times_find_row(&times, "one", "perft-suite", "perft", ALL);
    assert_ptr_equal(row, run_times_find_row(&times, "one", "perft", "perft", ALL));
    assert_non_null(row);
    assert_int_equal(row->status, ROW_UNSTABLE);
    assert_within(row->cycles[0], 5, 0);
    assert_true(isnan(row->cycles[1]) && isnan(row->cycles[2]));
    assert_true(isnan(run_times_cycles(&times, row).mid));
    row = run_times_find_row(&times, "one", "games", "latency", ROOK);
    assert_int_equal(row->status, ROW_UNSUPPORTED);
    assert_true(isnan(run_times_cycles(&times, row).mid));
    assert_null(run_times_find_row(&times, "one", "games", "latency", BISHOP));
    struct interval cycles =
        run_times_cycles(&times, run_times_find_row(&times, "one", "games", "throughput", ROOK));
    assert_within(cycles.mid, 2, 0);
    assert_within(cycles.lo, 1, 0);
    assert_within(cycles.hi, 3, 0);
}

static void cpus_are_named(void **state)
{
    (void)state;
    static const char *const names[][3] = {/* brand, core, expected */
                                           {"\"Some CPU\"", "\"\"", "Some CPU"},
                                           {"\"\"", "\"Core\"", "Core"},
                                           {"\" ~\"", "\"Core\"", " ~, Core"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_run("1.json", 3, "a-cpu", "gcc 12.2.0", "2026-11-21", true, GOOD);
        set_in_file("1.json", "machine.microarchitecture_inferred", "false");
        set_in_file("1.json", "machine.cpu", names[i][0]);
        set_in_file("1.json", "machine.microarchitecture", names[i][1]);
        assert_true(run_times_read(&times, "1.json", &error));
        assert_string_equal(times.cpu, names[i][2]);
        run_times_free(&times);
    }
    times = (struct run_times){.result = NULL};
}

static void confidence_is_that_of_all_processes(void **state)
{
    (void)state;
    const double cycles[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const struct run_times_row row = {.status = ROW_OK, .cycles = cycles};
    times.processes = 12;
    struct interval measured = run_times_cycles(&times, &row);
    assert_true(measured.mid == 6.5 && measured.lo == 3 && measured.hi == 10); /* 96.1 % */
    times.processes = 2;
    measured = run_times_cycles(&times, &row);
    assert_true(measured.mid == 1.5 && measured.lo == 1 && measured.hi == 2);
}

static void rows_before_the_conclusion_have_no_times(void **state)
{
    (void)state;
    static const enum row_status statuses[][2] = {
        {ROW_OK, ROW_CRASHED}, {ROW_UNSTABLE, ROW_CRASHED}, {ROW_UNSUPPORTED, ROW_UNSUPPORTED}};
    enum { ROWS = sizeof statuses / sizeof *statuses };
    const struct machine machine = {.l1d_bytes = 1, .l2_bytes = 2, .l3_bytes = 3};
    struct run *run = new_rows(ROWS, (const struct scheme *const[ROWS]){&one, &two, &one}, 0);
    for (size_t i = 0; i < ROWS; i++)
        run->row[i].planned.status = statuses[i][0];
    assert_true(run_times_of_run(&times, run, &machine));
    assert_int_equal(times.n, ROWS);
    assert_true(times.l1d_bytes == 1 && times.l2_bytes == 2 && times.l3_bytes == 3);
    for (size_t i = 0; i < ROWS; i++) {
        assert_int_equal(times.row[i].status, statuses[i][1]);
        assert_true(isnan(run_times_cycles(&times, &times.row[i]).mid));
    }
    assert_string_equal(times.row[1].scheme, "two");
    drop_rows(run);
}

/* Others are refused by the reader of results, see test_recorded_result.c. */
static void bad_results_are_refused(void **state)
{
    (void)state;
    static const struct {
        int format;
        const char *slug, *compiler, *columns;
    } bad[] = {
        {2, "a-cpu", "gcc 12", GOOD},
        {3, "", "gcc 12", GOOD},
        {3, "a-cpu", "gcc */", GOOD},
        {3, "a-cpu", "gc\xc3\xa7", GOOD},
        {3, "a-cpu", "gcc 12", "7"},
        {3, "a-cpu", "gcc 12", COLUMN("rook", "games", "throughput", TIMES("[1, 2]"))},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_run("bad.json", bad[i].format, bad[i].slug, bad[i].compiler, "2026-11-21", false,
                  bad[i].columns);
        assert_false(run_times_read(&times, "bad.json", &error));
        assert_int_equal(error.status, STATUS_INPUT);
        assert_non_null(strstr(error.text, "bad.json"));
        run_times_free(&times);
    }
    assert_false(run_times_read(&times, "absent.json", &error));
    assert_int_equal(error.status, STATUS_INPUT);
}

static bool any(const struct run_times *run, const void *context)
{
    (void)context;
    return strcmp(run->date, "2026-12-31"); /* a run of that day does not serve */
}

/* Each run is better than those before it. */
static void best_run_is_chosen(void **state)
{
    (void)state;
    static const struct {
        bool own, partial, in_cache;
        const char *date;
    } runs[] = {
        {false, true, false, "2026-11-20"}, {false, true, false, "2026-11-21"},
        {true, true, true, "2026-11-19"},   {false, false, true, "2026-11-18"},
        {true, false, false, "2026-11-16"}, {true, false, true, "2026-11-17"},
    };
    char path[256], in_results[128], in_cache[200];
    assert_false(recorded_runs_find(&times, any, NULL));
    snprintf(in_results, sizeof in_results, "results/%s", slug);
    snprintf(in_cache, sizeof in_cache, "slidebench/results/%s", slug);
    assert_int_equal(mkdir("results", 0777) | mkdir("slidebench/results", 0777), 0);
    assert_int_equal(mkdir(in_results, 0777) | mkdir(in_cache, 0777), 0);

    snprintf(path, sizeof path, "%s/other.json", in_results);
    write_run(path, 3, "another-cpu", level_compiler, "2026-11-30", false, GOOD);
    snprintf(path, sizeof path, "%s/not-serving.json", in_results);
    write_run(path, 3, slug, level_compiler, "2026-12-31", false, GOOD);
    snprintf(path, sizeof path, "%s/bad.json", in_results);
    write_run(path, 9, slug, level_compiler, "2026-11-30", false, GOOD);
    assert_false(recorded_runs_find(&times, any, NULL));
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        snprintf(path, sizeof path, "%s/%zu.json", runs[i].in_cache ? in_cache : in_results, i);
        write_run(path, 3, slug, runs[i].own ? level_compiler : "tcc 1.0", runs[i].date,
                  runs[i].partial, GOOD);
        assert_true(recorded_runs_find(&times, any, NULL));
        assert_string_equal(times.date, runs[i].date);
        run_times_free(&times);
    }
    times = (struct run_times){.result = NULL};
}

static void check_figures(const char *expected)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    export_figures(out, &one);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void figures_are_those_of_the_cpu(void **state)
{
    (void)state;
    char path[200];
    check_figures("");
    snprintf(path, sizeof path, "results/%s", slug);
    assert_int_equal(mkdir("results", 0777) | mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "results/%s/run.json", slug);
    write_run(path, 3, slug, "gcc 12.2.0", "2026-11-21", false,
              COLUMN("bishop", "games", "throughput", TIMES("[2, 2, 2]")));
    check_figures(""); /* no rook */
    write_run(path, 3, slug, "gcc 12.2.0", "2026-11-21", false,
              COLUMN("rook", "games", "throughput", TIMES("[2.01, 2.02, 2.03]")) "," //
              COLUMN("queen", "games", "throughput", TIMES("[3, 4, 5]")) ","         //
              COLUMN("rook", "games", "latency", STATUS("unstable") ", " TIMES("[5, 5, 5]")));
    check_figures(
        " * Measured on Some CPU, Core (inferred), compiled by gcc 12.2.0, 2026-11-21.\n"
        " * Core cycles per query of real games:\n"
        " *     throughput: rook 2.02, queen 4.0\n"
        " *     latency: no result\n");
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(rows_are_read),
        IN_FOLDER(cpus_are_named),
        IN_FOLDER(confidence_is_that_of_all_processes),
        IN_FOLDER(rows_before_the_conclusion_have_no_times),
        IN_FOLDER(bad_results_are_refused),
        IN_FOLDER(best_run_is_chosen),
        IN_FOLDER(figures_are_those_of_the_cpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
