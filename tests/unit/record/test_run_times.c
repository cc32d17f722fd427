/* SPDX-License-Identifier: MIT
 * Recorded runs are read, faults are named, and the best run of this CPU is found. */
#include "machine/cpu_slug.h"
#include "record/recorded_runs.h"
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
    times = (struct run_times){.recorded = NULL};
    return nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

struct column {
    const char *piece, *workload, *mode;
    double cycles[3]; /* of each process; the first 0: the row is unsupported, NAN: null */
};
static const struct column good = {"rook", "games", "throughput", {2, 1, 3}};

static void print_cycles(const struct column *columns, size_t n, int process, FILE *file)
{
    fprintf(file, "{\"process\": %d, \"reference_ipc\": 4", process + 1);
    for (int member = 0; member < 4; member++) {
        static const char *const names[] = {"cycles", "ghz", "samples", "undisturbed"};
        fprintf(file, ", \"%s\": [", names[member]);
        for (size_t c = 0; c < n; c++) {
            double cycles = columns[c].cycles[process];
            bool value = columns[c].cycles[0] && isfinite(cycles);
            if (member < 2 && !value)
                fprintf(file, "%snull", c ? ", " : "");
            else
                fprintf(file, "%s%g", c ? ", " : "", member == 0 ? cycles : member == 1 ? 4.0 : 20);
        }
        fputc(']', file);
    }
    fputs("}\n", file);
}

/* Writes the log of one scheme and three processes, as text. */
static void write_columns(const char *path, const char *of_slug, const char *cpu,
                          const char *compiler, const char *date, bool partial,
                          const struct column *columns, size_t n)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "{\"format\": 4, \"level\": \"native\", \"compiler\": \"%s\","
            " \"date\": \"%sT01:02:03Z\", \"known_reference_ipc\": 0,"
            " \"options\": {\"arguments\": [], \"processes\": %d},"
            " \"pin\": {\"cpu\": 0, \"description\": \"\", \"warning\": \"\"},"
            " \"machine\": {\"slug\": \"%s\", %s,"
            " \"l1d_bytes\": 32768, \"l2_bytes\": 1048576, \"l3_bytes\": 33554432},"
            " \"schemes\": [{\"name\": \"one\", \"family\": \"rays\", \"traits\": [],"
            " \"view_bytes\": 8, \"table_bytes\": {}, \"engine_bytes\": 0}], \"columns\": [",
            compiler, date, partial ? 4 : 3, of_slug, cpu);
    for (size_t c = 0; c < n; c++)
        fprintf(file,
                "%s{\"piece\": \"%s\", \"workload\": \"%s\", \"mode\": \"%s\","
                " \"list_length\": 9, \"mean_occupied\": 9, \"lookups_per_step\": null,"
                " \"checksum\": \"1\"}",
                c ? ", " : "", columns[c].piece, columns[c].workload, columns[c].mode);
    fputs("], \"rows\": [", file);
    for (size_t c = 0; c < n; c++)
        fprintf(file,
                "%s{\"scheme\": \"one\", \"piece\": \"%s\", \"workload\": \"%s\","
                " \"mode\": \"%s\"%s}",
                c ? ", " : "", columns[c].piece, columns[c].workload, columns[c].mode,
                columns[c].cycles[0] ? "" : ", \"status\": \"unsupported\", \"reason\": \"\"");
    fputs("]}\n", file);
    for (int process = 0; process < 3; process++)
        print_cycles(columns, n, process, file);
    fclose(file);
}

#define SOME_CPU                                                                                   \
    "\"cpu\": \"Some CPU\", \"microarchitecture\": \"Core\", \"microarchitecture_inferred\": true"

static void write_run(const char *path, const char *of_slug, const char *compiler, const char *date,
                      bool partial)
{
    write_columns(path, of_slug, SOME_CPU, compiler, date, partial, &good, 1);
}

static void rows_are_read(void **state)
{
    (void)state;
    const struct column columns[] = {good,
                                     {"all", "perft-suite", "perft", {5, NAN, NAN}},
                                     {"rook", "games", "latency", {0, 0, 0}}};
    write_columns("1", "a-cpu", SOME_CPU, "gcc 12.2.0", "2026-11-21", true, columns, 3);
    assert_true(run_times_read(&times, "1", &error));
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
    static const char *const names[][2] = {
        {"\"cpu\": \"Some CPU\"", "Some CPU"},
        {"\"microarchitecture\": \"Core\"", "Core"},
        {"\"cpu\": \" ~\", \"microarchitecture\": \"Core\"", " ~, Core"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_columns("1", "a-cpu", names[i][0], "gcc 12.2.0", "2026-11-21", true, &good, 1);
        assert_true(run_times_read(&times, "1", &error));
        assert_string_equal(times.cpu, names[i][1]);
        run_times_free(&times);
    }
    times = (struct run_times){.recorded = NULL};
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

/* The log's other members are checked by its reader, see test_recorded_run.c. */
static void texts_for_a_comment_are_plain(void **state)
{
    (void)state;
    static const char *const bad[] = {"gcc */", "gc\xc3\xa7"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_run("bad", "a-cpu", bad[i], "2026-11-21", false);
        assert_false(run_times_read(&times, "bad", &error));
        assert_int_equal(error.status, STATUS_INPUT);
        assert_non_null(strstr(error.text, "bad:1: machine.cpu or compiler"));
        run_times_free(&times);
    }
    times = (struct run_times){.recorded = NULL};
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

    snprintf(path, sizeof path, "%s/other.jsonl.gz", in_results);
    write_run(path, "another-cpu", level_compiler, "2026-11-30", false);
    snprintf(path, sizeof path, "%s/not-serving.jsonl.gz", in_results);
    write_run(path, slug, level_compiler, "2026-12-31", false);
    snprintf(path, sizeof path, "%s/bad.jsonl.gz", in_results);
    write_run(path, slug, "gcc */", "2026-11-30", false);
    assert_false(recorded_runs_find(&times, any, NULL));
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        snprintf(path, sizeof path, "%s/%zu.jsonl.gz", runs[i].in_cache ? in_cache : in_results, i);
        write_run(path, slug, runs[i].own ? level_compiler : "tcc 1.0", runs[i].date,
                  runs[i].partial);
        assert_true(recorded_runs_find(&times, any, NULL));
        assert_string_equal(times.date, runs[i].date);
        run_times_free(&times);
    }
    times = (struct run_times){.recorded = NULL};
}

/* The highest reference of any log in the folder of a CPU. */
static void best_reference_is_found(void **state)
{
    (void)state;
    assert_within(recorded_runs_best_reference("logs", "a-cpu"), 0, 0);
    assert_int_equal(mkdir("logs", 0777) | mkdir("logs/a-cpu", 0777), 0);
    write_run("logs/a-cpu/1.jsonl.gz", "a-cpu", "gcc 12", "2026-11-21", false);
    write_run("logs/a-cpu/bad.jsonl.gz", "", "gcc 12", "2026-11-21", false);
    assert_within(recorded_runs_best_reference("logs", "a-cpu"), 4, 0);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(rows_are_read),
        IN_FOLDER(cpus_are_named),
        IN_FOLDER(confidence_is_that_of_all_processes),
        IN_FOLDER(rows_before_the_conclusion_have_no_times),
        IN_FOLDER(texts_for_a_comment_are_plain),
        IN_FOLDER(best_run_is_chosen),
        IN_FOLDER(best_reference_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
