/* SPDX-License-Identifier: MIT
 * A made-up run and its log, in a folder of its own. None of its schemes is one of this program.
 * Include it after cmocka.h. */
#ifndef MADE_UP_LOG_H
#define MADE_UP_LOG_H

#include "record/write_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROCESSES = 6, ROWS = 10 };

#define TEXTS .family = "rays", .title = "T", .author = "A", .year = "2000", .source = "S"
static const struct scheme made_up_schemes[] = {
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
static const struct list made_up_lists[] = {
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
static const struct mode_spec made_up_modes[] = {
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
static const size_t made_up_places[ROWS][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 2}, {1, 0, 0},
                                               {1, 0, 1}, {1, 1, 2}, {1, 2, 3}, {2, 0, 0},
                                               {2, 0, 1}, {2, 2, 3}};
enum { UNSUPPORTED = 8, MISSING = 3 }; /* rows: without processes, without the value of one */

static struct run run;
static struct machine machine;
static struct pin pin = {.pinned = true, .cpu = 3, .description = "CPU 3"};
static struct given_option given[] = {{"full", NULL}, {"processes", "6"}};
static struct run_request request = {.processes = PROCESSES, .given = given, .given_count = 2};
static struct report report;
static struct run_log run_log;
static char folder[] = "/tmp/slidebench-log-XXXXXX";
static struct error error;

/* A twin has almost the time of its original, so that its column has figures. */
static inline double cycles_of(size_t row, size_t p)
{
    double scheme = row < 3 ? 0 : 1 + 0.001 * (double)row;
    return scheme + 1.25 + (double)made_up_places[row][2] + 0.0123 * (double)p;
}

static inline void add_process(void)
{
    struct process_result results[ROWS];
    struct process_times times = {.began = 1795392000, .seconds = 1.25, .undisturbed = 0.875};
    size_t p = run.processes_ended;
    for (size_t i = 0; i < ROWS; i++) {
        results[i] = process_result_without_value(30, 10);
        if (i == MISSING && p == 2)
            continue;
        results[i].undisturbed = 20;
        results[i].cycles = round_measured(cycles_of(i, p));
        results[i].ghz = round_measured(3.9 + 0.01 * (double)p);
        results[i].ns = round_recorded(results[i].cycles / results[i].ghz);
        results[i].counts[COUNT_CYCLES] = (double)i;
    }
    run_add_process(&run, results, 4.5);
    run_log_add_process(&run_log, &times);
}

/* Begins a run that no process has timed, and its log. */
static inline int make_run(void **state)
{
    static struct row planned[ROWS];
    (void)state;
    memset(&machine, 0, sizeof machine);
    strcpy(machine.slug, "some-cpu");
    strcpy(machine.warnings[machine.warning_count++], "loud");
    machine.l2_bytes = 1 << 20;
    machine.family = -1;
    for (size_t i = 0; i < ROWS; i++)
        planned[i] = (struct row){.scheme = &made_up_schemes[made_up_places[i][0]],
                                  .list = &made_up_lists[made_up_places[i][1]],
                                  .mode = &made_up_modes[made_up_places[i][2]]};
    planned[UNSUPPORTED].status = ROW_UNSUPPORTED;
    strcpy(planned[UNSUPPORTED].reason, "needs \"luck\"");
    run_make(&run, &(struct rows){planned, ROWS});
    run.processes_requested = PROCESSES;
    report = (struct report){.request = &request,
                             .run = &run,
                             .machine = &machine,
                             .pin = &pin,
                             .build = {"0.1", "c0ffee", "native", "gcc 12.2", "-O3"},
                             .began = 1795391999,
                             .known_reference_ipc = 4.5};
    report.head = log_head(&report);
    run_log = (struct run_log){.file.fd = -1};
    assert_true(log_create_folder(folder, "some-cpu", &error));
    assert_true(
        log_create(&run_log.file, folder, "some-cpu", "gcc 12.2", "native", report.began, &error));
    report.saved = run_log.file.path;
    assert_true(run_log_begin(&run_log, &report, &error));
    return 0;
}

/* Does the same, and times all processes. */
static inline int make_whole_run(void **state)
{
    make_run(state);
    while (run.processes_ended < PROCESSES)
        add_process();
    assert_true(run_log_end(&run_log, true, &error));
    return 0;
}

static inline int free_run(void **state)
{
    (void)state;
    run_log_close(&run_log);
    unlink(run_log.file.path);
    json_decref((json_t *)report.head);
    run_free(&run);
    return 0;
}

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    char cpu[sizeof folder + 16];
    (void)state;
    snprintf(cpu, sizeof cpu, "%s/some-cpu", folder);
    return rmdir(cpu) || rmdir(folder);
}

/* Writes a copy of the log as text whose line has another member, such as rows.1.status: a JSON
 * value, or none for "". Line 0 is a further one at the end. */
static inline void write_changed(const char *to, size_t line, const char *where, const char *value)
{
    struct log_lines lines;
    char name[40];
    assert_true(log_read(run_log.file.path, &lines, &error));
    json_t *at = line ? lines.line[line - 1] : json_object(), *root = at;
    for (size_t length; (length = strcspn(where, ".")) < strlen(where); where += length + 1) {
        snprintf(name, sizeof name, "%.*s", (int)length, where);
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(name)) : json_object_get(at, name);
        assert_non_null(at);
    }
    json_t *new = *value ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL;
    size_t index = (size_t)atoi(where);
    int failed = json_is_object(at)
                     ? new ? json_object_set_new(at, where, new) : json_object_del(at, where)
                 : !new                         ? json_array_remove(at, index)
                 : index == json_array_size(at) ? json_array_append_new(at, new)
                                                : json_array_set_new(at, index, new);
    assert_int_equal(failed, 0);
    FILE *out = fopen(to, "w");
    for (size_t i = 0; i < lines.n + !line; i++) {
        json_dumpf(i < lines.n ? lines.line[i] : root, out, JSON_COMPACT);
        fputc('\n', out);
    }
    fclose(out);
    if (!line)
        json_decref(root);
    log_lines_free(&lines);
}

#endif
